import { basePath } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';

/**
 * Rules by which browsers fetch the next document when a visitor is about to follow a link. They apply until
 * the application is hydrated; after that it fetches less itself (see src/client/navigation.tsx). A header
 * names their file, because rules inside a page delay its first paint.
 */
export function speculationRules({ url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>): string {
  const base = basePath(url);
  const others = otherPrograms
    .flatMap((path) => [path, `${path}/*`])
    .map((path) => base + literalPattern(path));
  const where = {
    and: [
      { href_matches: `${base}/*` },
      { not: { href_matches: `${base}/*.*` } },
      ...(others.length === 0 ? [] : [{ not: { href_matches: others } }]),
      { not: { selector_matches: '[target],[download],[data-awake] *' } },
    ],
  };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}

/** Escapes what is special in a URL pattern, except a `*` at the end. */
const literalPattern = (path: string): string =>
  encodeURI(path).replaceAll(/[(){}:+?\\]|\*(?!$)/g, String.raw`\$&`);
