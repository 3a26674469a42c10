import { oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, textWithDefault } from '../../fields/fields.ts';

const schema = blockSchema('next-article', {
  ...anyBlock,
  layout: oneOf(['wide', 'card'], 'How it stands: across the page with `wide`, or as a `card`.'),
  heading: textWithDefault('nextArticle').meta({ label: 'Heading', isTypeset: true }),
})
  .describe(
    'A link from an article to the one that came out before it in the same folder, and from the oldest to ' +
      'the newest.',
  )
  // Its texts are found on the pages that it links to.
  .meta({ search: 'none' });

export const nextArticle = defineBlock({
  schema,
  purpose: 'Lists of pages',
  otherNames: 'next-post read-next next read-more',
  summarize: () => ({ needs: ['next article'] }),
});
