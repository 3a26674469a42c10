import { Component, type ReactNode, memo } from 'react';
import type { Block, BlockType } from '../../schema/blocks/index.ts';
import { type BlockPosition, BlockPositionContext } from '../ui/page-context.ts';
import { registry } from '../blocks/registry.tsx';
import { getLoadedComponent } from './block-loader.ts';

interface Props {
  type: string;
  /** The number of the island, for a prerendered block. */
  island?: number;
  children: ReactNode;
}

/** An error boundary: if a block fails, the rest of the page works and the block stays readable. */
export class BlockBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  private copy: Node | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`The block ${this.props.type} failed:`, error);
    // The block was rendered after a navigation, so a reload shows its prerendered HTML.
    if (!this.copy) return location.reload();
    // Its controls now work as without script.
    this.section?.removeAttribute('data-island');
  }

  private get section(): Element | null {
    return document.querySelector(`[data-island="${this.props.island}"]`);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // The prerendered HTML, with the visitor's input, is still in the document; React is about to remove it.
    this.copy ??= this.section?.lastElementChild?.previousElementSibling?.cloneNode(true);
    return this.copy ? <span hidden ref={this.putBack} /> : null;
  }

  private putBack = (marker: HTMLElement | null) => {
    if (marker && this.copy) marker.before(this.copy);
    return () => void this.copy?.parentNode?.removeChild(this.copy);
  };
}

/** Whether a block begins with a heading, or an eyebrow instead of one. */
export function hasHeading(block: Block): boolean {
  const { heading, eyebrow } = block as { heading?: unknown; eyebrow?: unknown }; // some blocks have neither
  return (heading ?? eyebrow) !== undefined;
}

/** Returns the position of a block. The heading of the first block is the page's h1. */
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
  // The schema of columns and tabs defines the other settings of each type.
  const block = { type, tone: 'plain', ...registry[type].inside, ...settings } as Block;
  return <Component key={type} {...block} />;
}

/** Returns the attributes of a block's section. */
export const toSectionAttributes = ({ id, type, tone }: Pick<Block, 'id' | 'type' | 'tone'>) => ({
  id,
  'data-block': type,
  'data-placement': registry[type].placement,
  'data-tone': tone,
});

/** A block rendered from its data after a navigation. */
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

/** A static block while prerendering. Its errors reach the build. */
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

/** Makes React keep the prerendered content of an element, without its code and data. */
export const serverHtmlProps = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

/** A static block in the browser. React leaves its attributes unchanged, too. */
export const PrerenderedBlock = memo(
  ({ type, tag: Tag }: { type: BlockType; tag: 'section' | 'div' }) => (
    <Tag data-block={type} {...serverHtmlProps} />
  ),
  () => true,
);

/** The h1 of a page whose first block has no heading: its title, for screen readers. */
export function VisuallyHiddenTitle({
  page,
}: {
  page: { name: string; blocks: readonly (BlockType | Block)[] };
}) {
  const [first] = page.blocks;
  // In the browser, static blocks have no data, but their headings are in the document.
  const hasVisibleTitle =
    typeof first !== 'string'
      ? first !== undefined && hasHeading(first)
      : document.querySelector('main h1:not(.for-screen-readers)') !== null;
  return hasVisibleTitle ? null : <h1 className="for-screen-readers">{page.name}</h1>;
}
