import { z } from 'zod';
import { described, groupOf, oneOf } from './described-fields.ts';
import { minContrast, weakAccent } from './colors.ts';
import { pictureFile } from './picture-fields.ts';

/** The path of a font in `public/`. */
const fontFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[wW][oO][fF][fF]2$/, 'must be a font in `public/`, like `/fonts/name.woff2`')
  .meta({ examples: ['/fonts/name.woff2'], refersTo: 'font' });

const accentColor = z
  .string()
  .regex(
    /^#[0-9a-f]{6}$/,
    'must be a colour like `#0b6b53`, six lower-case digits and letters after the `#`',
  );

export const theme = z.strictObject({
  accent: groupOf('The one colour besides the neutrals: for light grounds, and for dark ones.', {
    light: described(accentColor, 'The accent on light grounds, in quotation marks.', '#0b6b53'),
    dark: described(accentColor, 'The accent on dark grounds, in quotation marks.', '#6fd9b5'),
  })
    .superRefine((accent, context) => {
      for (const scheme of ['light', 'dark'] as const) {
        const weak = weakAccent(accent, scheme);
        if (weak)
          context.addIssue({
            code: 'custom',
            path: [scheme],
            message:
              `is too weak to be read: ${weak.ratio.toFixed(1)}:1 where it is weakest, ` +
              `and text needs ${minContrast}:1` +
              (weak.better === undefined ? '' : `; \`${weak.better}\` would do`),
          });
      }
    })
    .optional(),
  fonts: oneOf(['figtree', 'space-grotesk', 'system'], 'The letters that all pages are set in.'),
  ownFonts: groupOf('Fonts of your own, in the place of `fonts`: WOFF2 files in `public/`.', {
    text: fontFile.optional().describe('The letters of all text, if they are your own.'),
    bold: fontFile.optional().describe('Their bold ones, if these lie in a file of their own.'),
    headings: fontFile.optional().describe('The letters of headings, if they are others.'),
  })
    .refine(({ bold, text }) => bold === undefined || text !== undefined, {
      path: ['text'],
      error: 'the letters that `bold` belongs to',
    })
    .optional(),
  corners: z
    .enum(['square', 'soft', 'round'])
    .default('soft')
    .describe('The corners of buttons, cards and pictures.'),
  density: z
    .enum(['compact', 'regular', 'airy'])
    .default('regular')
    .describe('How much room is between things: a `compact` page shows more at once, an `airy` one less.'),
  headings: oneOf(
    ['strong', 'light', 'serif'],
    'How headings look: `strong` and tight, `light` and a little wider, or in the `serif` letters of the ' +
      'visitor’s device.',
  ),
  logo: pictureFile
    .optional()
    .describe(
      'The mark beside the name of the company, which also becomes the icon of the site: a square SVG.',
    ),
});
