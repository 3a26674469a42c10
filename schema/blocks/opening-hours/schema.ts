import { z } from 'zod';
import { described, describedList } from '../../fields/described-fields.ts';
import { factsLayout, inlineText, sectionSettings, text, textWithDefault } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { type DayRange, readDates, readDays, readPeriods, weekdays } from '../../fields/opening-times.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';

const days = z
  .string()
  .refine(
    (written) => (readDays(written) ?? readDates(written)) !== undefined,
    'must be days like `monday-friday` or `saturday`, or dates like `2026-12-24 to 2027-01-02`',
  );
const hours = z
  .string()
  .refine((written) => readPeriods(written) !== undefined, 'must be times like `09:00-17:00`, or `closed`');

const schema = blockSchema('opening-hours', {
  ...sectionSettings,
  layout: factsLayout,
  items: describedList('The list of days with their hours.', {
    days: described(
      days,
      'One or several days of the week, in English, or dates on which the hours are different.',
      'monday-friday',
    ),
    hours: described(
      hours,
      'From when to when it is open on these days, or `closed`; `and` stands between two periods.',
      '09:00-17:00',
    ),
  })
    .min(1)
    .meta({ item: 'row' }),
  closed: textWithDefault('closed'),
  facts: describedList('The list of what else there is to know.', {
    label: described(text, 'The word for the fact.', 'Public holidays'),
    text: described(inlineText, 'The fact itself.', '**Closed**'),
  }).default([]),
  actions: z.array(action).max(2).default([]).describe('The list of buttons, two at most.'),
}).describe('When something is open, for visitors and search engines.');

const weekdaysBetween = ({ first, last }: DayRange) =>
  weekdays.filter((_, day) => (first <= last ? first <= day && day <= last : first <= day || day <= last));

/** The hours of a row, as search engines read them. A closed day opens and closes at midnight. */
function toHoursData({ days, hours }: z.output<typeof schema>['items'][number]) {
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

export const openingHours = defineBlock({
  schema,
  purpose: 'Ask and act',
  otherNames: 'hours business-hours office-hours store-hours opening-times open-hours',
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
