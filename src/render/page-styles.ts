import createCache from '@emotion/cache';
import type { EmotionCache } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { memoize } from '../../schema/base/cache.ts';
import { minifyCss } from '../ui/theme-css.ts';

// Each page only contains the styles that it uses.

// No vendor prefixes, because browsers that support popovers need none. Prefixes would not change the class names.
const documentCache = createCache({ key: 'css', stylisPlugins: [] });
createEmotionServer(documentCache); // makes the cache keep the CSS text

/**
 * Creates the Emotion cache for a part of a page. The cache records the styles of the part. Each style is compiled only
 * once.
 */
export function createPartCache(): EmotionCache {
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
 * Returns the names of the styles that a part uses, without classes that Emotion merged into other classes. A style
 * that was inserted without CSS text is used, because its class is in the HTML.
 */
export const collectUsedStyles = ({ inserted, key, registered }: EmotionCache, html: string): string[] =>
  Object.keys(inserted).filter(
    (name) =>
      inserted[name] === true ||
      html.includes(`${key}-${name}`) ||
      registered[`${key}-${name}`] === undefined,
  );

/** Returns the `<style>` elements for a page made of these parts, in render order. */
export function toStyleTags(parts: readonly { styles: readonly string[] }[]): string {
  // An object instead of a Set, because objects list numeric names first. Emotion uses an object, so the order of
  // styles is the same.
  const names: Record<string, true> = {};
  for (const { styles } of parts) for (const name of styles) names[name] = true;
  return createTags(Object.keys(names).join(' '));
}

const createTags = memoize(500, (joinedNames) => {
  const names = joinedNames.split(' ');
  const inserted = Object.fromEntries(names.map((name) => [name, documentCache.inserted[name]]));
  const styles = createEmotionServer({ ...documentCache, inserted });
  const classes = names.map((name) => `${documentCache.key}-${name}`).join(' ');
  return minifyCss(styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(classes)));
});
