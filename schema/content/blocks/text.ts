import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { described, sectionSettings, blockText } from '../fields.ts';

const schema = z
  .strictObject({
    type: z.literal('text'),
    ...sectionSettings,
    layout: z
      .enum(['column', 'beside'])
      .default('column')
      .describe('Where the heading stands: above the `column` of text, or `beside` it.'),
    body: described(
      blockText,
      'The text: begin with `|` and write below, indented, with a blank line between paragraphs.',
      'Every mast sends one reading a second.',
    ).meta({ isInnerHeading: true }),
  })
  .describe('Running text: an article, an explanation, the small print.');

export const text = defineBlock({ schema });
