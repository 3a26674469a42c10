import { useContext } from 'react';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { SmallBlocks as Part } from '../../schema/blocks/small-blocks.ts';
import { BlockPositionContext } from './page-context.ts';

/** The small blocks of a column or tab, in schema order. `share` is their share of the page width. */
export function SmallBlocks({ part, share }: { part: Part; share: number }) {
  const { number, renderSmallBlock } = useContext(BlockPositionContext);
  const blocks = Object.entries(part) as [BlockType, object | undefined][]; // keys are block types
  return (
    <BlockPositionContext value={{ number, first: false, heading: 'h2', inner: 'h3', share }}>
      {blocks.map(([type, settings]) => settings && renderSmallBlock?.(type, settings))}
    </BlockPositionContext>
  );
}
