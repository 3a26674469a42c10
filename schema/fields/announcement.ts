import { z } from 'zod';
import { described, toOutside, toPage } from './fields.ts';
import { inlineText } from './inline-text.ts';
import { day } from './times.ts';
import { word } from './word.ts';

/** What all pages announce, until a day if it has one. */
export const announcement = z
  .strictObject({
    label: word('announcement'),
    text: described(
      inlineText,
      'What is announced, above the header of all pages.',
      'The pier is **open** again.',
    ),
    link: z
      .union([toPage, toOutside], { error: '`to` leads to a page, and `href` elsewhere' })
      .optional()
      .describe('A link to more: a `label` and one place it leads to.'),
    until: described(
      day.optional(),
      'The last day on which it is shown; a build after it leaves it out.',
      '2026-10-09',
    ),
  })
  .describe('What all pages announce, in a strip above the header.');
