import { z } from 'zod';
import { described, describedList } from '../../fields/described-fields.ts';
import { factsLayout, inlineText, sectionSettings, text, textWithDefault } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { readDays, readPeriods, weekdays } from '../../fields/opening-times.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';

const days = z
  .string()
  .refine((written) => readDays(written) !== undefined, 'must be days like `monday-friday` or `saturday`');
const hours = z
  .string()
  .refine((written) => readPeriods(written) !== undefined, 'must be times like `09:00-17:00`, or `closed`');

const schema = blockSchema('opening-hours', {
  ...sectionSettings,
  layout: factsLayout,
  items: describedList('The list of days with their hours.', {
    days: described(days, 'One or several days of the week, in English.', 'monday-friday'),
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

/** The hours of a row, as search engines read them. A closed day opens and closes at midnight. */
function hoursData(item: z.output<typeof schema>['items'][number]) {
  const dayOfWeek = (readDays(item.days) ?? []).flatMap(({ first, last }) =>
    weekdays.filter((_, day) => (first <= last ? first <= day && day <= last : first <= day || day <= last)),
  );
  const periods = readPeriods(item.hours) ?? [];
  return (periods.length > 0 ? periods : [{ opens: '00:00', closes: '00:00' }]).map((period) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek,
    ...period,
  }));
}

export const openingHours = defineBlock({
  schema,
  purpose: 'Ask and act',
  otherNames: 'hours business-hours office-hours store-hours opening-times open-hours',
  summarize: () => ({ needs: ['language'] }),
  structuredData: ({ items }, { organization }) => ({
    ...organization,
    '@type': 'LocalBusiness',
    openingHoursSpecification: items.flatMap(hoursData),
  }),
});
