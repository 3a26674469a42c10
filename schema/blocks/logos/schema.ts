import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text } from '../../fields/fields.ts';
import { internalLink } from '../../fields/link-fields.ts';
import { anyPicture, checkPictureSize } from '../../fields/picture-fields.ts';
import { externalUrl } from '../../fields/url-fields.ts';

const schema = blockSchema('logos', {
  ...sectionSettings,
  layout: oneOf(
    ['row', 'grid', 'beside'],
    'How the logos stand: in a `row`, each in a field of a `grid`, or `beside` the heading.',
  ),
  items: z
    .array(
      z
        .strictObject({
          name: described(text, 'The name that the logo stands for.', 'North Pier'),
          ...anyPicture,
          to: internalLink.optional(),
          href: externalUrl.optional(),
        })
        .superRefine(checkPictureSize)
        .refine(({ to, href }) => to === undefined || href === undefined, {
          path: ['href'],
          error: 'cannot stand beside `to`: a logo leads to one place',
        }),
    )
    .min(1)
    .describe('The list of logos, one or more.')
    .meta({ item: 'logo' }),
}).describe('Logos of partners or clients that stand still, each with a link if it has one.');

export const logos = defineBlock({
  schema,
  purpose: 'Proof',
  otherNames:
    'clients partners logo-grid brands customers sponsors trusted-by client-logos logo-wall logo-cloud',
});
