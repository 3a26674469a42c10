import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, typesetText, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { dayField } from '../../fields/date-fields.ts';

const schema = blockSchema('alert', {
  ...anyBlock,
  layout: oneOf(['box', 'line'], 'The appearance: a `box`, or a `line` across the page.'),
  kind: oneOf(
    ['info', 'good', 'warning'],
    'The kind of message: `info` for information, `good` for good news, or `warning`.',
  ),
  heading: described(typesetText, 'The message in a few words.', 'The crane stands still until Friday'),
  text: described(
    inlineText.optional(),
    'A sentence or two with details.',
    'Call the desk **before** you come.',
  ),
  action: action.optional().describe('A button or link after the text, with a `label` and a target.'),
  until: described(
    dayField.optional(),
    'The last day on which the block is shown; later builds omit it.',
    '2026-10-09',
  ),
}).describe('An important message for visitors, which can end on a given date.');

export const alert = defineBlock({
  schema,
  purpose: 'Openings',
  otherNames: 'notice message callout info warning note admonition announcement notification hint',
  summarize: ({ until }) => ({ until }),
});
