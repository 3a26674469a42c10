import { oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, textWithDefault } from '../../fields/fields.ts';

const schema = blockSchema('contents', {
  ...anyBlock,
  layout: oneOf(
    ['beside', 'above'],
    'Where the list stands: `beside` the text, where it goes along and leaves small screens free, or ' +
      '`above` it.',
  ).meta({ choices: { beside: 'Beside the text', above: 'Above the text' } }),
  heading: textWithDefault('contents').meta({ label: 'Heading', isTypeset: true }),
})
  .describe('A list of the headings within the text of the page, each a link to its place.')
  // Its texts are found where it links to.
  .meta({ search: 'none' });

export const contents = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames: 'toc table-of-contents on-this-page table-of-content outline',
  summarize: () => ({ needs: ['headings'] }),
});
