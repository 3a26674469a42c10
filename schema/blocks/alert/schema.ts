import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, typesetText, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { dayField } from '../../fields/date-fields.ts';

const schema = blockSchema('alert', {
  ...anyBlock,
  layout: oneOf(['box', 'line'], 'How it stands: in a `box`, or as a `line` across the page.'),
  kind: oneOf(['info', 'good', 'warning'], 'What it is: an `info`, `good` news, or a `warning`.'),
  heading: described(typesetText, 'What is to be known.', 'The crane stands still until Friday'),
  text: described(inlineText.optional(), 'A sentence or two on it.', 'Call the desk **before** you come.'),
  action: action.optional().describe('A button or link behind it: a `label` and one place it leads to.'),
  until: described(
    dayField.optional(),
    'The last day on which it is shown; a build after it leaves it out.',
    '2026-10-09',
  ),
}).describe('Something that visitors must know now, until a day if it has one.');

export const alert = defineBlock({
  schema,
  purpose: 'Openings',
  otherNames: 'notice message callout info warning note admonition announcement notification hint',
  summarize: ({ until }) => ({ until }),
});
