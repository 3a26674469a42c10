/** A text with a capital letter at its start. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A URL without the spaces of a telephone number, which authors format for people. */
export const withoutSpacesInNumber = (url: string): string =>
  url.startsWith('tel:') ? url.replaceAll(/[ ()-]/g, '') : url;
