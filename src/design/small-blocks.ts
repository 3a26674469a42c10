import { type ComponentType, createContext } from 'react';
import type { SmallBlocks } from '../../schema/blocks/small-blocks.ts';

/** A part of a block, and the share of the page's width that it has. */
export interface BlockPart {
  part: SmallBlocks;
  share: number;
}

/** Shows the small blocks that stand in a part of another one; `src/page` knows how. */
export const SmallBlocksOf = createContext<ComponentType<BlockPart>>(() => null);
