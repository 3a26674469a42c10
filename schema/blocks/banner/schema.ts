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
    'Where the words stand: outside the picture with `plain`, or on a `panel` over its edge.',
  ),
  height: oneOf(
    ['low', 'tall'],
    'How high the picture is: `low` or `tall`; what does not fit is cut away.',
  ).meta({
    group: 'look',
  }),
  image: framedPicture,
  text: described(inlineText.optional(), 'The caption.', 'The pier on the **longest** day.').meta({
    label: 'Caption',
  }),
  actions: z.array(action).max(2).default([]).describe('The list of buttons, two at most.'),
}).describe('A picture from edge to edge of the window.');

export const banner = defineBlock({
  schema,
  purpose: 'Openings',
  otherNames: 'image-banner full-width-image cover-image parallax hero-image image',
});
