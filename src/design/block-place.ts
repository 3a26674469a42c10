import { type ComponentType, createContext } from 'react';
import type { Block, BlockType } from '../../schema/blocks/index.ts';

/** What a block needs to know of its position on the page. `src/page` decides it. */
export interface Place {
  /** Counted from 0; what a block names within its page begins with it. */
  number: number;
  /** Whether this is the page's first block, whose picture is seen at once. */
  first: boolean;
  /** The heading level of the block, and that of the headings inside it. */
  heading: 'h1' | 'h2';
  inner: 'h2' | 'h3';
  /** Of a block in a part of another one: the share of the page's width that it has. */
  share?: number;
  /** The component of a type of block that is loaded. */
  componentOf?(type: BlockType): ComponentType<Block>;
}
export const BlockPlace = createContext<Place>({ number: -1, first: false, heading: 'h2', inner: 'h3' });
