import { z } from 'zod';
import type { DiagnosticInit, DiagnosticWithoutPath } from '../../diagnostics/diagnostic.ts';
import { described, describedList } from '../../fields/described-fields.ts';
import { factsLayout, inlineText, sectionSettings, text, textWithDefault } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { isDay } from '../../fields/form-rules.ts';
import { type DayRange, readDates, readDays, readPeriods, weekdays } from '../../fields/opening-times.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';

const days = z
  .string()
  .refine(
    (rawText) =>
      readDays(rawText) !== undefined ||
      readDates(rawText)?.every(({ from, until }) => isDay(from) && isDay(until)) === true,
    'must be days like `monday-friday` or `saturday`, or dates like `2026-12-24 to 2027-01-02`',
  );
const hours = z
  .string()
  .refine((rawText) => readPeriods(rawText) !== undefined, 'must be times like `09:00-17:00`, or `closed`');

const schema = blockSchema('opening-hours', {
  ...sectionSettings,
  layout: factsLayout,
  items: describedList('Days with their opening hours.', {
    days: described(days, 'Days of the week in English, or dates with special hours.', 'monday-friday'),
    hours: described(
      hours,
      'The opening hours on these days, such as two periods joined with `and`, or `closed`.',
      '09:00-17:00',
    ),
  })
    .min(1)
    .meta({ item: 'row' }),
  closed: textWithDefault('closed'),
  facts: describedList('Further facts.', {
    label: described(text, 'The label of the fact.', 'Public holidays'),
    text: described(inlineText, 'The text of the fact.', '**Closed**'),
  }).default([]),
  actions: z.array(action).max(2).default([]).describe('Up to two buttons.'),
}).describe('Opening hours, for visitors and search engines.');

type Row = z.output<typeof schema>['items'][number];

const weekdaysBetween = ({ first, last }: DayRange) =>
  weekdays.filter((_, day) => (first <= last ? first <= day && day <= last : first <= day || day <= last));

/**
 * Returns the hours in a row as structured data. A closed day opens and closes at `00:00`, as search engines expect.
 */
function toHoursData({ days, hours }: Row) {
  const periods = readPeriods(hours) ?? [];
  const spans = readDates(days)?.map(({ from, until }) => ({ validFrom: from, validThrough: until })) ?? [
    { dayOfWeek: (readDays(days) ?? []).flatMap(weekdaysBetween) },
  ];
  return spans.flatMap((span) =>
    (periods.length > 0 ? periods : [{ opens: '00:00', closes: '00:00' }]).map((period) => ({
      '@type': 'OpeningHoursSpecification',
      ...span,
      ...period,
    })),
  );
}

/**
 * Returns the opening periods in a row, each with its weekday and its times in minutes. A closed day counts as a period
 * of 24 hours, so that a second row with hours for that day is reported.
 */
function toOpenTimes({ days, hours }: Row): { day: string; from: number; to: number }[] {
  const toMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const wholeDay = 24 * 60;
  const times = (readPeriods(hours) ?? []).map(({ opens, closes }) => ({
    from: toMinute(opens),
    to: toMinute(closes) + (closes > opens ? 0 : wholeDay),
  }));
  const periods = times.length > 0 ? times : [{ from: 0, to: wholeDay }];
  return (readDays(days) ?? [])
    .flatMap(weekdaysBetween)
    .flatMap((day) => periods.map((period) => ({ day, ...period })));
}

const emptyPeriod: DiagnosticWithoutPath = {
  rule: 'order-of-times',
  message: 'the opening and closing times are the same',
  label: 'this could mean open all day or not at all',
  advice: 'write `00:00-23:59` for the whole day, or `closed`',
};
const overlap: DiagnosticWithoutPath = {
  rule: 'order-of-times',
  message: 'these hours overlap with other hours on the same day',
  label: 'visitors cannot tell which hours are right',
  advice: 'list each day once, and join several periods with `and`',
};

export const openingHours = defineBlock({
  schema,
  purpose: 'Ask and act',
  otherNames: 'hours business-hours office-hours store-hours opening-times open-hours',
  warnings({ items }) {
    const earlier: ReturnType<typeof toOpenTimes> = [];
    return items.flatMap((row, index): DiagnosticInit[] => {
      let hasOverlap = false;
      for (const time of toOpenTimes(row)) {
        hasOverlap ||= earlier.some(
          ({ day, from, to }) => day === time.day && from < time.to && time.from < to,
        );
        earlier.push(time);
      }
      const hasEmptyPeriod = readPeriods(row.hours)?.some(({ opens, closes }) => opens === closes);
      const setting = { path: ['items', index, 'hours'], received: row.hours };
      return [
        ...(hasEmptyPeriod ? [{ ...emptyPeriod, ...setting }] : []),
        ...(hasOverlap ? [{ ...overlap, ...setting }] : []),
      ];
    });
  },
  summarize: () => ({ needs: ['language'] }),
  structuredData: ({ items }, { organization }) => {
    const special = items.filter(({ days }) => readDates(days)).flatMap(toHoursData);
    return {
      ...organization,
      '@type': 'LocalBusiness',
      openingHoursSpecification: items.filter(({ days }) => readDays(days)).flatMap(toHoursData),
      ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
    };
  },
});
