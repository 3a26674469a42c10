import type { PageView } from '../../schema/resolve/page-view.ts';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { type RenderedPicture, PictureListener } from '../ui/picture-data.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import { registry } from '../blocks/registry.tsx';
import { StaticBlock } from '../page/block.tsx';
import { renderBlock } from '../page/own-view-error.ts';
import { PageContexts } from '../page/page-contexts.tsx';
import { createPartCache, collectUsedStyles } from './page-styles.ts';

/** A rendered part of a page, which pages with the same content can share. */
export interface PagePart {
  html: string;
  /** The names of the part's styles, in render order. */
  styles: readonly string[];
  pictures: readonly RenderedPicture[];
}

/** Returns a rendered part that is never hydrated. */
export const renderStatic = (part: ReactNode): PagePart => renderPart(part, renderToStaticMarkup);

/** Returns head tags as HTML. */
export const renderHead = (tags: ReactNode): string => renderToStaticMarkup(tags);

/** Returns a rendered part that the browser hydrates. Throws if React would leave the rendering to the browser. */
export function renderIsland(part: ReactNode): PagePart {
  const renderedPart = renderPart(part, renderToString);
  if (renderedPart.html.includes('<!--$!-->'))
    throw new Error('This part of the page cannot be prerendered.');
  return renderedPart;
}

function renderPart(part: ReactNode, toHtml: (node: ReactNode) => string): PagePart {
  const cache = createPartCache();
  const pictures: RenderedPicture[] = [];
  const html = toHtml(
    <CacheProvider value={cache}>
      <PictureListener value={(picture) => void pictures.push(picture)}>{part}</PictureListener>
    </CacheProvider>,
  );
  return { html, styles: collectUsedStyles(cache, html), pictures };
}

/**
 * Returns a function that renders the static blocks of a page, with `undefined` in place of each interactive block. The
 * function caches the last result, because the response pages of a page's forms contain the same blocks and are
 * rendered right after the page.
 */
export function createStaticBlockRenderer(): (page: PageView) => readonly (PagePart | undefined)[] {
  const lastResult = new LatestResult<readonly (PagePart | undefined)[]>();
  return (page) => {
    const { path, arrangement, blocks, icons, pictures, reading } = page;
    return lastResult.getOrCompute([path, arrangement, blocks, icons, pictures, reading], () =>
      blocks.map(renderStaticBlock(page)),
    );
  };
}

const renderStaticBlock = (page: PageView) => (block: PageView['blocks'][number], index: number) =>
  registry[block.type].hydrates
    ? undefined
    : toDivision(
        renderBlock(index, () =>
          renderStatic(
            <PageContexts page={page}>
              <StaticBlock block={block} number={index} />
            </PageContexts>,
          ),
        ),
      );

/** Returns the part of a block without a heading, with a `<div>` in place of its `<section>`. */
function toDivision(part: PagePart): PagePart {
  if (/<h[1-6][ >]/.test(part.html)) return part;
  return { ...part, html: part.html.replace(/^<section/, '<div').replace(/<\/section>$/, '</div>') };
}
