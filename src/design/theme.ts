import type { Site } from '../../schema/site.ts';

// The only file with raw colours, sizes and times. Everything else speaks of these names.

export const color = {
  ground: 'var(--ground)',
  raised: 'var(--raised)',
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  accentStrong: 'var(--accent-strong)',
  onAccent: 'var(--on-accent)',
  accentWash: 'var(--accent-wash)',
  danger: 'var(--danger)',
  shade: 'var(--shade)',
} as const;

/** The one colour besides the neutrals, as `#rrggbb`: for light grounds, and for dark ones. */
export interface Accent {
  light: string;
  dark: string;
}
/** The accent of a site that chooses none. */
export const usualAccent: Accent = { light: '#2450b8', dark: '#9db8ff' };

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
 * The values of every colour. Neutrals lean towards the accent, so that they belong together whatever a site
 * chooses. The tone `tinted` has a ground of its own in each scheme; `dark` is the same in both.
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

/** What is printed: ink on paper. The colours of what is pressed, floats or is refused are never printed. */
export const onPaper: Partial<Values> = {
  ground: '#ffffff',
  raised: '#ffffff',
  ink: '#000000',
  muted: '#333333',
  line: '#999999',
  accent: '#000000',
  'accent-wash': '#ffffff',
};

/** `share` of the second colour in the first; both as `#rrggbb`. */
export function mix(one: string, other: string, share: number): string {
  const part = (at: number) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share);
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, '0')).join('')}`;
}

/** The part of a colour `#rrggbb` that starts at a letter, from 0 to 255. */
export const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);

/** All type sizes that there are, in rem, so that they follow the reader's own setting; the larger ones grow with the window. */
export const size = {
  /** Labels, captions and small print: never what a visitor came to read. */
  note: '0.875rem',
  body: 'clamp(1rem, 0.96rem + 0.18vw, 1.0625rem)',
  /** Titles of items, and the sentences after a heading. */
  item: 'clamp(1.125rem, 1.08rem + 0.2vw, 1.25rem)',
  subheading: 'clamp(1.375rem, 1.3rem + 0.3vw, 1.5rem)',
  heading: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.75rem)',
  /** Figures, and the heading of a page that is read rather than looked at. */
  title: 'clamp(2.125rem, 1.5rem + 2.25vw, 3.5rem)',
  hero: 'clamp(2.25rem, 1.5rem + 3vw, 4rem)',
} as const;

export const space = {
  hair: '0.25rem',
  tight: '0.5rem',
  small: '0.75rem',
  item: '1rem',
  wide: '1.5rem',
  large: '2.5rem',
  block: 'clamp(2rem, 1.4rem + 2.6vw, 4rem)',
  section: 'clamp(3rem, 1.4rem + 6.8vw, 7rem)',
  edge: 'clamp(1.25rem, 0.5rem + 3.2vw, 3rem)',
} as const;

// In em where lines are few: a ch is as wide as a zero, and so another one while a font is on its way.
export const measure = { page: '75rem', text: '38rem', row: '34rem', heading: '14.25em' } as const;
/** The one radius; a site chooses among three. */
export const radius = 'var(--radius)';
/** The one shadow, for what floats above the page. */
export const shadow = `0 1rem 2.5rem var(--shade)`;
export const corners: Record<Site['theme']['corners'], string> = {
  square: '0px',
  soft: '0.375rem',
  round: '0.875rem',
};

/** The widths of the window, in rem, at which layouts change. */
export const breaks = { phone: 40, tablet: 56, desktop: 64 } as const;

/** The same as media queries from that width on. */
export const from = {
  phone: `@media (min-width: ${breaks.phone}rem)`,
  tablet: `@media (min-width: ${breaks.tablet}rem)`,
  desktop: `@media (min-width: ${breaks.desktop}rem)`,
} as const;

/** Motion is only ever written inside this, so that a visitor who asked for less gets none. */
export const whenMotionIsWelcome = '@media (prefers-reduced-motion: no-preference)';
export const whenLessMotionIsWanted = '@media (prefers-reduced-motion: reduce)';
/** What is chosen among its like. The visitor's own few colours take away its ground, and have one of their own for it. */
export const chosenInForcedColors = {
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    background: 'Highlight',
    borderColor: 'Highlight',
    color: 'HighlightText',
  },
} as const;
/** The header's height at the top of a page, further down, and now. */
export const headerHeight = { full: '4.75rem', compact: '3.5rem', now: 'var(--header)' } as const;
