import type { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { booleanField, sectionSettings, blockText } from '../../fields/fields.ts';

const schema = blockSchema('text', {
  ...sectionSettings,
  layout: oneOf(
    ['column', 'beside'],
    'The position of the heading: above the `column` of text, or `beside` it.',
  ).meta({ choices: { column: 'Below the heading' } }),
  numbered: booleanField
    .optional()
    .describe(
      '`true` numbers the headings, for example `1.` and `1.1` in terms and conditions, and continues from the previous ' +
        'numbered text on the page.',
    ),
  body: described(
    blockText,
    'The text: start with `|`, then write the text on the lines below, indented, with an empty line between paragraphs.',
    'Every mast sends one reading a second.',
  ).meta({ isInnerHeading: true }),
}).describe('A longer text: an article, an explanation or legal terms.');

export const text = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames:
    'markdown prose rich-text richtext content paragraph paragraphs article body copy text-block wysiwyg',
  summarize: () => ({ needs: ['last change'] }),
  hasNumberedHeadings: ({ numbered }) => numbered === true,
  createPlaceholder: (heading): z.output<typeof schema> => ({
    type: 'text',
    tone: 'plain',
    layout: 'column',
    heading,
    body: [],
  }),
});
