import { type ComponentType, memo, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import type { Block, BlockType } from '../../schema/blocks/index.ts';
import type { Dialog } from '../../schema/site.ts';
import { registry } from '../blocks/index.tsx';
import { dialogId } from '../design/dialog-id.ts';
import { FirstBlock } from '../design/first-block.ts';
import { Contained } from './error-boundary.tsx';

export type AnyComponent = ComponentType<Block>;

const components = new Map<BlockType, AnyComponent>();

/** Loads the component of a block, after which it can be drawn at once. */
export async function loadComponent(type: BlockType): Promise<AnyComponent> {
  // TypeScript cannot see that the key and the props of a registry entry belong together.
  const component = (await registry[type].load()) as ComponentType<never> as AnyComponent;
  components.set(type, component);
  return component;
}

function loadedComponent(type: BlockType): AnyComponent {
  const component = components.get(type);
  if (!component) throw new Error(`The component of ${type} was not loaded before it was drawn.`);
  return component;
}

const attributes = (block: Block) => ({ id: block.id, 'data-block': block.type, 'data-tone': block.tone });

/** A block drawn from its data: while prerendering, and after a navigation. */
export function FreshBlock({ block, first }: { block: Block; first: boolean }) {
  const Component = loadedComponent(block.type);
  return (
    <section {...attributes(block)}>
      <FirstBlock value={first}>
        <Contained type={block.type} island={undefined}>
          <Component {...block} />
        </Contained>
      </FirstBlock>
    </section>
  );
}

/** While prerendering: a block without behaviour, drawn apart from the tree. */
export function DrawnBlock({ block, html }: { block: Block; html: string }) {
  return <section {...attributes(block)} dangerouslySetInnerHTML={{ __html: html }} />;
}

const kept = { __html: '' };
/**
 * The same block in the browser: its HTML is kept as it came, and needs neither code nor data. React leaves
 * the inside of such an element alone while hydrating, and its attributes too.
 */
export const AdoptedBlock = memo(
  ({ type }: { type: BlockType }) => (
    <section data-block={type} dangerouslySetInnerHTML={kept} suppressHydrationWarning />
  ),
  () => true,
);

/** A block with behaviour on a prerendered page: its HTML stands still until `component` is there (given in the browser, see app.tsx). */
export function Island({
  block,
  first,
  number,
  component,
}: {
  block: Block;
  first: boolean;
  number: number;
  component?: AnyComponent;
}) {
  const Component = component ?? loadedComponent(block.type);
  return (
    <section {...attributes(block)} data-island={number}>
      <FirstBlock value={first}>
        <Contained type={block.type} island={number}>
          <Suspense fallback={null}>
            <Component {...block} />
            <Awake />
          </Suspense>
        </Contained>
      </FirstBlock>
    </section>
  );
}

/**
 * A dialog that actions of the page open. On a prerendered page it is an island like a block with behaviour, and
 * keeps the `sign` on its button as it came.
 */
export function DialogBox({
  name,
  dialog,
  number,
  component,
  sign,
}: {
  name: string;
  dialog: Dialog;
  number: number;
  component?: AnyComponent;
  sign?: ReactNode;
}) {
  const Component = component ?? loadedComponent('form');
  const id = dialogId(name);
  return (
    <dialog id={id} aria-label={dialog.form.heading} data-island={number} {...{ closedby: 'any' }}>
      <form method="dialog">
        {sign ? (
          <button aria-label={dialog.close}>{sign}</button>
        ) : (
          <button aria-label={dialog.close} dangerouslySetInnerHTML={kept} suppressHydrationWarning />
        )}
      </form>
      <Contained type="form" island={sign ? undefined : number}>
        <Suspense fallback={null}>
          <Component {...dialog.form} />
          <Awake />
        </Suspense>
      </Contained>
    </dialog>
  );
}

/** Marks its island as awake, which is what held-back clicks wait for. */
function Awake(): ReactNode {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => here.current?.closest('[data-island]')?.setAttribute('data-live', ''), []);
  return <span ref={here} hidden />;
}

/** The one h1 of a page whose first block has no heading: its title, for those who navigate by headings. */
export function HiddenTitle({ page }: { page: { name: string; blocks: readonly (BlockType | Block)[] } }) {
  const [first] = page.blocks;
  // A block that was adopted is not here to be asked, but then its heading is in the document.
  const headed =
    typeof first === 'object'
      ? 'heading' in first && first.heading !== undefined
      : document.querySelector('main h1:not(.for-screen-readers)') !== null;
  return headed ? null : <h1 className="for-screen-readers">{page.name}</h1>;
}
