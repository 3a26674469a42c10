import { memo } from 'react';
import type { Block, BlockType } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import { BlockBoundary } from './block-boundary.tsx';
import { placeOf } from './block-place.ts';
import { loadedComponent } from './components.ts';

/** The attributes of a block's section. */
export const attributes = ({ id, type, tone }: Pick<Block, 'id' | 'type' | 'tone'>) => ({
  id,
  'data-block': type,
  'data-tone': tone,
});

/** A block rendered from its data after a navigation. */
export function BlockView({ block, number }: { block: Block; number: number }) {
  const Component = loadedComponent(block.type);
  return (
    <section {...attributes(block)}>
      <BlockPlace value={placeOf(block, number)}>
        <BlockBoundary type={block.type}>
          <Component {...block} />
        </BlockBoundary>
      </BlockPlace>
    </section>
  );
}

/** While prerendering: a block without behaviour. Nothing keeps its errors from the build. */
export function StaticBlock({ block, number }: { block: Block; number: number }) {
  const Component = loadedComponent(block.type);
  return (
    <section {...attributes(block)}>
      <BlockPlace value={placeOf(block, number)}>
        <Component {...block} />
      </BlockPlace>
    </section>
  );
}

/** Makes React leave the inside of an element as it was prerendered, with neither code nor data for it. */
export const asPrerendered = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

/** The same block in the browser. React leaves its attributes alone too. */
export const PrerenderedBlock = memo(
  ({ type, tag: Tag }: { type: BlockType; tag: 'section' | 'div' }) => (
    <Tag data-block={type} {...asPrerendered} />
  ),
  () => true,
);
