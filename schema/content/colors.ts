/** The accent of sites without their own. */
export const defaultAccent: Accent = { light: '#2450b8', dark: '#9db8ff' };

/** The one colour besides the neutrals, as `#rrggbb`, for light and for dark backgrounds. */
export interface Accent {
  light: string;
  dark: string;
}

export type Values = Record<
  | 'ground'
  | 'raised'
  | 'ink'
  | 'muted'
  | 'line'
  | 'accent'
  | 'accent-strong'
  | 'on-accent'
  | 'accent-wash'
  | 'danger'
  | 'shade',
  string
>;

/**
 * The colours of an accent. Neutrals are tinted with it. The tone `tinted` has a background in each scheme;
 * `dark` is the same in both.
 */
export function palette({ light, dark }: Accent): {
  plain: Record<'light' | 'dark', Values>;
  tinted: Record<'light' | 'dark', Pick<Values, 'ground' | 'raised'>>;
  dark: Values;
} {
  const onDark = {
    ink: mix('#ededed', dark, 0.07),
    muted: mix('#adadad', dark, 0.2),
    accent: dark,
    'accent-strong': mix(dark, '#ffffff', 0.35),
    'on-accent': mix('#0b0b0b', light, 0.25),
    danger: '#ff9d92',
    shade: '#00000099',
  };
  const band = mix('#0c0c0c', light, 0.36);
  return {
    plain: {
      light: {
        ground: '#ffffff',
        raised: '#ffffff',
        ink: mix('#131313', light, 0.16),
        muted: mix('#545454', light, 0.2),
        line: mix('#dadada', light, 0.06),
        accent: light,
        'accent-strong': mix(light, '#000000', 0.3),
        'on-accent': '#ffffff',
        'accent-wash': mix('#ffffff', light, 0.1),
        danger: '#a3261b',
        shade: `${mix('#131313', light, 0.16)}26`,
      },
      dark: {
        ...onDark,
        ground: mix('#0f0f0f', dark, 0.05),
        raised: mix('#161616', dark, 0.075),
        line: mix('#2d2d2d', dark, 0.14),
        'accent-wash': mix('#121212', dark, 0.18),
      },
    },
    tinted: {
      light: { ground: mix('#fafafa', light, 0.035), raised: '#ffffff' },
      dark: { ground: mix('#141414', dark, 0.075), raised: mix('#1c1c1c', dark, 0.09) },
    },
    dark: {
      ...onDark,
      ground: band,
      raised: mix(band, dark, 0.09),
      line: mix(band, dark, 0.22),
      'accent-wash': mix(band, dark, 0.18),
    },
  };
}

/** One channel of `#rrggbb`, at offset 1, 3 or 5. */
export const channel = (color: string, offset: number) =>
  Number.parseInt(color.slice(offset, offset + 2), 16);

/** Colours for print. Those of controls, shadows and errors are not printed. */
export const printColors: Partial<Values> = {
  ground: '#ffffff',
  raised: '#ffffff',
  ink: '#000000',
  muted: '#333333',
  line: '#999999',
  accent: '#000000',
  'accent-wash': '#ffffff',
};

/** Mixes a share of the second colour into the first. Both are `#rrggbb`. */
function mix(first: string, second: string, share: number): string {
  const part = (offset: number) =>
    Math.round(channel(first, offset) * (1 - share) + channel(second, offset) * share);
  return `#${[1, 3, 5].map((offset) => part(offset).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two colours from 1 to 21 (WCAG 2.2). */
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

/** Minimum contrast of text (WCAG 2.2 AA). */
export const minContrast = 4.5;

/** Checks the contrast of an accent. Returns the lowest ratio, if too low, and a similar colour that passes. */
export function weakAccent(
  accent: Accent,
  scheme: 'light' | 'dark',
): { ratio: number; better: string | undefined } | undefined {
  const ratio = weakestContrast(accent, scheme);
  if (ratio >= minContrast) return undefined;
  const better = Array.from({ length: 20 }, (_, step) =>
    mix(accent[scheme], scheme === 'light' ? '#000000' : '#ffffff', 0.05 * (step + 1)),
  ).find((color) => weakestContrast({ ...accent, [scheme]: color }, scheme) >= minContrast);
  return { ratio, better };
}

function weakestContrast(accent: Accent, scheme: 'light' | 'dark'): number {
  const { plain, tinted, dark } = palette(accent);
  const colors = plain[scheme];
  const backgrounds = [
    colors.ground,
    colors.raised,
    tinted[scheme].ground,
    tinted[scheme].raised,
    ...(scheme === 'dark' ? [dark.ground, dark.raised] : []),
  ];
  return Math.min(
    contrast(colors['on-accent'], colors.accent),
    ...backgrounds.map((ground) => contrast(colors.accent, ground)),
  );
}
