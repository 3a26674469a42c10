import { CacheProvider, type EmotionCache } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { PictureListener, type RenderedPicture } from '../design/picture-data.ts';
import { NeedsReact } from './needs-react.ts';
import type { PagePart } from './page-part.ts';
import { partCache, usedStyles } from './page-styles.ts';
import { headMarkup, islandMarkup, staticMarkup } from './markup.ts';

/** Renders what is never hydrated. */
export const renderStatic = (part: ReactNode): PagePart =>
  orByReact(
    () => rendered(part, staticMarkup),
    () => rendered(part, (node) => renderToStaticMarkup(node)),
  );

/** Renders tags of the head. */
export const renderHead = (tags: ReactNode): string =>
  orByReact(
    () => headMarkup(tags),
    () => renderToStaticMarkup(tags),
  );

/** Renders what a browser hydrates. Throws where React would leave it to the browser. */
export const renderIsland = (part: ReactNode): PagePart =>
  orByReact(
    () => rendered(part, islandMarkup),
    () =>
      rendered(part, (node) => {
        const html = renderToString(node);
        if (html.includes('<!--$!-->')) throw new Error('This cannot be prerendered.');
        return html;
      }),
  );

function rendered(part: ReactNode, toHtml: (node: ReactNode, cache: EmotionCache) => string): PagePart {
  const cache = partCache();
  const pictures: RenderedPicture[] = [];
  const html = toHtml(
    <CacheProvider value={cache}>
      <PictureListener value={(picture) => void pictures.push(picture)}>{part}</PictureListener>
    </CacheProvider>,
    cache,
  );
  return { html, styles: usedStyles(cache, html), pictures };
}

function orByReact<Result>(own: () => Result, byReact: () => Result): Result {
  try {
    return own();
  } catch (problem) {
    if (!(problem instanceof NeedsReact)) throw problem;
    return byReact();
  }
}
