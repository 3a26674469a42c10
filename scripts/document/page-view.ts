import type { Website } from '../../schema/check.ts';
import type { Page } from '../../schema/page.ts';
import { iconDrawings } from '../base/icons.ts';
import { valuesOf } from '../base/values-of-key.ts';
import { pictureData, type SitePictures } from '../pictures/read-pictures.ts';
import { shareImagePath, shareSize } from '../pictures/share-image/share-address.ts';
import type { PageView } from '../../src/entry-server.tsx';
import { pageReading } from './article-data.ts';

/**
 * A page as the renderer takes it: with its full title and address, the drawings of its icons, and what it
 * has to know of its pictures.
 */
export function pageView(page: Page, website: Website, pictures: SitePictures): PageView {
  const { site } = website;
  const { blocks, reading } = pageReading(page, website);
  return {
    path: page.path,
    name: page.title,
    title: `${page.title} | ${site.company}`,
    description: page.description,
    // The page for unknown addresses has none of its own, and a draft is nobody's business yet.
    canonical: page.path === '/404' || page.status === 'draft' ? undefined : site.url + page.path,
    share: {
      site: site.company,
      type: page.kind === 'article' ? 'article' : 'website',
      image: { address: site.url + shareImagePath(page, site), ...shareSize },
    },
    blocks,
    reading,
    dialogs: Object.fromEntries(
      [...valuesOf(blocks, 'dialog')].flatMap((name) =>
        site.dialogs[name] ? [[name, site.dialogs[name]]] : [],
      ),
    ),
    icons: Object.fromEntries([...valuesOf(blocks, 'icon')].map((name) => [name, iconDrawings[name] ?? []])),
    pictures: pictureData(valuesOf([blocks, reading], 'src'), pictures),
  };
}
