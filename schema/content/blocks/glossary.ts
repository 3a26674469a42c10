import { described, listOf, oneOf } from '../described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault, inlineText } from '../fields.ts';

const schema = blockSchema('glossary', {
  ...sectionSettings,
  layout: oneOf(
    ['letters', 'list'],
    'How the words stand: under their `letters`, with a jump to each, or as one `list`.',
  ),
  jump: textWithDefault('jump'),
  items: listOf('The list of words in any order: the page shows them in that of the alphabet.', {
    term: described(text, 'The word that is explained.', 'Gust').meta({ search: 'heading' }),
    text: described(inlineText, 'What it means.', 'A short rise of **ten** knots or more.'),
  }).min(2),
}).describe('Words and what they mean, from A to Z.');

export const glossary = defineBlock({ schema, summarize: () => ({ needs: ['language'] }) });
