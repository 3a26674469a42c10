import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import type { Site } from '../../schema/site.ts';

type Fonts = Site['theme']['fonts'];

/** Addresses of the files that a page loads, the one of its headlines first. All are Latin, with all weights in one file. */
export const fontFiles: Record<Fonts, readonly string[]> = {
  figtree: [figtree],
  'space-grotesk': [spaceGrotesk, figtree],
  system: [],
};

// Where a font is not there in time, a system font stands in for the whole visit, stretched to the same widths and
// heights: to swap the font in late would move what follows by the line that a paragraph has more or less. Measured with
// the words of the home page: Figtree runs 0.6 % wider than Arial at 400, and 4.6 % narrower at 650 than Arial bold;
// Space Grotesk 1.5 % wider than that at 650.
const face = (name: string, file: string) =>
  `@font-face{font-family:"${name}";font-weight:300 900;font-display:optional;src:url(${file}) format("woff2")}`;
const fallback = (
  name: string,
  weight: string,
  local: string[],
  sizeAdjust: number,
  ascent: number,
  descent: number,
) =>
  `@font-face{font-family:"${name} fallback";font-weight:${weight};src:${local.map((font) => `local("${font}")`).join(',')};size-adjust:${sizeAdjust}%;ascent-override:${((100 * ascent) / sizeAdjust).toFixed(1)}%;descent-override:${((100 * descent) / sizeAdjust).toFixed(1)}%;line-gap-override:0%}`;
const regular = ['Arial', 'Liberation Sans'];
const bold = ['Arial Bold', 'Liberation Sans Bold'];

const figtreeFaces =
  face('Figtree', figtree) +
  fallback('Figtree', '400', regular, 100.6, 95, 25) +
  fallback('Figtree', '700', bold, 95.4, 95, 25);
const spaceGroteskFaces =
  face('Space Grotesk', spaceGrotesk) + fallback('Space Grotesk', '700', bold, 101.5, 98.4, 29.2);

export const fontFaces: Record<Fonts, string> = {
  figtree: figtreeFaces,
  'space-grotesk': spaceGroteskFaces + figtreeFaces,
  system: '',
};

const stack = (name: string) => `"${name}","${name} fallback",system-ui,sans-serif`;
const families = (display: string, text: string) => `--display:${display};--text:${text}`;

/** The custom properties that name the families of headlines and of everything else. */
export const fontFamilies: Record<Fonts, string> = {
  figtree: families('var(--text)', stack('Figtree')),
  'space-grotesk': families(stack('Space Grotesk'), stack('Figtree')),
  system: families('var(--text)', 'system-ui,sans-serif'),
};
