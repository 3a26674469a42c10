/** A family of letters, as a page needs it. */
export interface Family {
  /** What stands behind `font-family:`. */
  stack: string;
  /** The files that every page loads, and those for pages with rarer letters. */
  files: readonly string[];
  rareFiles: readonly string[];
  /** The rules that name them. */
  faces: string;
  rareFaces: string;
}

export const face = (name: string, file: string, weights: string, range?: string): string =>
  `@font-face{font-family:"${name}";font-weight:${weights};font-display:optional;` +
  `src:url(${file}) format("woff2")${range === undefined ? '' : `;unicode-range:${range}`}}`;

/** Fonts of devices that are as wide as each other. */
const devices = {
  400: ['Arial', 'Liberation Sans'],
  700: ['Arial Bold', 'Liberation Sans Bold'],
};

/**
 * If a font does not load in time, a system font replaces it for the whole visit, stretched to the same
 * metrics: a late swap would shift everything below a paragraph whose number of lines changes. All figures
 * are in percent; the first says how much wider than Arial the font is.
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
