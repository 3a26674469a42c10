import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import type { Page } from '../../schema/page.ts';
import { publicPages, sectionOf } from '../pages/site-map.ts';
import { siteMark } from './logo.ts';
import { type ShareCard, shareDrawing, shareSize } from './share-image.ts';
import { drawnPng } from './svg-to-png.ts';

/** The address of the picture that stands for a page where it is shared. */
export const shareAddress = ({ path }: Pick<Page, 'path'>): string => `${path === '/' ? '' : path}/share.png`;

/** Draws the picture of every public page. */
export async function writeSharePictures(
  website: Website,
  publicFolder: string,
  folder: string,
): Promise<void> {
  const { company, theme } = website.site;
  const mark = siteMark(theme, publicFolder);
  const { plain, tinted } = palette(theme.accent ?? usualAccent);
  // Networks show pictures on white: a tinted ground keeps its edge there.
  const colors = { ...plain.light, ...tinted.light };
  const write = async (page: Page) => {
    const card: ShareCard = {
      title: page.title,
      section: sectionOf(page, website),
      company,
      kind: page.kind,
      mark,
      colors,
    };
    const file = join(folder, shareAddress(page));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      await drawnPng(JSON.stringify([code, card]), shareSize.width, () => shareDrawing(card)),
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

/** A picture that is drawn in another way is another picture. */
const code = readFileSync(join(import.meta.dirname, 'share-image.ts'), 'utf8');
