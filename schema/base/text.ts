/** A text with a capital letter at its start. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A URL without the spaces of a telephone number, which authors format for people. */
export const withoutSpacesInNumber = (url: string): string =>
  url.startsWith('tel:') ? url.replaceAll(/[ ()-]/g, '') : url;

/** `1 page`, `2 pages`. */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}
