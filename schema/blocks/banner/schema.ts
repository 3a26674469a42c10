import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, inlineText } from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { framedPicture } from '../../fields/picture-fields.ts';

const schema = blockSchema('banner', {
  ...sectionSettings,
  layout: oneOf(
    ['plain', 'panel'],
    'The position of the texts: outside the picture (`plain`), or on a `panel` that overlaps its edge.',
  ),
  height: oneOf(
    ['low', 'tall'],
    'The height of the picture: `low` or `tall`; the picture is cropped to fit.',
  ).meta({
    group: 'look',
  }),
  image: framedPicture,
  text: described(inlineText.optional(), 'The caption.', 'The pier on the **longest** day.').meta({
    label: 'Caption',
  }),
  actions: z.array(action).max(2).default([]).describe('The list of buttons, up to two.'),
}).describe('A picture as wide as the window.');

export const banner = defineBlock({
  schema,
  purpose: 'Openings',
  otherNames: 'image-banner full-width-image cover-image parallax hero-image image',
});
