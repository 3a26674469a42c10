import { getSiteTime } from '../system/project.ts';
import { getBuildDay } from '../../schema/resolve/visibility.ts';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { extname } from 'node:path';
import type { Website } from '../../schema/check/check.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import { outputPaths } from '../../schema/base/routes.ts';
import { toSearchPageFile, searchFolder } from '../../schema/site/search-format.ts';
import { formatWebManifest } from '../assets/app-icons.ts';
import { selectPublicPages } from '../../schema/resolve/public-pages.ts';
import { getContentType } from '../system/content-types.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { localizeSite } from '../../schema/resolve/site-in-language.ts';
import { findCalendar } from './calendar.ts';
import { formatAtomFeed, collectFeeds } from './feeds.ts';
import { collectLicenses } from './licenses.ts';
import { formatLlmsText } from './llms-txt.ts';
import { createIndexFiles, createPageId, groupPageWords } from './search-index.ts';
import { isInSearchIndex, collectSearchTexts } from './search-texts.ts';
import { formatRobotsText, formatSitemap } from './sitemap.ts';
import { formatSpeculationRules } from './speculation-rules.ts';

/** An output file that is neither a page nor a file in `public/`. */
interface SiteOutput {
  /** The URL path of the file. */
  path: string;
  text(): string;
}

/**
 * Lists all output files of a site other than pages. A build writes these files, and the dev server creates them on
 * request. The file `codeLicenses` contains the licences of the bundled code.
 */
export function listSiteOutputs(website: Website, codeLicenses?: string): SiteOutput[] {
  const { site, pages } = website;
  return [
    { path: outputPaths.sitemap, text: () => formatSitemap(selectPublicPages(website), site) },
    { path: outputPaths.robots, text: () => formatRobotsText(site) },
    { path: outputPaths.llms, text: () => formatLlmsText(website) },
    { path: outputPaths.licenses, text: () => collectLicenses(site, codeLicenses) },
    { path: outputPaths.manifest, text: () => formatWebManifest(site, pages.get('/')?.description) },
    { path: outputPaths.speculationRules, text: () => formatSpeculationRules(site) },
    ...collectFeeds(website).map((feed) => ({
      path: feed.address,
      text: () => formatAtomFeed(feed, website),
    })),
  ];
}

/** Content types that servers cannot derive from the extension. */
export const outputTypes: Readonly<Record<string, string>> = {
  [outputPaths.feed]: 'application/atom+xml; charset=utf-8',
  // Browsers ignore speculation rules with another type.
  [outputPaths.speculationRules]: 'application/speculationrules+json',
};

/** Returns a site output, a search index file or a calendar file for the dev server, with its content type. */
export function findOutput(path: string, website: Website): { text: string; type: string } | undefined {
  const text =
    listSiteOutputs(website)
      .find((output) => output.path === path)
      ?.text() ??
    findSearchFile(path, website) ??
    findCalendar(path, website);
  const feedType = path.endsWith(outputPaths.feed) ? outputTypes[outputPaths.feed] : undefined;
  const type = outputTypes[path] ?? feedType ?? getContentType(extname(path).slice(1));
  return text === undefined ? undefined : { text, type };
}

const cachedSearchFiles = new LatestResult<ReadonlyMap<string, string>>();

/** Returns a file of the search index. The first request builds the whole index. */
function findSearchFile(path: string, website: Website): string | undefined {
  if (website.site.navigation.search === undefined || !path.startsWith(`${searchFolder}/`)) return undefined;
  return cachedSearchFiles.getOrCompute([website], () => createSearchFiles(website)).get(path);
}

function createSearchFiles(website: Website): Map<string, string> {
  const createInput = createRenderInputs(website, new Map(), getBuildDay(website.site, getSiteTime()));
  const pages = [...website.pages.values()].filter((page) => isInSearchIndex(page, website.site));
  const texts = pages.map((page) => {
    const site = localizeSite(website.site, page.language);
    return collectSearchTexts(resolvePage(page, createInput(page), site), site);
  });
  const words = texts.map((page): [string, string] => [page.path, groupPageWords(page)]);
  return new Map([
    ...createIndexFiles(words, website.site),
    ...texts.map((page): [string, string] => [
      toSearchPageFile(createPageId(page.path)),
      JSON.stringify(page),
    ]),
  ]);
}
