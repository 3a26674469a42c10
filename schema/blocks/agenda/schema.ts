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

export const agenda = defineBlock({
  schema,
  purpose: 'Lists and cards',
  summarize: () => ({ needs: ['language'] }),
  otherNames: 'schedule programme program sessions timetable running-order itinerary',
});
