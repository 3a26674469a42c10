import { basePath } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';

/**
 * Returns the rules for browsers to prefetch a document when a visitor is about to follow a link. They apply until the
 * application is hydrated. Then it fetches the data of pages itself, which is smaller (see src/client/navigation.tsx).
 * A header refers to the file, because rules inside a page delay its first paint.
 */
export function formatSpeculationRules({ url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>): string {
  const base = basePath(url);
  const otherPatterns = otherPrograms
    .flatMap((path) => [path, `${path}/*`])
    .map((path) => base + escapeUrlPattern(path));
  const where = {
    and: [
      { href_matches: `${base}/*` },
      { not: { href_matches: `${base}/*.*` } },
      ...(otherPatterns.length === 0 ? [] : [{ not: { href_matches: otherPatterns } }]),
      { not: { selector_matches: '[target],[download],[data-awake] *' } },
    ],
  };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}

/** Escapes the special characters of URL patterns, except a `*` at the end. */
const escapeUrlPattern = (path: string): string =>
  encodeURI(path).replaceAll(/[(){}:+?\\]|\*(?!$)/g, String.raw`\$&`);
