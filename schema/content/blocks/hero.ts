import { z } from 'zod';
import { described, groupOf, listOf, oneOf } from '../described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, typesetText, text, textWithDefault, inlineText } from '../fields.ts';
import { action, toBlock } from '../link-fields.ts';
import { anyPicture, checkPictureSize, cut, framedPicture, icon, pictureWords } from '../picture-fields.ts';

const captionedPicture = z
  .strictObject({
    ...anyPicture,
    alt: pictureWords('Nine stations along the coast'),
    text: described(inlineText.optional(), 'A sentence below the picture.', 'Each ring is a station.'),
    ...cut,
  })
  .superRefine(checkPictureSize);

const schema = blockSchema('hero', {
  ...anyBlock,
  layout: oneOf(
    ['wide', 'split', 'compact'],
    'How much room it takes: all of it with `wide`, two halves with `split`, little with `compact`.',
  ),
  eyebrow: described(typesetText.optional(), 'The small words above the heading.', 'Weather for planners'),
  heading: described(
    z.union([typesetText, z.array(typesetText).min(2).max(5)]).transform((heading) => [heading].flat()),
    'The large text at the top of the page; a list of two to five texts is shown in turn.',
    'Know the wind before you sail',
  ),
  pause: textWithDefault('pauseHeadline'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the heading.',
    'Forecasts for harbour crews, checked against what really happened.',
  ),
  byline: groupOf(
    'The line of an article that names its author and its day, which stand at the top of the file, ' +
      'with what is said here.',
    {
      title: described(text.optional(), 'What the author does here.', 'Forecaster'),
      image: framedPicture.optional().describe('A picture of the author.'),
      readTime: described(text.optional(), 'How long the article takes to read.', '4 min read').meta({
        search: 'none',
      }),
    },
  ).optional(),
  actions: z.array(action).max(2).default([]).describe('The list of buttons below, two at most.'),
  picture: captionedPicture
    .optional()
    .describe('A picture of what the page is about, beside the words, or below them in the layout `wide`.'),
  facts: listOf('The list of short facts beside or below the words, four at most.', {
    icon: icon.optional(),
    text: described(inlineText, 'One short fact.', 'Updated every ten minutes'),
  })
    .max(4)
    .default([]),
  scrollDown: toBlock
    .optional()
    .describe('A link at the lower edge that leads to a block below.')
    .meta({ search: 'none' }),
}).describe('The first thing a visitor sees: a large heading, a sentence, and what to do next.');

export const hero = defineBlock({
  schema,
  otherNames: 'header jumbotron masthead intro page-header title-block hero-section cover splash',
  summarize: ({ lead, picture, byline }) => ({
    opening: { lead, picture, readTime: byline?.readTime },
    needs: ['last change', ...(byline ? (['author page'] as const) : [])],
  }),
});
