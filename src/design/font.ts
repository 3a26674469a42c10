import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import type { Site } from '../../schema/site.ts';

type Fonts = Site['theme']['fonts'];

/** The files that a page loads, that of its headlines first. All are Latin, with all weights in one file. */
export const fontFiles: Record<Fonts, readonly string[]> = {
  figtree: [figtree],
  'space-grotesk': [spaceGrotesk, figtree],
  system: [],
};

// If a font does not load in time, a system font replaces it for the whole visit, stretched to the same
// metrics: a late swap would shift everything below a paragraph whose number of lines changes. Measured on
// the home page: Figtree is 0.6 % wider than Arial at 400, and 4.6 % narrower than Arial bold at 650; Space
// Grotesk is 1.5 % wider at 650.
const face = (name: string, file: string) =>
  `@font-face{font-family:"${name}";font-weight:300 900;font-display:optional;` +
  `src:url(${file}) format("woff2")}`;
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
  face('Space Grotesk', spaceGrotesk) + fallback('Space Grotesk', '700', bold, 101.5, 98.4, 29.2);

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
