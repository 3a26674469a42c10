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
    'The position of the text: outside the picture (`plain`), or on a `panel` that overlaps the edge of the picture.',
  ),
  height: oneOf(['low', 'tall'], 'The height of the picture, which is cropped to fit: `low` or `tall`.').meta(
    {
      group: 'look',
    },
  ),
  image: framedPicture,
  text: described(
    inlineText.optional(),
    'The caption of the picture.',
    'The pier on the **longest** day.',
  ).meta({
    label: 'Caption',
  }),
  actions: z.array(action).max(2).default([]).describe('Up to two buttons.'),
}).describe('A full-width picture.');

export const banner = defineBlock({
  schema,
  purpose: 'Openings',
  otherNames: 'image-banner full-width-image cover-image parallax hero-image image',
});
