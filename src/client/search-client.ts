import {
  cut,
  idLength,
  pageFile,
  type FileResult,
  type SearchList,
  searchList,
  type SearchPage,
  wordsFile,
  folded,
  wordsIn,
} from '../../schema/content/search-format.ts';

const files = new Map<string, Promise<unknown>>();

/** A file of the index, loaded once. */
function load(path: string): Promise<unknown> {
  const known = files.get(path) ?? fetchJson(path);
  files.set(path, known);
  // What failed once may succeed the next time.
  known.catch(() => files.delete(path));
  return known;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** What is shown of a page; nothing if it is gone since the index was loaded. */
export const loadPage = (id: string): Promise<SearchPage | undefined> =>
  load(pageFile(id)).then(
    (page) => page as SearchPage, // written by our own build
    () => undefined,
  );

/** What every search needs. */
export const loadList = (): Promise<SearchList> => load(searchList) as Promise<SearchList>; // as above

/** Each word that begins like this, and where it is found. */
export async function wordsFrom(start: string): Promise<[word: string, found: FileResult][]> {
  const list = await loadList();
  const starts = new Set(list.starts.split(' '));
  const signs = [...start];
  const longest = signs
    .map((_, at) => signs.slice(0, signs.length - at).join(''))
    .find((one) => starts.has(one));
  // A small site has one file for all.
  const file = longest ?? (starts.has('') ? '' : undefined);
  if (file === undefined) return [];
  const words = (await load(wordsFile(file))) as Record<string, FileResult>; // as above
  return Object.entries(words).filter(([word]) => word.startsWith(start));
}

/** The ids of pages, by what a word is there: in their title, in a heading, often in their text, or once. */
export function paginate(found: FileResult): { ids: readonly string[][]; isCut: boolean } {
  const isCut = found.startsWith(cut);
  const places = (isCut ? found.slice(cut.length) : found).split('.');
  return { ids: places.map((ids) => ids.match(new RegExp(`.{${idLength}}`, 'g')) ?? []), isCut };
}

/** How much a word counts in a title, in a heading, often in a text, and once in it. */
const worth = [16, 6, 2, 1];
/** A word that only begins like what was written counts less. */
const ofBeginning = 0.6;
/** Nobody writes more words that matter. */
const maxWords = 8;

export interface FoundPages {
  /** The best first. */
  ids: string[];
  /** Whether there are more than these. */
  isCut: boolean;
}

/** The words that a visitor searches for. A letter by itself is how a word begins, or the rest of one. */
export function queryWords(query: string): string[] {
  const words = new Set(wordsIn(query).map(({ word }) => folded(word)));
  return [...words].filter((word) => !/^[a-z]?$/.test(word)).slice(0, maxWords);
}

/** The pages on which most of these words stand, or longer ones that begin like them. */
export async function findPages(words: readonly string[]): Promise<FoundPages> {
  const lists = await Promise.all(words.map(pagesWith));
  const all = new Set(lists.flatMap(({ worths }) => [...worths.keys()]));
  const rated = [...all].map((id) => {
    // A word with more pages than are listed may stand on all of them.
    const has = lists.filter(({ worths, isCut }) => isCut || worths.has(id)).length;
    return { id, has, worth: lists.reduce((sum, { worths }) => sum + (worths.get(id) ?? 0), 0) };
  });
  const most = Math.max(...rated.map(({ has }) => has));
  const best = rated.filter(({ has }) => has === most).toSorted((a, b) => b.worth - a.worth);
  return { ids: best.map(({ id }) => id), isCut: lists.length > 0 && lists.every(({ isCut }) => isCut) };
}

/** What a word is worth on each of its pages. */
async function pagesWith(word: string): Promise<{ worths: Map<string, number>; isCut: boolean }> {
  const worths = new Map<string, number>();
  let isAnyCut = false;
  for (const [found, text] of await wordsFrom(word)) {
    const { ids, isCut } = paginate(text);
    isAnyCut ||= isCut;
    for (const [place, some] of ids.entries())
      for (const id of some) {
        const own = (worth[place] ?? 0) * (found === word ? 1 : ofBeginning);
        worths.set(id, Math.max(own, worths.get(id) ?? 0));
      }
  }
  return { worths, isCut: isAnyCut };
}
