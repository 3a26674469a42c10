import { Remembered } from '../../schema/base/remembered.ts';
import { registry } from '../blocks/index.tsx';
import { StaticBlock } from '../page/block.tsx';
import { PageData } from '../page/page-data.tsx';
import type { PageView } from '../page/page-view.ts';
import type { PagePart } from './page-part.ts';
import { renderStatic } from './render-part.tsx';

/**
 * Renders the blocks of a page that have no behaviour, each at its index. The answers to the forms of a page
 * are rendered right after it and show the same, so what was rendered last is kept.
 */
export function staticBlocks(): (page: PageView) => readonly (PagePart | undefined)[] {
  const last = new Remembered<readonly (PagePart | undefined)[]>();
  return (page) => {
    const { path, blocks, icons, pictures, reading } = page;
    return last.of([path, blocks, icons, pictures, reading], () => blocks.map(partOf(page)));
  };
}

const partOf = (page: PageView) => (block: PageView['blocks'][number], index: number) =>
  registry[block.type].hydrates
    ? undefined
    : asDivision(
        renderStatic(
          <PageData page={page}>
            <StaticBlock block={block} number={index} />
          </PageData>,
        ),
      );

/** What has no heading at all is no section of the page. */
function asDivision(part: PagePart): PagePart {
  if (/<h[1-6][ >]/.test(part.html)) return part;
  return { ...part, html: part.html.replace(/^<section/, '<div').replace(/<\/section>$/, '</div>') };
}
