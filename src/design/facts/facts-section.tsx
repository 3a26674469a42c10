import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { SectionHead as Words } from '../../../schema/fields/fields.ts';
import { SectionHead } from '../section-head.tsx';
import { from, headingBeside, space } from '../theme.ts';
import { type Fact, FactList } from './fact-list.tsx';

const Frame = styled.div({
  display: 'grid',
  gap: space.wide,
  '&[data-layout=beside] > div:first-of-type > div': { marginBottom: 0 },
  '&[data-layout=panel] > div:not(:last-child)': { marginBottom: space.tight },
  [from.desktop]: { '&[data-layout=beside]': { ...headingBeside, alignItems: 'start' } },
});
const Beside = styled.div({ display: 'grid', gap: space.wide, justifyItems: 'start' });

interface Props {
  layout: 'beside' | 'panel';
  head: Words;
  facts: readonly Fact[];
  /** What to do about it: below the words, or below the panel. */
  buttons: ReactNode;
  /** The day on which it came out, where that is known. */
  published?: string;
}

/** A section of facts, with its words above them or beside. */
export function FactsSection({ layout, head, facts, buttons, published }: Props) {
  const list = <FactList facts={facts} />;
  if (layout === 'panel')
    return (
      <Frame data-layout={layout} data-published={published}>
        <SectionHead {...head} />
        {list}
        {buttons}
      </Frame>
    );
  return (
    <Frame data-layout={layout} data-published={published}>
      <Beside>
        <SectionHead {...head} />
        {buttons}
      </Beside>
      {list}
    </Frame>
  );
}
