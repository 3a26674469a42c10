import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import type { Page } from '../../schema/page.ts';
import { fewAtOnce } from '../base/few-at-once.ts';
import type { SiteFolders } from '../base/project.ts';
import { publicPages, sectionOf } from '../pages/site-map.ts';
import { fixedLogo } from './logo.ts';
import { type ShareCard, shareImageSvg, shareSize } from './share-image.ts';
import { cachedPng } from './svg-to-png.ts';

/** The path of a page's share image. */
export const shareImagePath = ({ path }: Pick<Page, 'path'>): string =>
  `${path === '/' ? '' : path}/share.png`;

/** Draws the share image of every public page. */
export async function writeShareImages(website: Website, folders: SiteFolders, out: string): Promise<void> {
  const { company, theme } = website.site;
  const logo = fixedLogo(theme, folders.public);
  const { plain, tinted } = palette(theme.accent ?? usualAccent);
  // Networks show pictures on white: a tinted ground keeps its edge there.
  const colors = { ...plain.light, ...tinted.light };
  // Few at a time, since each holds its pixels: three megabytes.
  await fewAtOnce(4, publicPages(website), async (page) => {
    const card: ShareCard = {
      title: page.title,
      section: sectionOf(page, website),
      company,
      kind: page.kind,
      logo,
      colors,
    };
    const key = JSON.stringify([code, card]);
    const png = await cachedPng(key, shareSize.width, () => shareImageSvg(card), folders.cache);
    const file = join(out, shareImagePath(page));
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(png, file);
  });
}

/** A change of the code that draws makes other images. */
const code = readFileSync(join(import.meta.dirname, 'share-image.ts'), 'utf8');
