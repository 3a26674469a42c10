import { z } from 'zod';
import { described, oneOf } from '../described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, inlineText } from '../fields.ts';
import { internalLink } from '../link-fields.ts';
import { picture } from '../picture-fields.ts';

export const file = z.strictObject({
  label: described(text, 'What the file is.', 'Prices for next year').meta({ describes: 'link' }),
  to: internalLink.describe('The file in `public/`, written from there on, like `/files/prices.pdf`.'),
  text: described(inlineText.optional(), 'A sentence on it.', 'All berths, **tax** included.'),
  image: picture.optional().describe('A picture of it, for `cards`.'),
});

/** The settings of its content, without those of its heading. */
export const downloadsContent = {
  items: z.array(file).min(1).describe('The list of files; visitors read the kind and the size of each.'),
};

const schema = blockSchema('downloads', {
  ...sectionSettings,
  layout: oneOf(
    ['list', 'cards', 'beside'],
    'How the files stand: below each other in a `list`, as `cards` with a picture of each, ' +
      'or in a list `beside` the heading.',
  ),
  ...downloadsContent,
}).describe('Files for visitors to keep, with their kind and size.');

export const downloads = defineBlock({ schema });
