import { getUnshownChange } from '../page/client-data.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import { type ReactNode, useLayoutEffect } from 'react';
import { Glyph } from '../ui/icon.tsx';
import { BlockView, VisuallyHiddenTitle } from '../page/block.tsx';
import { Dialogs } from '../page/dialogs.tsx';
import { PageContexts } from '../page/page-contexts.tsx';
import { PageHead, headTagSelector } from '../page/head.tsx';
import { LastPageChange } from '../page/page-change.tsx';

// React does not manage the prerendered head tags, so the first navigation removes them.
const prerendered = document.head.querySelectorAll(headTagSelector);

/**
 * Renders a page in the browser after a navigation. The dev server passes `blocks` to render blocks with diagnostics.
 */
export function NextPage({ page, blocks }: { page: PageView; blocks?: ReactNode }) {
  useLayoutEffect(() => prerendered.forEach((tag) => tag.remove()), []);
  return (
    <PageContexts page={page}>
      <PageHead page={page} />
      <VisuallyHiddenTitle page={page} />
      {blocks ?? page.blocks.map((block, index) => <BlockView key={index} block={block} number={index} />)}
      <LastPageChange updated={getUnshownChange(page)} />
      <Dialogs page={page} icon={<Glyph name="close" />} />
    </PageContexts>
  );
}
