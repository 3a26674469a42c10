import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { LastChange } from '../ui/last-change.tsx';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { ProseText } from '../ui/prose.tsx';
import { toHeadPosition, textColumn, SectionHead } from '../ui/section-head.tsx';
import { from, space, twoColumnSection } from '../ui/design-tokens.ts';

/** Selects blocks of paragraphs, headings and lists that are much taller than the heading of the block. */
const longText = ':has(> :last-child > :nth-child(7)):not(:has(table, pre, figure, picture, details))';
const Frame = styled.div(
  textColumn,
  {
    fontSize: 'var(--text-size)',
    '--measure': 'var(--text-measure)',
    // Static, because a positioned background would cover a table of contents next to the text.
    'main > [data-tone][data-tone]:has(> &)': { position: 'static' },
    [from.desktop]: {
      [`&[data-layout=beside]:not(${longText})`]: twoColumnSection,
      // A long text spans both halves of the page. If it did not, the left half would contain nothing but the heading.
      [`&[data-layout=beside]${longText} > :last-child`]: {
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
    '@media print': {
      '& > :last-child': { display: 'block' },
      '& > :last-child > * + *': { marginTop: space.small },
    },
  },
  toHeadPosition,
);

/** Text for reading, such as the body of an article. */
export function Text({ layout, body, eyebrow, heading, lead }: BlockByType<'text'>) {
  const { number, inner } = useContext(BlockPositionContext);
  const hasLastChange = useContext(PageContext).updated?.block === number;
  return (
    <Frame data-layout={layout}>
      <SectionHead {...{ eyebrow, heading, lead }}>{hasLastChange ? <LastChange /> : undefined}</SectionHead>
      <ProseText level={inner}>{body}</ProseText>
    </Frame>
  );
}
