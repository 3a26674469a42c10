import { z } from 'zod';
import { described, describedGroup, describedList, oneOf, renamed } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { booleanField, typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import type { Path } from '../../base/data.ts';
import type { DiagnosticInit } from '../../diagnostics/diagnostic.ts';
import { issueAt } from '../../fields/issue-at.ts';

const price = {
  price: described(text, 'What it costs, with its currency.', '£20'),
  per: described(text.optional(), 'For how long, or for how much of it.', 'a night'),
  note: described(typesetText.optional(), 'The small print below the price.', 'Harbour dues included'),
};

const schema = blockSchema('pricing', {
  ...sectionSettings,
  layout: oneOf(
    ['cards', 'rows'],
    'How the offers stand: side by side as `cards`, or below each other in `rows`.',
  ),
  switch: describedGroup('A switch between two prices of each offer; it works without scripts.', {
    label: described(text, 'What the switch is about, for screen readers.', 'How you pay'),
    first: described(text, 'The words for the prices that are shown first.', 'By the month').meta({
      label: 'First price',
    }),
    second: renamed(described(text, 'The words for the `other` prices.', 'By the year'), 'other'),
  }).optional(),
  items: describedList('The list of offers, one to six.', {
    heading: described(typesetText, 'The name of the offer.', 'Berth').meta({ isInnerHeading: true }),
    text: described(inlineText.optional(), 'Whom it is for.', 'For boats up to **twelve** metres.'),
    ...price,
    other: z
      .strictObject(price)
      .optional()
      .describe('The price on the other side of the switch; without it the price stays.'),
    badge: described(text.optional(), 'A word or two that set it apart.', 'Most chosen'),
    highlighted: booleanField.optional().describe('`true` for the one offer that visitors should see first.'),
    points: z
      .array(described(inlineText, 'One thing that is part of it.', 'Water and power'))
      .min(1)
      .optional()
      .describe('The list of what is part of it.'),
    action: action.optional(),
  })
    .min(1)
    .max(6)
    .meta({ item: 'offer' }),
  footnote: described(inlineText.optional(), 'A sentence below all offers.', 'All prices include tax.'),
})
  .superRefine(({ items, switch: between }, context) => {
    const [, second] = [...items.keys()].filter((index) => items[index]?.highlighted);
    if (second !== undefined)
      issueAt(context, ['items', second, 'highlighted'], 'can be `true` for one offer only');
    const other = items.findIndex((item) => item.other);
    if (between && other === -1)
      issueAt(context, ['switch'], 'has nothing to switch to: no offer has an `other` price');
    if (!between && other !== -1)
      issueAt(
        context,
        ['items', other, 'other'],
        'is seen only with a `switch` in the block, which names both prices; add one, or delete this',
      );
  })
  .describe('What things cost: offers with their prices, and what is part of each.');

const barePrice = (written: string, path: Path): DiagnosticInit[] =>
  /^\s*[1-9][\d.,\s’']*$/.test(written)
    ? [
        {
          path,
          rule: 'bare-price',
          message: 'this price has no currency',
          label: `visitors see only \`${written.trim()}\``,
          received: written,
          advice: `add the currency, such as \`£${written.trim()}\``,
        },
      ]
    : [];

export const pricing = defineBlock({
  schema,
  label: 'Prices',
  purpose: 'Numbers',
  warnings: ({ items }) =>
    items.flatMap(({ price: first, other }, at) => [
      ...barePrice(first, ['items', at, 'price']),
      ...barePrice(other?.price ?? '', ['items', at, 'other', 'price']),
    ]),
  otherNames: 'prices price-table pricing-table plans price-list packages tariffs tiers',
});
