/** The only file with raw colours, sizes and times. Everything else speaks of these names. */
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
} as const;

const onLight = { '--ink': '#10211d', '--muted': '#4b5d58', '--line': '#d5dfdb', '--accent': '#0b6b53', '--accent-strong': '#084f3d', '--on-accent': '#ffffff', '--accent-wash': '#e4f2ec', '--danger': '#a3261b' };
const onDark = { '--ink': '#eaf2ef', '--muted': '#a9beb7', '--line': '#2b463e', '--accent': '#6fd9b5', '--accent-strong': '#9ae8cd', '--on-accent': '#0d1f1a', '--accent-wash': '#1b382f', '--danger': '#ff9d92' };

/**
 * What a section is drawn in: a tone changes the values and not the content. Each scheme holds every name in
 * `plain`, which stands for the whole page; the other tones only what differs.
 */
export const schemes = {
  light: {
    plain: { ...onLight, '--ground': '#ffffff', '--raised': '#ffffff' },
    tinted: { '--ground': '#f2f6f4' },
    dark: { ...onDark, '--ground': '#0d1f1a', '--raised': '#152c26' },
  },
  dark: {
    plain: { ...onDark, '--ground': '#0f1714', '--raised': '#16221e' },
    tinted: { '--ground': '#141f1b', '--raised': '#1a2823' },
    dark: { '--ground': '#15332a', '--raised': '#1b3f34', '--line': '#34574b', '--muted': '#b6cbc3', '--accent-wash': '#1f4a3d' },
  },
} as const;

/** Type sizes in rem, so that they follow the reader's own setting; the larger ones grow with the window. */
export const size = {
  note: '0.875rem',
  body: '1.0625rem',
  lead: 'clamp(1.125rem, 1.05rem + 0.35vw, 1.3125rem)',
  item: 'clamp(1.125rem, 1.08rem + 0.2vw, 1.25rem)',
  heading: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.75rem)',
  hero: 'clamp(2.25rem, 1.45rem + 3.5vw, 4.5rem)',
  figure: 'clamp(2.25rem, 1.9rem + 1.6vw, 3.5rem)',
} as const;

export const space = {
  hair: '0.25rem',
  tight: '0.5rem',
  small: '0.75rem',
  item: '1rem',
  wide: '1.5rem',
  large: '2.5rem',
  block: 'clamp(2rem, 1.4rem + 2.6vw, 4rem)',
  section: 'clamp(3.5rem, 2rem + 6.2vw, 7rem)',
  edge: 'clamp(1.25rem, 0.5rem + 3.2vw, 3rem)',
} as const;

export const measure = { page: '75rem', text: '38rem', heading: '22ch' } as const;
export const radius = '0.375rem';

/** Where layouts change, as media queries from that width on. */
export const from = {
  phone: '@media (min-width: 40rem)',
  tablet: '@media (min-width: 56rem)',
  desktop: '@media (min-width: 64rem)',
} as const;

/** Motion is only ever written inside this, so that a visitor who asked for less gets none. */
export const whenMotionIsWelcome = '@media (prefers-reduced-motion: no-preference)';
export const whenLessMotionIsWanted = '@media (prefers-reduced-motion: reduce)';
export const headerHeight = { full: '4.75rem', compact: '3.5rem' } as const;
