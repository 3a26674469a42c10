import { z } from 'zod';
import { cropNames, focusNames } from '../base/crop.ts';

const crop = z
  .enum(cropNames)
  .optional()
  .describe(
    'What a picture is cut to, of which all is shown without it: `square`, `portrait` (three by four), ' +
      '`landscape` (three by two), `wide` (sixteen by nine) or `panorama` (three by one).',
  );
const focus = z
  .enum(focusNames)
  .optional()
  .describe('The part of the picture that stays where some of it is cut away; without it the `center`.');

/** Of a picture whose place says what it is cut to. */
export const inFrame = { focus };

/** Of a picture that can be cut. */
export const cut = { crop, focus };

/** How wide a picture is that stands by itself. */
export const pictureSize = z
  .enum(['small', 'medium', 'full'])
  .optional()
  .describe(
    'How wide the picture is: `small`, `medium` like a text, or, as without it, `full` like the page.',
  );
