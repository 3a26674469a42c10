import {
  incompleteMark,
  idLength,
  pageFile,
  type PageIds,
  type SearchList,
  searchList,
  type SearchPage,
  wordsFile,
  fold,
  withoutBreakSigns,
  wordsWithOffsets,
} from '../../schema/site/search-format.ts';
import { siteUrl } from '../ui/site-url.ts';

const files = new Map<string, Promise<unknown>>();

/** Loads a file of the index, and caches it. */
function load(path: string): Promise<unknown> {
  const cached = files.get(path) ?? fetchJson(path);
  files.set(path, cached);
  // Failures are not cached.
  cached.catch(() => files.delete(path));
  return cached;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(siteUrl(path));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** Loads the texts of a page; undefined if the page was removed since the index was loaded. */
export const loadPage = (id: string): Promise<SearchPage | undefined> =>
  load(pageFile(id)).then(
    (page) => page as SearchPage, // written by the build
    () => undefined,
  );

/** Loads the list of index files. */
export const loadList = (): Promise<SearchList> => load(searchList) as Promise<SearchList>; // written by the build

/** Returns the words with a prefix, and where they occur. */
async function wordsFrom(start: string): Promise<[word: string, found: PageIds][]> {
  const list = await loadList();
  const starts = new Set(list.starts.split(' '));
  const characters = [...start];
  const prefix = characters
    .map((_, at) => characters.slice(0, characters.length - at).join(''))
    .find((one) => starts.has(one));
  // A small site has a single file.
  const file = prefix ?? (starts.has('') ? '' : undefined);
  if (file === undefined) return [];
  const words = (await load(wordsFile(file))) as Record<string, PageIds>; // written by the build
  return Object.entries(words).filter(([word]) => word.startsWith(start));
}

/** Parses the page ids of a word: in titles, in headings, often in the text, and rarely in the text. */
function parseFileResult(found: PageIds): { ids: readonly string[][]; isCut: boolean } {
  const isCut = found.startsWith(incompleteMark);
  const places = (isCut ? found.slice(incompleteMark.length) : found).split('.');
  return { ids: places.map((ids) => ids.match(new RegExp(`.{${idLength}}`, 'g')) ?? []), isCut };
}

/** Scores of a word in the title, in a heading, often in the text, and rarely in the text. */
const score = [16, 6, 2, 1];
/** Factor for words that only start with the query word. */
const prefixFactor = 0.6;
const maxWords = 8;

export interface SearchMatches {
  /** Sorted by score. */
  ids: string[];
  /** Whether the results are incomplete. */
  isCut: boolean;
}

/** Returns the words of a query. Single Latin letters are too short to search for. */
export function queryWords(query: string): string[] {
  const words = new Set(wordsWithOffsets(withoutBreakSigns(query)).map(({ word }) => fold(word)));
  return [...words].filter((word) => !/^[a-z]?$/.test(word)).slice(0, maxWords);
}

/** Finds the pages that contain the most of these words, or longer words that start with them. */
export async function findPages(words: readonly string[]): Promise<SearchMatches> {
  const lists = await Promise.all(words.map(pagesWith));
  const all = new Set(lists.flatMap(({ scores }) => [...scores.keys()]));
  const rated = [...all].map((id) => {
    // A word with a truncated list may be on every page.
    const has = lists.filter(({ scores, isCut }) => isCut || scores.has(id)).length;
    return { id, has, score: lists.reduce((sum, { scores }) => sum + (scores.get(id) ?? 0), 0) };
  });
  const max = Math.max(...rated.map(({ has }) => has));
  const best = rated.filter(({ has }) => has === max).toSorted((a, b) => b.score - a.score);
  return { ids: best.map(({ id }) => id), isCut: lists.length > 0 && lists.every(({ isCut }) => isCut) };
}

/** Scores a word on each of its pages. */
async function pagesWith(word: string): Promise<{ scores: Map<string, number>; isCut: boolean }> {
  const scores = new Map<string, number>();
  let isAnyCut = false;
  for (const [found, text] of await wordsFrom(word)) {
    const { ids, isCut } = parseFileResult(text);
    isAnyCut ||= isCut;
    for (const [place, some] of ids.entries())
      for (const id of some) {
        const own = (score[place] ?? 0) * (found === word ? 1 : prefixFactor);
        scores.set(id, Math.max(own, scores.get(id) ?? 0));
      }
  }
  return { scores, isCut: isAnyCut };
}
