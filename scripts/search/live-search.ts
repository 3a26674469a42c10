import { pageFile, searchFolder } from '../../schema/base/search-files.ts';
import type { Website } from '../../schema/check.ts';
import { pageView } from '../document/page-view.ts';
import { siteIndex } from '../document/site-index.ts';
import { indexFiles } from './index-files.ts';
import { isSearched, pageTexts } from './page-texts.ts';
import { pageId, pageWords } from './page-words.ts';

const known = new WeakMap<Website, ReadonlyMap<string, string>>();

/** A file of the search of a site that is being written; all of them are made when the first is asked for. */
export function liveSearchFile(path: string, website: Website): string | undefined {
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
