import { useContext } from 'react';
import type { Block } from '../../schema/content/blocks/index.ts';
import type { SmallBlocks as Part } from '../../schema/content/blocks/small-blocks.ts';
import { BlockPositionContext } from './page-context.ts';

const usual = { tone: 'plain' } as const;

/** Returns the small blocks of a column or tab as blocks, in the order of display. */
function smallBlocksIn({ stats, table, pairs, faq, people, quotes, downloads, embed }: Part): Block[] {
  const found: (Block | undefined)[] = [
    stats && { ...usual, type: 'stats', layout: 'row', ...stats },
    table && { ...usual, type: 'table', layout: 'stacked', ...table },
    pairs && { ...usual, type: 'pairs', layout: 'stacked', ...pairs },
    faq && { ...usual, type: 'faq', layout: 'stacked', actions: [], ...faq },
    people && { ...usual, type: 'people', layout: 'rows', ...people },
    quotes && { ...usual, type: 'quotes', layout: 'grid', ...quotes },
    downloads && { ...usual, type: 'downloads', layout: 'list', tags: [], filter: '', all: '', ...downloads },
    embed && { ...usual, type: 'embed', layout: 'wide', ...embed },
  ];
  return found.flatMap((block) => block ?? []);
}

/** The small blocks of a column or tab. `share` is its share of the page width. */
export function SmallBlocks({ part, share }: { part: Part; share: number }) {
  const { number, componentOf } = useContext(BlockPositionContext);
  return (
    <BlockPositionContext value={{ number, first: false, heading: 'h2', inner: 'h3', share }}>
      {smallBlocksIn(part).map((block) => {
        const Component = componentOf?.(block.type);
        return Component && <Component key={block.type} {...block} />;
      })}
    </BlockPositionContext>
  );
}
