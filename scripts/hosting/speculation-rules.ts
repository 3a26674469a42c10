/**
 * Where browsers find the rules below: a header names it, as rules that stand in a page delay what is first
 * seen of it.
 */
export const rulesAddress = '/speculation-rules.json';

/** What servers must call them; a browser takes nothing else for rules. */
export const rulesType = 'application/speculationrules+json';

/**
 * Browsers that know these rules fetch the next document when a link to it is about to be followed. They
 * apply until the application is hydrated; after that it fetches less itself (see src/browser/links.ts).
 */
export function speculationRules(): string {
  const where = {
    and: [
      { href_matches: '/*' },
      { not: { href_matches: '/*.*' } },
      { not: { selector_matches: '[target],[download],[data-awake] *' } },
    ],
  };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
