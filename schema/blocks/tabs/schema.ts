import { z } from 'zod';
import { described, describedList, oneOf, renamed } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, blockText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { iconName, picture } from '../../fields/picture-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { smallBlockDefinition, smallBlocks, smallTypes, addSmallBlockTexts } from '../small-blocks.ts';

const schema = blockSchema('tabs', {
  ...sectionSettings,
  layout: oneOf(
    ['row', 'beside'],
    'The position of the tabs on wide screens: in a `row` above the content, or `beside` it; ' +
      'on phones, each tab opens below its label.',
  ).meta({ choices: { beside: 'Beside the text' } }),
  items: describedList('Two to six tabs; the first one is open at the start.', {
    heading: renamed(described(text, 'The label of the tab.', 'In summer'), 'label'),
    icon: iconName.optional(),
    body: described(
      blockText.optional(),
      'The text of the tab: start with `|`, then write the text on the lines below, indented, with an empty line between paragraphs.',
      'The desk is open from six to ten.',
    ).meta({ isInnerHeading: true }),
    image: picture.optional().describe('A picture beside the text.'),
    ...smallBlocks,
    actions: z.array(action).max(2).default([]).describe('Up to two buttons at the end.'),
  })
    .superRefine((items, context) => {
      for (const [index, { body, image, ...rest }] of items.entries())
        if (!body && !image && smallTypes.every((type) => !rest[type]))
          issueAt(context, [index, 'body'], 'a tab needs text, a picture or a small block');
    })
    .min(2)
    .max(6)
    .meta({ item: 'tab' }),
}).describe('Text and small blocks in tabs, which also work without JavaScript.');

export const tabs = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames: 'tab tabbed tab-panel tabbed-content tab-group',
  ...smallBlockDefinition,
  withDefaultTexts: (block, site) => ({ ...block, items: addSmallBlockTexts(block.items, site) }),
});
