import { type BuiltInFont, fontAddress, fontPair } from '../../schema/fields/built-in-fonts.ts';
import { encodePath } from '../../schema/fields/file-types.ts';
import type { Site } from '../../schema/site/site.ts';
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

export const face = (name: string, file: string, weights: string, more = ''): string =>
  `@font-face{font-family:"${name}";font-weight:${weights};font-display:swap;` +
  `src:url(${siteUrl(file)}) format("woff2")${more}}`;

/** System fonts for fallbacks. Fonts in one list have the same widths. */
const devices = {
  sans: { 400: ['Arial', 'Liberation Sans'], 700: ['Arial Bold', 'Liberation Sans Bold'] },
  serif: {
    400: ['Times New Roman', 'Liberation Serif'],
    700: ['Times New Roman Bold', 'Liberation Serif Bold'],
  },
  mono: { 400: ['Courier New', 'Liberation Mono'], 700: ['Courier New Bold', 'Liberation Mono Bold'] },
};
const generic = { sans: 'system-ui,sans-serif', serif: 'Georgia,serif', mono: 'ui-monospace,monospace' };

/**
 * Returns the fallback until a font is loaded: a system font, scaled to the same metrics. Otherwise, the swap would
 * shift everything below a paragraph whose number of lines changes. All numbers are in per cent. `sizeAdjust` is the
 * width relative to Arial.
 */
export function fallback(
  name: string,
  weight: 400 | 700,
  sizeAdjust: number,
  ascent: number,
  descent: number,
  like: BuiltInFont['like'] = 'sans',
): string {
  const sources = devices[like][weight].map((font) => `local("${font}")`).join(',');
  const share = (metric: number) => `${((100 * metric) / sizeAdjust).toFixed(1)}%`;
  return (
    `@font-face{font-family:"${name} fallback";font-weight:${weight};src:${sources};` +
    `size-adjust:${sizeAdjust}%;ascent-override:${share(ascent)};descent-override:${share(descent)};` +
    'line-gap-override:0%}'
  );
}

export const fontStack = (name: string, like: BuiltInFont['like'] = 'sans'): string =>
  `"${name}","${name} fallback",${generic[like]}`;

// The range of the extended files, without characters that the basic files contain.
const rareRange =
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,' +
  'U+20A0-20AB,U+20AD-20C0,U+2113';

/**
 * Whether a text contains extended Latin letters. Only pages with such letters preload the extended files.
 */
export const hasExtendedLatin = (text: string): boolean => rare.test(text);
const rare = new RegExp(
  `[${rareRange.replaceAll(/[\dA-F]{3,4}/g, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')}]`,
  'u',
);

/** Returns the family of a built-in font. */
function builtInFamily(font: BuiltInFont): Family {
  const { family: name, weights, like, larger = 100 } = font;
  const [latin, extended] = [fontAddress(font, 'latin'), fontAddress(font, 'latin-ext')];
  const [regular, bold] = font.widths.map((width) => Number(((width * larger) / 100).toFixed(1)));
  const [above, below] = font.heights.map((height) => (height * larger) / 100);
  const size = larger === 100 ? '' : `;size-adjust:${larger}%`;
  const standIn = (weight: 400 | 700, width = 100) =>
    fallback(name, weight, width, above ?? 100, below ?? 0, like);
  const isSingle = !weights.includes(' ');
  return {
    stack: fontStack(name, like),
    files: [latin],
    rareFiles: [extended],
    // For all weights, because browsers would synthesize the missing ones of a font with a single weight.
    faces:
      face(name, latin, isSingle ? '100 900' : weights, size) + standIn(400, regular) + standIn(700, bold),
    rareFaces: face(name, extended, isSingle ? '100 900' : weights, `${size};unicode-range:${rareRange}`),
  };
}

type FontMetrics = NonNullable<Site['fontFacts']>[string];

// The average width of a letter in Arial and Arial Bold, in em.
const arial = { 400: 0.442, 700: 0.4779 };
/** A variable font states the width of its regular weight; its bold is about 2 % wider. */
const boldIsWider = 1.02;

/** Returns the family of a custom font of one or two files. */
function customFamily(name: string, site: Site, file: string, boldFile?: string): Family | undefined {
  const [usual, bold] = [site.fontFacts?.[file], site.fontFacts?.[boldFile ?? '']];
  if (!usual) return undefined;
  const isOne = usual.weights[0] === usual.weights[1];
  const boldWidth = bold?.width ?? usual.width * (isOne ? 1 : boldIsWider);
  return {
    stack: fontStack(name),
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

/** Returns the declared weights. Browsers synthesize bold for a family that declares a single weight. */
const weightsOf = ({ weights: [min, max] }: FontMetrics, ofOne = '400'): string =>
  min === max ? ofOne : `${min} ${max}`;

function fallbackOf(
  name: string,
  weight: 400 | 700,
  { ascent, descent }: FontMetrics,
  width: number,
): string {
  const wider = Number(((100 * width) / arial[weight]).toFixed(1));
  return fallback(name, weight, wider, 100 * ascent, 100 * descent);
}

/** The fonts of a site: headings first, because they are visible first. */
export interface SiteFonts extends Omit<Family, 'stack'> {
  /** The custom properties of the families of headings and text. */
  families: string;
}

export function siteFonts(site: Site): SiteFonts {
  const { fonts, ownFonts: own } = site.theme;
  const customText = own?.text === undefined ? undefined : customFamily('Own', site, own.text, own.bold);
  const customHeadings =
    own?.headings === undefined ? undefined : customFamily('Own headings', site, own.headings);
  const pair = customText ? undefined : fontPair(fonts);
  const text = customText ?? (pair && builtInFamily(pair.text));
  const headings = customHeadings ?? (pair?.headings && builtInFamily(pair.headings));
  const labels = pair?.labels && pair.labels !== pair.headings ? builtInFamily(pair.labels) : undefined;
  const families = [headings, text, labels].filter((family) => family !== undefined);
  const labelStack = pair?.labels && fontStack(pair.labels.family, pair.labels.like);
  return {
    families:
      `--display:${headings?.stack ?? 'var(--text)'};--text:${text?.stack ?? 'system-ui,sans-serif'}` +
      (labelStack === undefined ? '' : `;--label:${labelStack}`),
    // The font of labels is not preloaded, because the first paint does not need it.
    files: [headings, text].flatMap((family) => family?.files ?? []),
    rareFiles: families.flatMap(({ rareFiles }) => rareFiles),
    faces: families.map(({ faces }) => faces).join(''),
    rareFaces: families.map(({ rareFaces }) => rareFaces).join(''),
  };
}
