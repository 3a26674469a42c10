import type { Page } from '../schema/page.ts';
import type { Site } from '../schema/site.ts';
import type { PageView } from '../src/entry-server.tsx';
import { pictureSize } from './picture-size.ts';
import { iconDrawings } from './read-site.ts';

/** A page as the renderer takes it: with its full title and address, and the drawings of its icons. */
export function pageView(page: Page, site: Site): PageView {
  return {
    path: page.path,
    name: page.title,
    title: `${page.title} | ${site.company}`,
    description: page.description,
    // The page for unknown addresses has none of its own, and a draft is nobody's business yet.
    ...(page.path === '/404' || page.status === 'draft' ? {} : { canonical: site.url + page.path }),
    blocks: page.blocks,
    dialogs: Object.fromEntries([...namesIn(page.blocks, 'dialog')].flatMap((name) => (site.dialogs[name] ? [[name, site.dialogs[name]]] : []))),
    icons: Object.fromEntries([...namesIn(page.blocks, 'icon')].map((name) => [name, iconDrawings[name] ?? []])),
    pictures: Object.fromEntries([...namesIn(page.blocks, 'src')].flatMap((src) => { const size = pictureSize(src); return size ? [[src, size]] : []; })),
  };
}

/** What stands behind a setting of this name, wherever it is; names mean the same in every block. */
function namesIn(data: unknown, setting: string): Set<string> {
  if (typeof data !== 'object' || data === null) return new Set();
  return new Set(Object.entries(data).flatMap(([key, value]) => (key === setting && typeof value === 'string' ? [value] : [...namesIn(value, setting)])));
}
