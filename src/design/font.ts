import figtreeExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import spaceExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import type { Site } from '../../schema/site.ts';

type Fonts = Site['theme']['fonts'];

/** The letters of a file: those of western Europe, or the rarer Latin ones. */
type Letters = 'usual' | 'rare';

/** The files that a page loads, that of its headlines first. Each has all weights. */
export const fontFiles: Record<Fonts, Record<Letters, readonly string[]>> = {
  figtree: { usual: [figtree], rare: [figtreeExt] },
  'space-grotesk': { usual: [spaceGrotesk, figtree], rare: [spaceExt, figtreeExt] },
  system: { usual: [], rare: [] },
};

// What the files of rarer letters have, but for what is in the others too.
const rareRange =
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,' +
  'U+20A0-20AB,U+20AD-20C0,U+2113';

/** Whether a text has such a letter: only a page with one loads their files, from the start. */
export const hasRareLetter = (text: string): boolean => rare.test(text);
const rare = new RegExp(
  `[${rareRange.replaceAll(/[\dA-F]{3,4}/g, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')}]`,
  'u',
);

// If a font does not load in time, a system font replaces it for the whole visit, stretched to the same
// metrics: a late swap would shift everything below a paragraph whose number of lines changes. Measured on
// the home page: Figtree is 0.6 % wider than Arial at 400, and 4.6 % narrower than Arial bold at 650; Space
// Grotesk is 9.3 % wider at 400 and 1.5 % at 650. In German and Polish each is within 1.5 % of that.
const face = (name: string, file: string, range?: string) =>
  `@font-face{font-family:"${name}";font-weight:300 900;font-display:optional;` +
  `src:url(${file}) format("woff2")${range === undefined ? '' : `;unicode-range:${range}`}}`;
const fallback = (
  name: string,
  weight: string,
  local: string[],
  sizeAdjust: number,
  ascent: number,
  descent: number,
) => {
  const sources = local.map((font) => `local("${font}")`).join(',');
  const share = (metric: number) => `${((100 * metric) / sizeAdjust).toFixed(1)}%`;
  return (
    `@font-face{font-family:"${name} fallback";font-weight:${weight};src:${sources};` +
    `size-adjust:${sizeAdjust}%;ascent-override:${share(ascent)};descent-override:${share(descent)};` +
    'line-gap-override:0%}'
  );
};
const regular = ['Arial', 'Liberation Sans'];
const bold = ['Arial Bold', 'Liberation Sans Bold'];

const figtreeFaces =
  face('Figtree', figtree) +
  fallback('Figtree', '400', regular, 100.6, 95, 25) +
  fallback('Figtree', '700', bold, 95.4, 95, 25);
const spaceGroteskFaces =
  face('Space Grotesk', spaceGrotesk) +
  fallback('Space Grotesk', '400', regular, 109.3, 98.4, 29.2) +
  fallback('Space Grotesk', '700', bold, 101.5, 98.4, 29.2);

/** For pages with rarer letters. */
export const rareFaces: Record<Fonts, string> = {
  figtree: face('Figtree', figtreeExt, rareRange),
  'space-grotesk': face('Space Grotesk', spaceExt, rareRange) + face('Figtree', figtreeExt, rareRange),
  system: '',
};

export const fontFaces: Record<Fonts, string> = {
  figtree: figtreeFaces,
  'space-grotesk': spaceGroteskFaces + figtreeFaces,
  system: '',
};

const stack = (name: string) => `"${name}","${name} fallback",system-ui,sans-serif`;
const families = (display: string, text: string) => `--display:${display};--text:${text}`;

/** The custom properties with the families of headlines and of all other text. */
export const fontFamilies: Record<Fonts, string> = {
  figtree: families('var(--text)', stack('Figtree')),
  'space-grotesk': families(stack('Space Grotesk'), stack('Figtree')),
  system: families('var(--text)', 'system-ui,sans-serif'),
};
