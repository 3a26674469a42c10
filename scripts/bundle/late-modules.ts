import type { Plugin } from 'vite';

/** One function of a module that Node takes milliseconds to load, and that most commands never call. */
const late = /^import \{ (\w+) \} from '(node:(?:child_process|zlib|v8))';$/gm;

/** Has these modules loaded when the function is called first. */
export const lateModules: Plugin = {
  name: 'late-modules',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('node_modules')
      ? undefined
      : code.replaceAll(
          late,
          (_, name: string, from: string) =>
            `const ${name} = (...given) => process.getBuiltinModule('${from}').${name}(...given);`,
        ),
};
