export const searchFolder = '/search';

export const searchList = `${searchFolder}/list.json`;

/** The prefixes of the word files, and the texts of the search dialog. */
export interface SearchList {
  starts: string;
  words: Record<'close' | 'hint' | 'found' | 'nothing' | 'more', string>;
}

/** Returns the file of the words with a prefix, encoded: some file systems reject certain letters, or names like `con`. */
export function toSearchWordsFile(start: string): string {
  const plain = start.replaceAll(/[^a-z0-9]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}`);
  return `${searchFolder}/words-${plain}.json`;
}

export const toSearchPageFile = (id: string): string => `${searchFolder}/page-${id}.json`;

export const idLength = 8;

/** A section of a page with its heading and its id, if any. */
export type SearchPart = readonly [heading: string, id: string, text: string];

/** The texts of a page. */
export interface SearchPage {
  path: string;
  language: string;
  title: string;
  parts: SearchPart[];
}

/**
 * The ids of the pages that contain a word, in order of relevance: in the title, in a heading, often in the text, rarely in
 * the text. The string starts with `incompleteMark` if the list is incomplete.
 */
export type RankedPageIds = string;
export const incompleteMark = '+';

const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
/** Single letters with signs: `C++`, `R&D`. Without the signs, they would be too short to find. */
const signedLetter = String.raw`\p{L}(?:[+#]+|(?:&\p{L})+)(?![\p{L}\p{N}])`;
/** A word, or a single letter of a script without spaces. */
const word = new RegExp(
  String.raw`[${unspaced}]\p{M}*|${signedLetter}|` +
    String.raw`[[\p{L}\p{N}]--[${unspaced}]][[\p{L}\p{N}\p{M}]--[${unspaced}]]*`,
  'gv',
);
/** Compound words: `e-mail`, `don’t`. A literal, so that bundlers remove it from client code, which does not use it. */
const compound =
  /\p{L}(?:[+#]+|(?:&\p{L})+)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:['’‐‑\-][\p{L}\p{N}\p{M}]+)*/gv;
const compoundSeparators = /['’‐‑\-]/v;

/** Removes the invisible characters with which authors control line breaks in words. */
export const removeBreakCharacters = (text: string): string =>
  text.replaceAll(/[\xAD\u200B\u2060\uFEFF]/g, '');

// Letters that NFKD does not decompose.
const baseLetters: Readonly<Record<string, string>> = {
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

/** Returns the words of a text with their offsets. */
export const locateWords = (text: string): { word: string; at: number }[] =>
  [...text.matchAll(word)].map((match) => ({ word: match[0], at: match.index }));

// Vowels of Indian and other scripts are also marks, but removing them would change the word.
const diacritic = /(?![\u3099\u309A])[\p{M}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}]]/gv;

/** Removes case and diacritics. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(diacritic, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => baseLetters[letter] ?? letter);

/** Returns the folded text, and a variant with `ae` for `ä`, for people without umlauts on their keyboard. */
export function foldVariants(text: string): string[] {
  const composed = text.normalize();
  if (!/[äöü]/i.test(composed)) return [foldText(text)];
  return [foldText(text), foldText(composed.replaceAll(/[äöü]/gi, (letter) => `${foldText(letter)}e`))];
}

/** Returns the words of a text for the index. Compound words are included as a whole and in parts. */
export function extractSearchWords(text: string): string[] {
  const found: string[] = [];
  // Fast path for plain words: Unicode patterns are slower.
  for (const piece of text.toLowerCase().split(/[\s.,:;!?()"“”·…/]+/)) {
    if (piece === '') continue;
    if (/^[a-z0-9]+$/.test(piece)) found.push(piece);
    else found.push(...splitCompounds(piece));
  }
  return found;
}

function splitCompounds(piece: string): string[] {
  return [...piece.matchAll(compound)].flatMap(([whole]) => {
    const parts = locateWords(whole).flatMap((part) => foldVariants(part.word));
    return compoundSeparators.test(whole)
      ? [...parts, foldText(whole.replaceAll(new RegExp(compoundSeparators, 'gv'), ''))]
      : parts;
  });
}
