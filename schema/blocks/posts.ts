import { z } from 'zod';
import { anyBlock, icon, pageAddress, picture, sectionHead, text } from '../fields/fields.ts';
import { inlineText } from '../fields/inline-text.ts';

export const posts = z
  .strictObject({
    type: z.literal('posts'),
    ...anyBlock,
    ...sectionHead,
    layout: z
      .enum(['grid', 'list'])
      .default('grid')
      .describe(
        'How the articles stand: side by side in a `grid`, whose first is as wide as it takes to leave no hole, or below each other in a `list`.',
      ),
    filter: text.meta({
      description: 'The name of the filter, for screen readers.',
      examples: ['Show entries about'],
    }),
    all: text.meta({ description: 'The label of the button that shows all articles.', examples: ['All'] }),
    categories: z
      .array(text.meta({ description: 'One category.', examples: ['Wind'] }))
      .min(1)
      .describe('The list of categories, in the order of their buttons.'),
    read: text.meta({
      description: 'The text of the arrow on each card, for screen readers.',
      examples: ['Read the entry'],
    }),
    items: z
      .array(
        z.strictObject({
          image: picture.optional().describe('A picture of what it is about.'),
          icon: icon.optional().describe('A small drawing before the category.'),
          category: text.meta({ description: 'One of the `categories`.', examples: ['Wind'] }),
          readTime: text.meta({ description: 'How long it takes to read.', examples: ['4 minutes'] }),
          heading: text.meta({
            description: 'The heading of the article.',
            examples: ['Why gusts come in threes'],
            isInnerHeading: true,
          }),
          text: inlineText.meta({
            description: 'A sentence on what it says.',
            examples: ['What three winters on the pier have shown.'],
          }),
          date: text.meta({
            description: 'The day it came out, as visitors read it.',
            examples: ['3 March 2026'],
          }),
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
