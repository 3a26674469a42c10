import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { integerField, typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { action } from '../../fields/link-fields.ts';
import { iconName, picture } from '../../fields/picture-fields.ts';

const schema = blockSchema('card-grid', {
  ...sectionSettings,
  layout: oneOf(
    ['cards', 'tiles', 'list', 'directory', 'rows'],
    'How the things stand: as framed `cards`, as tall `tiles`, as a `list` under lines, as a ' +
      '`directory` of names that stand two by two even on a phone, or each in a row of its own with ' +
      '`rows`.',
  ),
  pace: oneOf(
    ['quick', 'calm', 'slow'],
    'How fast the cards appear one after the other when they are scrolled to.',
  ),
  columns: described(
    integerField(2, 4).optional(),
    'How many stand side by side on a wide screen, from 2 to 4.',
    '3',
  ).meta({ group: 'look' }),
  items: describedList('The list of cards.', {
    icon: iconName.optional(),
    image: picture.optional(),
    figure: inlineChart.optional(),
    tag: described(text.optional(), 'A small word above the heading.', 'Mast'),
    heading: described(typesetText, 'What the card is about.', 'Wind').meta({ isInnerHeading: true }),
    text: described(
      inlineText.optional(),
      'A few sentences on it.',
      'Speed and direction, read once a second at ten metres.',
    ),
    points: z
      .array(described(inlineText, 'One short point.', 'Heated in winter'))
      .min(1)
      .optional()
      .describe('A list of short points below the text.'),
    tags: z
      .array(described(text, 'One word.', 'Radio'))
      .min(1)
      .optional()
      .describe('A row of single words at the end of the card.'),
    action: action.optional(),
  })
    .min(1)
    .meta({ item: 'card' }),
  actions: z.array(action).max(2).default([]).describe('The list of buttons below, two at most.'),
}).describe('Several things of equal rank, side by side.');

export const cardGrid = defineBlock({
  schema,
  label: 'Cards',
  purpose: 'Lists and cards',
  otherNames:
    'cards features feature-grid feature-list services benefits grid tiles boxes icon-grid card-list values',
});
