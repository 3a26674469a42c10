/**
 * Returns a module that throws an error when an unknown export is read. This is necessary because a site's own blocks
 * are bundled without a type check.
 */
export const rejectUnknownExports = <Module extends object>(name: string, module: Module): Module =>
  new Proxy(module, {
    get(target, key) {
      // Bundlers read names such as `__esModule`, so these never throw an error.
      if (typeof key === 'string' && !key.startsWith('__') && !(key in target))
        throw new Error(`\`${name}\` has no export \`${key}\``);
      return Reflect.get(target, key) as unknown;
    },
  });
