import { z } from 'zod';
import { described, describedGroup, oneOf } from '../../fields/described-fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, inlineText, text } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { framedPicture } from '../../fields/picture-fields.ts';
import { emailAddress, phoneNumber } from '../../fields/url-fields.ts';

const contactPerson = describedGroup('The person who answers, in the layout `person`.', {
  name: described(text, 'The name of the person.', 'Mara Fairlead'),
  title: described(text.optional(), 'What the person does here.', 'Forecaster').meta({ label: 'Role' }),
  image: framedPicture
    .optional()
    .describe('A picture of the person; without one the first letters of the name are drawn.')
    .meta({ label: 'Portrait' }),
  email: described(
    emailAddress.optional(),
    'The e-mail address of the person, which visitors read.',
    'mara@example.org',
  ),
  phone: described(phoneNumber.optional(), 'The telephone number of the person.', '+44 20 7946 0001'),
  note: described(
    text.optional(),
    'When the person answers, or what else to know before writing.',
    'Answers before the evening.',
  ),
});

const ctaSettings = blockSchema('cta', {
  ...sectionSettings,
  heading: described(typesetText, 'The heading that asks for the next step.', 'Get tomorrow’s water tonight'),
  layout: oneOf(
    ['band', 'card', 'steps', 'person', 'figure'],
    'How the page ends: with words across it (`band`) or in a framed `card`, with what happens next, side by ' +
      'side on the accent colour (`steps`), with the `person` who answers, or beside a `figure` that comes in from ' +
      'the edge of the window.',
  ),
  steps: z
    .array(
      described(inlineText, 'One step.', 'The first forecast arrives at eight.').meta({ isNumbered: true }),
    )
    .min(2)
    .max(4)
    .default([])
    .describe('The list of what happens after the visitor has acted, in order, two to four steps.'),
  person: contactPerson.optional(),
  figure: inlineChart.optional().describe('Numbers, drawn beside the words in the layout `figure`.'),
  actions: z.array(action).min(1).max(2).describe('The list of buttons, one or two.'),
});

/** What a layout is made of. */
function checkLayout(
  { layout, steps, person, figure }: z.output<typeof ctaSettings>,
  context: z.RefinementCtx,
): void {
  if (layout === 'steps' && steps.length === 0)
    issueAt(
      context,
      ['steps'],
      'what happens next, in two to four steps, which the layout `steps` shows; or write `layout: band`',
    );
  if (layout === 'person' && !person)
    issueAt(
      context,
      ['person'],
      'the person who answers, with a `name`, which the layout `person` shows; or write `layout: band`',
    );
  if (layout === 'figure' && !figure)
    issueAt(
      context,
      ['figure'],
      'the numbers that the layout `figure` draws beside the words; or write `layout: band`',
    );
  for (const [name, value] of Object.entries({ person, figure })) {
    if (!value || layout === name) continue;
    issueAt(
      context,
      [name],
      `is for the layout \`${name}\`; write \`layout: ${name}\`, or delete this setting`,
    );
  }
}

const schema = ctaSettings
  .superRefine(checkLayout)
  .describe('The next step a visitor can take, and nothing else.');

export const cta = defineBlock({
  schema,
  label: 'Call to action',
  purpose: 'Ask and act',
  otherNames: 'call-to-action button buttons cta-section cta-banner action',
  emptyWithout: 'actions',
  needsContrastAbove: ({ layout }) => layout !== 'steps' && layout !== 'card',
  chartPlaces: ({ layout }) => (layout === 'figure' ? { own: 'half' } : {}),
});
