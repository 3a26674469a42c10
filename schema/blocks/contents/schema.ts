import { oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, textWithDefault } from '../../fields/fields.ts';

const schema = blockSchema('contents', {
  ...anyBlock,
  layout: oneOf(
    ['beside', 'above'],
    'The position of the list: `beside` the text, where it stays visible on large screens, or ' +
      '`above` the text.',
  ).meta({ choices: { beside: 'Beside the text', above: 'Above the text' } }),
  heading: textWithDefault('contents').meta({ label: 'Heading', isTypeset: true }),
})
  .describe('A table of contents: links to the headings in the texts of the page.')
  // Excluded from the search, because the search index already contains the headings.
  .meta({ search: 'none' });

export const contents = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames: 'toc table-of-contents on-this-page table-of-content outline',
  summarize: () => ({ needs: ['headings'] }),
});
