import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { PictureListener, type RenderedPicture } from '../design/picture-data.ts';
import type { PagePart } from './page-part.ts';
import { partCache, usedStyles } from './page-styles.ts';

/** Renders what is never hydrated. */
export const renderStatic = (part: ReactNode): PagePart => rendered(part, renderToStaticMarkup);

/** Renders what a browser hydrates. */
export const renderIsland = (part: ReactNode): PagePart => rendered(part, renderToString);

function rendered(part: ReactNode, toHtml: (node: ReactNode) => string): PagePart {
  const cache = partCache();
  const pictures: RenderedPicture[] = [];
  const html = toHtml(
    <CacheProvider value={cache}>
      <PictureListener value={(picture) => void pictures.push(picture)}>{part}</PictureListener>
    </CacheProvider>,
  );
  return { html, styles: usedStyles(cache, html), pictures };
}
