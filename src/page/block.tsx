import { Component, type ReactNode, memo } from 'react';
import type { Block, BlockType } from '../../schema/blocks/index.ts';
import { type BlockPosition, BlockPositionContext } from '../ui/page-context.ts';
import { registry } from '../blocks/registry.tsx';
import { getLoadedComponent } from './block-loader.ts';

interface Props {
  type: string;
  /** The island number of a prerendered block. Not set for other blocks. */
  island?: number;
  children: ReactNode;
}

/**
 * An error boundary around a block. If the block fails, its content stays readable, and the rest of the page still
 * works.
 */
export class BlockBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  private copy: Node | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`The block ${this.props.type} failed:`, error);
    // If there is no copy of the prerendered HTML, the block was rendered after a navigation. A reload shows the
    // prerendered HTML.
    if (!this.copy) return location.reload();
    // The section stops being an island, so the browser handles its controls as it would without JavaScript.
    this.section?.removeAttribute('data-island');
  }

  private get section(): Element | null {
    return document.querySelector(`[data-island="${this.props.island}"]`);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // Keeps the prerendered HTML with the visitor's input. It is still in the document, but React is about to remove
    // it.
    this.copy ??= this.section?.lastElementChild?.previousElementSibling?.cloneNode(true);
    return this.copy ? <span hidden ref={this.putBack} /> : null;
  }

  private putBack = (marker: HTMLElement | null) => {
    if (marker && this.copy) marker.before(this.copy);
    return () => void this.copy?.parentNode?.removeChild(this.copy);
  };
}

/** Returns whether a block begins with a heading, or with an eyebrow in place of a heading. */
export function hasHeading(block: Block): boolean {
  const { heading, eyebrow } = block as { heading?: unknown; eyebrow?: unknown }; // may both be missing
  return (heading ?? eyebrow) !== undefined;
}

/** Returns the position of a block on its page. The heading of the first block is the page's h1. */
export function toBlockPosition(block: Block, number: number): BlockPosition {
  const first = number === 0;
  return {
    number,
    first,
    heading: first ? 'h1' : 'h2',
    inner: hasHeading(block) ? 'h3' : 'h2',
    renderSmallBlock,
  };
}

function renderSmallBlock(type: BlockType, settings: object): ReactNode {
  const Component = getLoadedComponent(type);
  // `settings` comes from the data of `columns` or `tabs`, so it already matches the schema of the small block.
  const block = { type, tone: 'plain', ...registry[type].inside, ...settings } as Block;
  return <Component key={type} {...block} />;
}

/** Returns the attributes of a block's `<section>`. */
export const toSectionAttributes = ({ id, type, tone }: Pick<Block, 'id' | 'type' | 'tone'>) => ({
  id,
  'data-block': type,
  'data-placement': registry[type].placement,
  'data-tone': tone,
});

/** A block that the browser renders from its data, after a navigation. */
export function BlockView({ block, number }: { block: Block; number: number }) {
  const Component = getLoadedComponent(block.type);
  return (
    <section {...toSectionAttributes(block)}>
      <BlockPositionContext value={toBlockPosition(block, number)}>
        <BlockBoundary type={block.type}>
          <Component {...block} />
        </BlockBoundary>
      </BlockPositionContext>
    </section>
  );
}

/** A static block during prerendering. No error boundary catches its errors, so the errors reach the build. */
export function StaticBlock({ block, number }: { block: Block; number: number }) {
  const Component = getLoadedComponent(block.type);
  return (
    <section {...toSectionAttributes(block)}>
      <BlockPositionContext value={toBlockPosition(block, number)}>
        <Component {...block} />
      </BlockPositionContext>
    </section>
  );
}

/**
 * Props that make React keep the prerendered content of an element. Neither code nor data is needed to render the
 * content.
 */
export const serverHtmlProps = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

/** A static block in the browser. React changes neither its content nor its attributes. */
export const PrerenderedBlock = memo(
  ({ type, tag: Tag }: { type: BlockType; tag: 'section' | 'div' }) => (
    <Tag data-block={type} {...serverHtmlProps} />
  ),
  () => true,
);

/** The page title as an h1 for screen readers, if the first block has no heading. */
export function VisuallyHiddenTitle({
  page,
}: {
  page: { name: string; blocks: readonly (BlockType | Block)[] };
}) {
  const [first] = page.blocks;
  // In the browser, static blocks have no data, so their headings are read from the document.
  const hasVisibleTitle =
    typeof first !== 'string'
      ? first !== undefined && hasHeading(first)
      : document.querySelector('main h1:not(.for-screen-readers)') !== null;
  return hasVisibleTitle ? null : <h1 className="for-screen-readers">{page.name}</h1>;
}
