import { oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, textWithDefault } from '../../fields/fields.ts';

const schema = blockSchema('next-article', {
  ...anyBlock,
  layout: oneOf(['wide', 'card'], 'The layout: as wide as the page (`wide`), or a `card`.'),
  heading: textWithDefault('nextArticle').meta({ label: 'Heading', isTypeset: true }),
})
  .describe('A link to the next older article in the same folder; the oldest article links to the newest.')
  // Excluded from the search, because the search index already contains the linked pages.
  .meta({ search: 'none' });

export const nextArticle = defineBlock({
  schema,
  purpose: 'Lists of pages',
  otherNames: 'next-post read-next next read-more',
  summarize: () => ({ needs: ['next article'] }),
});
