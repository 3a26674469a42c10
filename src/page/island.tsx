import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import type { Block } from '../../schema/blocks/index.ts';
import { BlockPositionContext } from '../ui/page-context.ts';
import { BlockBoundary, hasHeading, toBlockPosition, toSectionAttributes } from './block.tsx';
import { type BlockComponent, getLoadedComponent } from './block-loader.ts';

interface IslandProps {
  block: Block;
  number?: number;
  component?: BlockComponent;
}

/**
 * An interactive block on a prerendered page. In the browser, its HTML does not change until `component` is loaded (see
 * app.tsx).
 */
export function Island({ block, number, component }: IslandProps & { number: number }) {
  // A block without a heading is a `<div>`, because a `<section>` needs a heading.
  const Tag = hasHeading(block) ? 'section' : 'div';
  return (
    <Tag {...toSectionAttributes(block)} data-island={number}>
      <BlockPositionContext value={toBlockPosition(block, number)}>
        <IslandContent block={block} number={number} component={component} />
      </BlockPositionContext>
    </Tag>
  );
}

/** The hydrated content of an island. */
export function IslandContent({ block, number, component }: IslandProps) {
  const Component = component ?? getLoadedComponent(block.type);
  return (
    <BlockBoundary type={block.type} island={number}>
      <Suspense fallback={null}>
        <Component {...block} />
        <HydrationMark />
      </Suspense>
    </BlockBoundary>
  );
}

/** Marks the island as hydrated, which ends the delay of clicks. */
function HydrationMark(): ReactNode {
  const markRef = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => markRef.current?.closest('[data-island]')?.setAttribute('data-live', ''), []);
  return <span ref={markRef} hidden />;
}
