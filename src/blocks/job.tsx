import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../design/actions.tsx';
import { FactList } from '../design/facts/fact-list.tsx';
import { factsFrame, FactsWords } from '../design/facts/facts-frame.ts';
import { InlineText } from '../design/inline-text.tsx';
import { Reading } from '../design/reading.ts';
import { SectionHead } from '../design/section-head.tsx';
import { from, headingBeside } from '../design/theme.ts';

const Frame = styled.div({
  ...factsFrame,
  [from.desktop]: { '&[data-layout=beside]': { ...headingBeside, alignItems: 'start' } },
});

/** Where a post is, what it pays and how long it is open. */
export function Job({
  layout,
  published,
  place,
  hours,
  pay,
  until,
  facts,
  actions,
  ...head
}: BlockOf<'job'>) {
  const { dates } = useContext(Reading);
  return (
    <Frame data-layout={layout} data-published={published}>
      <FactsWords>
        <SectionHead {...head} />
        <Actions actions={actions} first="primary" />
      </FactsWords>
      <FactList
        facts={[
          { label: place.label, value: <span data-country={place.country}>{place.text}</span> },
          hours,
          ...(pay ? [{ label: pay.label, value: <span data-currency={pay.currency}>{pay.text}</span> }] : []),
          ...(until
            ? [
                {
                  label: until.label,
                  value: <time dateTime={until.date}>{dates?.[`${until.date}/`]?.words}</time>,
                },
              ]
            : []),
          ...facts.map(({ label, text }) => ({ label, value: <InlineText>{text}</InlineText> })),
        ].map((fact) => ('value' in fact ? fact : { label: fact.label, value: fact.text }))}
      />
    </Frame>
  );
}
