import { createContext } from 'react';

/** Where a block stands on its page. `src/page` decides it; everything in a block that depends on it asks here. */
export interface Place {
  /** Whether this is the page's first block, whose picture is seen at once. */
  first: boolean;
  /** The heading level of the block, and that of the headings inside it. */
  heading: 'h1' | 'h2';
  inner: 'h2' | 'h3';
}
export const BlockPlace = createContext<Place>({ first: false, heading: 'h2', inner: 'h3' });
