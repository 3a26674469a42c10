import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '../../schema/content/page.ts';
import type { Site } from '../../schema/content/site.ts';
import { palette, defaultAccent } from '../../schema/content/colors.ts';
import { engineFolder, type SiteFolders } from '../system/project.ts';
import { findFile } from '../system/files.ts';
import { logoWithFixedColors } from './app-icons.ts';
import type { ShareLook } from '../../legacy/scripts/pictures/share-image/share-painter.ts';

/** The size that every network shows without cutting. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The path of the share image of a page: its own, that of the folder at the top, or that of the site. */
export function shareImagePath(
  { path, made }: Pick<Page, 'path' | 'made'>,
  { share }: Pick<Site, 'share'>,
): string {
  // A page that the build makes is shared with the picture of the one that it is made of.
  const steps = (made?.of ?? path).split('/').filter((step) => step !== '');
  const most = typeof share === 'string' ? { pages: steps.length, sections: 1, site: 0 }[share] : 0;
  return ['', ...steps.slice(0, most), 'share.png'].join('/');
}

/** What all share images of a site show; `version` is another one when they have to be drawn anew. */
export function shareLook(site: Site, folders: SiteFolders): { look: ShareLook; version: string } {
  const { company, theme } = site;
  const { plain, tinted } = palette(theme.accent ?? defaultAccent);
  // Networks show pictures on white: a tinted ground keeps its edge there.
  const colors = { ...plain.light, ...tinted.light };
  const fonts = fontsOf(theme, folders.public);
  const look = { company, logo: logoWithFixedColors(theme, folders.public), colors, ...(fonts && { fonts }) };
  const letters = [fonts?.title ?? [], fonts?.text ?? []]
    .flat()
    .map((file) => hash('sha1', readFileSync(file)));
  const version = hash('sha1', JSON.stringify([code(), { ...look, fonts: letters }]), 'base64url');
  return { look, version };
}

/** The files of the fonts that titles and small words of a site are set in; nothing for the usual ones. */
function fontsOf({ ownFonts: own, fonts }: Site['theme'], publicFolder: string): ShareLook['fonts'] {
  const files = (address: string | undefined) =>
    address === undefined ? [] : [findFile(publicFolder, address)];
  if (own?.headings ?? own?.text)
    return { title: files(own?.headings ?? own?.bold ?? own?.text), text: files(own?.text) };
  if (fonts !== 'space-grotesk') return undefined;
  const ranges = ['latin', 'latin-ext'].map((range) => `${grotesk}-${range}-wght-normal.woff2`);
  return { title: ranges.map((name) => require.resolve(name)), text: [] };
}

const require = createRequire(import.meta.url);
const grotesk = '@fontsource-variable/space-grotesk/files/space-grotesk';

/** A change of the code that draws, or of its packages, makes other images. */
function code(): string[] {
  const here = import.meta.dirname;
  const filesIn = (folder: string, name = /\.ts$/) =>
    readdirSync(join(here, folder))
      .filter((one) => name.test(one))
      .toSorted()
      .map((one) => join(here, folder, one));
  const files = [
    ...filesIn('../../legacy/scripts/pictures/share-image'),
    ...filesIn('../../legacy/scripts/fonts'),
    join(here, 'svg-text.ts'),
    join(engineFolder, 'package.json'),
  ];
  return [...files.map((file) => readFileSync(file, 'utf8')), process.versions.zlib];
}
