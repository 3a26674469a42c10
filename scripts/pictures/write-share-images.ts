import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import type { Page } from '../../schema/page.ts';
import { publicPages, sectionOf } from '../pages/site-map.ts';
import { fixedLogo } from './logo.ts';
import { type ShareCard, shareImageSvg, shareSize } from './share-image.ts';
import { cachedPng } from './svg-to-png.ts';

/** The path of a page's share image. */
export const shareImagePath = ({ path }: Pick<Page, 'path'>): string =>
  `${path === '/' ? '' : path}/share.png`;

/** Draws the share image of every public page. */
export async function writeShareImages(
  website: Website,
  publicFolder: string,
  folder: string,
): Promise<void> {
  const { company, theme } = website.site;
  const logo = fixedLogo(theme, publicFolder);
  const { plain, tinted } = palette(theme.accent ?? usualAccent);
  // Networks show pictures on white: a tinted ground keeps its edge there.
  const colors = { ...plain.light, ...tinted.light };
  const write = async (page: Page) => {
    const card: ShareCard = {
      title: page.title,
      section: sectionOf(page, website),
      company,
      kind: page.kind,
      logo,
      colors,
    };
    const file = join(folder, shareImagePath(page));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      await cachedPng(JSON.stringify([code, card]), shareSize.width, () => shareImageSvg(card)),
    );
  };
  // Few at a time, since each holds its pixels: three megabytes.
  const waiting = publicPages(website);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let page = waiting.pop(); page; page = waiting.pop()) await write(page);
    }),
  );
}

/** A change of the code that draws makes other images. */
const code = readFileSync(join(import.meta.dirname, 'share-image.ts'), 'utf8');
