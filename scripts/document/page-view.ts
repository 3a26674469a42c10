import { isFileAddress } from '../../schema/base/file-kinds.ts';
import { pageAddress } from '../../schema/check/made-pages.ts';
import { isListed, isPublic, type Page } from '../../schema/page.ts';
import { iconDrawings } from '../base/icons.ts';
import { valuesOf } from '../base/values-of-key.ts';
import type { SiteIndex } from './site-index.ts';
import type { PageView } from '../../src/entry-server.tsx';
import { pageInForce } from './in-force.ts';
import { pageReading } from './article-data.ts';
import { namesIn } from './names-in.ts';
import { shareView } from './share-view.ts';

/**
 * A page as the renderer takes it: with its full title and address, the drawings of its icons, and what it
 * has to know of its pictures.
 */
export function pageView(written: Page, website: SiteIndex): PageView {
  const { site } = website;
  const page = pageInForce(written, website);
  const { blocks, reading } = pageReading(page, website);
  const used = namesIn(blocks);
  const files = [...used.to].flatMap((to): [string, string][] => {
    const words = isFileAddress(to) ? website.files.get(to.normalize()) : undefined;
    return words === undefined ? [] : [[to, words]];
  });
  const pictures = new Set([...used.src, ...valuesOf(reading, 'src')]);
  return {
    path: page.path,
    name: page.title,
    title: `${page.title} | ${site.company}`,
    description: page.description,
    canonical: isListed(page) ? (page.canonical ?? site.url + page.path) : undefined,
    // The page for unknown addresses has none of its own, and a draft is nobody's business yet.
    share: isPublic(page) ? shareView(page, website) : undefined,
    ...headerOf(page),
    ...neighbours(reading.lists, site.url),
    blocks,
    reading,
    dialogs: Object.fromEntries(
      [...used.dialog].flatMap((name) => (site.dialogs[name] ? [[name, site.dialogs[name]]] : [])),
    ),
    icons: Object.fromEntries([...used.icon].map((name) => [name, iconDrawings()[name] ?? []])),
    ...(files.length > 0 && { files: Object.fromEntries(files) }),
    pictures: Object.fromEntries(
      [...pictures].flatMap((src) => {
        const data = website.pictures.get(src);
        return data ? [[src, data]] : [];
      }),
    ),
  };
}

function headerOf({ navigation, action }: Page): Pick<PageView, 'header'> {
  const isBare = navigation === 'none';
  if (!isBare && !action) return {};
  return { header: { ...(isBare && { bare: true }), ...(action && { action }) } };
}

/** The pages before and behind one of a long list. */
function neighbours(lists: PageView['reading']['lists'], url: string): Pick<PageView, 'prev' | 'next'> {
  const paging = Object.values(lists ?? {}).find((list) => list.paging)?.paging;
  if (!paging) return {};
  const { first, number, last } = paging;
  return {
    ...(number > 1 && { prev: url + pageAddress(first, number - 1) }),
    ...(number < last && { next: url + pageAddress(first, number + 1) }),
  };
}
