import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { name, sectionSettings, text, textWithDefault, inlineText } from '../../fields/fields.ts';

const schema = blockSchema('glossary', {
  ...sectionSettings,
  layout: oneOf(
    ['letters', 'list'],
    'The layout of the terms: grouped by `letters`, with a link to each letter, or a single `list`.',
  ),
  jump: textWithDefault('jump'),
  items: describedList('Terms, in any order: the page sorts them alphabetically.', {
    term: described(text, 'The term.', 'Gust').meta({ search: 'heading' }),
    id: described(
      name.optional(),
      'The name of this term in links, `/page#name` (default: the term in lower case).',
      'gust',
    ),
    text: described(inlineText, 'The meaning of the term.', 'A short rise of **ten** knots or more.').meta({
      label: 'Meaning',
    }),
  })
    .min(2)
    .meta({ item: 'word' }),
})
  .superRefine(({ items }, context) => {
    for (const [index, { id }] of items.entries())
      if (id !== undefined && items.findIndex((item) => item.id === id) < index)
        issueAt(context, ['items', index, 'id'], `cannot be \`${id}\`: another term already uses it`);
  })
  .describe('Terms and their meanings, from A to Z.');

export const glossary = defineBlock({
  schema,
  purpose: 'Lists and cards',
  otherNames: 'terms dictionary lexicon definitions wordlist',
  summarize: () => ({ needs: ['language'] }),
  withAnchors: (block, anchorOf) => ({
    ...block,
    items: block.items.map((item) => ({ ...item, id: anchorOf(item.id ?? item.term) })),
  }),
});
