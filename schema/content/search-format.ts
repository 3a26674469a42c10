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
export type PageIds = string;
export const cut = '+';

const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}`;
/** A word, or a letter of a script that puts no space between its words. */
const word = new RegExp(String.raw`[${unspaced}]|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`, 'gv');
/** Words that are written as one: `e-mail`, `don’t`. */
const compound = /[\p{L}\p{N}\p{M}]+(?:['’‐‑\-][\p{L}\p{N}\p{M}]+)*/gv;
const joints = /['’‐‑\-]/v;

// Letters that are not a plain one with a mark.
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Each word of a text with its place. */
export const wordsIn = (text: string): { word: string; at: number }[] =>
  [...text.matchAll(word)].map((match) => ({ word: match[0], at: match.index }));

/** A word without capital letters and marks, as people type it in a hurry. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter);

/** The same, and as those write it whose keyboard has no umlauts. */
export function foldVariants(text: string): string[] {
  const composed = text.normalize();
  if (!/[äöü]/i.test(composed)) return [fold(text)];
  return [fold(text), fold(composed.replaceAll(/[äöü]/gi, (sign) => `${fold(sign)}e`))];
}

/** What a text is found by: its words, and those that are written as one also as one. */
export function searchWords(text: string): string[] {
  const found: string[] = [];
  // Most words are plain, and looking at letters of all scripts takes time.
  for (const piece of text.toLowerCase().split(/[\s.,:;!?()"“”·…/]+/)) {
    if (piece === '') continue;
    if (/^[a-z0-9]+$/.test(piece)) found.push(piece);
    else found.push(...rareWords(piece));
  }
  return found;
}

function rareWords(piece: string): string[] {
  return [...piece.matchAll(compound)].flatMap(([whole]) => {
    const parts = wordsIn(whole).flatMap((one) => foldVariants(one.word));
    return joints.test(whole) ? [...parts, fold(whole.replaceAll(new RegExp(joints, 'gv'), ''))] : parts;
  });
}
