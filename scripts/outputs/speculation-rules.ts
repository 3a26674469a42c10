/**
 * Rules by which browsers fetch the next document when a visitor is about to follow a link. They apply until
 * the application is hydrated; after that it fetches less itself (see src/client/navigation.tsx). A header
 * names their file, because rules inside a page delay its first paint.
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
