import type { Page } from '../schema/page.ts';
import type { Site } from '../schema/site.ts';
import type { PageView } from '../src/entry-server.tsx';
import { iconDrawings } from './read-site.ts';
import { pictureData, type SitePictures } from './site-pictures.ts';
import { valuesOf } from './values-of.ts';

/** A page as the renderer takes it: with its full title and address, the drawings of its icons, and what it has to know of its pictures. */
export function pageView(page: Page, site: Site, pictures: SitePictures): PageView {
  return {
    path: page.path,
    name: page.title,
    title: `${page.title} | ${site.company}`,
    description: page.description,
    // The page for unknown addresses has none of its own, and a draft is nobody's business yet.
    ...(page.path === '/404' || page.status === 'draft' ? {} : { canonical: site.url + page.path }),
    blocks: page.blocks,
    dialogs: Object.fromEntries([...valuesOf(page.blocks, 'dialog')].flatMap((name) => (site.dialogs[name] ? [[name, site.dialogs[name]]] : []))),
    icons: Object.fromEntries([...valuesOf(page.blocks, 'icon')].map((name) => [name, iconDrawings[name] ?? []])),
    pictures: pictureData(valuesOf(page.blocks, 'src'), pictures),
  };
}
