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
    'The quotation, without quotation marks.',
    'We left an hour later and arrived dry.',
  ).meta({ isQuotation: true }),
  name: described(text, 'The name of the person.', 'Signe Halyard'),
  title: described(text.optional(), 'The job title and company of the person.', 'Skipper of the Petrel').meta(
    {
      label: 'Role',
    },
  ),
  image: framedPicture.optional().describe('A picture of the person.').meta({ label: 'Portrait' }),
  logo: logo.optional().describe('The logo of the person’s company.'),
  scene: picture.optional().describe('A picture that illustrates the quotation, for the layout `single`.'),
  film: z
    .union([toPage, toExternal], {
      error: '`to` links to a page or a video in `public/`, and `href` to another site',
    })
    .optional()
    .describe('A link to a video, with a `label`, and `href` or `to`.'),
  figure: inlineChart.optional(),
  action: action.optional().describe('A link to the full story.').meta({ label: 'Link to story' }),
});

/** The block's content settings, without the settings of its heading. */
export const quotesContent = {
  items: z.array(quote).min(1).describe('Quotations to show.').meta({ item: 'quote' }),
};

const schema = blockSchema('quotes', {
  ...sectionSettings,
  layout: oneOf(
    ['grid', 'single'],
    'The layout of the quotations: a `grid`, or a `single` large quotation beside its picture or chart.',
  ),
  ...quotesContent,
}).describe('Quotations, each with the name and the role of the speaker.');

export const quotes = defineBlock({
  schema,
  purpose: 'Proof',
  // The layout `single` shows a chart beside the quotation.
  chartPlaces: ({ layout }) => (layout === 'single' ? { items: 'beside' } : {}),
  otherNames:
    'testimonial testimonials quote reviews review blockquote customer-stories social-proof quotation quotations voices',
});
