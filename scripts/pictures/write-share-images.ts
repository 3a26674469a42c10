import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import { engineFolder, type SiteFolders } from '../base/project.ts';
import { keptPng } from './kept-png.ts';
import { fixedLogo } from './logo.ts';
import { shareCards } from './share-cards.ts';
import type { ShareCard } from './share-image/share-painter.ts';

/** Draws the share images of a site's public pages. */
export async function writeShareImages(website: Website, folders: SiteFolders, out: string): Promise<void> {
  const { company, theme } = website.site;
  const { plain, tinted } = palette(theme.accent ?? usualAccent);
  // Networks show pictures on white: a tinted ground keeps its edge there.
  const colors = { ...plain.light, ...tinted.light };
  const look = { company, logo: fixedLogo(theme, folders.public), colors };
  const lookHash = createHash('sha256')
    .update(JSON.stringify([code(), look]))
    .digest('hex');
  let painter: Promise<(card: ShareCard) => Buffer> | undefined;
  const draw = async (card: ShareCard) => {
    // Loaded for the first picture: most builds draw none.
    painter ??= import('./share-image/share-painter.ts').then(({ sharePainter }) => sharePainter(look));
    return (await painter)(card);
  };
  for (const [path, card] of shareCards(website)) {
    const png = await keptPng([lookHash, card], () => draw(card), folders.cache);
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(png, file);
  }
}

/** A change of the code that draws, or of its packages, makes other images. */
function code(): string[] {
  const drawing = globSync(join(import.meta.dirname, '{share-image/*,outline-font}.ts')).toSorted();
  const files = [...drawing, join(engineFolder, 'package.json')];
  return [...files.map((file) => readFileSync(file, 'utf8')), process.versions.zlib];
}
