import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { toDateKey } from '../../schema/resolve/page-context.ts';
import { Actions } from '../ui/actions.tsx';
import { toFact, FactsSection } from '../ui/fact-list.tsx';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';

function JobDate({ date = '' }: { date: string | undefined }) {
  const { dates } = useContext(PageContext);
  const { number } = useContext(BlockPositionContext);
  return <time dateTime={date}>{dates?.[toDateKey(number, date)]?.words}</time>;
}

/** The facts of a job, such as location, salary and closing date. */
export function Job(block: BlockByType<'job'>) {
  const { layout, published, place, hours, pay, start, until, facts, actions, ...head } = block;
  return (
    <FactsSection
      layout={layout}
      head={head}
      published={published}
      buttons={<Actions actions={actions} first="primary" />}
      facts={[
        {
          label: place.label,
          value: (
            <>
              <span data-country={place.country}>{place.text}</span>
              {place.address !== undefined && <small>{place.address}</small>}
            </>
          ),
        },
        hours,
        ...(pay ? [{ label: pay.label, value: <span data-currency={pay.currency}>{pay.text}</span> }] : []),
        ...(start
          ? [
              {
                label: start.label,
                value: start.text ?? <JobDate date={start.date} />,
              },
            ]
          : []),
        ...(until
          ? [
              {
                label: until.label,
                value: <JobDate date={until.date} />,
              },
            ]
          : []),
        ...facts.map(toFact),
      ].map((fact) => ('value' in fact ? fact : { label: fact.label, value: fact.text }))}
    />
  );
}
