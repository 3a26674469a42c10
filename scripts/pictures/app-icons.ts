import { isSvg } from '../../schema/base/file-kinds.ts';
import type { Site } from '../../schema/site.ts';
import type { SiteFolders } from '../base/project.ts';
import type { PutFile } from '../base/put-file.ts';
import { fixedColors, fixedLogo } from './logo.ts';
import { svgToPng } from './svg-to-png.ts';

// Systems cut a maskable icon to any outline inside a circle of four fifths; the others are shown whole.
/** `share`: the part of the side that the logo takes. */
const icons = [
  { file: 'icon-192.png', size: 192, share: 0.7, purpose: 'any' },
  { file: 'icon-512.png', size: 512, share: 0.7, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, share: 0.56, purpose: 'maskable' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.64, purpose: undefined },
] as const;

/** Whether a site has a logo to make icons of. */
export const hasIcons = ({ theme }: Site): boolean => theme.logo !== undefined && isSvg(theme.logo);

/** The logo as search engines want it: a square of more than 112 pixels. */
export const logoAddress = (site: Site): string | undefined =>
  hasIcons(site) ? `${site.url}/icon-512.png` : undefined;

/** Draws the site's icons: its logo on its ground. */
export async function writeIcons({ theme }: Site, folders: SiteFolders, put: PutFile): Promise<void> {
  const logo = fixedLogo(theme, folders.public);
  if (logo === undefined) return;
  for (const { file, size, share } of icons) {
    const [width, corner] = [100 * share, 50 * (1 - share)];
    const ground = `<rect width="100" height="100" fill="${fixedColors(theme.accent).ground}"/>`;
    const place = `x="${corner}" y="${corner}" width="${width}" height="${width}"`;
    const data = Buffer.from(logo).toString('base64');
    const image = `<image ${place} href="data:image/svg+xml;base64,${data}"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${ground}${image}</svg>`;
    await put(file, `${size} ${svg}`, () => svgToPng(svg, size, folders.cache));
  }
}

/** What a browser needs to put the site on a home screen, in the form of the web app manifest. */
export function webManifest(site: Site, description: string | undefined): string {
  const { ground } = fixedColors(site.theme.accent);
  const listed = icons
    .filter(({ purpose }) => purpose !== undefined)
    .map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    }));
  const manifest = {
    id: '/',
    name: site.company,
    short_name: site.company,
    description,
    lang: site.language,
    start_url: '/',
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: hasIcons(site) ? listed : [],
  };
  return `${JSON.stringify(manifest)}\n`;
}
