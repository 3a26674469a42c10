import { useLayoutEffect } from 'react';
import { Glyph, Icons } from '../design/icon.tsx';
import { Pictures } from '../design/picture-data.ts';
import { Reading } from '../design/reading.ts';
import { DialogBox, FreshBlock, HiddenTitle } from '../page/block.tsx';
import { PageHead, pageHeadTags } from '../page/page-head.tsx';
import type { PageView } from '../page/page-view.ts';
import { Post } from '../services/functions.ts';

// React does not know of the tags that came with the prerendered page: they leave when the first page replaces it.
const prerendered = document.head.querySelectorAll(pageHeadTags);

/** A page that was navigated to. Unlike the first one it is drawn here, so this comes with the first navigation. */
export function NextPage({ page }: { page: PageView }) {
  useLayoutEffect(() => prerendered.forEach((tag) => tag.remove()), []);
  return (
    <Icons value={page.icons}>
      <Pictures value={page.pictures}>
        <Reading value={page.reading}>
          <Post value={{ page: page.path }}>
            <PageHead page={page} />
            <HiddenTitle page={page} />
            {page.blocks.map((block, index) => (
              <FreshBlock key={index} block={block} first={index === 0} />
            ))}
            {Object.entries(page.dialogs).map(([name, dialog], index) => (
              <DialogBox
                key={name}
                name={name}
                dialog={dialog}
                number={page.blocks.length + index}
                sign={<Glyph name="close" />}
              />
            ))}
          </Post>
        </Reading>
      </Pictures>
    </Icons>
  );
}
