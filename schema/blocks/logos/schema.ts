import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text } from '../../fields/fields.ts';
import { internalLink } from '../../fields/link-fields.ts';
import { pictureSettings, checkPictureSize } from '../../fields/picture-fields.ts';
import { externalUrl } from '../../fields/url-fields.ts';

const schema = blockSchema('logos', {
  ...sectionSettings,
  layout: oneOf(
    ['row', 'grid', 'beside'],
    'The layout of the logos: a `row`, a `grid`, or `beside` the heading.',
  ),
  items: z
    .array(
      z
        .strictObject({
          name: described(text, 'The name of the company or brand.', 'North Pier'),
          ...pictureSettings,
          to: internalLink.optional(),
          href: externalUrl.optional(),
        })
        .superRefine(checkPictureSize)
        .refine(({ to, href }) => to === undefined || href === undefined, {
          path: ['href'],
          error: 'cannot be used together with `to`, because a logo has only one link',
        }),
    )
    .min(1)
    .describe('Logos to show.')
    .meta({ item: 'logo' }),
}).describe('Logos of partners or clients, with optional links.');

export const logos = defineBlock({
  schema,
  purpose: 'Proof',
  otherNames:
    'clients partners logo-grid brands customers sponsors trusted-by client-logos logo-wall logo-cloud',
});
