import { useLayoutEffect } from 'react';
import { Glyph } from '../components/icon.tsx';
import { BlockView, VisuallyHiddenTitle } from '../page/block.tsx';
import { Dialogs } from '../page/dialogs.tsx';
import { PageData } from '../page/page-contexts.tsx';
import { PageHead, pageHeadTags } from '../page/head.tsx';
import type { PageView } from '../page/page-view.ts';

// React does not know the tags of the prerendered page: they are removed when the first page replaces it.
const prerendered = document.head.querySelectorAll(pageHeadTags);

/** A page that was navigated to, rendered in the browser: this code comes with the first navigation. */
export function NextPage({ page }: { page: PageView }) {
  useLayoutEffect(() => prerendered.forEach((tag) => tag.remove()), []);
  return (
    <PageData page={page}>
      <PageHead page={page} />
      <VisuallyHiddenTitle page={page} />
      {page.blocks.map((block, index) => (
        <BlockView key={index} block={block} number={index} />
      ))}
      <Dialogs page={page} icon={<Glyph name="close" />} />
    </PageData>
  );
}
