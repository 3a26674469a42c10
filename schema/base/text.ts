/** Capitalises the first letter of a text. Leaves the other letters unchanged. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a label for use within a sentence: `author line`. Abbreviations keep their capitals. */
export const lowerFirst = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Removes spaces, brackets and hyphens from the number in a `tel:` URL. Returns other URLs unchanged. */
export const removePhoneSpaces = (url: string): string =>
  url.startsWith('tel:') ? url.replaceAll(/[ ()-]/g, '') : url;

/** Formats a count with its noun: `1 page`, `2 pages`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
