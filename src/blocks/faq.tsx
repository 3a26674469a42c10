import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import type { TextPart } from '../../schema/markdown/tree.ts';
import { Actions } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { Picture } from '../ui/picture.tsx';
import { ProseText } from '../ui/prose.tsx';
import { toHeadPosition, SectionHead } from '../ui/section-head.tsx';
import {
  color,
  from,
  measure,
  size,
  space,
  disclosureSummary,
  motionAllowed,
  twoColumnSection,
} from '../ui/design-tokens.ts';

const Frame = styled.div(
  {
    display: 'grid',
    gap: space.wide,
    [from.phone]: { gap: space.large },
    [from.desktop]: {
      '&[data-layout=beside]': {
        ...twoColumnSection,
        gridTemplateRows: 'auto 1fr',
        rowGap: space.large,
        alignItems: 'start',
        '& > :last-child': { gridArea: '1 / 2 / -1' },
      },
      '&[data-layout=stacked]:has(> figure)': {
        gridTemplateColumns: 'minmax(0, 1fr) 16rem',
        gridTemplateRows: 'auto 1fr',
        columnGap: '6rem',
        '& > figure': { gridArea: '1 / 2 / -1' },
      },
    },
    '&[data-layout=stacked] > *': { maxWidth: '52rem' },
    // Do not print a grid, because a page break could separate the heading from the first question.
    '@media print': { display: 'block', '& > * + *': { marginTop: space.small } },
  },
  toHeadPosition,
);
// The contact person is below the heading, or in a column next to the heading and the questions.
const Person = styled.figure({
  display: 'grid',
  gridTemplateColumns: '5.5rem minmax(0, 1fr)',
  columnGap: space.item,
  alignItems: 'start',
  '& strong, & span': { display: 'block' },
  '& span': { fontSize: size.note },
  '& p, & span': { color: color.muted },
  '& p': { marginTop: space.tight },
  [from.desktop]: {
    '[data-layout=stacked] > &': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignContent: 'start',
      rowGap: space.item,
      '& > picture > img': { width: '6rem' },
    },
  },
});
const openAnimation = keyframes({ from: { transform: 'translateY(-0.5rem)' } });
const Questions = styled.div({
  // The top border belongs to the first question, not to the list. A list border would be printed below the heading
  // even if the questions start on the next sheet.
  '& > :first-of-type': { borderTop: `1px solid ${color.line}` },
  '& details': { borderBottom: `1px solid ${color.line}` },
  '& summary': { ...disclosureSummary, gap: space.item, paddingBlock: space.item },
  '& summary:hover': { color: color.accent },
  [motionAllowed]: { '& details[open] > :not(summary)': { animation: `${openAnimation} .2s ease-out` } },
  '& p': { color: color.muted, paddingBottom: space.wide, maxWidth: measure.text },
});

// An answer that has more than one paragraph.
const LongAnswer = styled.div({ color: color.muted, paddingBottom: space.wide, '& p': { paddingBottom: 0 } });

function AnswerText({ children, level }: { children: readonly TextPart[]; level: 'h2' | 'h3' }) {
  const [firstPart, ...otherParts] = children;
  if (firstPart && 'paragraph' in firstPart && otherParts.length === 0)
    return <InlineText as="p">{firstPart.paragraph}</InlineText>;
  return (
    <LongAnswer>
      <ProseText level={level}>{children}</ProseText>
    </LongAnswer>
  );
}

/** Questions whose answers unfold without JavaScript. */
export function Faq({ id, layout, person, items, actions, ...head }: BlockByType<'faq'>) {
  const { number, inner, share } = useContext(BlockPositionContext);
  return (
    <Frame data-layout={layout}>
      {share === undefined && (
        <div>
          <SectionHead {...head} />
          <Actions actions={actions} />
        </div>
      )}
      {person && (
        <Person>
          <Picture {...person.image} crop="square" displayWidth={6} />
          <figcaption>
            <strong>{person.name}</strong>
            {person.title !== undefined && <span>{person.title}</span>}
            <InlineText as="p">{person.text}</InlineText>
          </figcaption>
        </Person>
      )}
      <Questions>
        {items.map((item) => (
          <details key={item.question} name={`${id ?? `block-${number}`}-question`}>
            <summary>
              {item.question}
              <Glyph name="chevron" />
            </summary>
            <AnswerText level={inner}>{item.answer}</AnswerText>
          </details>
        ))}
      </Questions>
    </Frame>
  );
}
