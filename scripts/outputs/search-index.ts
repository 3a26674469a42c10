import { hash } from 'node:crypto';
import {
  idLength,
  type SearchPage,
  searchWords,
  incompleteMark,
  type SearchList,
  searchList,
  wordsFile,
} from '../../schema/site/search-format.ts';
import type { Site } from '../../schema/site/site.ts';

/** Min. number of occurrences that counts as often. */
const often = 3;

/**
 * Returns the words of a page, each once, in four groups: title, headings, often in the text, others.
 */
export function pageWords({ title, parts }: SearchPage): string {
  // A single letter is only searchable in scripts where it is a word.
  const wordsOf = (text: string) =>
    searchWords(text).filter((word) => word.length > 1 || !/[a-z]/.test(word));
  const first = new Set(wordsOf(title));
  const headings = new Set(wordsOf(parts.map(([heading]) => heading).join('\n')));
  for (const word of first) headings.delete(word);
  const counts = new Map<string, number>();
  for (const word of wordsOf(parts.map(([, , text]) => text).join('\n')))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const [main, others]: string[][] = [[], []];
  for (const [word, count] of counts)
    if (!first.has(word) && !headings.has(word)) (count < often ? others : main)?.push(word);
  return [[...first], [...headings], main, others].map((words) => words?.join(' ')).join('|');
}

/** Returns a short, stable id that is a valid file name on every system. */
export const pageId = (path: string): string =>
  BigInt(`0x${hash('sha1', path).slice(0, 12)}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-idLength);

/** Max. characters of a file with several words. */
const maxCharacters = 14_000;
/** Max. length of a prefix, which is encoded in a file name. */
const maxPrefix = 36;
/** Max. number of pages per word: more frequent words are not distinctive. */
const maxPages = 200;

/** Page numbers, grouped by where the word occurs on a page (see `groupPageWords`). */
type WordPages = readonly [title: number[], heading: number[], often: number[], once: number[]];
interface IndexedWord {
  word: string;
  places: WordPages;
}

/** Builds the search index, as files by path. The list of files comes first. */
export function indexFiles(
  pages: readonly (readonly [path: string, words: string])[],
  { words }: Pick<Site, 'words'>,
): [path: string, text: string][] {
  const ids = pages.map(([path]) => pageId(path));
  const textOf = (entry: IndexedWord) => `${JSON.stringify(entry.word)}:"${encodePlaces(entry.places, ids)}"`;
  const sorted = entriesOf(pages).toSorted((a, b) => (a.word < b.word ? -1 : 1));
  const files = [...divided(sorted, '')].map(([start, entries]): [string, string] => [
    start,
    `{${entries.map(textOf).join()}}`,
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
    ...files.map(([start, text]): [string, string] => [wordsFile(start), text]),
  ];
}

function entriesOf(pages: readonly (readonly [path: string, words: string])[]): IndexedWord[] {
  const all = new Map<string, WordPages>();
  for (const [number, [, text]] of pages.entries())
    for (const [place, words] of text.split('|').entries()) {
      if (words === '') continue;
      for (const word of words.split(' ')) {
        let places = all.get(word);
        if (!places) all.set(word, (places = [[], [], [], []]));
        const own = places[place as 0]; // a page has four groups of words
        // An extra page marks the list as incomplete.
        if (own.length <= maxPages) own.push(number);
      }
    }
  return [...all].map(([word, places]) => ({ word, places }));
}

/**
 * Splits sorted words into files by prefix. If a prefix has too many words, it is split by the next letter, and
 * a file of its own lists the best pages for short queries.
 */
function* divided(
  entries: readonly IndexedWord[],
  start: string,
): Generator<[start: string, entries: IndexedWord[]]> {
  const size = entries.reduce((sum, entry) => sum + signsOf(entry), 0);
  if (size <= maxCharacters || entries.length < 2 || start.length >= maxPrefix)
    return yield [start, [...entries]];
  const [first] = entries;
  const whole = first?.word === start ? [first] : [];
  if (start !== '') yield [start, [...whole, { word: `${start}*`, places: best(entries) }]];
  // The next character may be a surrogate pair.
  const next = ({ word }: IndexedWord) => start + String.fromCodePoint(word.codePointAt(start.length) ?? 0);
  for (const [longer, some] of Map.groupBy(entries.slice(whole.length), next)) yield* divided(some, longer);
}

const signsOf = ({ word, places }: IndexedWord) =>
  word.length +
  8 * Math.min(maxPages, places[0].length + places[1].length + places[2].length + places[3].length) +
  8;

/** Merges the pages of several words. Each page is in the best of its groups. */
function best(entries: readonly IndexedWord[]): WordPages {
  const known = new Set<number>();
  const merged: WordPages = [[], [], [], []];
  for (const place of [0, 1, 2, 3] as const)
    for (const { places } of entries)
      for (const page of places[place]) {
        if (known.size > maxPages) return merged;
        if (known.has(page)) continue;
        known.add(page);
        merged[place].push(page);
      }
  return merged;
}

function encodePlaces(places: WordPages, ids: readonly string[]): string {
  let left = maxPages;
  const texts = places.map((pages) => {
    const shown = pages.slice(0, left);
    left -= shown.length;
    return shown.map((page) => ids[page]).join('');
  });
  const isCut = places.reduce((sum, pages) => sum + pages.length, 0) > maxPages;
  return (isCut ? incompleteMark : '') + texts.join('.').replace(/\.+$/, '');
}
