import type { Plugin } from 'vite';

/** The line by which rolldown hands on what a CommonJS module exports: by a function each time. */
const byFunction = 'get: ((k) => from[k]).bind(null, key),';

/**
 * Reads what React exports as it is: it does not change once the module has run, and a page reads it ten
 * thousand times.
 */
export const plainImports: Plugin = {
  name: 'plain-imports',
  renderChunk: (code) =>
    code.includes(byFunction) ? code.replace(byFunction, 'value: from[key],') : undefined,
};
