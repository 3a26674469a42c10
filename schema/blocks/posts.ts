import { z } from 'zod';
import {
  anyBlock,
  described,
  icon,
  pageAddress,
  framedPicture,
  sectionHead,
  text,
} from '../fields/fields.ts';
import { inlineText } from '../fields/inline-text.ts';
import { word } from '../fields/word.ts';

export const posts = z
  .strictObject({
    type: z.literal('posts'),
    ...anyBlock,
    ...sectionHead,
    layout: z
      .enum(['grid', 'list'])
      .default('grid')
      .describe(
        'How the articles stand: side by side in a `grid`, whose first is as wide as it takes to leave no ' +
          'hole, or below each other in a `list`.',
      ),
    filter: word('filter'),
    all: word('all'),
    categories: z
      .array(described(text, 'One category.', 'Wind'))
      .min(1)
      .describe('The list of categories, in the order of their buttons.'),
    read: word('read'),
    items: z
      .array(
        z.strictObject({
          image: framedPicture.optional().describe('A picture of what it is about.'),
          icon: icon.optional().describe('A small drawing before the category.'),
          category: described(text, 'One of the `categories`.', 'Wind'),
          readTime: described(text, 'How long it takes to read.', '4 minutes'),
          heading: described(text, 'The heading of the article.', 'Why gusts come in threes').meta({
            isInnerHeading: true,
          }),
          text: described(
            inlineText,
            'A sentence on what it says.',
            'What three winters on the pier have shown.',
          ),
          date: described(text, 'The day it came out, as visitors read it.', '3 March 2026'),
          to: pageAddress.describe('The address of the article, a page of this site.'),
        }),
      )
      .min(1)
      .describe('The list of articles.'),
  })
  .refine((block) => block.items.every((item) => block.categories.includes(item.category)), {
    path: ['categories'],
    error: 'must hold the category of every post',
  })
  .describe('Articles that can be filtered by category.');
