import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault, inlineText } from '../../fields/fields.ts';
import { internalLink } from '../../fields/link-fields.ts';
import { picture } from '../../fields/picture-fields.ts';

export const file = z.strictObject({
  label: described(text, 'What the file is.', 'Prices for next year').meta({ describes: 'link' }),
  to: internalLink.describe('The file in `public/`, like `/files/prices.pdf`.').meta({ label: 'File' }),
  text: described(inlineText.optional(), 'A sentence on it.', 'All berths, **tax** included.'),
  image: picture.optional().describe('A picture of it, for `cards`.'),
  tags: z
    .array(described(text, 'One tag, as visitors read it.', 'Prices'))
    .min(1)
    .optional()
    .describe('The list of tags by which visitors find the file with the filter above the list.'),
});

/** The settings of its content, without those of its heading. */
export const downloadsContent = {
  items: z
    .array(file)
    .min(1)
    .describe('The list of files; visitors read the kind and the size of each.')
    .meta({ item: 'file' }),
};

const schema = blockSchema('downloads', {
  ...sectionSettings,
  layout: oneOf(
    ['list', 'cards', 'beside'],
    'How the files stand: below each other in a `list`, as `cards` with a picture of each, ' +
      'or in a list `beside` the heading.',
  ),
  ...downloadsContent,
  tags: describedList(
    'The list of tags of the filter, in the order of their buttons; without it all of the files.',
    {
      tag: described(text, 'One tag.', 'Prices'),
    },
  ).default([]),
  filter: textWithDefault('filterFiles'),
  all: textWithDefault('all', 'The label of the button that shows all files.'),
})
  .superRefine(({ items, tags }, context) => {
    const known = new Set(items.flatMap((item) => item.tags ?? []));
    for (const [at, { tag }] of tags.entries())
      if (!known.has(tag))
        issueAt(context, ['tags', at, 'tag'], `cannot be \`${tag}\`: no file of this list has this tag`);
  })
  .describe('Files for visitors to keep, with their kind and size.');

export const downloads = defineBlock({
  schema,
  label: 'Files',
  purpose: 'Lists and cards',
  otherNames: 'files documents download file-list resources attachments pdfs',
});
