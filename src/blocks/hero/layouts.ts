import type { CSSObject, Theme } from '@emotion/react';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { fromPhoneBelowWhole } from '../../ui/picture-on-phones.tsx';
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

export type HeroLayout = BlockOf<'hero'>['layout'];

/** The width of the content of a page. */
const contentWidth = `min(${measure.page}, 100% - 2 * ${space.edge})`;
const sectionAround = 'main > :is(section, div):has(> &)';
const titlePart = '& > [data-part=title]';
const beforeAnother = 'main > :is(section, div):has(+ :is(section, div))';
/** Font sizes are in cqi of the section. Large headings need less padding above them. */
const compactTop = { containerType: 'inline-size', [sectionAround]: { paddingTop: space.large } } as const;

/** How far the screenshot of a product overlaps the next section. */
const bandOverlap = '9.375rem';

/** The frame of a hero, by its layout. Each page has the styles of its own layouts only. */
const layoutFrames: Partial<Record<HeroLayout, CSSObject>> = {
  split: {
    // The lettering of a drawing is about as large as the lead; on a desk, a drawing ends with the page.
    '& > [data-part=picture]:has([src$=".svg" i])': {
      maxWidth: '30rem',
      width: '100%',
      [from.desktop]: { maxWidth: '36rem' },
    },
    // From the width of a tablet on.
    '@media (min-width: 48rem)': {
      ...twoColumnSection,
      alignItems: 'center',
      '&:not([data-drawn])': { alignItems: 'end' },
      // On a small tablet the heading needs both columns.
      '@media (max-width: 63.99rem)': {
        // The lead and the actions stay together beside a tall picture.
        alignItems: 'start',
        gridTemplateRows: 'auto auto 1fr',
        '&[data-drawn] > :first-child': {
          display: 'contents',
          [titlePart]: { gridColumn: '1 / -1' },
          '& + *': { gridColumn: 2, gridRow: '2 / span 2' },
        },
        // Buttons below each other are as wide as their column.
        '& :is(a, button)': { flexGrow: 1 },
      },
    },
  },
  statement: {
    ...compactTop,
    // Two by two, under the lead and the actions.
    [from.phone]: { '& > ul': { gridTemplateColumns: '1fr 1fr', columnGap: space.block } },
    // The figure, the facts and what comes next belong to the first screen.
    'main > :is(section, div):has(> & + figure)': { paddingTop: space.item },
  },
  case: {
    ...compactTop,
    // The picture below the lead, and the facts beside it.
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
      // Below the picture it would leave its band, whose colours it has.
      '& figcaption': { order: -1 },
      // A part of it at a size that can be read; a small screen shows nothing.
      [from.belowPhone]: {
        '& img': { aspectRatio: '1', objectFit: 'cover', objectPosition: 'left top' },
      },
    },
    // The picture for phones stands below the words, beside the facts.
    [fromPhoneBelowWhole]: {
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
    // A screen as wide as the page crosses the edge of the band, and stands on the next one.
    '@media screen and (max-width:39.99rem),screen and (min-width:75rem)': {
      [`${beforeAnother}:has(> &[data-drawn])`]: { paddingBottom: 0, position: 'relative', zIndex: 1 },
      [`${beforeAnother} > & > [data-part=picture]`]: { marginBottom: `-${bandOverlap}` },
      // More specific than the rule for two grounds of one colour.
      'main > :is(section, div):has(> &[data-layout=product][data-drawn]) + :is(section, div)': {
        paddingTop: `calc(${bandOverlap} + ${space.section})`,
      },
    },
  },
  scene: {
    containerType: 'inline-size',
    '--head-align': 'start',
    // The header stands on it.
    '@media not print': {
      '[data-over] ~ main > :is(section, div):has(> &[data-first])': {
        marginTop: `-${headerHeight.full}`,
        paddingTop: `calc(${headerHeight.full} + ${space.large})`,
      },
    },
    // The words stand on their own ground, over the edge of the picture.
    'main > :is(section, div):has(> figure + &[data-layout=scene][data-drawn])': { paddingTop: 0 },
    'figure + &': { position: 'relative', paddingTop: space.wide, background: color.ground },
    // On paper, browsers leave out the ground.
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
    // The text below stands in the column of the heading (see contents.tsx).
    '& > [data-part=picture]': {
      maxWidth: '40rem',
      '&:has([src$=".svg" i])': { maxWidth: '30rem' },
      [from.tablet]: { marginInlineStart: `calc((100% + ${space.wide}) / 4)` },
    },
    // Lines that are easy to read, in larger letters where the window has room for them.
    'main:has(> * > &)': {
      '--text-measure': '32em',
      [from.phone]: { '--text-size': size.item },
      '--text-start': `calc(${space.edge} + (${contentWidth} + ${space.wide}) / 4)`,
    },
  },
};

/** A site with centred heads, in layouts that begin with words. More specific than the layouts. */
const centred: CSSObject = {
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
/** The frame of a hero: its layout, and where the site has its heads. */
export function heroFrame(layout: HeroLayout, { heads }: Theme): CSSObject[] {
  const own = layoutFrames[layout] ?? {};
  if (heads !== 'centred' || layout === 'article' || layout === 'scene') return [own];
  // In the middle, the picture of `split` stands below the words.
  return layout === 'split' ? [centred] : [own, centred];
}

/** The title beside all other words. Margins instead of gaps, because rows without words have no height. */
const titleIn = (columns: string): CSSObject => ({
  gridTemplateRows: 'auto auto 1fr',
  rowGap: 0,
  '& > * + * + *': { marginTop: space.wide },
  [titlePart]: { gridColumn: columns, gridRow: '1 / span 3' },
});
/** The columns of the words in the twelve of a large window, and the places of single parts. */
const layoutColumns: Partial<Record<HeroLayout, [usual: string, own?: CSSObject]>> = {
  compact: ['7 / -1', titleIn('1 / 7')],
  statement: [
    '1 / 7',
    {
      [titlePart]: { gridColumn: '1 / -1' },
      '& > [data-part=actions]': { gridColumn: '7 / -1', gridRow: 2 },
    },
  ],
  case: ['7 / -1', titleIn('1 / 7')],
  product: ['7 / -1', titleIn('1 / 7')],
  scene: ['1 / -1', { '& > p': { gridColumn: '1 / 9' } }],
  article: ['4 / -1', { '& > [data-part=byline]': { gridColumn: '1 / 4', gridRow: '1 / span 2' } }],
};

/** The words of a hero: below each other, and in the columns of the page in a large window. */
export function headingColumn(layout: HeroLayout): CSSObject {
  const [usual, own] = layoutColumns[layout] ?? [];
  if (!usual) return {};
  return {
    rowGap: layout === 'statement' ? space.large : space.wide,
    // Facts stand below the actions as far as those below the lead.
    '& > [data-part=actions]': { gap: 'inherit' },
    '[data-figured] > &': { rowGap: space.wide, '& > [data-part=actions]': { gap: space.tight } },
    ...((layout === 'statement' || layout === 'article') && {
      '& > p:not(:has(time))': { fontSize: size.item, lineHeight: 1.45 },
    }),
    [from.tablet]: {
      [`[data-layout=${layout}] > &`]: {
        gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
        // Halves are those of the sections below.
        columnGap: layout === 'article' ? space.wide : space.block,
        '& > *': { gridColumn: usual },
        ...own,
      },
    },
  };
}
