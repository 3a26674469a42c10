import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import {
  formatDates,
  formatDays,
  readDates,
  readDays,
  readPeriods,
} from '../../schema/fields/opening-times.ts';
import { formatTime } from '../../schema/fields/time-zones.ts';
import { Actions } from '../ui/actions.tsx';
import { toFact, FactsSection } from '../ui/fact-list.tsx';
import { PageContext } from '../ui/page-context.ts';

/** Opening hours by day or date, and other facts. */
export function OpeningHours(block: BlockByType<'opening-hours'>) {
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
            // The word joiner (U+2060) prevents a line break between the two times.
            ({ opens, closes }) => `${formatTime(opens, language)}–\u2060${formatTime(closes, language)}`,
          );
          const dates = readDates(days);
          return {
            label: dates ? formatDates(dates, language) : formatDays(readDays(days) ?? [], language),
            value: (
              <span data-days={days} data-hours={hours}>
                {periods.length === 0 ? closed : new Intl.ListFormat(language).format(periods)}
              </span>
            ),
          };
        }),
        ...facts.map(toFact),
      ]}
    />
  );
}
