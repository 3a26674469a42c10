import { z } from 'zod';
import { described, describedList, oneOf, renamed } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, blockText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { iconName, picture } from '../../fields/picture-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { ofSmallBlocks, smallBlocks, smallTypes, withSmallTexts } from '../small-blocks.ts';

const schema = blockSchema('tabs', {
  ...sectionSettings,
  layout: oneOf(
    ['row', 'beside'],
    'Where the tabs stand on a wide screen: in a `row` above what they open, or `beside` it; ' +
      'on a phone each opens right below its label.',
  ).meta({ choices: { beside: 'Beside the text' } }),
  items: describedList('The list of tabs, two to six; the first one is open.', {
    heading: renamed(described(text, 'The words on the tab.', 'In summer'), 'label'),
    icon: iconName.optional(),
    body: described(
      blockText.optional(),
      'Its text: begin with `|` and write below, indented, with a blank line between paragraphs.',
      'The desk is open from six to ten.',
    ).meta({ isInnerHeading: true }),
    image: picture.optional().describe('A picture beside the text.'),
    ...smallBlocks,
    actions: z.array(action).max(2).default([]).describe('The list of buttons below, two at most.'),
  })
    .superRefine((items, context) => {
      for (const [at, { body, image, ...rest }] of items.entries())
        if (!body && !image && smallTypes.every((type) => !rest[type]))
          issueAt(context, [at, 'body'], 'what the tab opens: a text, a picture or a small block');
    })
    .min(2)
    .max(6)
    .meta({ item: 'tab' }),
}).describe(
  'Texts in one place, each with a small block if it needs one, of which a visitor opens one at a time; ' +
    'it works without scripts.',
);

export const tabs = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames: 'tab tabbed tab-panel tabbed-content tab-group',
  ...ofSmallBlocks,
  withDefaultTexts: (block, site) => ({ ...block, items: withSmallTexts(block.items, site) }),
});
