import figtreeExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import spaceExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import { encodePath } from '../../schema/content/file-types.ts';
import type { Site } from '../../schema/content/site.ts';
import { siteUrl } from './site-url.ts';

/** A font family of a page. */
interface Family {
  /** The value of `font-family`. */
  stack: string;
  /** The files that every page loads, and those for pages with extended Latin letters. */
  files: readonly string[];
  rareFiles: readonly string[];
  /** The `@font-face` rules. */
  faces: string;
  rareFaces: string;
}

export const face = (name: string, file: string, weights: string, range?: string): string =>
  `@font-face{font-family:"${name}";font-weight:${weights};font-display:swap;` +
  `src:url(${siteUrl(file)}) format("woff2")${range === undefined ? '' : `;unicode-range:${range}`}}`;

/** System fonts with the same widths. */
const devices = {
  400: ['Arial', 'Liberation Sans'],
  700: ['Arial Bold', 'Liberation Sans Bold'],
};

/**
 * The fallback until a font is there: a system font, scaled to the same metrics. Otherwise the swap would shift
 * everything below a paragraph whose number of lines changes. All figures are in percent. The first is the width
 * relative to Arial.
 */
export function fallback(
  name: string,
  weight: keyof typeof devices,
  sizeAdjust: number,
  ascent: number,
  descent: number,
): string {
  const sources = devices[weight].map((font) => `local("${font}")`).join(',');
  const share = (metric: number) => `${((100 * metric) / sizeAdjust).toFixed(1)}%`;
  return (
    `@font-face{font-family:"${name} fallback";font-weight:${weight};src:${sources};` +
    `size-adjust:${sizeAdjust}%;ascent-override:${share(ascent)};descent-override:${share(descent)};` +
    'line-gap-override:0%}'
  );
}

export const stack = (name: string): string => `"${name}","${name} fallback",system-ui,sans-serif`;

// The range of the extended files, without characters that the basic files contain.
const rareRange =
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,' +
  'U+20A0-20AB,U+20AD-20C0,U+2113';

/**
 * Whether a text contains extended Latin letters. Only pages with such letters load the extended files, from
 * the start.
 */
export const hasExtendedLatin = (text: string): boolean => rare.test(text);
const rare = new RegExp(
  `[${rareRange.replaceAll(/[\dA-F]{3,4}/g, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')}]`,
  'u',
);

const weights = '300 900';

// The widths with which the fewest paragraphs and headings change their number of lines. Figtree is 1 % wider than
// Arial at 400, and 2.8 % narrower than Arial bold at 650; Space Grotesk is 9.3 % wider at 400 and 1.8 % at 650.
// German and Polish are within 1.5 % of that.

const figtreeFamily = () => family('Figtree', figtree, figtreeExt, [101, 97.2], [95, 25]);
const spaceGroteskFamily = () =>
  family('Space Grotesk', spaceGrotesk, spaceExt, [109.3, 101.8], [98.4, 29.2]);

/**
 * `widths` are those of the fallback at weights 400 and 700, `heights` those above and below the baseline,
 * all in percent.
 */
function family(
  name: string,
  file: string,
  rareFile: string,
  widths: readonly [number, number],
  heights: readonly [number, number],
): Family {
  const [regular, bold] = widths;
  return {
    stack: stack(name),
    files: [file],
    rareFiles: [rareFile],
    faces:
      face(name, file, weights) +
      fallback(name, 400, regular, ...heights) +
      fallback(name, 700, bold, ...heights),
    rareFaces: face(name, rareFile, weights, rareRange),
  };
}

type Facts = NonNullable<Site['fontFacts']>[string];

// The average width of a letter in Arial and Arial Bold, in em.
const arial = { 400: 0.442, 700: 0.4779 };
/** A variable font states the width of its regular weight; its bold is about 2 % wider. */
const boldIsWider = 1.02;

/** A custom font family of one or two files. */
function customFamily(name: string, site: Site, file: string, boldFile?: string): Family | undefined {
  const [usual, bold] = [site.fontFacts?.[file], site.fontFacts?.[boldFile ?? '']];
  if (!usual) return undefined;
  const isOne = usual.weights[0] === usual.weights[1];
  const boldWidth = bold?.width ?? usual.width * (isOne ? 1 : boldIsWider);
  return {
    stack: stack(name),
    files: [file, ...(bold && boldFile ? [boldFile] : [])].map(encodePath),
    rareFiles: [],
    faces:
      face(name, encodePath(file), weightsOf(usual, bold ? '100 599' : undefined)) +
      (bold && boldFile ? face(name, encodePath(boldFile), '600 900') : '') +
      fallbackOf(name, 400, usual, usual.width) +
      fallbackOf(name, 700, bold ?? usual, boldWidth),
    rareFaces: '',
  };
}

/** Browsers synthesize bold for a family that declares a single weight. */
const weightsOf = ({ weights: [min, max] }: Facts, ofOne = '400'): string =>
  min === max ? ofOne : `${min} ${max}`;

function fallbackOf(name: string, weight: 400 | 700, { ascent, descent }: Facts, width: number): string {
  const wider = Number(((100 * width) / arial[weight]).toFixed(1));
  return fallback(name, weight, wider, 100 * ascent, 100 * descent);
}

/** The fonts of a site: headings first, because they are visible first. */
export interface SiteFonts extends Omit<Family, 'stack'> {
  /** The custom properties of the families of headings and text. */
  families: string;
}

const builtIn: Record<Site['theme']['fonts'], { text?: () => Family; headings?: () => Family }> = {
  figtree: { text: figtreeFamily },
  'space-grotesk': { text: figtreeFamily, headings: spaceGroteskFamily },
  system: {},
};

export function siteFonts(site: Site): SiteFonts {
  const { fonts, ownFonts: own } = site.theme;
  const customText = own?.text === undefined ? undefined : customFamily('Own', site, own.text, own.bold);
  const customHeadings =
    own?.headings === undefined ? undefined : customFamily('Own headings', site, own.headings);
  const text = customText ?? builtIn[fonts].text?.();
  const headings = customHeadings ?? (customText ? undefined : builtIn[fonts].headings?.());
  const families = [headings, text].filter((family) => family !== undefined);
  return {
    families: `--display:${headings?.stack ?? 'var(--text)'};--text:${text?.stack ?? 'system-ui,sans-serif'}`,
    files: families.flatMap(({ files }) => files),
    rareFiles: families.flatMap(({ rareFiles }) => rareFiles),
    faces: families.map(({ faces }) => faces).join(''),
    rareFaces: families.map(({ rareFaces }) => rareFaces).join(''),
  };
}
