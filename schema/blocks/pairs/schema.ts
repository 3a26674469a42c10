import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';

/** The settings of its content, without those of its heading. */
export const pairsContent = {
  columns: describedGroup('The words above the two columns; facts that explain themselves need none.', {
    first: described(text, 'The text above the first column.', 'Word'),
    second: described(text, 'The text above the second column.', 'Meaning'),
  }).optional(),
  items: describedList('The list of pairs.', {
    heading: described(typesetText, 'What stands in the first column.', 'Gust').meta({
      search: 'heading',
    }),
    text: described(inlineText, 'What stands beside it.', 'A short rise of ten knots or more'),
  })
    .min(1)
    .meta({ item: 'pair' }),
};

const schema = blockSchema('pairs', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'Where the heading stands: above the pairs with `stacked`, or `beside` them.',
  ),
  ...pairsContent,
}).describe(
  'Two columns that belong together line by line: a feature and its advantage, a term and its meaning.',
);

export const pairs = defineBlock({
  schema,
  purpose: 'Lists and cards',
  otherNames: 'definition-list key-value spec-list specs specifications definitions before-after dl',
});
