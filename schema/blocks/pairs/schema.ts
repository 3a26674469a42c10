import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, text, inlineText } from '../../fields/fields.ts';

/** The block's content settings, without the settings of its heading. */
export const pairsContent = {
  columns: describedGroup('Headings of the two columns, if needed.', {
    first: described(text, 'The heading of the first column.', 'Word'),
    second: described(text, 'The heading of the second column.', 'Meaning'),
  }).optional(),
  items: describedList('Pairs to show, one in each row.', {
    heading: described(typesetText, 'The text in the first column.', 'Gust').meta({
      search: 'heading',
    }),
    text: described(inlineText, 'The text in the second column.', 'A short rise of ten knots or more'),
  })
    .min(1)
    .meta({ item: 'pair' }),
};

const schema = blockSchema('pairs', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'The position of the heading: above the pairs (`stacked`) or `beside` them.',
  ),
  ...pairsContent,
}).describe('Two columns with matching rows: a feature and its advantage, or a term and its meaning.');

export const pairs = defineBlock({
  schema,
  purpose: 'Lists and cards',
  otherNames: 'definition-list key-value spec-list specs specifications definitions before-after dl',
});
