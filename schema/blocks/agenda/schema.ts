import type { DiagnosticInit, DiagnosticWithoutPath } from '../../diagnostics/diagnostic.ts';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';
import { timeOfDay } from '../../fields/date-fields.ts';

const schema = blockSchema('agenda', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'The position of the heading: above the agenda (`stacked`) or `beside` it.',
  ),
  items: describedList('Sessions, in chronological order.', {
    begins: described(timeOfDay, 'The start time.', '18:30'),
    ends: described(timeOfDay.optional(), 'The end time.', '19:00'),
    heading: described(typesetText, 'The title of the session.', 'Doors open').meta({ isInnerHeading: true }),
    text: described(inlineText.optional(), 'A sentence about the session.', 'Tea is **ready**.'),
    person: described(text.optional(), 'The speaker or host.', 'Mara Fairlead'),
    place: described(text.optional(), 'The room.', 'Upper floor'),
  })
    .min(1)
    .meta({ item: 'session' }),
}).describe('The sessions of one day; an event that lasts several days needs a block for each day.');

/**
 * Returns whether a time is before `otherTime`. If `otherTime` is 17:00 or later, a time before 06:00 is on the next
 * day.
 */
const isBefore = (time: string, otherTime = '') =>
  time < otherTime && !(time < '06:00' && otherTime >= '17:00');

const outOfOrder: DiagnosticWithoutPath = {
  rule: 'order-of-times',
  message: 'this begins before the previous item',
  label: 'visitors see the items in this order',
  advice: 'correct the time, or move this item up',
};
const endsTooEarly: DiagnosticWithoutPath = {
  rule: 'order-of-times',
  message: 'this ends before it begins',
  label: '`begins` is later',
  advice: 'correct `begins` or `ends`',
};

export const agenda = defineBlock({
  schema,
  purpose: 'Lists and cards',
  warnings: ({ items }) =>
    items.flatMap(({ begins, ends }, index): DiagnosticInit[] => [
      ...(isBefore(begins, items[index - 1]?.begins)
        ? [{ ...outOfOrder, path: ['items', index, 'begins'], received: begins }]
        : []),
      ...(ends !== undefined && isBefore(ends, begins)
        ? [{ ...endsTooEarly, path: ['items', index, 'ends'], received: ends }]
        : []),
    ]),
  summarize: () => ({ needs: ['language'] }),
  otherNames: 'schedule programme program sessions timetable running-order itinerary',
});
