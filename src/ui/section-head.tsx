import type { CSSObject, Theme } from '@emotion/react';
import styled from '@emotion/styled';
import { type ElementType, type ReactNode, useContext } from 'react';
import type { SectionHead as Words } from '../../schema/fields/fields.ts';
import { BlockPositionContext } from './page-context.ts';
import { InlineText } from './inline-text.tsx';
import { renderHeading as headingText } from './line-breaks.tsx';
import { color, from, measure, pageWidthRem, size, space, twoColumnSection } from './design-tokens.ts';

// Places the lead next to the heading if there is enough space, otherwise below the heading.
const Head = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space.item} ${space.block}`,
  alignItems: 'baseline',
  alignContent: 'flex-start',
  // In centred section heads, the lead is in a separate row below the heading.
  justifyContent: 'var(--head-align)',
  textAlign: 'var(--head-align)' as 'center', // the TypeScript type excludes `var()`
  '& > *': { flex: '1 0 100%', minWidth: 0 },
  // Divides the page into halves, so that the lead starts where the second column of other sections starts.
  '& > :is(h2, h3):has(+ p), & > :is(h2, h3) + p': { flex: '1 1 var(--head-part,28rem)' },
  '&:has(> h1)': { rowGap: space.wide, maxWidth: measure.text },
  '&:not(:last-child)': { marginBottom: space.block, [from.belowPhone]: { marginBottom: space.wide } },
  'dialog &:not(:last-child)': { marginBottom: space.wide },
});
const toBesideLayout = (alignItems: 'start' | 'center') => ({
  '&[data-layout=beside]': { ...twoColumnSection, alignItems, '& > div': { marginBottom: 0 } },
});
const twoColumnLayouts = '&:is([data-layout=beside], [data-layout=rail])';
const headPositions: Partial<Record<NonNullable<Theme['heads']>, CSSObject>> = {
  beside: {
    [`@media (min-width: ${pageWidthRem}rem)`]: {
      '&:has(> div:first-of-type:not(:only-child) :is(h2, [data-label]))': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 3fr)',
        gap: `0 ${space.block}`,
        alignItems: 'start',
        '& > *': { gridColumn: 2, minWidth: 0 },
        '& > div:first-of-type': { gridColumn: 1, gridRow: '1 / span 9', margin: 0 },
        '& > * + * + *': { marginTop: space.large },
      },
    },
  },
  centred: {
    [from.tablet]: {
      [twoColumnLayouts]: {
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: space.block,
      },
      [`${twoColumnLayouts} > *`]: { width: '100%', maxWidth: '48rem' },
      [`${twoColumnLayouts} > div:first-of-type`]: { position: 'static' },
    },
  },
};
/**
 * A block that belongs to an article's text. Next to a table of contents, the block is in the text column, and its
 * heading is as small as the headings of the text.
 */
export const textColumn: CSSObject = {
  'main > * > &': {
    paddingInlineStart: `var(--text-indent, ${space.edge})`,
    '--halves': 'var(--text-halves)',
    '--section-heading': 'var(--text-heading)',
  },
};
/** Returns the frame styles of the theme setting `heads`, which overrides the layout of the block. */
export const toHeadPosition = ({ theme: { heads } }: { theme: Theme }): CSSObject | undefined =>
  heads && headPositions[heads];
/** A section that has its head on the left in the layout `beside`. */
export const SectionFrame = styled.div({ [from.desktop]: toBesideLayout('start') }, toHeadPosition);
/** A section with pictures, whose columns are vertically centred in the layout `beside`. */
export const PictureSectionFrame = styled.div({ [from.tablet]: toBesideLayout('center') });
const EyebrowFrame = styled.p({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'var(--head-align)',
  gap: '0.6em',
  // Uses the label font, even if the eyebrow replaces the heading.
  fontFamily: 'var(--label,var(--text))',
  fontSize: size.note,
  fontWeight: 650,
  '&::before': { content: '""', flex: 'none', border: `0.275em solid ${color.ink}` },
});
/** The eyebrow: short text above a heading. */
export const Eyebrow = ({ as, children }: { as?: ElementType; children: string }) => (
  <EyebrowFrame data-label="" as={as}>
    <span>{children}</span>
  </EyebrowFrame>
);
/** The lead: the introduction below a heading. */
export const Lead = styled.p({
  color: color.muted,
  fontSize: size.item,
  lineHeight: 1.5,
  maxWidth: measure.text,
  textWrap: 'balance',
});
const Title = styled.h2({
  fontSize: `var(--section-heading, ${size.heading})`,
  maxWidth: measure.heading,
  'h1&': { fontSize: size.headline, lineHeight: 1.08, letterSpacing: '-0.03em' },
  'dialog &': { fontSize: size.subheading, paddingInlineEnd: '2rem' },
});

/** The head of a section: eyebrow, heading and lead. Renders nothing if all three are missing. */
export function SectionHead({ eyebrow, heading, lead, children }: Words & { children?: ReactNode }) {
  const { heading: level } = useContext(BlockPositionContext);
  const isEmpty = eyebrow === undefined && heading === undefined && lead === undefined;
  if (isEmpty && children === undefined) return null;
  return (
    <Head>
      {eyebrow !== undefined && <Eyebrow as={heading === undefined ? level : 'p'}>{eyebrow}</Eyebrow>}
      {heading !== undefined && <Title as={level}>{headingText(heading)}</Title>}
      <InlineText as={Lead}>{lead}</InlineText>
      {children}
    </Head>
  );
}
