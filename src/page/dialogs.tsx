import type { ReactNode } from 'react';
import type { Dialog } from '../../schema/site.ts';
import { dialogId } from '../design/dialog-id.ts';
import { asPrerendered } from './block.tsx';
import type { BlockComponent } from './components.ts';
import { IslandContent } from './island.tsx';

/**
 * The dialogs that actions of a page open. On a prerendered page each is an island, numbered after the
 * blocks; there `componentOf` gives its form, and the `sign` on its button stays as it came.
 */
export function Dialogs({
  page: { blocks, dialogs },
  sign,
  componentOf,
}: {
  page: { blocks: readonly unknown[]; dialogs: Record<string, Dialog> };
  sign?: ReactNode;
  componentOf?: (number: number) => BlockComponent;
}) {
  return Object.entries(dialogs).map(([name, { close, form }], index) => {
    const number = blocks.length + index;
    return (
      <dialog
        key={name}
        id={dialogId(name)}
        aria-label={form.heading}
        data-island={number}
        {...{ closedby: 'any' }}
      >
        <form method="dialog">
          {sign ? (
            <button aria-label={close}>{sign}</button>
          ) : (
            <button aria-label={close} {...asPrerendered} />
          )}
        </form>
        <IslandContent block={form} number={sign ? undefined : number} component={componentOf?.(number)} />
      </dialog>
    );
  });
}
