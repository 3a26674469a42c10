import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { anyPicture, described, pageLink, sectionSettings, checkPictureSize, text } from '../fields.ts';
import { externalUrl } from '../url-fields.ts';

const schema = z
  .strictObject({
    type: z.literal('logos'),
    ...sectionSettings,
    layout: z
      .enum(['row', 'grid', 'beside'])
      .default('row')
      .describe('How the logos stand: in a `row`, each in a field of a `grid`, or `beside` the heading.'),
    items: z
      .array(
        z
          .strictObject({
            name: described(text, 'The name that the logo stands for.', 'North Pier'),
            ...anyPicture,
            to: pageLink.optional(),
            href: externalUrl.optional(),
          })
          .superRefine(checkPictureSize)
          .superRefine(({ to, href }, { addIssue }) => {
            if (to !== undefined && href !== undefined)
              addIssue({
                code: 'custom',
                path: ['href'],
                message: 'cannot stand beside `to`: a logo leads to one place',
              });
          }),
      )
      .min(1)
      .describe('The list of logos, one or more.'),
  })
  .describe('Logos of partners or clients that stand still, each with a link if it has one.');

export const logos = defineBlock({ schema });
