import { z } from 'zod';
import { described, describedGroup, describedList, oneOf, renamed } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { booleanField, typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import type { Path } from '../../base/data.ts';
import type { DiagnosticInit } from '../../diagnostics/diagnostic.ts';
import { issueAt } from '../../fields/issue-at.ts';

const price = {
  price: described(text, 'The price, with its currency.', '£20'),
  per: described(text.optional(), 'The period or quantity that the price is for.', 'a night'),
  note: described(typesetText.optional(), 'The small print below the price.', 'Harbour dues included'),
};

const schema = blockSchema('pricing', {
  ...sectionSettings,
  layout: oneOf(['cards', 'rows'], 'The layout of the offers: `cards` side by side, or full-width `rows`.'),
  switch: describedGroup('A switch between two prices of each offer, which works without JavaScript.', {
    label: described(text, 'The label of the switch, for screen readers.', 'How you pay'),
    first: described(text, 'The text of the switch for the prices shown first.', 'By the month').meta({
      label: 'First price',
    }),
    second: renamed(
      described(text, 'The text of the switch for the `other` prices.', 'By the year'),
      'other',
    ),
  }).optional(),
  items: describedList('One to six offers.', {
    heading: described(typesetText, 'The name of the offer.', 'Berth').meta({ isInnerHeading: true }),
    text: described(inlineText.optional(), 'Who the offer is for.', 'For boats up to **twelve** metres.'),
    ...price,
    other: z
      .strictObject(price)
      .optional()
      .describe('The second price, shown when visitors use the switch (default: the same price).'),
    badge: described(text.optional(), 'A short label that highlights the offer.', 'Most chosen'),
    highlighted: booleanField
      .optional()
      .describe('`true` to highlight this offer; only one offer can be highlighted.'),
    points: z
      .array(described(inlineText, 'One feature.', 'Water and power'))
      .min(1)
      .optional()
      .describe('Features of the offer.'),
    action: action.optional(),
  })
    .min(1)
    .max(6)
    .meta({ item: 'offer' }),
  footnote: described(inlineText.optional(), 'A sentence below all offers.', 'All prices include tax.'),
})
  .superRefine(({ items, switch: priceSwitch }, context) => {
    const [, secondHighlighted] = [...items.keys()].filter((index) => items[index]?.highlighted);
    if (secondHighlighted !== undefined)
      issueAt(context, ['items', secondHighlighted, 'highlighted'], 'can only be `true` for one offer');
    const other = items.findIndex((item) => item.other);
    if (priceSwitch && other === -1)
      issueAt(context, ['switch'], 'has nothing to switch to: no offer has an `other` price');
    if (!priceSwitch && other !== -1)
      issueAt(
        context,
        ['items', other, 'other'],
        'is only shown with a `switch`, which names both prices; add a switch, or delete this price',
      );
  })
  .describe('Offers with their prices and features.');

const findBarePrice = (rawText: string, path: Path): DiagnosticInit[] =>
  /^\s*[1-9][\d.,\s’']*$/.test(rawText)
    ? [
        {
          path,
          rule: 'bare-price',
          message: 'this price has no currency',
          label: `visitors see only \`${rawText.trim()}\``,
          received: rawText,
          advice: `add the currency, such as \`£${rawText.trim()}\``,
        },
      ]
    : [];

export const pricing = defineBlock({
  schema,
  label: 'Prices',
  purpose: 'Numbers',
  warnings: ({ items }) =>
    items.flatMap(({ price: first, other }, index) => [
      ...findBarePrice(first, ['items', index, 'price']),
      ...findBarePrice(other?.price ?? '', ['items', index, 'other', 'price']),
    ]),
  otherNames: 'prices price-table pricing-table plans price-list packages tariffs tiers',
});
