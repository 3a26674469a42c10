import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { typesetText, sectionSettings, blockText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { iconName, picture } from '../../fields/picture-fields.ts';
import { smallBlockDefinition, smallBlocks, addSmallBlockTexts } from '../small-blocks.ts';

const schema = blockSchema('columns', {
  ...sectionSettings,
  layout: oneOf(
    ['equal', 'first-wider', 'last-wider'],
    'The widths of the columns: `equal`, or, with two columns, the first or the last one twice as wide as the other (`first-wider`, ' +
      '`last-wider`).',
  ),
  items: describedList('Two to four columns, which are stacked on phones.', {
    image: picture.optional(),
    icon: iconName.optional(),
    heading: described(typesetText.optional(), 'The heading of the column.', 'By boat').meta({
      isInnerHeading: true,
    }),
    body: described(
      blockText.optional(),
      'The text of the column: start with `|`, then write the text on the lines below, indented, with an empty line between paragraphs.',
      'Follow the leading lights.',
    ),
    ...smallBlocks,
    actions: z.array(action).max(2).default([]).describe('Up to two buttons at the end.'),
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
        message: `is for two columns, but there are ${items.length}; write \`layout: equal\``,
      });
  })
  .describe('Two to four columns of text, each with an optional picture, icon, small block or buttons.');

export const columns = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames:
    'two-columns text-image image-text text-and-image media-text split multi-column layout-columns content-columns columns-block three-columns',
  ...smallBlockDefinition,
  withDefaultTexts: (block, site) => ({ ...block, items: addSmallBlockTexts(block.items, site) }),
});
