import { fileEndings, isFilePath, sizeInWords } from '../../schema/content/file-types.ts';
import type { Site } from '../../schema/content/site.ts';
import { collectValues, hashText } from '../../schema/util.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { PageSummary } from '../../schema/checker/page-summary.ts';
import { isArticle, isListed } from '../../schema/content/page.ts';
import { openingWithoutHiddenLinks, pastDays, buildDay } from './visibility.ts';
import { type ListResult, renderLists, listKey } from './lists.ts';
import type { PictureData } from '../../src/render/entry-server.tsx';

/** Of each file that visitors get just as it lies in `public/`, its kind and size: `PDF, 1.2 MB`. */
export function fileWords(files: ReadonlyMap<string, number>, language: string): Map<string, string> {
  return new Map([...files].map(([address, bytes]) => [address, wordsOf(address, bytes, language)]));
}

function wordsOf(address: string, bytes: number, language: string): string {
  const kind = address.slice(address.lastIndexOf('.') + 1).toUpperCase();
  // The build makes pictures smaller.
  return fileEndings.picture.test(address) ? kind : `${kind}, ${sizeInWords(bytes, language)}`;
}

/** The site with the kind and size of the files that its header and footer lead to. */
export function siteWithFileWords(site: Site, files: ReadonlyMap<string, number>): Site {
  const linked = [...collectValues([site.announcement, site.navigation, site.footer], 'to')].flatMap((to) => {
    const bytes = isFilePath(to) ? files.get(to.normalize()) : undefined;
    return bytes === undefined ? [] : [[to, bytes] as const];
  });
  return linked.length === 0
    ? site
    : { ...site, fileWords: Object.fromEntries(fileWords(new Map(linked), site.language)) };
}

type Lookup<Value> = Pick<ReadonlyMap<string, Value>, 'get'>;
type Article = PageSummary & { published: string; author: string };
/** What an article says of the one before it. */
export type Announced = Pick<Article, 'path' | 'title' | 'published' | 'opening'>;

/** What a page shows of the rest of its site. */
export interface SiteIndex {
  site: Site;
  /** By their address. */
  pages: Lookup<Pick<PageSummary, 'path' | 'title' | 'status' | 'index'>>;
  /** Those whom the site presents, by name. */
  people: Lookup<{ title: string; href?: string }>;
  /** By the address of an article the one that came out before it in its folder, or else the newest there. */
  nextArticles: Lookup<Announced>;
  /** By their address in `public/`. */
  pictures: Lookup<PictureData>;
  /** The kind and size of a file in `public/`, in words. */
  files: Lookup<string>;
  /** Of the days until which pages show something, whether they are over. */
  ended: Lookup<boolean>;
  /** By a question (see listed-posts.ts) what a list shows. */
  lists: Lookup<ListResult>;
  /** By `author`, a name and the address of an article, the page that lists what this author wrote. */
  groupPages: Lookup<string>;
}

/** Makes each index once, when the first page asks. */
export function siteIndex(
  website: Website,
  pictures: SiteIndex['pictures'],
  day = buildDay(website.site),
): SiteIndex {
  const { site, pages, files } = website;
  let listed: Pick<SiteIndex, 'lists' | 'groupPages'> | undefined;
  let people: SiteIndex['people'] | undefined;
  let articles: SiteIndex['nextArticles'] | undefined;
  let words: SiteIndex['files'] | undefined;
  let ended: SiteIndex['ended'] | undefined;
  return {
    site,
    pages,
    get people() {
      return (people ??= peopleOn([...pages.values()]));
    },
    get nextArticles() {
      return (articles ??= nextArticles([...pages.values()]));
    },
    pictures,
    get files() {
      return (words ??= fileWords(files, site.language));
    },
    get ended() {
      const ends = () => [...pages.values()].flatMap((page) => page.ends);
      return (ended ??= pastDays(ends(), day));
    },
    get lists() {
      return (listed ??= renderLists(website, day)).lists;
    },
    get groupPages() {
      return (listed ??= renderLists(website, day)).groupPages;
    },
  };
}

const peopleOn = (pages: readonly PageSummary[]) =>
  new Map(pages.flatMap(({ people }) => people).map((one) => [one.name, one]));

/** The same as plain data, which another thread can be given, for all that these pages may ask. */
export function plainIndex(index: SiteIndex, { pages }: Website, asking: readonly PageSummary[]): SiteIndex {
  const shown = [...pages.values()].map(
    ({ path, title, status, index }) => [path, { path, title, status, index }] as const,
  );
  const lists = asking.flatMap((page) => page.lists.map((list) => listKey(list, page)));
  const authors = asking.filter(isArticle).map(authorKey);
  return {
    ...index,
    pages: new Map(shown),
    lists: answersTo(lists, index.lists),
    groupPages: answersTo(authors, index.groupPages),
  };
}

function answersTo<Value>(questions: readonly string[], lookup: Lookup<Value>): Map<string, Value> {
  return new Map(
    questions.flatMap((question) => {
      const found = lookup.get(question);
      return found === undefined ? [] : [[question, found] as const];
    }),
  );
}

/** What asks for the page of an author. */
export const authorKey = ({ author, path }: Pick<Article, 'author' | 'path'>) => `author ${author} ${path}`;

function nextArticles(pages: readonly PageSummary[]): Map<string, Announced> {
  const articles = pages.filter(isArticle);
  const live = articles.filter(isListed);
  const series = Map.groupBy(
    live.toSorted((a, b) => b.published.localeCompare(a.published)),
    ({ path }) => folderOf(path),
  );
  const behind = new Map(
    [...series.values()].flatMap((own) => own.map((one, at) => [one.path, own[(at + 1) % own.length]])),
  );
  return new Map(
    articles.flatMap(({ path }) => {
      // A draft is followed by the newest.
      const next = behind.get(path) ?? series.get(folderOf(path))?.[0];
      return next && next.path !== path ? [[path, announcedOf(next)]] : [];
    }),
  );
}

/** No more than that: whatever is there counts as an answer. */
const announcedOf = (article: Article): Announced => {
  const { path, title, published } = article;
  return { path, title, published, opening: openingWithoutHiddenLinks(article) };
};

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** What was asked of an index, and the answers: with the same answers a page is the same. */
export type Dependencies = [question: string, answer: string][];

type LookupName = Exclude<keyof SiteIndex, 'site'>;

/** The same index, which notes what is asked of it. */
export function recordQueries(index: SiteIndex, asked: Dependencies): SiteIndex {
  const seen = new Set<string>();
  const noted = <Name extends LookupName>(name: Name): SiteIndex[Name] => {
    const get = (key: string) => {
      const question = `${name} ${key}`;
      if (!seen.has(question)) asked.push([question, answerOf(index, name, key)]);
      seen.add(question);
      return index[name].get(key);
    };
    return { get } as SiteIndex[Name]; // it gives what the lookup gives
  };
  return {
    site: index.site,
    pages: noted('pages'),
    people: noted('people'),
    nextArticles: noted('nextArticles'),
    pictures: noted('pictures'),
    files: noted('files'),
    ended: noted('ended'),
    lists: noted('lists'),
    groupPages: noted('groupPages'),
  };
}

export function isUpToDate(index: SiteIndex, asked: Dependencies): boolean {
  return asked.every(([question, answer]) => {
    const end = question.indexOf(' ');
    const name = question.slice(0, end) as LookupName; // as it was noted above
    return answerOf(index, name, question.slice(end + 1)) === answer;
  });
}

function answerOf(index: SiteIndex, name: LookupName, key: string): string {
  const found = index[name].get(key);
  // Lists may be long.
  if (name === 'lists') return hashText(JSON.stringify(found));
  if (name !== 'pages' || !found) return JSON.stringify(found) ?? '';
  const page = found as PageSummary; // what its type lets a page see
  return JSON.stringify([page.path, page.title, page.status, page.index]);
}
