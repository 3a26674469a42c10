/** The exports of a module, as given to code that is not checked by a compiler: a name that is not there is an error. */
export const withKnownNames = <Module extends object>(name: string, module: Module): Module =>
  new Proxy(module, {
    get(target, key) {
      // Modules are asked for names of their own format.
      if (typeof key === 'string' && !key.startsWith('__') && !(key in target))
        throw new Error(`\`${name}\` has no \`${key}\``);
      return Reflect.get(target, key) as unknown;
    },
  });
