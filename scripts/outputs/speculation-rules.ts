import { getBasePath } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';

/**
 * Formats speculation rules: browsers prefetch a document when a visitor is about to follow a link. The rules apply
 * until the application is hydrated. Then the application fetches page data itself, which is smaller than documents
 * (see src/client/navigation.tsx). A header refers to the rules, because rules inside a page delay its first paint.
 */
export function formatSpeculationRules({ url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>): string {
  const base = getBasePath(url);
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

/** Escapes the special characters in URL patterns, except a `*` at the end. */
const escapeUrlPattern = (path: string): string =>
  encodeURI(path).replaceAll(/[(){}:+?\\]|\*(?!$)/g, String.raw`\$&`);
