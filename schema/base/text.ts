/** Capitalises the first letter of a text. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Removes the spaces, brackets and hyphens of a telephone number from a `tel:` URL. */
export const removePhoneSpaces = (url: string): string =>
  url.startsWith('tel:') ? url.replaceAll(/[ ()-]/g, '') : url;

/** Formats a number of things: `1 page`, `2 pages`. */
export function formatCount(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}
