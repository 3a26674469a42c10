import type { Site } from '../../schema/site/site.ts';

// Colours, sizes and media queries for components. The colour values are in `schema/fields/colors.ts`.

export const color = {
  ground: 'var(--ground)',
  raised: 'var(--raised)',
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  accentStrong: 'var(--accent-strong)',
  /** The colour of primary buttons: the accent, unless the theme sets a different colour. */
  press: 'var(--press,var(--accent))',
  onPress: 'var(--on-press,var(--on-accent))',
  onAccent: 'var(--on-accent)',
  accentWash: 'var(--accent-wash)',
  danger: 'var(--danger)',
  shade: 'var(--shade)',
} as const;

/**
 * Declarations that activate a scheme. One of the two variables is a space. The other variable is invalid, so its
 * fallback applies. The CSS function `light-dark()` would require Safari 17.5.
 */
export const schemeDeclarations = { light: '--l:initial;--d: ;', dark: '--l: ;--d:initial;' } as const;
/** Returns a CSS colour that is `light` in the light scheme, and `dark` in the dark scheme. */
export const toSchemeColor = (light: string, dark: string): string => `var(--l,${light})var(--d,${dark})`;

/** All font sizes. The larger sizes depend on the theme setting for the scale. */
export const size = {
  /** Labels, captions and small print. */
  note: fluidSize(14, 15),
  body: fluidSize(16, 18),
  /** Item titles and leads. */
  item: 'clamp(1.125rem, 1.08rem + 0.2vw, 1.25rem)',
  subheading: 'clamp(1.375rem, 1.3rem + 0.3vw, 1.5rem)',
  heading: 'var(--heading)',
  /** Key figures, and the headings on pages that are mainly text. */
  title: 'var(--title)',
  headline: 'var(--headline)',
  /** Hero headings in the layouts `statement`, `article`, `scene` and `product`. */
  statement: 'calc(clamp(2.875rem, 1.25rem + 6.67vw, 7.25rem) * var(--large, 1))',
  article: 'calc(clamp(2.875rem, 2rem + 3.62vw, 5.25rem) * var(--large, 1))',
  scene: 'calc(clamp(2.75rem, 1.9rem + 3.43vw, 5rem) * var(--large, 1))',
  product: 'calc(clamp(2.5rem, 1.94rem + 2.29vw, 4rem) * var(--large, 1))',
  /** The large numbers of a case study. */
  figure: 'calc(clamp(6.5rem, 4rem + 10vw, 13rem) * var(--large, 1))',
} as const;

// Returns a size that grows with the window width, from a phone (390 px) to a desktop (1440 px). The unit is rem, which
// respects the visitor's text size. The annotation on `fluidSize` lets bundlers remove unused sizes.
/* @__NO_SIDE_EFFECTS__ */
function fluidSize(phonePx: number, desktopPx: number): string {
  const slope = (desktopPx - phonePx) / (1440 - 390);
  const startRem = Number(((phonePx - slope * 390) / 16).toFixed(2));
  return `clamp(${phonePx / 16}rem, ${startRem}rem + ${Number((100 * slope).toFixed(2))}vw, ${desktopPx / 16}rem)`;
}

/**
 * The font sizes of headings and titles for each `scale` of the theme. `large` is a factor for the largest sizes, which
 * only some heroes use.
 */
export const scales: Record<
  Site['theme']['scale'],
  Record<'heading' | 'title' | 'headline', string> & { large?: number }
> = {
  calm: { heading: fluidSize(26, 36), title: fluidSize(30, 44), headline: fluidSize(34, 52), large: 0.8 },
  clear: {
    heading: fluidSize(27, 48),
    title: 'clamp(2.125rem, 1.5rem + 2.25vw, 3.5rem)',
    headline: 'clamp(2.25rem, 1.5rem + 3vw, 4rem)',
  },
  loud: { heading: fluidSize(32, 56), title: fluidSize(40, 72), headline: fluidSize(42, 84), large: 1.1 },
  huge: { heading: fluidSize(36, 72), title: fluidSize(42, 84), headline: fluidSize(44, 100), large: 1.2 },
};

/** Returns CSS declarations for custom properties, by name. */
export const declareProperties = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

export const space = {
  hair: '0.25rem',
  tight: '0.5rem',
  small: '0.75rem',
  item: '1rem',
  wide: '1.5rem',
  large: '2.5rem',
  block: 'var(--block)',
  section: 'var(--section)',
  edge: 'clamp(min(1.25rem, 6.25vw), 0.5rem + 3.2vw, 3rem)',
} as const;

/** The largest distances, by the theme setting `density`. */
export const densities: Record<Site['theme']['density'], Record<'block' | 'section', string>> = {
  compact: {
    block: 'clamp(1.5rem, 1.2rem + 1.4vw, 2.5rem)',
    section: 'clamp(2.25rem, 1.4rem + 3.4vw, 4.25rem)',
  },
  regular: {
    block: 'clamp(2rem, 1.4rem + 2.6vw, 4rem)',
    section: 'clamp(3rem, 1.4rem + 6.8vw, 7rem)',
  },
  airy: {
    block: 'clamp(2.5rem, 1.7rem + 3.4vw, 5.25rem)',
    section: 'clamp(4rem, 1.8rem + 8.8vw, 9.5rem)',
  },
};

/** The styles of the two upper heading levels. The default is `strong`. */
export const headingStyles: Record<
  Exclude<Site['theme']['headings'], 'strong'>,
  { weight: number; spacing: string; family?: string; more?: string }
> = {
  light: { weight: 400, spacing: '-.015em' },
  regular: { weight: 500, spacing: '-.02em', more: 'h1{line-height:1.15!important}' },
  heavy: { weight: 800, spacing: '-.02em' },
  capitals: { weight: 650, spacing: '0', more: 'h1,h2{text-transform:uppercase;line-height:1.05!important}' },
  serif: { weight: 400, spacing: '-.01em', family: 'Georgia,"Liberation Serif","Noto Serif",serif' },
};

/** The default page width, in rem. */
export const pageWidthRem = 75;
// Maximum text widths. Heading widths are in em, because `ch` depends on the font, so the width would change when the
// font loads.
export const measure = {
  page: `var(--page,${pageWidthRem}rem)`,
  text: '38rem',
  row: '34rem',
  heading: '14.25em',
} as const;
/** The corner radius. Each site has one of three values. */
export const radius = 'var(--radius)';
/** A section with its heading in the left column. */
export const twoColumnSection = {
  display: 'grid',
  gridTemplateColumns: 'var(--halves, repeat(2, minmax(0, 1fr)))',
  gap: space.block,
} as const;
/** Returns the styles of a grid with equally wide columns. */
export const equalColumns = (count: number) => ({
  gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
});
/** The summary of a `details` element. */
export const disclosureSummary = {
  display: 'flex',
  alignItems: 'center',
  minHeight: '3rem',
  fontSize: size.item,
  fontWeight: 650,
  lineHeight: 1.3,
} as const;
/** An item without a box, separated by a line above. */
export const ruledItem = {
  border: `0 solid var(--item-line,${color.ink})`,
  borderWidth: 'var(--item-sides,1.5px 0 0)',
  borderRadius: 'var(--item-radius)',
  background: 'var(--item-ground)',
} as const;
/** A raised box, such as a card. */
export const raisedBox = {
  border: `1px solid var(--card-line,${color.line})`,
  borderWidth: 'var(--card-sides,1px)',
  borderRadius: `var(--card-radius,${radius})`,
  background: `var(--card-ground,${color.raised})`,
} as const;
/** A link or button with text, at least 44 px high for touch screens. */
export const touchTarget = { display: 'inline-flex', alignItems: 'center', minHeight: '2.75rem' } as const;
/** An inconspicuous control, such as the switch that pauses motion or the link that scrolls the page. */
export const quietControl = {
  ...touchTarget,
  gap: space.tight,
  fontSize: size.note,
  color: color.muted,
  textDecoration: 'none',
  cursor: 'pointer',
  '&:hover': { color: color.ink },
} as const;
/** The shadow of menus, dialogs and other overlays. */
export const shadow = `0 1rem 2.5rem var(--shade)`;
export const corners: Record<Site['theme']['corners'], string> = {
  square: '0px',
  soft: '0.375rem',
  round: '0.875rem',
};

/** Window widths at which layouts change, in rem. */
export const breakpoints = { phone: 40, tablet: 56, desktop: 64 } as const;

/** Media queries for windows that are at least as wide as the breakpoint. */
export const from = {
  phone: `@media (min-width: ${breakpoints.phone}rem)`,
  tablet: `@media (min-width: ${breakpoints.tablet}rem)`,
  desktop: `@media (min-width: ${breakpoints.desktop}rem)`,
  /** The media query for windows that are narrower than `phone`. */
  belowPhone: `@media not all and (min-width: ${breakpoints.phone}rem)`,
} as const;

/**
 * Media queries that match large screens but not print. They are for sticky parts, and for parts that replace each
 * other.
 */
export const onScreen = {
  tablet: `@media screen and (min-width: ${breakpoints.tablet}rem)`,
  desktop: `@media screen and (min-width: ${breakpoints.desktop}rem)`,
} as const;

/** The media query around all animations, so that `prefers-reduced-motion` turns them off. */
export const motionAllowed = '@media (prefers-reduced-motion: no-preference)';
export const motionReduced = '@media (prefers-reduced-motion: reduce)';
/**
 * Styles of a selected option in forced-colours mode. The mode removes the background, so system colours mark the
 * option.
 */
export const selectedInForcedColors = {
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    background: 'Highlight',
    borderColor: 'Highlight',
    color: 'HighlightText',
  },
} as const;
/** A selected option in a row of options. */
export const selectedOption = {
  background: color.accent,
  borderColor: color.accent,
  color: color.onAccent,
  ...selectedInForcedColors,
} as const;
/** A link in a row of options. */
export const optionLink = {
  border: `1px solid ${color.line}`,
  borderRadius: `var(--button-round,${radius})`,
  fontWeight: 650,
  color: color.ink,
  textDecoration: 'none',
  '&:hover': { borderColor: color.ink },
} as const;
/**
 * The header heights: `full` at the top of a page, `compact` after scrolling, and `now` for the current height. `name`
 * is the custom property that contains the current height.
 */
export const headerHeight = {
  full: '4.75rem',
  compact: '3.5rem',
  now: 'var(--header)',
  name: '--header',
} as const;
