import type { Finding } from '../diagnostics/diagnostic.ts';

/** What is wrong in the file at a path of the pages folder. */
export type FileFinding = readonly [path: string, found: Finding];
