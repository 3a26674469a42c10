import type { Website } from '../check/check.ts';
import type { PageSummary } from '../check/page-summary.ts';
import { isListed } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { getParentRoute } from '../base/routes.ts';

type NamedPage = Pick<PageSummary, 'path' | 'title'>;
interface PageLookup {
  site: Site;
  pages: Pick<ReadonlyMap<string, NamedPage & Pick<PageSummary, 'status' | 'index'>>, 'get'>;
}

/** Returns the pages that visitors and search engines can find. */
export const selectPublicPages = ({ pages }: Website): PageSummary[] => [...pages.values()].filter(isListed);

/**
 * Returns the page name that visitors see: the label in the navigation if the page has one there, otherwise the title.
 */
export function getPageLabel(page: NamedPage, { navigation }: Site): string {
  return flattenNavigation(navigation.items).find(({ to }) => to === page.path)?.label ?? page.title;
}

/** Returns the ancestors of a page from the highest to the closest, without the home page. */
export function findAncestors(page: NamedPage, website: PageLookup): NamedPage[] {
  const steps = page.path.split('/').slice(1, -1);
  return steps
    .flatMap((_, index) => findFolderPage(steps.slice(0, index + 1), website) ?? [])
    .filter(({ path }) => path !== page.path);
}

/** Returns a function that finds the closest ancestor of a page. */
function createParentFinder(website: PageLookup): (page: NamedPage) => NamedPage | undefined {
  // Cached by folder, because pages share their folders.
  const byFolder = new Map<string, readonly NamedPage[]>();
  const listAncestors = (folder: string): readonly NamedPage[] => {
    if (folder === '') return [];
    const cachedPages = byFolder.get(folder);
    if (cachedPages) return cachedPages;
    const folderPage = findFolderPage(folder.slice(1).split('/'), website) ?? [];
    const all = [folderPage, listAncestors(getParentRoute(folder))].flat();
    byFolder.set(folder, all);
    return all;
  };
  return ({ path }) => listAncestors(getParentRoute(path)).find((ancestor) => ancestor.path !== path);
}

/**
 * Returns the page at a folder's route. If there is none, returns the page in the navigation whose route ends with the
 * same segment.
 */
function findFolderPage(folder: string[], { pages, site }: PageLookup): NamedPage | undefined {
  const findNavigationItem = () =>
    flattenNavigation(site.navigation.items).find(({ to }) => to.endsWith(`/${folder.at(-1)}`));
  const folderPage = pages.get(`/${folder.join('/')}`) ?? pages.get(findNavigationItem()?.to ?? '');
  return folderPage && isListed(folderPage) ? folderPage : undefined;
}

/**
 * Returns the section name of a page: the name of its closest ancestor, or of the group of header or footer links that
 * contains the page.
 */
export const findSectionName = (page: NamedPage, website: PageLookup): string | undefined =>
  createSectionFinder(website)(page);

/** Returns a function that does the same as `findSectionName`, but is faster for many pages on the same site. */
export function createSectionFinder(website: PageLookup): (page: NamedPage) => string | undefined {
  const findParent = createParentFinder(website);
  return (page) => {
    const parent = findParent(page);
    return parent ? getPageLabel(parent, website.site) : findNavigationLabel(page, website);
  };
}

function findNavigationLabel(page: NamedPage, { site }: PageLookup): string | undefined {
  const containsPage = ({ items }: { items: object[] }) =>
    items.some((item) => 'to' in item && item.to === page.path);
  const menu = site.navigation.items.find((item) => 'items' in item && containsPage(item));
  if (menu) return menu.label;
  // A page that the navigation links to directly is in no section.
  const first = [...flattenNavigation(site.navigation.items), site.navigation.action].some(
    (link) => link?.to === page.path,
  );
  return first ? undefined : site.footer.groups.find(containsPage)?.heading;
}

/**
 * Returns pages in the order of the links in the header and the footer. Each page is followed by the pages below it.
 * Pages that are neither linked nor below a linked page come before the legal links.
 */
export function sortByReadingOrder(pages: readonly PageSummary[], website: Website): PageSummary[] {
  const { navigation, footer } = website.site;
  const links = [
    ...flattenNavigation(navigation.items),
    navigation.action,
    ...footer.groups.flatMap(({ items }) => items),
  ].flatMap((link) => (link && 'to' in link ? [link.to] : []));
  const findParent = createParentFinder(website);
  const getRank = (page: NamedPage): number => {
    const linkIndex = links.indexOf(page.path);
    const parent = findParent(page);
    if (linkIndex >= 0 || parent) return linkIndex >= 0 ? linkIndex : getRank(parent ?? page) + 0.5;
    return links.length + footer.legal.findIndex(({ to }) => to === page.path);
  };
  return pages
    .map((page) => ({ page, rank: getRank(page) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ page }) => page);
}

const flattenNavigation = (items: Site['navigation']['items']) =>
  items.flatMap((item): { label: string; to: string }[] => ('items' in item ? item.items : [item]));
