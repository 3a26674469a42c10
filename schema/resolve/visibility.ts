import { definitions, isBlockType, getBlockSummary } from '../blocks/index.ts';
import { removeHash } from '../base/routes.ts';
import type { Website } from '../check/check.ts';
import type { SitePage } from '../check/page-summary.ts';
import type { Page } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { toLocalDay } from '../fields/time-zones.ts';
import { addLinkFacts } from './link-facts.ts';
import { addHeaderRow } from './header-row.ts';
import { findTranslations } from './translations.ts';
import { addProfileIcons } from './profile-icons.ts';

type Hidden = Pick<ReadonlySet<string>, 'has'>;

/** Returns a page without its links to pages that visitors cannot open. */
export function removeHiddenLinks<P extends Page>(page: P, links: readonly string[]): P {
  const hiddenRoutes = new Set(links);
  const { blocks, action } = page;
  return {
    ...page,
    blocks: removeHidden(blocks, hiddenRoutes) ?? [],
    action: removeHidden(action, hiddenRoutes),
  };
}

/** Returns the opening of a page without links to hidden pages, for previews of the page. */
export const removeHiddenLinksFromOpening = ({
  opening,
  hiddenLinks,
}: Pick<SitePage, 'opening' | 'hiddenLinks'>): SitePage['opening'] =>
  hiddenLinks ? removeHidden(opening, new Set(hiddenLinks)) : opening;

/** Returns the site settings without links to hidden pages in the parts that all pages share. */
function removeHiddenLinksFromSite(site: Site, hidden: ReadonlyMap<string, unknown>): Site {
  if (hidden.size === 0) return site;
  const { languages, announcement, dialogs } = site;
  const filterFrame = ({ navigation, footer }: Pick<Site, 'navigation' | 'footer'>) => ({
    navigation: {
      ...navigation,
      items: removeHidden(navigation.items, hidden) ?? [],
      action: removeHidden(navigation.action, hidden),
    },
    footer: removeHidden(footer, hidden) ?? footer,
  });
  return {
    ...site,
    ...filterFrame(site),
    languages: languages.map((localizedFrame) => ({ ...localizedFrame, ...filterFrame(localizedFrame) })),
    announcement: removeHidden(announcement, hidden),
    dialogs: removeHidden(dialogs, hidden) ?? {},
  };
}

/**
 * Returns a value without links to hidden pages. In running text, each such link is replaced with its link text. Also
 * removes values that exist only for their links, such as lists, if no link is left.
 */
function removeHidden<Value>(value: Value, hidden: Hidden): Value | undefined {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => filterItem(item, hidden)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if ('to' in value && typeof value.to === 'string' && hidden.has(removeHash(value.to))) return undefined;
  const entries = Object.entries(value).flatMap(([name, child]: [string, unknown]) => {
    // `thanks` is the page that visitors see after they have sent a form. Without it, the form shows its default
    // confirmation.
    if (name === 'thanks' && typeof child === 'string' && hidden.has(removeHash(child))) return [];
    const filtered = removeHidden(child, hidden);
    return filtered === undefined ? [] : [[name, filtered] as const];
  });
  const result = Object.fromEntries(entries) as Value; // only optional parts are left out
  const isEmptied = (name: string) => countItems(value, name) > 0 && countItems(result, name) === 0;
  const type = 'type' in value && typeof value.type === 'string' && isBlockType(value.type) && value.type;
  const { emptyWithout } = type ? definitions[type] : {};
  const isEmpty = isEmptied('items') || (emptyWithout !== undefined && isEmptied(emptyWithout));
  return isEmpty ? undefined : result;
}

function filterItem(item: unknown, hidden: Hidden): unknown[] {
  const remaining = removeHidden(item, hidden);
  if (remaining !== undefined) return [remaining];
  const linkText: unknown =
    typeof item === 'object' && item !== null && 'link' in item ? item.link : undefined;
  return Array.isArray(linkText) ? linkText.flatMap((word: unknown) => filterItem(word, hidden)) : [];
}

function countItems(value: unknown, name: string): number {
  const list = (value as Record<string, unknown> | null)?.[name]; // it may be missing
  return Array.isArray(list) ? list.length : 0;
}

/** Returns the day that a site is built for: the day of an instant in the site's time zone. */
export const getBuildDay = ({ zone }: Pick<Site, 'zone'>, instant: Date): string => toLocalDay(instant, zone);

/**
 * Returns the website that visitors see on a day: without an expired announcement, and without links to hidden pages.
 */
export function toVisibleWebsite(website: Website, day: string): Website {
  const { hidden } = website;
  const site = removeHiddenLinksFromSite(removeExpiredAnnouncement(website.site, day), hidden);
  return {
    ...website,
    site: addFrameData(site, website),
    redirects: website.redirects.filter(({ to }) => !hidden.has(removeHash(to))),
  };
}

/**
 * Returns the site with all data that the header and the footer need: linked files, home pages, icons and the header
 * breakpoint.
 */
export const addFrameData = (site: Site, website: Parameters<typeof addLinkFacts>[1]): Site =>
  addProfileIcons(addHeaderRow(addLinkFacts(addHomes(site, website.pages), website)));

/** Returns the site with links to its home pages in other languages. */
function addHomes(site: Site, pages: Website['pages']): Site {
  const { languages = [] } = findTranslations(pages, site)({ path: '/', status: 'live' });
  return languages.length === 0
    ? site
    : { ...site, homes: Object.fromEntries(languages.map(({ language, to }) => [language, to])) };
}

/** Returns the site without its announcement if the announcement has ended. */
export function removeExpiredAnnouncement(site: Site, day: string): Site {
  const { until = day } = site.announcement ?? {};
  if (until >= day) return site;
  const { announcement: _, ...rest } = site;
  return rest;
}

/** Returns the page without its expired blocks. `ended` contains the last days of these blocks. */
export function removeExpiredBlocks<P extends Page>(page: P, ended: readonly string[]): Page {
  const blocks = page.blocks.filter((block) => {
    const { until } = getBlockSummary(block);
    return until === undefined || !ended.includes(until);
  });
  return blocks.length === page.blocks.length ? page : { ...page, blocks };
}
