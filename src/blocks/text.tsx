import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import type { TextPart } from '../../schema/markdown/tree.ts';
import { LastChange } from '../components/last-change.tsx';
import { BlockPositionContext, PageContext } from '../components/page-context.ts';
import { ProseText } from '../components/prose.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { from, space, twoColumnSection } from '../components/theme.ts';

const Frame = styled.div({
  [from.desktop]: {
    '&[data-layout=beside]': twoColumnSection,
    // Both halves of the page, where the heading would have one of them to itself.
    '&[data-layout=columns] > :last-child': {
      display: 'block',
      columns: 2,
      columnGap: space.block,
      maxWidth: 'none',
      '& > * + *': { marginTop: space.item },
      '& > * + :is(h2, h3)': { marginTop: space.large },
      '& > :is(h2, h3)': { breakAfter: 'avoid' },
      '& li, & > p': { breakInside: 'avoid' },
    },
  },
});

/** The letters of a text that can be set in columns: paragraphs, headings and lists. */
const lettersOf = (parts: readonly TextPart[]): number =>
  parts.reduce((sum, part) => {
    if ('paragraph' in part) return sum + plainText(part.paragraph).length;
    if ('list' in part) return sum + part.list.reduce((all, entry) => all + lettersOf(entry), 0);
    return 'subheading' in part ? sum : Number.NaN;
  }, 0);
/** From this number of letters on, a text is much higher than its heading. */
const many = 600;

/** A long text. */
export function Text({ layout, body, eyebrow, heading, lead }: BlockOf<'text'>) {
  const { number, inner } = useContext(BlockPositionContext);
  const isDated = useContext(PageContext).updated?.block === number;
  return (
    <Frame data-layout={layout === 'beside' && lettersOf(body) >= many ? 'columns' : layout}>
      <SectionHead {...{ eyebrow, heading, lead }}>{isDated ? <LastChange /> : undefined}</SectionHead>
      <ProseText level={inner}>{body}</ProseText>
    </Frame>
  );
}
