import { hash } from 'node:crypto';
import {
  idLength,
  type SearchPage,
  extractSearchWords,
  incompleteMark,
  type SearchList,
  searchList,
  toSearchWordsFile,
} from '../../schema/site/search-format.ts';
import type { Site } from '../../schema/site/site.ts';

/** How often a word must occur on a page to be in the group `often`. */
const minOftenCount = 3;

/**
 * Returns the words of a page in four groups: words in the title, words in headings, words that occur often in the
 * text, and other words. Each word is listed once, in the first group that applies.
 */
export function groupPageWords({ title, parts }: SearchPage): string {
  // A single Latin letter is not searchable, but a single character of other scripts, such as Chinese, can be a word.
  const splitSearchableWords = (text: string) =>
    extractSearchWords(text).filter((word) => word.length > 1 || !/[a-z]/.test(word));
  const titleWords = new Set(splitSearchableWords(title));
  const headings = new Set(splitSearchableWords(parts.map(([heading]) => heading).join('\n')));
  for (const word of titleWords) headings.delete(word);
  const counts = new Map<string, number>();
  for (const word of splitSearchableWords(parts.map(([, , text]) => text).join('\n')))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const [frequentWords, rareWords]: string[][] = [[], []];
  for (const [word, count] of counts)
    if (!titleWords.has(word) && !headings.has(word))
      (count < minOftenCount ? rareWords : frequentWords)?.push(word);
  return [[...titleWords], [...headings], frequentWords, rareWords]
    .map((words) => words?.join(' '))
    .join('|');
}

/** Returns a short, stable page id that is a valid file name on every system. */
export const createPageId = (path: string): string =>
  BigInt(`0x${hash('sha1', path).slice(0, 12)}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-idLength);

/** Maximum number of characters in an index file with several words. */
const maxCharacters = 14_000;
/** Maximum length of a prefix, in characters. Longer prefixes would make file names too long. */
const maxPrefix = 36;
/** The maximum number of pages per word. A word on more pages is not distinctive. */
const maxPages = 200;

/** Page numbers, grouped by where the word occurs on a page (see `groupPageWords`). */
type WordPages = readonly [title: number[], heading: number[], often: number[], once: number[]];
interface IndexedWord {
  word: string;
  places: WordPages;
}

/** Creates the files of the search index, by path. The first file lists all other files. */
export function createIndexFiles(
  pages: readonly (readonly [path: string, words: string])[],
  { words }: Pick<Site, 'words'>,
): [path: string, text: string][] {
  const ids = pages.map(([path]) => createPageId(path));
  const formatWord = (indexedWord: IndexedWord) =>
    `${JSON.stringify(indexedWord.word)}:"${encodeWordPages(indexedWord.places, ids)}"`;
  const sortedWords = collectWordPages(pages).toSorted((a, b) => (a.word < b.word ? -1 : 1));
  const files = [...splitByPrefix(sortedWords, '')].map(([start, entries]): [string, string] => [
    start,
    `{${entries.map(formatWord).join()}}`,
  ]);
  const list: SearchList = {
    starts: files.map(([start]) => start).join(' '),
    words: {
      close: words.close,
      hint: words.searchHint,
      found: words.searchFound,
      nothing: words.searchNothing,
      more: words.searchMore,
    },
  };
  return [
    [searchList, JSON.stringify(list)],
    ...files.map(([start, text]): [string, string] => [toSearchWordsFile(start), text]),
  ];
}

function collectWordPages(pages: readonly (readonly [path: string, words: string])[]): IndexedWord[] {
  const pagesByWord = new Map<string, WordPages>();
  for (const [number, [, text]] of pages.entries())
    for (const [group, words] of text.split('|').entries()) {
      if (words === '') continue;
      for (const word of words.split(' ')) {
        let wordPages = pagesByWord.get(word);
        if (!wordPages) pagesByWord.set(word, (wordPages = [[], [], [], []]));
        const pageNumbers = wordPages[group as 0]; // a page has four groups of words
        // Store one page more than the maximum, to mark the list as incomplete.
        if (pageNumbers.length <= maxPages) pageNumbers.push(number);
      }
    }
  return [...pagesByWord].map(([word, wordPages]) => ({ word, places: wordPages }));
}

/**
 * Splits sorted words into files by prefix. If a prefix has too many words, its words are split by the next character,
 * and an extra file for the prefix lists the best pages for short queries.
 */
function* splitByPrefix(
  entries: readonly IndexedWord[],
  start: string,
): Generator<[start: string, entries: IndexedWord[]]> {
  const size = entries.reduce((sum, indexedWord) => sum + estimateSize(indexedWord), 0);
  if (size <= maxCharacters || entries.length < 2 || start.length >= maxPrefix)
    return yield [start, [...entries]];
  const [first] = entries;
  const exactWords = first?.word === start ? [first] : [];
  if (start !== '') yield [start, [...exactWords, { word: `${start}*`, places: mergePages(entries) }]];
  // Use code points, because the next character may be a surrogate pair.
  const toNextPrefix = ({ word }: IndexedWord) =>
    start + String.fromCodePoint(word.codePointAt(start.length) ?? 0);
  for (const [longerPrefix, prefixWords] of Map.groupBy(entries.slice(exactWords.length), toNextPrefix))
    yield* splitByPrefix(prefixWords, longerPrefix);
}

const estimateSize = ({ word, places: wordPages }: IndexedWord) =>
  word.length +
  8 *
    Math.min(
      maxPages,
      wordPages[0].length + wordPages[1].length + wordPages[2].length + wordPages[3].length,
    ) +
  8;

/** Merges the pages of several words. A page that contains several of the words is in the best of its groups. */
function mergePages(entries: readonly IndexedWord[]): WordPages {
  const knownPages = new Set<number>();
  const mergedPages: WordPages = [[], [], [], []];
  for (const group of [0, 1, 2, 3] as const)
    for (const { places: wordPages } of entries)
      for (const page of wordPages[group]) {
        if (knownPages.size > maxPages) return mergedPages;
        if (knownPages.has(page)) continue;
        knownPages.add(page);
        mergedPages[group].push(page);
      }
  return mergedPages;
}

function encodeWordPages(wordPages: WordPages, ids: readonly string[]): string {
  let remaining = maxPages;
  const texts = wordPages.map((pages) => {
    const shownPages = pages.slice(0, remaining);
    remaining -= shownPages.length;
    return shownPages.map((page) => ids[page]).join('');
  });
  const isIncomplete = wordPages.reduce((sum, pages) => sum + pages.length, 0) > maxPages;
  return (isIncomplete ? incompleteMark : '') + texts.join('.').replace(/\.+$/, '');
}
