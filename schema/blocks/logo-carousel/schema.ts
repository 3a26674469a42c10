import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault } from '../../fields/fields.ts';
import { pictureSettings, checkPictureSize } from '../../fields/picture-fields.ts';

const schema = blockSchema('logo-carousel', {
  ...sectionSettings,
  layout: oneOf(
    ['strip', 'beside'],
    'The position of the heading: above the `strip` of logos, or `beside` it.',
  ),
  pause: textWithDefault('pause'),
  play: textWithDefault('play'),
  items: z
    .array(
      z
        .strictObject({
          name: described(text, 'The name of the company or brand.', 'North Pier'),
          ...pictureSettings,
        })
        .superRefine(checkPictureSize),
    )
    .min(6)
    .describe(
      'At least six logos, each drawn on a canvas of 176 by 48 pixels; on phones, an even number of logos is shown in two ' +
        'rows.',
    )
    .meta({ item: 'logo' }),
}).describe('A moving row of logos.');

export const logoCarousel = defineBlock({
  schema,
  purpose: 'Proof',
  otherNames: 'logo-slider logo-marquee client-carousel logo-ticker logo-strip',
});
