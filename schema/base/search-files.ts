/** Where the files of the search lie. */
export const searchFolder = '/search';

/** What every search needs. */
export const searchList = `${searchFolder}/list.json`;

/** The letters with which the files of words begin, and what the search says. */
export interface SearchList {
  starts: string;
  words: Record<'close' | 'hint' | 'found' | 'nothing' | 'more', string>;
}

/** The words that begin with these letters. Not all systems take all letters, or names as short as `con`. */
export function wordsFile(start: string): string {
  const plain = start.replaceAll(/[^a-z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}`);
  return `${searchFolder}/words-${plain}.json`;
}

/** What is shown of a page. */
export const pageFile = (id: string): string => `${searchFolder}/page-${id}.json`;

/** The length of the id of a page. */
export const idLength = 8;

/** A part of a page: its heading, the id of its place where it has one, and its text. */
export type SearchPart = readonly [heading: string, id: string, text: string];

/** What is found of a page. */
export interface SearchPage {
  path: string;
  title: string;
  /** The first is the beginning of the page. */
  parts: SearchPart[];
}

/**
 * The pages on which a word stands, as their ids one after the other: those that have it in their title, in a
 * heading, often in their text, and once or twice. `cut` begins the text if these are only the first of them.
 */
export type Found = string;
export const cut = '+';
