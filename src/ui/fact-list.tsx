import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { color, from, raisedBox, size, space, twoColumnSection } from './design-tokens.ts';
import type { SectionHead as Words } from '../../schema/fields/fields.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import { InlineText } from './inline-text.tsx';
import { toHeadPosition, SectionHead } from './section-head.tsx';

/** A label with its content. */
interface Fact {
  label: string;
  value: ReactNode;
}

const List = styled.dl({
  display: 'grid',
  alignContent: 'start',
  '& > div': {
    display: 'grid',
    gap: space.hair,
    paddingBlock: space.item,
    borderTop: `1px solid ${color.line}`,
    [from.phone]: { gridTemplateColumns: 'minmax(6rem, 1fr) minmax(0, 3fr)', columnGap: space.item },
  },
  '& > div:last-of-type': { borderBottom: `1px solid ${color.line}` },
  '& dt': { color: color.muted },
  '& dd a': { paddingBlock: space.hair },
  '& dd > small': { display: 'block', fontSize: size.note, color: color.muted },
  // Facts after the fields of a form. On desktops, the facts are below the form's heading.
  'form + &': { marginTop: space.large },
  [from.desktop]: {
    '[data-layout=beside] > form + &': { gridColumn: 1, marginTop: 0 },
    '[data-layout=beside] > form:has(+ &)': { gridColumn: 2, gridRow: '1 / span 2' },
    '[data-layout=beside]:has(> form + &)': { gridTemplateRows: 'auto 1fr' },
  },
  '[data-layout=panel] > &': {
    ...raisedBox,
    padding: space.wide,
    gap: space.wide,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))',
    '& > div': { display: 'block', padding: 0, border: 0 },
    '& dt': { fontSize: size.note },
    '& dd': { fontSize: size.item, lineHeight: 1.4, fontWeight: 650 },
    '& dd > small': { fontWeight: 400 },
  },
});

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

/** A list of facts. Their text may contain links and emphasis. Renders nothing if there are no facts. */
export const TextFacts = ({ facts }: { facts: readonly { label: string; text: readonly Inline[] }[] }) =>
  facts.length === 0 ? null : <FactList facts={facts.map(toFact)} />;

export const toFact = ({ label, text }: { label: string; text: readonly Inline[] }): Fact => ({
  label,
  value: <InlineText>{text}</InlineText>,
});

const Frame = styled.div(
  {
    display: 'grid',
    gap: space.wide,
    '&[data-layout=beside] > div:first-of-type > div': { marginBottom: 0 },
    '&[data-layout=panel] > div:not(:last-child)': { marginBottom: space.tight },
    [from.desktop]: { '&[data-layout=beside]': { ...twoColumnSection, alignItems: 'start' } },
  },
  toHeadPosition,
);
const TextColumn = styled.div({ display: 'grid', gap: space.wide, justifyItems: 'start' });

interface Props {
  layout: 'beside' | 'panel';
  head: Words;
  facts: readonly Fact[];
  /** The actions, shown below the text or below the panel. */
  buttons: ReactNode;
  /** The publication date as text, if known. */
  published?: string;
}

/** A section with a panel of facts, and its text above or next to the panel. */
export function FactsSection({ layout, head, facts, buttons, published }: Props) {
  const factList = <FactList facts={facts} />;
  if (layout === 'panel')
    return (
      <Frame data-layout={layout} data-published={published}>
        <SectionHead {...head} />
        {factList}
        {buttons}
      </Frame>
    );
  return (
    <Frame data-layout={layout} data-published={published}>
      <TextColumn>
        <SectionHead {...head} />
        {buttons}
      </TextColumn>
      {factList}
    </Frame>
  );
}
