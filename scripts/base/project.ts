import { resolve } from 'node:path';

/** The project's own folder, which holds the code. */
export const projectFolder = resolve(import.meta.dirname, '../..');
