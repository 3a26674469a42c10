import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, blockText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { iconName, picture } from '../../fields/picture-fields.ts';
import { ofSmallBlocks, smallBlocks, withSmallTexts } from '../small-blocks.ts';

const schema = blockSchema('columns', {
  ...sectionSettings,
  layout: oneOf(
    ['equal', 'first-wider', 'last-wider'],
    'How wide they are: `equal`, or of two the first or the last one twice as wide with `first-wider` ' +
      'and `last-wider`.',
  ),
  items: describedList('The list of columns, two to four; on a phone they stand below each other.', {
    image: picture.optional(),
    icon: iconName.optional(),
    heading: described(typesetText.optional(), 'The heading of the column.', 'By boat').meta({
      isInnerHeading: true,
    }),
    body: described(
      blockText.optional(),
      'Its text: begin with `|` and write below, indented, with a blank line between paragraphs.',
      'Follow the leading lights.',
    ),
    ...smallBlocks,
    actions: z.array(action).max(2).default([]).describe('The list of buttons below, two at most.'),
  })
    .min(2)
    .max(4)
    .meta({ item: 'column' }),
})
  .superRefine(({ layout, items }, { addIssue }) => {
    if (layout !== 'equal' && items.length > 2)
      addIssue({
        code: 'custom',
        path: ['layout'],
        message: `is for two columns, and there are ${items.length}; write \`layout: equal\``,
      });
  })
  .describe(
    'Two, three or four texts side by side, each with a picture, an icon, a small block or buttons if it ' +
      'needs them.',
  );

export const columns = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames:
    'two-columns text-image image-text text-and-image media-text split multi-column layout-columns content-columns columns-block three-columns',
  ...ofSmallBlocks,
  withDefaultTexts: (block, site) => ({ ...block, items: withSmallTexts(block.items, site) }),
});
