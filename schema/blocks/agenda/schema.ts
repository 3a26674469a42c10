import type { DiagnosticInit, DiagnosticWithoutPath } from '../../diagnostics/diagnostic.ts';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';
import { timeOfDay } from '../../fields/date-fields.ts';

const schema = blockSchema('agenda', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'Where the heading stands: above the agenda with `stacked`, or `beside` it.',
  ),
  items: describedList('The list of what happens, in the order of its times.', {
    begins: described(timeOfDay, 'When it begins.', '18:30'),
    ends: described(timeOfDay.optional(), 'When it ends.', '19:00'),
    heading: described(typesetText, 'What happens then.', 'Doors open').meta({ isInnerHeading: true }),
    text: described(inlineText.optional(), 'A sentence on it.', 'Tea is **ready**.'),
    person: described(text.optional(), 'Who speaks or leads.', 'Mara Fairlead'),
    place: described(text.optional(), 'Where in the house it is.', 'Upper floor'),
  })
    .min(1)
    .meta({ item: 'session' }),
}).describe('What happens when, on one day; an event of several days has one for each.');

/** Whether a time is before another on the same day. The small hours follow the evening. */
const isBefore = (time: string, other = '') => time < other && !(time < '06:00' && other >= '17:00');

const outOfOrder: DiagnosticWithoutPath = {
  rule: 'order-of-times',
  message: 'this begins before the item above it',
  label: 'visitors see the items in this order',
  advice: 'correct the time, or move this item up',
};
const endsTooEarly: DiagnosticWithoutPath = {
  rule: 'order-of-times',
  message: 'this ends before it begins',
  label: '`begins` is later',
  advice: 'correct one of the two times',
};

export const agenda = defineBlock({
  schema,
  purpose: 'Lists and cards',
  warnings: ({ items }) =>
    items.flatMap(({ begins, ends }, at): DiagnosticInit[] => [
      ...(isBefore(begins, items[at - 1]?.begins)
        ? [{ ...outOfOrder, path: ['items', at, 'begins'], received: begins }]
        : []),
      ...(ends !== undefined && isBefore(ends, begins)
        ? [{ ...endsTooEarly, path: ['items', at, 'ends'], received: ends }]
        : []),
    ]),
  summarize: () => ({ needs: ['language'] }),
  otherNames: 'schedule programme program sessions timetable running-order itinerary',
});
