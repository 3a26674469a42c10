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
    'The layout of the items: framed `cards`, tall `tiles`, a `list` with lines between the items, a ' +
      '`directory` of names in two columns even on phones, or full-width `rows`.',
  ),
  pace: oneOf(
    ['quick', 'calm', 'slow'],
    'How quickly the cards appear, one after another, when visitors scroll to them.',
  ),
  columns: described(
    integerField(2, 4).optional(),
    'The number of columns on a wide screen, from 2 to 4.',
    '3',
  ).meta({ group: 'look' }),
  items: describedList('Cards to show.', {
    icon: iconName.optional(),
    image: picture.optional(),
    figure: inlineChart.optional(),
    tag: described(text.optional(), 'The small text above the heading.', 'Mast'),
    heading: described(typesetText, 'The heading of the card.', 'Wind').meta({ isInnerHeading: true }),
    text: described(
      inlineText.optional(),
      'A few sentences below the heading.',
      'Speed and direction, read once a second at ten metres.',
    ),
    points: z
      .array(described(inlineText, 'One short point.', 'Heated in winter'))
      .min(1)
      .optional()
      .describe('Short points below the text.'),
    tags: z
      .array(described(text, 'One word.', 'Radio'))
      .min(1)
      .optional()
      .describe('Tags at the end of the card, each a single word.'),
    action: action.optional(),
  })
    .min(1)
    .meta({ item: 'card' }),
  actions: z.array(action).max(2).default([]).describe('Up to two buttons at the end.'),
}).describe('Several items of equal importance, side by side.');

export const cardGrid = defineBlock({
  schema,
  label: 'Cards',
  purpose: 'Lists and cards',
  otherNames:
    'cards features feature-grid feature-list services benefits grid tiles boxes icon-grid card-list values',
});
