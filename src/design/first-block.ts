import { createContext } from 'react';

/** Whether this is the page's first block: its heading is the page's one h1, and its picture is seen at once. */
export const FirstBlock = createContext(false);
