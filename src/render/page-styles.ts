import createCache, { type EmotionCache } from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { oncePerText } from '../../schema/base/once-per-text.ts';
import type { PagePart } from './page-part.ts';

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

const tagsOf = oncePerText(500, (list) => {
  const names = list.split(' ');
  const inserted = Object.fromEntries(names.map((name) => [name, all.inserted[name]]));
  const styles = createEmotionServer({ ...all, inserted });
  const classes = names.map((name) => `${all.key}-${name}`).join(' ');
  return styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(classes));
});
