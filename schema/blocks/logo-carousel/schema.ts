import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault } from '../../fields/fields.ts';
import { anyPicture, checkPictureSize } from '../../fields/picture-fields.ts';

const schema = blockSchema('logo-carousel', {
  ...sectionSettings,
  layout: oneOf(['strip', 'beside'], 'Where the heading stands: above the `strip` of logos, or `beside` it.'),
  pause: textWithDefault('pause'),
  play: textWithDefault('play'),
  items: z
    .array(
      z
        .strictObject({
          name: described(text, 'The name that the logo stands for.', 'North Pier'),
          ...anyPicture,
        })
        .superRefine(checkPictureSize),
    )
    .min(6)
    .describe(
      'The list of logos, six or more, all drawn on a canvas of 176 by 48; an even number stands in two ' +
        'rows on a phone.',
    )
    .meta({ item: 'logo' }),
}).describe('Logos that pass by.');

export const logoCarousel = defineBlock({
  schema,
  purpose: 'Proof',
  otherNames: 'logo-slider logo-marquee client-carousel logo-ticker logo-strip',
});
