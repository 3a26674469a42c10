import { type BuiltInFont, toFontPath, findFontPair } from '../../schema/fields/built-in-fonts.ts';
import { encodePath } from '../../schema/fields/file-types.ts';
import type { Site } from '../../schema/site/site.ts';
import { toSiteUrl } from './site-url.ts';

/** A font family with its files and `@font-face` rules. */
interface Family {
  /** The value of `font-family`. */
  stack: string;
  /** Font files that every page loads. `rareFiles` are only for pages with extended Latin letters. */
  files: readonly string[];
  rareFiles: readonly string[];
  /** The `@font-face` rules for `files`. */
  faces: string;
  rareFaces: string;
}

export const toFontFace = (name: string, file: string, weights: string, descriptors = ''): string =>
  `@font-face{font-family:"${name}";font-weight:${weights};font-display:swap;` +
  `src:url(${toSiteUrl(file)}) format("woff2")${descriptors}}`;

/** System fonts that serve as fallbacks. The fonts in a list have the same character widths. */
const systemFonts = {
  sans: { 400: ['Arial', 'Liberation Sans'], 700: ['Arial Bold', 'Liberation Sans Bold'] },
  serif: {
    400: ['Times New Roman', 'Liberation Serif'],
    700: ['Times New Roman Bold', 'Liberation Serif Bold'],
  },
  mono: { 400: ['Courier New', 'Liberation Mono'], 700: ['Courier New Bold', 'Liberation Mono Bold'] },
};
const genericFamilies = {
  sans: 'system-ui,sans-serif',
  serif: 'Georgia,serif',
  mono: 'ui-monospace,monospace',
};

/**
 * Returns the fallback that is shown until a font is loaded: a system font, scaled to the same metrics. Without
 * scaling, the swap could change the number of lines of a paragraph and shift everything below. All numbers are in per
 * cent. `sizeAdjust` is the width relative to Arial.
 */
export function toFallbackFace(
  name: string,
  weight: 400 | 700,
  sizeAdjust: number,
  ascent: number,
  descent: number,
  like: BuiltInFont['like'] = 'sans',
): string {
  const sources = systemFonts[like][weight].map((font) => `local("${font}")`).join(',');
  const toSharePercent = (metric: number) => `${((100 * metric) / sizeAdjust).toFixed(1)}%`;
  return (
    `@font-face{font-family:"${name} fallback";font-weight:${weight};src:${sources};` +
    `size-adjust:${sizeAdjust}%;ascent-override:${toSharePercent(ascent)};descent-override:${toSharePercent(descent)};` +
    'line-gap-override:0%}'
  );
}

export const toFontStack = (name: string, like: BuiltInFont['like'] = 'sans'): string =>
  `"${name}","${name} fallback",${genericFamilies[like]}`;

// Characters of the extended font files that are missing in the basic files.
const extendedRange =
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,' +
  'U+20A0-20AB,U+20AD-20C0,U+2113';

/** Returns whether text contains extended Latin letters. Only pages with such letters preload the extended files. */
export const hasExtendedLatin = (text: string): boolean => extendedLetter.test(text);
const extendedLetter = new RegExp(
  `[${extendedRange.replaceAll(/[\dA-F]{3,4}/g, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')}]`,
  'u',
);

/** Returns the font family of a built-in font. */
function toBuiltInFamily(font: BuiltInFont): Family {
  const { family: name, weights, like, larger: scalePercent = 100 } = font;
  const [latin, extended] = [toFontPath(font, 'latin'), toFontPath(font, 'latin-ext')];
  const [regular, bold] = font.widths.map((width) => Number(((width * scalePercent) / 100).toFixed(1)));
  const [ascent, descent] = font.heights.map((height) => (height * scalePercent) / 100);
  const sizeDescriptor = scalePercent === 100 ? '' : `;size-adjust:${scalePercent}%`;
  const createFallback = (weight: 400 | 700, width = 100) =>
    toFallbackFace(name, weight, width, ascent ?? 100, descent ?? 0, like);
  const hasSingleWeight = !weights.includes(' ');
  return {
    stack: toFontStack(name, like),
    files: [latin],
    rareFiles: [extended],
    // A font with a single weight is declared for all weights. Otherwise, browsers would synthesise the missing
    // weights.
    faces:
      toFontFace(name, latin, hasSingleWeight ? '100 900' : weights, sizeDescriptor) +
      createFallback(400, regular) +
      createFallback(700, bold),
    rareFaces: toFontFace(
      name,
      extended,
      hasSingleWeight ? '100 900' : weights,
      `${sizeDescriptor};unicode-range:${extendedRange}`,
    ),
  };
}

type FontMetrics = NonNullable<Site['fontFacts']>[string];

// The average character width in Arial and Arial Bold, in em.
const arialWidths = { 400: 0.442, 700: 0.4779 };
/**
 * The width of bold text in a variable font, relative to regular text. Font files only state the width of the regular
 * weight.
 */
const boldWidthFactor = 1.02;

/** Returns the font family of a custom font with one or two files, or `undefined` if the font is unknown. */
function toCustomFamily(name: string, site: Site, file: string, boldFile?: string): Family | undefined {
  const [regular, bold] = [site.fontFacts?.[file], site.fontFacts?.[boldFile ?? '']];
  if (!regular) return undefined;
  const hasSingleWeight = regular.weights[0] === regular.weights[1];
  const boldWidth = bold?.width ?? regular.width * (hasSingleWeight ? 1 : boldWidthFactor);
  return {
    stack: toFontStack(name),
    files: [file, ...(bold && boldFile ? [boldFile] : [])].map(encodePath),
    rareFiles: [],
    faces:
      toFontFace(name, encodePath(file), toWeightRange(regular, bold ? '100 599' : undefined)) +
      (bold && boldFile ? toFontFace(name, encodePath(boldFile), '600 900') : '') +
      toCustomFallback(name, 400, regular, regular.width) +
      toCustomFallback(name, 700, bold ?? regular, boldWidth),
    rareFaces: '',
  };
}

/**
 * Returns the `font-weight` of a `@font-face` rule. A font with a single weight declares only this weight, so that
 * browsers synthesise bold.
 */
const toWeightRange = ({ weights: [min, max] }: FontMetrics, singleWeight = '400'): string =>
  min === max ? singleWeight : `${min} ${max}`;

function toCustomFallback(
  name: string,
  weight: 400 | 700,
  { ascent, descent }: FontMetrics,
  width: number,
): string {
  const sizeAdjust = Number(((100 * width) / arialWidths[weight]).toFixed(1));
  return toFallbackFace(name, weight, sizeAdjust, 100 * ascent, 100 * descent);
}

/** The fonts of a site. The font of headings comes first, because headings are visible first. */
export interface SiteFonts extends Omit<Family, 'stack'> {
  /** Declarations of the custom properties that contain the font families of headings and text. */
  families: string;
}

export function createSiteFonts(site: Site): SiteFonts {
  const { fonts, ownFonts: customFiles } = site.theme;
  const customText =
    customFiles?.text === undefined
      ? undefined
      : toCustomFamily('Own', site, customFiles.text, customFiles.bold);
  const customHeadings =
    customFiles?.headings === undefined
      ? undefined
      : toCustomFamily('Own headings', site, customFiles.headings);
  const builtInPair = customText ? undefined : findFontPair(fonts);
  const text = customText ?? (builtInPair && toBuiltInFamily(builtInPair.text));
  const headings = customHeadings ?? (builtInPair?.headings && toBuiltInFamily(builtInPair.headings));
  const labels =
    builtInPair?.labels && builtInPair.labels !== builtInPair.headings
      ? toBuiltInFamily(builtInPair.labels)
      : undefined;
  const families = [headings, text, labels].filter((family) => family !== undefined);
  const labelStack = builtInPair?.labels && toFontStack(builtInPair.labels.family, builtInPair.labels.like);
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
