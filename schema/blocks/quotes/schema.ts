import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, inlineText } from '../../fields/fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { action, toExternal, toPage } from '../../fields/link-fields.ts';
import { framedPicture, logo, picture } from '../../fields/picture-fields.ts';

export const quote = z.strictObject({
  text: described(
    inlineText,
    'What was said, without quotation marks.',
    'We left an hour later and arrived dry.',
  ).meta({ isQuotation: true }),
  name: described(text, 'Who said it.', 'Signe Halyard'),
  title: described(text.optional(), 'What that person does, and where.', 'Skipper of the Petrel').meta({
    label: 'Role',
  }),
  image: framedPicture.optional().describe('A picture of that person.').meta({ label: 'Portrait' }),
  logo: logo.optional().describe('The mark of the company that the person speaks for.'),
  scene: picture.optional().describe('A picture of what it is about, for the layout `single`.'),
  film: z
    .union([toPage, toExternal], {
      error: '`to` leads to a page or a film in `public/`, and `href` elsewhere',
    })
    .optional()
    .describe('A link to a film of it: a `label`, and `href` or `to`.'),
  figure: inlineChart.optional(),
  action: action.optional().describe('A link to the whole story.').meta({ label: 'Link to story' }),
});

/** The settings of its content, without those of its heading. */
export const quotesContent = {
  items: z.array(quote).min(1).describe('The list of quotes.').meta({ item: 'quote' }),
};

const schema = blockSchema('quotes', {
  ...sectionSettings,
  layout: oneOf(
    ['grid', 'single'],
    'How the quotes stand: several in a `grid`, or a `single` large one, beside what it is about.',
  ),
  ...quotesContent,
}).describe('Quotations, each with a name and a role.');

export const quotes = defineBlock({
  schema,
  purpose: 'Proof',
  // A single quote shares the page with its figure.
  chartPlaces: ({ layout }) => (layout === 'single' ? { items: 'beside' } : {}),
  otherNames:
    'testimonial testimonials quote reviews review blockquote customer-stories social-proof quotation quotations voices',
});
