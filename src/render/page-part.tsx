import type { PageView } from '../../schema/resolve/page-view.ts';
import createCache from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { CacheProvider, type EmotionCache } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { type RenderedPicture, PictureListener } from '../ui/picture-data.ts';
import { memoize, LastValue } from '../../schema/base/cache.ts';
import { shortened } from '../ui/theme-css.ts';
import { registry } from '../blocks/registry.tsx';
import { StaticBlock } from '../page/block.tsx';
import { PageData } from '../page/page-contexts.tsx';

/** A rendered part of a page, reusable on pages with the same content. */
export interface PagePart {
  html: string;
  /** The names of its styles, in render order. */
  styles: readonly string[];
  pictures: readonly RenderedPicture[];
}

// No vendor prefixes: browsers with popover support need none. Class names do not depend on this.
const documentCache = createCache({ key: 'css', stylisPlugins: [] });
createEmotionServer(documentCache); // makes the cache keep the CSS text

/** Creates the Emotion cache of a part. It records the part's styles; each style is compiled once. */
function partCache(): EmotionCache {
  const inserted: EmotionCache['inserted'] = {};
  return {
    ...documentCache,
    inserted,
    insert(selector, serialized, sheet, shouldCache) {
      if (!shouldCache) return documentCache.insert(selector, serialized, sheet, false);
      if (documentCache.inserted[serialized.name] === undefined)
        documentCache.insert(selector, serialized, sheet, true);
      inserted[serialized.name] = documentCache.inserted[serialized.name];
    },
  };
}

/**
 * Returns the styles of a part, without classes that Emotion merged into others. Styles inserted without CSS
 * text have their class in the HTML.
 */
const usedStyles = ({ inserted, key, registered }: EmotionCache, html: string): string[] =>
  Object.keys(inserted).filter(
    (name) =>
      inserted[name] === true ||
      html.includes(`${key}-${name}`) ||
      registered[`${key}-${name}`] === undefined,
  );

/** Returns the `<style>` elements of a page with these parts, in render order. */
export function styleTags(parts: readonly PagePart[]): string {
  // An object, as in Emotion, because objects put numeric names first.
  const names: Record<string, true> = {};
  for (const { styles } of parts) for (const name of styles) names[name] = true;
  return tagsOf(Object.keys(names).join(' '));
}

const tagsOf = memoize(500, (list) => {
  const names = list.split(' ');
  const inserted = Object.fromEntries(names.map((name) => [name, documentCache.inserted[name]]));
  const styles = createEmotionServer({ ...documentCache, inserted });
  const classes = names.map((name) => `${documentCache.key}-${name}`).join(' ');
  return shortened(styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(classes)));
});

/** Renders a part that is never hydrated. */
export const renderStatic = (part: ReactNode): PagePart => renderPart(part, renderToStaticMarkup);

/** Renders tags of the head. */
export const renderHead = (tags: ReactNode): string => renderToStaticMarkup(tags);

/** Renders a part that the browser hydrates. Throws if React would defer it to the browser. */
export function renderIsland(part: ReactNode): PagePart {
  const rendered = renderPart(part, renderToString);
  if (rendered.html.includes('<!--$!-->')) throw new Error('This cannot be prerendered.');
  return rendered;
}

function renderPart(part: ReactNode, toHtml: (node: ReactNode) => string): PagePart {
  const cache = partCache();
  const pictures: RenderedPicture[] = [];
  const html = toHtml(
    <CacheProvider value={cache}>
      <PictureListener value={(picture) => void pictures.push(picture)}>{part}</PictureListener>
    </CacheProvider>,
  );
  return { html, styles: usedStyles(cache, html), pictures };
}

/**
 * Renders the static blocks of a page, by index. The last result is cached, because the answer pages of forms
 * are rendered next and contain the same blocks.
 */
export function staticBlocks(): (page: PageView) => readonly (PagePart | undefined)[] {
  const last = new LastValue<readonly (PagePart | undefined)[]>();
  return (page) => {
    const { path, arrangement, blocks, icons, pictures, reading } = page;
    return last.of([path, arrangement, blocks, icons, pictures, reading], () =>
      blocks.map(renderStaticBlock(page)),
    );
  };
}

const renderStaticBlock = (page: PageView) => (block: PageView['blocks'][number], index: number) =>
  registry[block.type].hydrates
    ? undefined
    : asDivision(
        renderStatic(
          <PageData page={page}>
            <StaticBlock block={block} number={index} />
          </PageData>,
        ),
      );

/** Without a heading, it is not a section. */
function asDivision(part: PagePart): PagePart {
  if (/<h[1-6][ >]/.test(part.html)) return part;
  return { ...part, html: part.html.replace(/^<section/, '<div').replace(/<\/section>$/, '</div>') };
}
