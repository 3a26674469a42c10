import { z } from 'zod';
import { described, describedGroup, oneOf } from '../../fields/described-fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, inlineText, text } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { framedPicture } from '../../fields/picture-fields.ts';
import { emailAddress, phoneNumber } from '../../fields/url-fields.ts';

const contactPerson = describedGroup('The contact person, for the layout `person`.', {
  name: described(text, 'The name of the person.', 'Mara Fairlead'),
  title: described(text.optional(), 'The job title of the person.', 'Forecaster').meta({ label: 'Role' }),
  image: framedPicture
    .optional()
    .describe('A picture of the person; without it, the block shows their initials.')
    .meta({ label: 'Portrait' }),
  email: described(
    emailAddress.optional(),
    'The email address of the person, shown to visitors.',
    'mara@example.org',
  ),
  phone: described(phoneNumber.optional(), 'The telephone number of the person.', '+44 20 7946 0001'),
  note: described(
    text.optional(),
    'When the person replies, or anything else that visitors should know.',
    'Answers before the evening.',
  ),
});

const ctaSettings = blockSchema('cta', {
  ...sectionSettings,
  heading: described(
    typesetText,
    'A heading that invites visitors to take the next step.',
    'Get tomorrow’s water tonight',
  ),
  layout: oneOf(
    ['band', 'card', 'steps', 'person', 'figure'],
    'The layout: a full-width `band`, a framed `card`, the next `steps` side by side on the accent colour, a contact ' +
      '`person`, or a chart (`figure`) that reaches the edge of the window.',
  ),
  steps: z
    .array(
      described(inlineText, 'One step.', 'The first forecast arrives at eight.').meta({ isNumbered: true }),
    )
    .min(2)
    .max(4)
    .default([])
    .describe('Two to four steps that follow after a visitor uses a button.')
    .meta({ layouts: ['steps'] }),
  person: contactPerson.optional().meta({ layouts: ['person'] }),
  figure: inlineChart
    .optional()
    .describe('A chart beside the text, for the layout `figure`.')
    .meta({ layouts: ['figure'] }),
  actions: z.array(action).min(1).max(2).describe('One or two buttons.'),
});

/** Checks that the block has all settings that its layout needs, and none that only other layouts use. */
function checkLayout(
  { layout, steps, person, figure }: z.output<typeof ctaSettings>,
  context: z.RefinementCtx,
): void {
  if (layout === 'steps' && steps.length === 0)
    issueAt(
      context,
      ['steps'],
      'the layout `steps` needs a list of two to four `steps`; add the list, or write `layout: band`',
    );
  if (layout === 'person' && !person)
    issueAt(
      context,
      ['person'],
      'the layout `person` needs a contact `person` with a `name`; otherwise, write `layout: band`',
    );
  if (layout === 'figure' && !figure)
    issueAt(
      context,
      ['figure'],
      'the layout `figure` needs a chart in `figure`; otherwise, write `layout: band`',
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

const schema = ctaSettings.superRefine(checkLayout).describe('An invitation to take the next step.');

export const cta = defineBlock({
  schema,
  label: 'Call to action',
  purpose: 'Ask and act',
  otherNames: 'call-to-action button buttons cta-section cta-banner action',
  emptyWithout: 'actions',
  needsContrastAbove: ({ layout }) => layout !== 'steps' && layout !== 'card',
  chartPlaces: ({ layout }) => (layout === 'figure' ? { own: 'half' } : {}),
});
