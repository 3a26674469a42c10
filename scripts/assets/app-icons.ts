import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { isSvg } from '../../schema/fields/file-types.ts';
import type { ColorValues } from '../../schema/fields/colors.ts';
import { createPalette } from '../../schema/site/palette.ts';
import { getBasePath } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';
import { findPublicFile } from '../system/files.ts';
import { readDrawingCode, replaceTokens, setSquareSize } from './svg.ts';
import { getCachedFile, type PutFile } from '../system/cache.ts';
import type { SiteFolders } from '../system/project.ts';

/** Returns the SVG logo in the colours of the light scheme, or `undefined` if the site has no SVG logo. */
export function readLogoWithFixedColors(theme: Site['theme'], publicFolder: string): string | undefined {
  const { logo } = theme;
  if (logo === undefined || !isSvg(logo)) return undefined;
  return replaceTokens(readFileSync(findPublicFile(publicFolder, logo), 'utf8'), getFixedColors(theme));
}

/** Returns the theme colours for pictures that look the same in the light and the dark scheme. */
const getFixedColors = (theme: Site['theme']): ColorValues => createPalette(theme).plain.light;

/** Converts an SVG to a PNG in the cache, unless the cache already has the PNG. Returns the path of the PNG. */
async function svgToPng(svg: string, cache: string): Promise<string> {
  const name = hash('sha256', JSON.stringify([readDrawingCode(), svg])).slice(0, 32);
  return getCachedFile(join(cache, 'pictures', `${name}.png`), () => drawPng(svg));
}

/** Converts an SVG with an opaque background to a PNG of the same size. */
export async function drawPng(svg: string): Promise<Buffer> {
  // Loaded lazily, because most builds draw no PNGs.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 4 }).toBuffer();
}

/**
 * The app icons. `share` is the size of the logo relative to the icon. It is smaller in the maskable icon, because
 * systems may crop this icon to a circle of 80 %. Other icons are shown uncropped.
 */
const appIcons = [
  { file: 'icon-192.png', size: 192, share: 0.7, purpose: 'any' },
  { file: 'icon-512.png', size: 512, share: 0.7, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, share: 0.56, purpose: 'maskable' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.64, purpose: undefined },
] as const;

/** Returns whether the site has an SVG logo, from which icons can be drawn. */
export const hasSvgLogo = ({ theme }: Site): boolean => theme.logo !== undefined && isSvg(theme.logo);

/** Returns the URL of a square logo for search engines, which require more than 112 pixels per side. */
export const getLogoUrl = (site: Site): string | undefined =>
  hasSvgLogo(site) ? `${site.url}/icon-512.png` : undefined;

/** Writes the app icons, which show the logo on the background colour of the theme. */
export async function writeIcons({ theme }: Site, folders: SiteFolders, put: PutFile): Promise<void> {
  const logo = readLogoWithFixedColors(theme, folders.public);
  if (logo === undefined) return;
  for (const { file, size, share } of appIcons) {
    const width = 2 * Math.round((size * share) / 2);
    const offset = (size - width) / 2;
    const ground = `<rect width="${size}" height="${size}" fill="${getFixedColors(theme).ground}"/>`;
    const position = `x="${offset}" y="${offset}" width="${width}" height="${width}"`;
    const data = Buffer.from(setSquareSize(logo, width)).toString('base64');
    const image = `<image ${position} href="data:image/svg+xml;base64,${data}"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${ground}${image}</svg>`;
    await put(file, svg, () => svgToPng(svg, folders.cache));
  }
}

/** Returns the web app manifest. */
export function formatWebManifest(site: Site, description: string | undefined): string {
  const { ground } = getFixedColors(site.theme);
  const base = getBasePath(site.url);
  const manifestIcons = appIcons
    .filter(({ purpose }) => purpose !== undefined)
    .map(({ file, size, purpose }) => ({
      src: `${base}/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    }));
  const manifest = {
    id: `${base}/`,
    name: site.company,
    short_name: site.company,
    description,
    lang: site.language,
    start_url: `${base}/`,
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: hasSvgLogo(site) ? manifestIcons : [],
  };
  return `${JSON.stringify(manifest)}\n`;
}
