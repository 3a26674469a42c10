/**
 * A font that is included in the engine. Its widths and heights are in per cent and were measured from the font file.
 */
export interface BuiltInFont {
  family: string;
  /** The start of the font file names in `node_modules`, up to the name of the character range. */
  files: string;
  /** The end of the font file names, with weight and style. */
  cut: string;
  weights: string;
  /** The kind of system font (the fallback) that is shown until this font has loaded. */
  like: 'sans' | 'serif' | 'mono';
  /** The width relative to the fallback system font, in regular and bold. */
  widths: readonly [regular: number, bold: number];
  /** The height above and below the baseline. */
  heights: readonly [above: number, below: number];
  /** The size adjustment for fonts with small letters, in per cent. */
  larger?: number;
  /** The characters in `builtInFontCharacters` that the font lacks, as hexadecimal ranges. */
  lacks?: string;
}

/** The version of all font packages. Font URLs contain it. */
export const fontVersion = '5.3.0';

const variableFont = (
  family: string,
  name: string,
  weights: string,
  like: BuiltInFont['like'],
  widths: BuiltInFont['widths'],
  heights: BuiltInFont['heights'],
): BuiltInFont => {
  const files = `@fontsource-variable/${name}/files/${name}`;
  return { family, files, cut: 'wght-normal', weights, like, widths, heights };
};
const staticFont = (
  family: string,
  name: string,
  weight: number,
  like: BuiltInFont['like'],
  widths: BuiltInFont['widths'],
  heights: BuiltInFont['heights'],
): BuiltInFont => {
  const files = `@fontsource/${name}/files/${name}`;
  return { family, files, cut: `${weight}-normal`, weights: `${weight}`, like, widths, heights };
};

// The widths of the fallback fonts minimise the number of paragraphs and headings that rewrap when the font loads. The
// best widths for German and Polish differ from these by less than 1.5 %.
const figtree = variableFont('Figtree', 'figtree', '300 900', 'sans', [101, 97.3], [95, 25]);
const grotesk = variableFont(
  'Space Grotesk',
  'space-grotesk',
  '300 700',
  'sans',
  [109.3, 101.8],
  [98.4, 29.2],
);
const garamond = {
  ...variableFont('EB Garamond', 'eb-garamond', '400 800', 'serif', [93.4, 95.8], [100.7, 29.8]),
  larger: 114,
};
const fredoka = {
  ...variableFont('Fredoka', 'fredoka', '300 700', 'sans', [100.8, 93.9], [97.4, 23.6]),
  lacks:
    '100-113 116-127 12A-12B 12E-130 132-137 139-13E 143-148 14A-14D 150-151 154-15F 164-165 16A-177 179-17C ' +
    '1CD-1CE 218-21B 237 1E80-1E85 1E9E 1EF2-1EF3 20B9 2191 2193 2215',
};
const nunito = {
  ...variableFont('Nunito', 'nunito', '200 1000', 'sans', [101.1, 96.6], [101.1, 35.3]),
  lacks: '133 2191 2193',
};
const host = {
  ...variableFont('Host Grotesk', 'host-grotesk', '300 800', 'sans', [104.4, 100], [101.5, 31.5]),
  lacks: '108-109 11C-11D 124-125 134-135 15C-15D',
};
const geistMono = {
  ...variableFont('Geist Mono', 'geist-mono', '100 900', 'mono', [100, 100], [100.5, 29.5]),
  lacks: '132-133 2215',
};
const barlow = {
  ...staticFont('Barlow Condensed', 'barlow-condensed', 600, 'sans', [80.5, 74.6], [100, 20]),
  lacks: '132 1E9E 20B9 2191 2193',
};
const plex = variableFont('IBM Plex Sans', 'ibm-plex-sans', '100 700', 'sans', [101.1, 97.9], [102.5, 27.5]);
const gloock = {
  ...staticFont('Gloock', 'gloock', 400, 'serif', [110.4, 104.3], [97.5, 22.5]),
  lacks: '108-109 11C-11D 124-125 134-135 15C-15D 2215',
};
const instrument = {
  ...variableFont('Instrument Sans', 'instrument-sans', '400 700', 'sans', [102, 97.9], [97, 25]),
  lacks: 'A4 A6 AC B1-B3 B5 B9 BC-BE 108-109 11C-11D 124-125 134-135 15C-15D 2020 2044 20B9 2215',
};

/** The text font, and the fonts for headings and labels if they differ from the text font. */
export interface FontPair {
  text: BuiltInFont;
  headings?: BuiltInFont;
  labels?: BuiltInFont;
}

/** The built-in fonts for each value of the theme setting `fonts`. */
export const fontPairs = {
  figtree: { text: figtree },
  'space-grotesk': { text: figtree, headings: grotesk },
  garamond: { text: garamond },
  fredoka: { text: nunito, headings: fredoka },
  host: { text: host, labels: geistMono },
  barlow: { text: plex, headings: barlow, labels: barlow },
  gloock: { text: instrument, headings: gloock },
} as const satisfies Record<string, FontPair>;

/**
 * Finds the fonts for a value of the theme setting `fonts`. Returns `undefined` for `system`, which uses the fonts of
 * the visitor's device.
 */
export const findFontPair = (name: string): FontPair | undefined =>
  Object.entries(fontPairs).find(([fontName]) => fontName === name)?.[1];

/**
 * Returns the fonts in a pair without duplicates. The heading font comes first, because visitors see headings first.
 */
export const listFonts = ({ headings, text, labels }: FontPair): BuiltInFont[] => [
  ...new Set([headings, text, labels].filter((font) => font !== undefined)),
];

export type LetterRange = 'latin' | 'latin-ext';

/** Returns the URL path of a font file. */
export const toFontPath = ({ files, cut }: BuiltInFont, range: LetterRange): string =>
  `/assets/${files.slice(files.lastIndexOf('/') + 1)}-${range}-${cut}-${fontVersion}.woff2`;
