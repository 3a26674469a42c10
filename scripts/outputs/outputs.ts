import { now } from '../system/project.ts';
import { buildDay } from '../../schema/resolve/visibility.ts';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { extname } from 'node:path';
import type { Website } from '../../schema/check/check.ts';
import { LastValue } from '../../schema/base/cache.ts';
import { outputPaths } from '../../schema/base/routes.ts';
import { pageFile, searchFolder } from '../../schema/site/search-format.ts';
import { webManifest } from '../assets/app-icons.ts';
import { publicPages } from '../../schema/resolve/public-pages.ts';
import { contentTypeOf } from '../system/content-types.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { siteInLanguage } from '../../schema/resolve/site-in-language.ts';
import { calendarAt } from './calendar.ts';
import { atomFeed, feedsOf } from './feeds.ts';
import { licensesText } from './licenses.ts';
import { llmsText } from './llms-txt.ts';
import { indexFiles, pageId, pageWords } from './search-index.ts';
import { isSearched, pageTexts } from './search-texts.ts';
import { robotsText, sitemap } from './sitemap.ts';
import { speculationRules } from './speculation-rules.ts';

/** A file of a site other than its pages and the files of `public/`. */
interface SiteOutput {
  /** Its URL path. */
  path: string;
  text(): string;
}

/**
 * Returns all outputs of a site. A build writes them, and the dev server creates them on request. The file
 * `codeLicenses` has the licences of the bundled code.
 */
export function siteOutputs(website: Website, codeLicenses?: string): SiteOutput[] {
  const { site, pages } = website;
  return [
    { path: outputPaths.sitemap, text: () => sitemap(publicPages(website), site) },
    { path: outputPaths.robots, text: () => robotsText(site) },
    { path: outputPaths.llms, text: () => llmsText(website) },
    { path: outputPaths.licenses, text: () => licensesText(site, codeLicenses) },
    { path: outputPaths.manifest, text: () => webManifest(site, pages.get('/')?.description) },
    { path: outputPaths.speculationRules, text: () => speculationRules(site) },
    ...feedsOf(website).map((feed) => ({ path: feed.address, text: () => atomFeed(feed, website) })),
  ];
}

/** Content types that servers cannot derive from the extension. */
export const outputTypes: Readonly<Record<string, string>> = {
  [outputPaths.feed]: 'application/atom+xml; charset=utf-8',
  // Browsers require this type.
  [outputPaths.speculationRules]: 'application/speculationrules+json',
};

/** Returns a file for the dev server with its content type: an output of the site, of its search, or of an event. */
export function outputAt(path: string, website: Website): { text: string; type: string } | undefined {
  const text =
    siteOutputs(website)
      .find((output) => output.path === path)
      ?.text() ??
    searchFileAt(path, website) ??
    calendarAt(path, website);
  const feedType = path.endsWith(outputPaths.feed) ? outputTypes[outputPaths.feed] : undefined;
  const type = outputTypes[path] ?? feedType ?? contentTypeOf(extname(path).slice(1));
  return text === undefined ? undefined : { text, type };
}

const searchFiles = new LastValue<ReadonlyMap<string, string>>();

/** Returns a file of the search index. The first request builds the whole index. */
function searchFileAt(path: string, website: Website): string | undefined {
  if (website.site.navigation.search === undefined || !path.startsWith(`${searchFolder}/`)) return undefined;
  return searchFiles.of([website], () => allSearchFiles(website)).get(path);
}

function allSearchFiles(website: Website): Map<string, string> {
  const inputOf = renderInputs(website, new Map(), buildDay(website.site, now()));
  const pages = [...website.pages.values()].filter((page) => isSearched(page, website.site));
  const texts = pages.map((page) => {
    const site = siteInLanguage(website.site, page.language);
    return pageTexts(resolvePage(page, inputOf(page), site), site);
  });
  const words = texts.map((page): [string, string] => [page.path, pageWords(page)]);
  return new Map([
    ...indexFiles(words, website.site),
    ...texts.map((page): [string, string] => [pageFile(pageId(page.path)), JSON.stringify(page)]),
  ]);
}
