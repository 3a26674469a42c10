import { described, oneOf } from '../described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, blockText } from '../fields.ts';

const schema = blockSchema('text', {
  ...sectionSettings,
  layout: oneOf(
    ['column', 'beside'],
    'Where the heading stands: above the `column` of text, or `beside` it.',
  ),
  body: described(
    blockText,
    'The text: begin with `|` and write below, indented, with a blank line between paragraphs.',
    'Every mast sends one reading a second.',
  ).meta({ isInnerHeading: true }),
}).describe('Running text: an article, an explanation, the small print.');

export const text = defineBlock({ schema });
