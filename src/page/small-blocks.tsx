import { useContext } from 'react';
import type { Block } from '../../schema/blocks/index.ts';
import type { SmallBlocks } from '../../schema/blocks/small-blocks.ts';
import { BlockPlace } from '../design/block-place.ts';
import type { BlockPart } from '../design/small-blocks.ts';
import { loadedComponent } from './components.ts';

const usual = { tone: 'plain' } as const;

/** The small blocks of a part as whole ones, in the order in which they are shown. */
function smallBlocksIn({ stats, table, pairs, faq, quotes, downloads }: SmallBlocks): Block[] {
  const found: (Block | undefined)[] = [
    stats && { ...usual, type: 'stats', layout: 'row', ...stats },
    table && { ...usual, type: 'table', layout: 'stacked', ...table },
    pairs && { ...usual, type: 'pairs', layout: 'stacked', ...pairs },
    faq && { ...usual, type: 'faq', layout: 'stacked', actions: [], ...faq },
    quotes && { ...usual, type: 'quotes', layout: 'grid', ...quotes },
    downloads && { ...usual, type: 'downloads', layout: 'list', ...downloads },
  ];
  return found.flatMap((block) => block ?? []);
}

/** The types that have to be loaded for a block: its own, and those of the small blocks in it. */
export function typesIn(block: Block): Block['type'][] {
  const parts = block.type === 'columns' || block.type === 'tabs' ? block.items : [];
  return [block.type, ...parts.flatMap(smallBlocksIn).map(({ type }) => type)];
}

/** The small blocks of a part, one below the other. */
export function SmallBlocksView({ part, share }: BlockPart) {
  const { number } = useContext(BlockPlace);
  return (
    <BlockPlace value={{ number, first: false, heading: 'h2', inner: 'h3', share }}>
      {smallBlocksIn(part).map((block) => {
        const Component = loadedComponent(block.type);
        return <Component key={block.type} {...block} />;
      })}
    </BlockPlace>
  );
}
