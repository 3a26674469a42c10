import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { factOf, FactsSection } from '../ui/fact-list.tsx';
import { PageContext } from '../ui/page-context.ts';

/** The facts of a job: location, salary and closing date. */
export function Job(block: BlockOf<'job'>) {
  const { layout, published, place, hours, pay, until, facts, actions, ...head } = block;
  const { dates } = useContext(PageContext);
  return (
    <FactsSection
      layout={layout}
      head={head}
      published={published}
      buttons={<Actions actions={actions} first="primary" />}
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
        ...facts.map(factOf),
      ].map((fact) => ('value' in fact ? fact : { label: fact.label, value: fact.text }))}
    />
  );
}
