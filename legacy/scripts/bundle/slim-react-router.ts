import type { Plugin } from 'vite';

/**
 * React Router marks nothing as free of side effects, so its links and forms stay in the bundle although
 * nothing here uses them, and its npm package is built for development. Marked and switched, it weighs 8 kB
 * less.
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) =>
      code
        .replaceAll(/^(var \w+ = )(?=React\d*\.)/gm, '$1/* @__PURE__ */ ')
        .replaceAll(/^\w+\.displayName = .*;$/gm, '')
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false'),
  },
};
