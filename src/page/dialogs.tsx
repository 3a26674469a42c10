import type { ClientData } from './client-data.ts';
import type { ReactNode } from 'react';
import type { BlockType } from '../../schema/blocks/index.ts';
import { toDialogId } from '../ui/page-context.ts';
import { serverHtmlProps } from './block.tsx';
import type { BlockComponent } from './block-loader.ts';
import { IslandContent } from './island.tsx';

/**
 * The dialogs of a page. On a prerendered page, each dialog is an island, and its island number continues after the
 * block numbers. In the browser, `componentOf` returns the component of the dialog's form, and the prerendered icon of
 * the close button is kept.
 */
export function Dialogs({
  page: { blocks, dialogs, frame },
  icon,
  componentOf,
}: {
  page: Pick<ClientData, 'dialogs' | 'frame'> & { blocks: readonly unknown[] };
  icon?: ReactNode;
  componentOf?: (type: BlockType, number: number) => BlockComponent;
}) {
  return Object.entries(dialogs).map(([name, { close, form }], index) => {
    const number = blocks.length + index;
    return (
      <dialog
        key={name}
        id={toDialogId(name)}
        aria-label={form.heading}
        data-island={number}
        {...frame}
        {...{ closedby: 'any' }}
      >
        <form method="dialog">
          <button aria-label={close} {...(icon ? { children: icon } : serverHtmlProps)} />
        </form>
        <IslandContent
          block={form}
          number={icon ? undefined : number}
          component={componentOf?.(form.type, number)}
        />
      </dialog>
    );
  });
}
