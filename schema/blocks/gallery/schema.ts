import { z } from 'zod';
import { described, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, textWithDefault, inlineText } from '../../fields/fields.ts';
import {
  pictureSettings,
  altTextField,
  checkPictureSize,
  cropSettings,
} from '../../fields/picture-fields.ts';

const schema = blockSchema('gallery', {
  ...sectionSettings,
  layout: oneOf(
    ['grid', 'columns', 'filmstrip'],
    'The layout of the pictures: a `grid` of pictures cropped to the same shape, `columns` of uncropped pictures, or a row ' +
      'that scrolls sideways (`filmstrip`).',
  ),
  items: z
    .array(
      z
        .strictObject({
          ...pictureSettings,
          alt: altTextField('Boats at low water'),
          text: described(
            inlineText.optional(),
            'The caption of the picture.',
            'The spring tide of **March**.',
          ).meta({
            label: 'Caption',
          }),
          ...cropSettings,
        })
        .superRefine(checkPictureSize),
    )
    .min(2)
    .describe('At least two pictures.')
    .meta({ item: 'picture' }),
  enlarge: textWithDefault('enlarge'),
  close: textWithDefault('close', 'The label of the button that closes the large picture.'),
  previous: textWithDefault('previous'),
  next: textWithDefault('next'),
}).describe('Pictures that visitors can enlarge, even without JavaScript.');

export const gallery = defineBlock({
  schema,
  purpose: 'Text and media',
  otherNames:
    'photos photo-gallery lightbox image-gallery slideshow slider carousel pictures photo-grid images',
});
