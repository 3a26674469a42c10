import type { Block, BlockType } from '../../schema/blocks/index.ts';
import { isHeaded } from './block-place.ts';

/** The one h1 of a page whose first block has no heading: its title, for those who navigate by headings. */
export function HiddenTitle({ page }: { page: { name: string; blocks: readonly (BlockType | Block)[] } }) {
  const [first] = page.blocks;
  // In the browser a block without behaviour has no data, but its heading is in the document.
  const headed =
    typeof first === 'object'
      ? isHeaded(first)
      : document.querySelector('main h1:not(.for-screen-readers)') !== null;
  return headed ? null : <h1 className="for-screen-readers">{page.name}</h1>;
}
