import { Component, createElement, memo, type ReactNode, useCallback, useState } from 'react';
import type { Block } from '../../schema/blocks/index.ts';
import { matchBlocks } from '../../schema/site/match-blocks.ts';
import { BlockPositionContext } from '../ui/page-context.ts';
import { toSectionAttributes, toBlockPosition } from '../page/block.tsx';
import { getLoadedComponent } from '../page/block-loader.ts';
import type { LiveMessage } from '../page/live-page.ts';

interface LiveBlocksProps {
  blocks: readonly Block[];
  messages: readonly LiveMessage[];
}

/** Renders the blocks of a page, each with its diagnostics. Blocks keep their state when they move. */
export function LiveBlocks({ blocks, messages }: LiveBlocksProps) {
  const keyedBlocks = useKeyedBlocks(blocks);
  const findMessage = (number: number) => messages.find(({ block }) => block === number);
  return (
    <>
      <Message html={findMessage(-1)?.html} />
      {keyedBlocks.map(({ key, block }, number) => (
        <LiveBlock
          key={key}
          block={block}
          number={number}
          message={findMessage(number)?.html}
          isAlone={findMessage(number)?.isAlone === true}
        />
      ))}
    </>
  );
}

interface KeyedBlock {
  key: string;
  block: Block;
}

let lastKey = 0;

/** Returns the blocks with a key for each block. A block keeps its key when it moves. */
function useKeyedBlocks(blocks: readonly Block[]): readonly KeyedBlock[] {
  const [state, setState] = useState<{ blocks: readonly Block[]; keyed: readonly KeyedBlock[] }>({
    blocks: [],
    keyed: [],
  });
  if (state.blocks === blocks) return state.keyed;
  const previousIndexes = matchBlocks(state.blocks, blocks);
  const keyedBlocks = blocks.map((block, index) => {
    const previousKeyedBlock = state.keyed[previousIndexes[index] ?? -1];
    return { key: previousKeyedBlock?.key ?? `${++lastKey}`, block };
  });
  setState({ blocks, keyed: keyedBlocks });
  return keyedBlocks;
}

interface LiveBlockProps {
  block: Block;
  number: number;
  message: string | undefined;
  isAlone: boolean;
}

const invalidBlockProps = { 'data-faulty': '', style: { outline: '2px solid #b8231a', outlineOffset: -2 } };

const hiddenBlockProps = {
  style: { outline: '2px dashed #6b6b6b', outlineOffset: -2, filter: 'grayscale(1)' },
};
const hiddenNoteStyle = {
  margin: 0,
  padding: '0.5rem 1rem',
  font: '14px/1.4 sans-serif',
  background: '#f4f1e6',
  color: '#1d1d1d',
};

const LiveBlock = memo(({ block, number, message, isAlone }: LiveBlockProps) => (
  <section
    {...toSectionAttributes(block)}
    {...(block.hidden && hiddenBlockProps)}
    {...(message !== undefined && invalidBlockProps)}
  >
    {block.hidden && (
      <p lang="en" dir="ltr" style={hiddenNoteStyle}>
        Hidden: visitors do not see this block.
      </p>
    )}
    {!isAlone && (
      <BlockPositionContext value={toBlockPosition(block, number)}>
        <BlockBoundary block={block}>
          <LoadedBlock block={block} />
        </BlockBoundary>
      </BlockPositionContext>
    )}
    <Message html={message} />
  </section>
));

const LoadedBlock = ({ block }: { block: Block }) => {
  const BlockComponent = getLoadedComponent(block.type);
  return <BlockComponent {...block} />;
};

interface RenderState {
  block: Block;
  problem?: unknown;
}

/** Shows an error if a block cannot be rendered, and renders the block again when its data changes. */
class BlockBoundary extends Component<{ block: Block; children: ReactNode }, RenderState> {
  override state: RenderState = { block: this.props.block };

  static getDerivedStateFromProps(
    { block }: { block: Block },
    previousState: RenderState,
  ): RenderState | null {
    return block === previousState.block ? null : { block, problem: undefined };
  }

  static getDerivedStateFromError(problem: unknown): Partial<RenderState> {
    return { problem };
  }

  override render(): ReactNode {
    const { block, problem } = this.state;
    if (problem === undefined) return this.props.children;
    return (
      <p className="container">
        The block {block.type} cannot be rendered: {String(problem)}
      </p>
    );
  }
}

/** The diagnostics of a block, in a shadow root that isolates their styles. */
const Message = memo(({ html }: { html: string | undefined }) => {
  const fillShadowRoot = useCallback(
    (element: HTMLElement | null) => {
      if (!element || html === undefined) return;
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      root.innerHTML = html;
    },
    [html],
  );
  return html === undefined
    ? null
    : createElement('pagewright-fault', { ref: fillShadowRoot, role: 'alert', lang: 'en', dir: 'ltr' });
});
