import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { iconName } from '../../fields/picture-fields.ts';

const schema = blockSchema('timeline', {
  ...sectionSettings,
  layout: oneOf(
    ['rail', 'columns'],
    'The layout of the steps: one below the other along a `rail`, or side by side in `columns`.',
  ),
  items: describedList('At least two steps.', {
    icon: iconName.optional(),
    heading: described(typesetText, 'The name of the step.', 'The stations report').meta({
      isNumbered: true,
      isInnerHeading: true,
    }),
    text: described(
      inlineText.optional(),
      'What happens in this step.',
      'All forty-one of them, within a minute.',
    ),
    when: described(typesetText.optional(), 'How long the step takes, or when it happens.', 'Minute 38'),
  })
    .min(2)
    .meta({ item: 'step' }),
  actions: z.array(action).max(2).default([]).describe('Up to two buttons at the end.'),
}).describe('A sequence of steps.');

export const timeline = defineBlock({
  schema,
  label: 'Steps',
  purpose: 'Lists and cards',
  otherNames: 'steps process how-it-works roadmap milestones history stepper process-steps',
});
