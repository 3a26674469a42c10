import {
  cut,
  idLength,
  pageFile,
  type Found,
  type SearchList,
  searchList,
  type SearchPage,
  wordsFile,
} from '../../../schema/base/search-files.ts';

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
export async function wordsFrom(start: string): Promise<[word: string, found: Found][]> {
  const list = await loadList();
  const starts = new Set(list.starts.split(' '));
  const signs = [...start];
  const longest = signs
    .map((_, at) => signs.slice(0, signs.length - at).join(''))
    .find((one) => starts.has(one));
  // A small site has one file for all.
  const file = longest ?? (starts.has('') ? '' : undefined);
  if (file === undefined) return [];
  const words = (await load(wordsFile(file))) as Record<string, Found>; // as above
  return Object.entries(words).filter(([word]) => word.startsWith(start));
}

/** The ids of pages, by what a word is there: in their title, in a heading, often in their text, or once. */
export function pagesOf(found: Found): { ids: readonly string[][]; isCut: boolean } {
  const isCut = found.startsWith(cut);
  const places = (isCut ? found.slice(cut.length) : found).split('.');
  return { ids: places.map((ids) => ids.match(new RegExp(`.{${idLength}}`, 'g')) ?? []), isCut };
}
