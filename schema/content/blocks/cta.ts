import { z } from 'zod';
import { described, oneOf } from '../described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, inlineText } from '../fields.ts';
import { action } from '../link-fields.ts';

const schema = blockSchema('cta', {
  ...sectionSettings,
  heading: described(typesetText, 'The heading that asks for the next step.', 'Get tomorrow’s water tonight'),
  layout: oneOf(
    ['band', 'card'],
    'Where the words stand: across the page as a `band`, or in a framed `card`.',
  ),
  steps: z
    .array(described(inlineText, 'One step.', 'The first forecast arrives at eight.'))
    .min(2)
    .max(4)
    .default([])
    .describe('The list of what happens after the visitor has acted, in order, two to four steps.'),
  actions: z.array(action).min(1).max(2).describe('The list of buttons, one or two.'),
}).describe('The next step a visitor can take, and nothing else.');

export const cta = defineBlock({
  schema,
  otherNames: 'call-to-action button buttons cta-section cta-banner action',
  emptyWithout: 'actions',
});
