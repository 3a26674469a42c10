import { pageFile, searchFolder } from '../../schema/content/search-format.ts';
import type { Website } from '../../schema/checker/check.ts';
import { pageView } from '../view/page-view.ts';
import { siteIndex } from '../view/site-context.ts';
import { indexFiles, pageId, pageWords } from './search-index.ts';
import { isSearched, pageTexts } from './search-texts.ts';

const known = new WeakMap<Website, ReadonlyMap<string, string>>();

/** A file of the search of a site that is being written; all of them are made when the first is asked for. */
export function searchFileInDev(path: string, website: Website): string | undefined {
  if (website.site.navigation.search === undefined || !path.startsWith(`${searchFolder}/`)) return undefined;
  const files = known.get(website) ?? allFiles(website);
  known.set(website, files);
  return files.get(path);
}

function allFiles(website: Website): Map<string, string> {
  const index = siteIndex(website, new Map());
  const pages = [...website.pages.values()].filter((page) => isSearched(page, website.site));
  const texts = pages.map((page) => pageTexts(pageView(page, index)));
  const words = texts.map((page): [string, string] => [page.path, pageWords(page)]);
  return new Map([
    ...indexFiles(words, website.site),
    ...texts.map((page): [string, string] => [pageFile(pageId(page.path)), JSON.stringify(page)]),
  ]);
}
