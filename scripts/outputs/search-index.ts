import { hash } from 'node:crypto';
import {
  idLength,
  type SearchPage,
  searchWords,
  cut,
  type SearchList,
  searchList,
  wordsFile,
} from '../../schema/content/search-format.ts';
import type { Site } from '../../schema/content/site.ts';

/** So many times in a text is often. */
const often = 3;

/**
 * The words of a page as one text, each of them once: those of its title, of its headings, those that stand
 * often in its text, and the others.
 */
export function pageWords({ title, parts }: SearchPage): string {
  // A letter by itself says something only where it is a word.
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

/** Short, the same in each build, and fit for the name of a file on every system. */
export const pageId = (path: string): string =>
  BigInt(`0x${hash('sha1', path).slice(0, 12)}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-idLength);

/** The most that a file holds of several words, in signs. */
const maxCharacters = 14_000;
/** Of a word that stands on more pages only the first count: it says little. */
const maxPages = 200;

/** The numbers of pages, by what a word is on them (see page-words.ts). */
type Places = readonly [title: number[], heading: number[], often: number[], once: number[]];
interface Entry {
  word: string;
  places: Places;
}

/** The index of the words of pages, as files by their addresses. The list of all files is the first. */
export function indexFiles(
  pages: readonly (readonly [path: string, words: string])[],
  { words }: Pick<Site, 'words'>,
): [path: string, text: string][] {
  const ids = pages.map(([path]) => pageId(path));
  const textOf = (entry: Entry) => `${JSON.stringify(entry.word)}:"${encodePlaces(entry.places, ids)}"`;
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

function entriesOf(pages: readonly (readonly [path: string, words: string])[]): Entry[] {
  const all = new Map<string, Places>();
  for (const [number, [, text]] of pages.entries())
    for (const [place, words] of text.split('|').entries()) {
      if (words === '') continue;
      for (const word of words.split(' ')) {
        let places = all.get(word);
        if (!places) all.set(word, (places = [[], [], [], []]));
        const own = places[place as 0]; // there are four
        // One more than are shown says that there are more.
        if (own.length <= maxPages) own.push(number);
      }
    }
  return [...all].map(([word, places]) => ({ word, places }));
}

/**
 * Words in the order of their letters, in files by the letters that they begin with. Where these are too many
 * for one file, there is one for each next letter, and one with the best pages of all for whoever has written
 * no more than that.
 */
function* divided(entries: readonly Entry[], start: string): Generator<[start: string, entries: Entry[]]> {
  const size = entries.reduce((sum, entry) => sum + signsOf(entry), 0);
  if (size <= maxCharacters || entries.length < 2) return yield [start, [...entries]];
  const [first] = entries;
  const whole = first?.word === start ? [first] : [];
  if (start !== '') yield [start, [...whole, { word: `${start}*`, places: best(entries) }]];
  // The next letter may be one of two units.
  const next = ({ word }: Entry) => start + String.fromCodePoint(word.codePointAt(start.length) ?? 0);
  for (const [longer, some] of Map.groupBy(entries.slice(whole.length), next)) yield* divided(some, longer);
}

const signsOf = ({ word, places }: Entry) =>
  word.length +
  8 * Math.min(maxPages, places[0].length + places[1].length + places[2].length + places[3].length) +
  8;

/** The pages on which any of these words stands, at the best place that it has there. */
function best(entries: readonly Entry[]): Places {
  const known = new Set<number>();
  const merged: Places = [[], [], [], []];
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

function encodePlaces(places: Places, ids: readonly string[]): string {
  let left = maxPages;
  const texts = places.map((pages) => {
    const shown = pages.slice(0, left);
    left -= shown.length;
    return shown.map((page) => ids[page]).join('');
  });
  const isCut = places.reduce((sum, pages) => sum + pages.length, 0) > maxPages;
  return (isCut ? cut : '') + texts.join('.').replace(/\.+$/, '');
}
