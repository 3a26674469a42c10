import { definitions, isBlockType, summarize } from '../blocks/index.ts';
import { withoutHash } from '../base/routes.ts';
import type { Website } from '../check/check.ts';
import type { SitePage } from '../check/page-summary.ts';
import type { Page } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { dayAt } from '../fields/time-zones.ts';
import { siteWithLinkFacts } from './file-words.ts';
import { siteWithHeaderRow } from './header-row.ts';
import { findTranslations } from './translations.ts';
import { siteWithProfileIcons } from './profile-icons.ts';

type Hidden = Pick<ReadonlySet<string>, 'has'>;

/** Removes links to pages that visitors cannot open now. */
export function withoutHiddenLinks<P extends Page>(page: P, links: readonly string[]): P {
  const hidden = new Set(links);
  const { blocks, action } = page;
  return { ...page, blocks: withoutHidden(blocks, hidden) ?? [], action: withoutHidden(action, hidden) };
}

/** Returns the opening of a page for its previews, without links to hidden pages. */
export const openingWithoutHiddenLinks = ({
  opening,
  hiddenLinks,
}: Pick<SitePage, 'opening' | 'hiddenLinks'>): SitePage['opening'] =>
  hiddenLinks ? withoutHidden(opening, new Set(hiddenLinks)) : opening;

/** Removes links to hidden pages from the parts that all pages share. */
function siteWithoutHiddenLinks(site: Site, hidden: ReadonlyMap<string, unknown>): Site {
  if (hidden.size === 0) return site;
  const { languages, announcement, dialogs } = site;
  const frameOf = ({ navigation, footer }: Pick<Site, 'navigation' | 'footer'>) => ({
    navigation: {
      ...navigation,
      items: withoutHidden(navigation.items, hidden) ?? [],
      action: withoutHidden(navigation.action, hidden),
    },
    footer: withoutHidden(footer, hidden) ?? footer,
  });
  return {
    ...site,
    ...frameOf(site),
    languages: languages.map((one) => ({ ...one, ...frameOf(one) })),
    announcement: withoutHidden(announcement, hidden),
    dialogs: withoutHidden(dialogs, hidden) ?? {},
  };
}

/**
 * Removes links to hidden pages from data. A link in a text is replaced by its words. A value that only exists for
 * its links, such as a list, is removed with its last link.
 */
function withoutHidden<Value>(value: Value, hidden: Hidden): Value | undefined {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => entryWithout(one, hidden)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if ('to' in value && typeof value.to === 'string' && hidden.has(withoutHash(value.to))) return undefined;
  const entries = Object.entries(value).flatMap(([name, inside]: [string, unknown]) => {
    // The page after a form. Without it, the form shows its default confirmation.
    if (name === 'thanks' && typeof inside === 'string' && hidden.has(withoutHash(inside))) return [];
    const rest = withoutHidden(inside, hidden);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  const made = Object.fromEntries(entries) as Value; // only optional parts are left out
  const isEmptied = (name: string) => lengthOf(value, name) > 0 && lengthOf(made, name) === 0;
  const type = 'type' in value && typeof value.type === 'string' && isBlockType(value.type) && value.type;
  const { emptyWithout } = type ? definitions[type] : {};
  const isBare = isEmptied('items') || (emptyWithout !== undefined && isEmptied(emptyWithout));
  return isBare ? undefined : made;
}

function entryWithout(one: unknown, hidden: Hidden): unknown[] {
  const rest = withoutHidden(one, hidden);
  if (rest !== undefined) return [rest];
  const words: unknown = typeof one === 'object' && one !== null && 'link' in one ? one.link : undefined;
  return Array.isArray(words) ? words.flatMap((word: unknown) => entryWithout(word, hidden)) : [];
}

function lengthOf(value: unknown, name: string): number {
  const list = (value as Record<string, unknown> | null)?.[name]; // undefined if missing
  return Array.isArray(list) ? list.length : 0;
}

/** Returns the day for which a site is built, in its time zone. */
export const buildDay = ({ zone }: Pick<Site, 'zone'>, instant: Date): string => dayAt(instant, zone);

/** Returns a website as visitors see it on a day: without expired announcements and links to hidden pages. */
export function visibleWebsite(website: Website, day: string): Website {
  const { hidden } = website;
  const site = siteWithoutHiddenLinks(activeSite(website.site, day), hidden);
  return {
    ...website,
    site: siteForFrame(site, website),
    redirects: website.redirects.filter(({ to }) => !hidden.has(withoutHash(to))),
  };
}

/** Adds all data that the header and the footer need: linked files, home pages, icons and the row width. */
export const siteForFrame = (site: Site, website: Parameters<typeof siteWithLinkFacts>[1]): Site =>
  siteWithProfileIcons(siteWithHeaderRow(siteWithLinkFacts(siteWithHomes(site, website.pages), website)));

/** Adds to the site its home pages in other languages. */
function siteWithHomes(site: Site, pages: Website['pages']): Site {
  const { languages = [] } = findTranslations(pages, site)({ path: '/', status: 'live' });
  return languages.length === 0
    ? site
    : { ...site, homes: Object.fromEntries(languages.map(({ language, to }) => [language, to])) };
}

/** Removes an announcement that has ended. */
export function activeSite(site: Site, day: string): Site {
  const { until = day } = site.announcement ?? {};
  if (until >= day) return site;
  const { announcement: _, ...rest } = site;
  return rest;
}

/** Removes the blocks whose last day is over. */
export function activePage<P extends Page>(page: P, ended: readonly string[]): Page {
  const blocks = page.blocks.filter((block) => {
    const { until } = summarize(block);
    return until === undefined || !ended.includes(until);
  });
  return blocks.length === page.blocks.length ? page : { ...page, blocks };
}
