export const searchFolder = '/search';

export const searchList = `${searchFolder}/list.json`;

/** The content of list.json: the prefixes that have a file of words, and the labels in the search dialog. */
export interface SearchList {
  starts: string;
  words: Record<'close' | 'hint' | 'found' | 'nothing' | 'more', string>;
}

/**
 * Returns the path of the file with all words that have a prefix. The prefix is encoded, because some file systems
 * reject certain characters, or names like `con`.
 */
export function toSearchWordsFile(start: string): string {
  const plain = start.replaceAll(/[^a-z0-9]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}`);
  return `${searchFolder}/words-${plain}.json`;
}

export const toSearchPageFile = (id: string): string => `${searchFolder}/page-${id}.json`;

export const idLength = 8;

/** A page section, with its heading and id. The heading and the id are empty if the section has no heading. */
export type SearchPart = readonly [heading: string, id: string, text: string];

/** The searchable text of a page. */
export interface SearchPage {
  path: string;
  language: string;
  title: string;
  parts: SearchPart[];
}

/**
 * The ids of the pages that contain a word, joined in order of relevance: first pages with the word in the title, then
 * in a heading, then often in the text, then rarely in the text. The string starts with `incompleteMark` if some pages
 * were left out.
 */
export type RankedPageIds = string;
export const incompleteMark = '+';

const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
/**
 * Matches single letters with symbols, such as `C++` or `R&D`. Without the symbols, the letters would be too short to
 * find.
 */
const signedLetter = String.raw`\p{L}(?:[+#]+|(?:&\p{L})+)(?![\p{L}\p{N}])`;
/** Matches a word, or a single character of a script without spaces. */
const word = new RegExp(
  String.raw`[${unspaced}]\p{M}*|${signedLetter}|` +
    String.raw`[[\p{L}\p{N}]--[${unspaced}]][[\p{L}\p{N}\p{M}]--[${unspaced}]]*`,
  'gv',
);
/**
 * Matches words, including compounds such as `e-mail` or `don’t`. Written as a literal, so that bundlers can remove it
 * from client code, which does not use it.
 */
const compound =
  /\p{L}(?:[+#]+|(?:&\p{L})+)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:['’‐‑\-][\p{L}\p{N}\p{M}]+)*/gv;
const compoundSeparators = /['’‐‑\-]/v;

/** Removes invisible characters that authors use to control line breaks within words. */
export const removeBreakCharacters = (text: string): string =>
  text.replaceAll(/[\xAD\u200B\u2060\uFEFF]/g, '');

// Letters that NFKD does not decompose, with the basic letters that replace them.
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

/** Returns the words in a text, with their offsets. */
export const locateWords = (text: string): { word: string; at: number }[] =>
  [...text.matchAll(word)].map((match) => ({ word: match[0], at: match.index }));

// Matches diacritics only in some scripts. In others, such as those of India, vowel signs are also marks, and removing
// them would change the word.
const diacritic = /(?![\u3099\u309A])[\p{M}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}]]/gv;

/** Returns a text in lower case and without diacritics. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(diacritic, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => baseLetters[letter] ?? letter);

/**
 * Returns the folded text. If it has umlauts, also returns a variant with `ae` for `ä`, for people who cannot type
 * umlauts.
 */
export function foldVariants(text: string): string[] {
  const composed = text.normalize();
  if (!/[äöü]/i.test(composed)) return [foldText(text)];
  return [foldText(text), foldText(composed.replaceAll(/[äöü]/gi, (letter) => `${foldText(letter)}e`))];
}

/** Returns the words in a text for the search index. Compound words are indexed both whole and in parts. */
export function extractSearchWords(text: string): string[] {
  const words: string[] = [];
  // Add plain ASCII words directly, because Unicode patterns are slow.
  for (const piece of text.toLowerCase().split(/[\s.,:;!?()"“”·…/]+/)) {
    if (piece === '') continue;
    if (/^[a-z0-9]+$/.test(piece)) words.push(piece);
    else words.push(...splitCompounds(piece));
  }
  return words;
}

function splitCompounds(piece: string): string[] {
  return [...piece.matchAll(compound)].flatMap(([whole]) => {
    const parts = locateWords(whole).flatMap((part) => foldVariants(part.word));
    return compoundSeparators.test(whole)
      ? [...parts, foldText(whole.replaceAll(new RegExp(compoundSeparators, 'gv'), ''))]
      : parts;
  });
}
