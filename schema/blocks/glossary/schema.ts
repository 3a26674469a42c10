import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { name, sectionSettings, text, textWithDefault, inlineText } from '../../fields/fields.ts';

const schema = blockSchema('glossary', {
  ...sectionSettings,
  layout: oneOf(
    ['letters', 'list'],
    'How the words stand: under their `letters`, with a jump to each, or as one `list`.',
  ),
  jump: textWithDefault('jump'),
  items: describedList('The list of words in any order: the page shows them in that of the alphabet.', {
    term: described(text, 'The word that is explained.', 'Gust').meta({ search: 'heading' }),
    id: described(
      name.optional(),
      'The name of this word in links, `/page#name`; without it the word itself, in small letters.',
      'gust',
    ),
    text: described(inlineText, 'What it means.', 'A short rise of **ten** knots or more.').meta({
      label: 'Meaning',
    }),
  })
    .min(2)
    .meta({ item: 'word' }),
})
  .superRefine(({ items }, context) => {
    for (const [at, { id }] of items.entries())
      if (id !== undefined && items.findIndex((one) => one.id === id) < at)
        issueAt(context, ['items', at, 'id'], `cannot be \`${id}\`, which another word is called already`);
  })
  .describe('Words and what they mean, from A to Z.');

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
