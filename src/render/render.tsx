import createCache from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { CacheProvider, type EmotionCache } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { type RenderedPicture, PictureListener } from '../components/picture-data.ts';
import { memoize, LastValue } from '../../schema/util.ts';
import { registry } from '../blocks/index.tsx';
import { StaticBlock } from '../page/block.tsx';
import { PageData } from '../page/page-contexts.tsx';
import type { PageView } from '../page/page-view.ts';

/** A part of a page. It can be put into any page that shows the same. */
export interface PagePart {
  html: string;
  /** The names of the styles that it uses, in the order in which rendering came to them. */
  styles: readonly string[];
  pictures: readonly RenderedPicture[];
}

// No vendor prefixes: browsers that support popovers need none. Class names do not depend on it.
const all = createCache({ key: 'css', stylisPlugins: [] });
createEmotionServer(all); // From now on it keeps the text of what is inserted.

/** What Emotion renders a part with: it notes which styles the part uses; each is compiled once for all. */
export function partCache(): EmotionCache {
  const inserted: EmotionCache['inserted'] = {};
  return {
    ...all,
    inserted,
    insert(selector, serialized, sheet, shouldCache) {
      if (!shouldCache) return all.insert(selector, serialized, sheet, false);
      if (all.inserted[serialized.name] === undefined) all.insert(selector, serialized, sheet, true);
      inserted[serialized.name] = all.inserted[serialized.name];
    },
  };
}

/**
 * The styles that were inserted for a part, except those whose class was merged into another. What is only
 * said to be inserted, without its text, has its class in the HTML.
 */
export const usedStyles = ({ inserted, key, registered }: EmotionCache, html: string): string[] =>
  Object.keys(inserted).filter(
    (name) =>
      inserted[name] === true ||
      html.includes(`${key}-${name}`) ||
      registered[`${key}-${name}`] === undefined,
  );

/** The `<style>` elements of a page with these parts, in the order in which they were rendered. */
export function styleTags(parts: readonly PagePart[]): string {
  // An object, as Emotion has: it puts names of digits before all others.
  const names: Record<string, true> = {};
  for (const { styles } of parts) for (const name of styles) names[name] = true;
  return tagsOf(Object.keys(names).join(' '));
}

const tagsOf = memoize(500, (list) => {
  const names = list.split(' ');
  const inserted = Object.fromEntries(names.map((name) => [name, all.inserted[name]]));
  const styles = createEmotionServer({ ...all, inserted });
  const classes = names.map((name) => `${all.key}-${name}`).join(' ');
  return styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(classes));
});

/** Renders a part that is never hydrated. */
export const renderStatic = (part: ReactNode): PagePart => renderPart(part, renderToStaticMarkup);

/** Renders tags of the head. */
export const renderHead = (tags: ReactNode): string => renderToStaticMarkup(tags);

/** Renders a part that the browser hydrates. Throws if React would leave its rendering to the browser. */
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
 * Renders the blocks of a page that have no behaviour, each at its index. The answers to the forms of a page
 * are rendered right after it and show the same, so what was rendered last is kept.
 */
export function staticBlocks(): (page: PageView) => readonly (PagePart | undefined)[] {
  const last = new LastValue<readonly (PagePart | undefined)[]>();
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
