import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import {
  datesInWords,
  daysInWords,
  readDates,
  readDays,
  readPeriods,
} from '../../schema/fields/opening-times.ts';
import { timeInWords } from '../../schema/fields/time-zones.ts';
import { Actions } from '../ui/actions.tsx';
import { factOf, FactsSection } from '../ui/fact-list.tsx';
import { PageContext } from '../ui/page-context.ts';

/** The opening hours by day or date, and other facts. */
export function OpeningHours(block: BlockOf<'opening-hours'>) {
  const { layout, items, closed, facts, actions, ...head } = block;
  const { language = 'en' } = useContext(PageContext);
  return (
    <FactsSection
      layout={layout}
      head={head}
      buttons={actions.length > 0 && <Actions actions={actions} first="primary" />}
      facts={[
        ...items.map(({ days, hours }) => {
          const periods = (readPeriods(hours) ?? []).map(
            // The word joiner (U+2060) prevents a line break within a period.
            ({ opens, closes }) => `${timeInWords(opens, language)}–\u2060${timeInWords(closes, language)}`,
          );
          const dates = readDates(days);
          return {
            label: dates ? datesInWords(dates, language) : daysInWords(readDays(days) ?? [], language),
            value: (
              <span data-days={days} data-hours={hours}>
                {periods.length === 0 ? closed : new Intl.ListFormat(language).format(periods)}
              </span>
            ),
          };
        }),
        ...facts.map(factOf),
      ]}
    />
  );
}
