import {
  incompleteMark,
  idLength,
  toSearchPageFile,
  type RankedPageIds,
  type SearchList,
  searchList,
  type SearchPage,
  toSearchWordsFile,
  foldText,
  removeBreakCharacters,
  locateWords,
} from '../../schema/site/search-format.ts';
import { toSiteUrl } from '../ui/site-url.ts';

const files = new Map<string, Promise<unknown>>();

/** Loads and caches a file of the search index. */
function loadFile(path: string): Promise<unknown> {
  const cachedFile = files.get(path) ?? fetchJson(path);
  files.set(path, cachedFile);
  // Removes failed requests from the cache, so that the next call tries again.
  cachedFile.catch(() => files.delete(path));
  return cachedFile;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(toSiteUrl(path));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** Loads the content of a page. Returns `undefined` if the page was removed after the search index was loaded. */
export const loadPage = (id: string): Promise<SearchPage | undefined> =>
  loadFile(toSearchPageFile(id)).then(
    (page) => page as SearchPage, // the build wrote it
    () => undefined,
  );

/** Loads the list of files in the search index. */
export const loadList = (): Promise<SearchList> => loadFile(searchList) as Promise<SearchList>; // the build wrote it

/** Returns the indexed words with a prefix, and the pages that contain them. */
async function findWords(wordStart: string): Promise<[word: string, rankedIds: RankedPageIds][]> {
  const list = await loadList();
  const filePrefixes = new Set(list.starts.split(' '));
  const characters = [...wordStart];
  const prefix = characters
    .map((_, index) => characters.slice(0, characters.length - index).join(''))
    .find((candidate) => filePrefixes.has(candidate));
  // The index of a small site has a single file for all words.
  const filePrefix = prefix ?? (filePrefixes.has('') ? '' : undefined);
  if (filePrefix === undefined) return [];
  const words = (await loadFile(toSearchWordsFile(filePrefix))) as Record<string, RankedPageIds>; // the build wrote it
  return Object.entries(words).filter(([word]) => word.startsWith(wordStart));
}

/**
 * Parses the four lists of page ids for a word: pages with the word in the title, in a heading, often in the text, and
 * rarely in the text.
 */
function parseRankedPageIds(rankedIds: RankedPageIds): { ids: readonly string[][]; isCut: boolean } {
  const isCut = rankedIds.startsWith(incompleteMark);
  const places = (isCut ? rankedIds.slice(incompleteMark.length) : rankedIds).split('.');
  return { ids: places.map((ids) => ids.match(new RegExp(`.{${idLength}}`, 'g')) ?? []), isCut };
}

/** Scores for a word in the title, in a heading, often in the text, and rarely in the text. */
const scoreByPlace = [16, 6, 2, 1];
/** Factor for the score of words that only start with the query word. */
const prefixFactor = 0.6;
const maxWords = 8;

export interface SearchMatches {
  /** The ids of the pages with matches, best first. */
  ids: string[];
  /** Whether some results are missing, because the page list of a word is truncated. */
  isCut: boolean;
}

/** Returns the words of a search query. Skips single Latin letters, which are too short to search for. */
export function toQueryWords(query: string): string[] {
  const words = new Set(locateWords(removeBreakCharacters(query)).map(({ word }) => foldText(word)));
  return [...words].filter((word) => !/^[a-z]?$/.test(word)).slice(0, maxWords);
}

/** Returns the pages that match the largest number of words. A word also matches longer words that start with it. */
export async function findPages(words: readonly string[]): Promise<SearchMatches> {
  const lists = await Promise.all(words.map(scorePages));
  const allIds = new Set(lists.flatMap(({ scores }) => [...scores.keys()]));
  const ratedPages = [...allIds].map((id) => {
    // If the page list of a word is truncated, any page may contain the word, so count it as a match.
    const has = lists.filter(({ scores, isCut }) => isCut || scores.has(id)).length;
    return { id, has, score: lists.reduce((sum, { scores }) => sum + (scores.get(id) ?? 0), 0) };
  });
  const maxMatches = Math.max(...ratedPages.map(({ has }) => has));
  const bestPages = ratedPages.filter(({ has }) => has === maxMatches).toSorted((a, b) => b.score - a.score);
  return { ids: bestPages.map(({ id }) => id), isCut: lists.length > 0 && lists.every(({ isCut }) => isCut) };
}

/** Returns the score of a word on each page that contains it. */
async function scorePages(word: string): Promise<{ scores: Map<string, number>; isCut: boolean }> {
  const scores = new Map<string, number>();
  let isAnyCut = false;
  for (const [indexedWord, rankedIds] of await findWords(word)) {
    const { ids, isCut } = parseRankedPageIds(rankedIds);
    isAnyCut ||= isCut;
    for (const [place, placeIds] of ids.entries())
      for (const id of placeIds) {
        const wordScore = (scoreByPlace[place] ?? 0) * (indexedWord === word ? 1 : prefixFactor);
        scores.set(id, Math.max(wordScore, scores.get(id) ?? 0));
      }
  }
  return { scores, isCut: isAnyCut };
}
