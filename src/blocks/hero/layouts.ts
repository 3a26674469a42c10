import type { CSSObject, Theme } from '@emotion/react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { textNextToPhoneFile } from '../../ui/phone-picture.tsx';
import {
  color,
  from,
  headerHeight,
  measure,
  onScreen,
  size,
  space,
  twoColumnSection,
} from '../../ui/design-tokens.ts';

export type HeroLayout = BlockByType<'hero'>['layout'];

/** The width of the page content. */
const contentWidth = `min(${measure.page}, 100% - 2 * ${space.edge})`;
const parentSection = 'main > :is(section, div):has(> &)';
const titleSelector = '& > [data-part=title]';
const sectionBeforeAnother = 'main > :is(section, div):has(+ :is(section, div))';
/** Makes font sizes in cqi relative to the section, and reduces the padding above large headings. */
const compactTop = { containerType: 'inline-size', [parentSection]: { paddingTop: space.large } } as const;

/** The height of the part of a product screenshot that overlaps the next section. */
const bandOverlap = '9.375rem';

/** The frame styles by layout. A page only contains the styles of the layouts that it uses. */
const frameStylesByLayout: Partial<Record<HeroLayout, CSSObject>> = {
  split: {
    // The text in an SVG is about as large as the lead. On desktops, the SVG ends at the edge of the page.
    '& > [data-part=picture]:has([src$=".svg" i])': {
      maxWidth: '30rem',
      width: '100%',
      [from.desktop]: { maxWidth: '36rem' },
    },
    // Tablets in portrait orientation, and larger windows.
    '@media (min-width: 48rem)': {
      ...twoColumnSection,
      alignItems: 'center',
      '&:not([data-drawn])': { alignItems: 'end' },
      // On small tablets, the heading spans both columns.
      '@media (max-width: 63.99rem)': {
        // Keeps the lead and the actions together next to a tall picture.
        alignItems: 'start',
        gridTemplateRows: 'auto auto 1fr',
        '&[data-drawn] > :first-child': {
          display: 'contents',
          [titleSelector]: { gridColumn: '1 / -1' },
          '& + *': { gridColumn: 2, gridRow: '2 / span 2' },
        },
        // Stretches stacked buttons to the column width.
        '& :is(a, button)': { flexGrow: 1 },
      },
    },
  },
  statement: {
    ...compactTop,
    // Places the facts in two columns, below the lead and the actions.
    [from.phone]: { '& > ul': { gridTemplateColumns: '1fr 1fr', columnGap: space.block } },
    // Keeps the chart, the facts and the start of the next section visible on the first screen.
    'main > :is(section, div):has(> & + figure)': { paddingTop: space.item },
  },
  case: {
    ...compactTop,
    // Places the picture below the lead, and the facts next to the picture.
    [from.tablet]: {
      '&[data-drawn]': {
        ...twoColumnSection,
        gridAutoFlow: 'dense',
        '& > *': { gridColumn: '1 / -1' },
        '& > [data-part=picture]': { gridColumn: 2 },
        '& > ul': { gridColumn: 1, gridTemplateColumns: '1fr', alignContent: 'start' },
      },
    },
  },
  product: {
    ...compactTop,
    '& > [data-part=picture]': {
      width: '100%',
      '& img': { width: '100%', border: `1px solid ${color.line}` },
      // The caption is above the picture. Below the picture, the caption would be outside the coloured band, but have
      // the band's text colours.
      '& figcaption': { order: -1 },
      // Phones show a part of the screenshot, at a readable size.
      [from.belowPhone]: {
        '& img': { aspectRatio: '1', objectFit: 'cover', objectPosition: 'left top' },
      },
    },
    // Places the picture for phones below the text and next to the facts.
    [textNextToPhoneFile]: {
      '&:has([data-phone])': {
        gridTemplateColumns: 'minmax(0, 1fr) max(22rem, 38.5%)',
        columnGap: space.wide,
        '& > :first-child': { gridColumn: '1 / -1' },
        '& > [data-part=picture]': { gridColumn: 2 },
        '& > ul': {
          gridColumn: 1,
          gridTemplateColumns: '1fr',
          alignContent: 'start',
        },
      },
    },
    // Extends a screenshot of the page width into the next section.
    '@media screen and (max-width:39.99rem),screen and (min-width:75rem)': {
      [`${sectionBeforeAnother}:has(> &[data-drawn])`]: { paddingBottom: 0, position: 'relative', zIndex: 1 },
      [`${sectionBeforeAnother} > & > [data-part=picture]`]: { marginBottom: `-${bandOverlap}` },
      // This selector must override the rule for adjacent sections of the same tone (see theme-css.ts).
      'main > :is(section, div):has(> &[data-layout=product][data-drawn]) + :is(section, div)': {
        paddingTop: `calc(${bandOverlap} + ${space.section})`,
      },
    },
  },
  scene: {
    containerType: 'inline-size',
    '--head-align': 'start',
    // Moves the picture up to the top of the page, so that the header overlays it.
    '@media not print': {
      '[data-over] ~ main > :is(section, div):has(> &[data-first])': {
        marginTop: `-${headerHeight.full}`,
        paddingTop: `calc(${headerHeight.full} + ${space.large})`,
      },
    },
    // The text has a separate background and overlaps the edge of the picture.
    'main > :is(section, div):has(> figure + &[data-layout=scene][data-drawn])': { paddingTop: 0 },
    'figure + &': { position: 'relative', paddingTop: space.wide, background: color.ground },
    // Only on screens, because browsers do not print backgrounds.
    [onScreen.tablet]: {
      'main > * > figure + &': {
        width: 'calc(50% + 20rem)',
        marginInline: '0 auto',
        marginTop: 'calc(-1 * clamp(5rem, 9vw, 9rem))',
        paddingTop: space.large,
        paddingInlineStart: `max(${space.edge}, calc(50vw - ${measure.page} / 2))`,
      },
    },
  },
  article: {
    ...compactTop,
    '--head-align': 'start',
    // Starts the picture in the column of the heading, like the text below (see contents.tsx).
    '& > [data-part=picture]': {
      maxWidth: '40rem',
      '&:has([src$=".svg" i])': { maxWidth: '30rem' },
      [from.tablet]: { marginInlineStart: `calc((100% + ${space.wide}) / 4)` },
    },
    // Sets a line length that is easy to read, and larger text in windows with enough space.
    'main:has(> * > &)': {
      '--text-measure': '32em',
      [from.phone]: { '--text-size': size.item },
      '--text-start': `calc(${space.edge} + (${contentWidth} + ${space.wide}) / 4)`,
    },
  },
};

/**
 * The styles of centred section heads, for layouts that start with text. These styles must override the layout styles.
 */
const centredHeroStyles: CSSObject = {
  '&&& [data-part]': { justifyItems: 'center' },
  '&&& > :has(> [data-part=title])': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    rowGap: space.wide,
  },
  '&&& [data-part=actions] > *': { justifyContent: 'center' },
  '&&& [data-part=actions] > ul': { width: 'fit-content', gap: space.small, border: 0, textAlign: 'start' },
  '&&& [data-part=actions] > ul > li': { padding: 0, border: 0 },
  '&&& > [data-part=picture]': { width: '100%', maxWidth: '48rem', marginInline: 'auto' },
};
/** Returns the frame styles of a layout. If the theme centres section heads, the styles centre the head of the hero. */
export function toHeroFrameStyles(layout: HeroLayout, { heads }: Theme): CSSObject[] {
  const layoutStyles = frameStylesByLayout[layout] ?? {};
  if (heads !== 'centred' || layout === 'article' || layout === 'scene') return [layoutStyles];
  // If section heads are centred, the layout `split` shows the picture below the text.
  return layout === 'split' ? [centredHeroStyles] : [layoutStyles, centredHeroStyles];
}

/**
 * Returns styles that place the title next to all other text. Margins separate the rows, because gaps would also
 * separate rows without text.
 */
const placeTitle = (titleColumns: string): CSSObject => ({
  gridTemplateRows: 'auto auto 1fr',
  rowGap: 0,
  '& > * + * + *': { marginTop: space.wide },
  [titleSelector]: { gridColumn: titleColumns, gridRow: '1 / span 3' },
});
/** The columns of the text in the twelve-column grid of large windows, and the positions of some of its parts. */
const textColumnsByLayout: Partial<Record<HeroLayout, [columns: string, partStyles?: CSSObject]>> = {
  compact: ['7 / -1', placeTitle('1 / 7')],
  statement: [
    '1 / 7',
    {
      [titleSelector]: { gridColumn: '1 / -1' },
      '& > [data-part=actions]': { gridColumn: '7 / -1', gridRow: 2 },
    },
  ],
  case: ['7 / -1', placeTitle('1 / 7')],
  product: ['7 / -1', placeTitle('1 / 7')],
  scene: ['1 / -1', { '& > p': { gridColumn: '1 / 9' } }],
  article: ['4 / -1', { '& > [data-part=byline]': { gridColumn: '1 / 4', gridRow: '1 / span 2' } }],
};

/** Returns the styles of a hero's text: stacked in small windows, in page columns in large windows. */
export function toHeroTextStyles(layout: HeroLayout): CSSObject {
  const [columns, partStyles] = textColumnsByLayout[layout] ?? [];
  if (!columns) return {};
  return {
    rowGap: layout === 'statement' ? space.large : space.wide,
    // The gap between actions and facts is the same as the gap between lead and actions.
    '& > [data-part=actions]': { gap: 'inherit' },
    '[data-figured] > &': { rowGap: space.wide, '& > [data-part=actions]': { gap: space.tight } },
    ...((layout === 'statement' || layout === 'article') && {
      '& > p:not(:has(time))': { fontSize: size.item, lineHeight: 1.45 },
    }),
    [from.tablet]: {
      [`[data-layout=${layout}] > &`]: {
        gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
        // Aligns the two halves of the hero with the two halves of the sections below.
        columnGap: layout === 'article' ? space.wide : space.block,
        '& > *': { gridColumn: columns },
        ...partStyles,
      },
    },
  };
}
