import { createContext } from 'react';

export const noFiles: Readonly<Record<string, string>> = {};
/** The kind and size of the files that a page links to, in words, by their addresses. */
export const Files = createContext(noFiles);
