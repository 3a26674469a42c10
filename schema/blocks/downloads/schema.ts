import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault, inlineText } from '../../fields/fields.ts';
import { internalLink } from '../../fields/link-fields.ts';
import { picture } from '../../fields/picture-fields.ts';

export const downloadItem = z.strictObject({
  label: described(text, 'The file name as visitors see it.', 'Prices for next year').meta({
    describes: 'link',
  }),
  to: internalLink.describe('The file in `public/`, like `/files/prices.pdf`.').meta({ label: 'File' }),
  text: described(inlineText.optional(), 'A sentence about the file.', 'All berths, **tax** included.'),
  image: picture.optional().describe('A preview of the file, for the layout `cards`.'),
  tags: z
    .array(described(text, 'One tag.', 'Prices'))
    .min(1)
    .optional()
    .describe('Tags of the file, for the filter above the list.'),
});

/** The block's content settings, without the settings of its heading. */
export const downloadsContent = {
  items: z
    .array(downloadItem)
    .min(1)
    .describe('Files; the page shows the type and size of each.')
    .meta({ item: 'file' }),
};

const schema = blockSchema('downloads', {
  ...sectionSettings,
  layout: oneOf(
    ['list', 'cards', 'beside'],
    'The layout of the files: a `list`, `cards` with pictures, or a list `beside` the heading.',
  ),
  ...downloadsContent,
  tags: describedList('Tags in the filter, in the order of their buttons (default: all tags of the files).', {
    tag: described(text, 'One tag.', 'Prices'),
  }).default([]),
  filter: textWithDefault('filterFiles'),
  all: textWithDefault('all', 'The label of the button that shows all files.'),
})
  .superRefine(({ items, tags }, context) => {
    const knownTags = new Set(items.flatMap((item) => item.tags ?? []));
    for (const [index, { tag }] of tags.entries())
      if (!knownTags.has(tag))
        issueAt(context, ['tags', index, 'tag'], `cannot be \`${tag}\`: no file in this list has this tag`);
  })
  .describe('Files to download, with their type and size.');

export const downloads = defineBlock({
  schema,
  label: 'Files',
  purpose: 'Lists and cards',
  otherNames: 'files documents download file-list resources attachments pdfs',
});
