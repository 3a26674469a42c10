/** The accent colour of sites that do not set one. */
export const defaultAccent: Accent = { light: '#2450b8', dark: '#9db8ff' };

/** An accent colour for light backgrounds and one for dark backgrounds, both as `#rrggbb`. */
export interface Accent {
  light: string;
  dark: string;
}

export type ColorValues = Record<
  | 'ground'
  | 'raised'
  | 'ink'
  | 'muted'
  | 'line'
  | 'accent'
  | 'accent-strong'
  | 'on-accent'
  | 'accent-wash'
  | 'data'
  | 'danger'
  | 'shade'
  | 'second'
  | 'on-second'
  | 'press'
  | 'on-press',
  string
>;

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** The colour settings of a theme. */
export interface Colors {
  accent?: Accent | undefined;
  second?: Accent | undefined;
  neutrals: 'tinted' | 'pure' | 'warm' | 'cool';
  ownNeutrals?: { ground: Accent; ink: Accent } | undefined;
  buttonColor: 'accent' | 'ink' | 'second';
}

/** Returns the colour channel at offset 1, 3 or 5 in `#rrggbb`, as a number from 0 to 255. */
export const channel = (color: string, offset: number) =>
  Number.parseInt(color.slice(offset, offset + 2), 16);

/** Colours for printed pages. Leaves out colours of controls, shadows and errors, which are not printed. */
export const printColors: Partial<ColorValues> = {
  ground: '#ffffff',
  raised: '#ffffff',
  ink: '#000000',
  muted: '#333333',
  line: '#999999',
  accent: '#000000',
  'accent-wash': '#ffffff',
  data: '#666666',
};

/** Returns the first colour with a share (from 0 to 1) of the second colour mixed in. All colours are `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const part = (offset: number) =>
    Math.round(channel(first, offset) * (1 - share) + channel(second, offset) * share);
  return `#${[1, 3, 5].map((offset) => part(offset).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const part = channel(color, offset) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The minimum contrast of text (WCAG 2.2 AA). */
export const minContrast = 4.5;
/** The minimum contrast of graphics (WCAG 2.2 AA). */
export const minGraphicContrast = 3;
