import { z } from 'zod';
import { hexColor } from '../fields/color-field.ts';
import { described, describedGroup, optionalOneOf } from '../fields/described-fields.ts';
import { pictureFile } from '../fields/picture-fields.ts';

/** A font file, by its path in `public/`. */
const fontFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[wW][oO][fF][fF]2$/, 'must be a font in `public/`, like `/fonts/name.woff2`')
  .meta({ examples: ['/fonts/name.woff2'], refersTo: 'font' });

const colorPair = (description: string, colorName: string, light: string, dark: string) =>
  describedGroup(description, {
    light: described(hexColor, `The ${colorName} in the light scheme, written in quotation marks.`, light),
    dark: described(hexColor, `The ${colorName} in the dark scheme, written in quotation marks.`, dark),
  });

const grounds = ['plain', 'tinted', 'dark', 'accent', 'second'] as const;
const backgroundChoice = (area: string) => optionalOneOf(grounds, `The background of ${area}.`);

export const presetNames = ['plain', 'chambers', 'playroom', 'signal', 'works', 'gazette'] as const;

/** The setting `theme` as the author wrote it. */
export type ThemeSettings = z.output<typeof themeSettings>;

export const themeSettings = z.strictObject({
  preset: optionalOneOf(
    presetNames,
    'A preset for all other theme settings, each of which can override it: `plain` is clear and friendly, ' +
      '`chambers` quiet, with a serif font, `playroom` round and colourful, `signal` light and technical, `works` ' +
      'sturdy and industrial, and `gazette` like a magazine.',
  ),
  accent: describedGroup('The accent colour, used for links and buttons.', {
    light: described(
      hexColor,
      'The accent colour on light backgrounds, written in quotation marks.',
      '#0b6b53',
    ),
    dark: described(
      hexColor,
      'The accent colour on dark backgrounds, written in quotation marks.',
      '#6fd9b5',
    ),
  })
    .optional()
    .meta({ label: 'Accent colour' }),
  second: colorPair(
    'A second colour for backgrounds, buttons and highlights, but not for text.',
    'second colour',
    '#ffcf40',
    '#ffcf40',
  )
    .optional()
    .meta({ label: 'Second colour' }),
  neutrals: optionalOneOf(
    ['tinted', 'pure', 'warm', 'cool'],
    'The greys of text, lines and backgrounds: `tinted` with the accent colour (default), `pure`, `warm` or `cool`.',
  ),
  ownNeutrals: describedGroup(
    'Your own background and text colours instead of `neutrals`; all greys are mixed from these two.',
    {
      ground: colorPair('The background of pages.', 'background', '#fbf7ef', '#14110c'),
      ink: colorPair('The colour of text.', 'text colour', '#1d1a14', '#f2ede2'),
    },
  ).optional(),
  grounds: describedGroup('Backgrounds of prominent parts of the page.', {
    opening: backgroundChoice('the header and of `hero` blocks whose tone is `plain`'),
    statement: backgroundChoice('blocks whose tone is `dark`'),
    closing: backgroundChoice('`cta` blocks whose tone is `dark`'),
    footer: backgroundChoice('the footer'),
  }).optional(),
  buttonColor: optionalOneOf(
    ['accent', 'ink', 'second'],
    'The colour of the main buttons: the `accent` colour (default), the text colour (`ink`), or the `second` colour.',
  ),
  scheme: optionalOneOf(
    ['system', 'light', 'dark'],
    'The colour scheme on the first visit: `light`, `dark`, or `system` for the visitor’s own setting (default).',
  ),
  fonts: optionalOneOf(
    ['figtree', 'space-grotesk', 'garamond', 'fredoka', 'host', 'barlow', 'gloock', 'system'],
    'The fonts of all pages: `figtree` (default); `space-grotesk`, with wide headings; ' +
      '`garamond`, a book font; `fredoka`, round; `host`, with technical labels; `barlow`, with narrow ' +
      'headings; `gloock`, with the headings of a magazine; or those of the visitor’s `system`.',
  ),
  ownFonts: describedGroup('Your own fonts instead of `fonts`, as WOFF2 files in `public/`.', {
    text: fontFile.optional().describe('The font for all text.'),
    bold: fontFile.optional().describe('The bold font, if it is a separate file.'),
    headings: fontFile.optional().describe('The font for headings, if it differs from the text font.'),
  })
    .refine(({ bold, text }) => bold === undefined || text !== undefined, {
      path: ['text'],
      error: '`text` is the regular font, which `bold` needs',
    })
    .optional(),
  headings: optionalOneOf(
    ['light', 'regular', 'strong', 'heavy', 'capitals', 'serif'],
    'The style of headings: `light`, `regular`, `strong` (default), `heavy`, `capitals`, or the `serif` ' +
      'font of the visitor’s device.',
  ),
  scale: optionalOneOf(
    ['calm', 'clear', 'loud', 'huge'],
    'The size of headings and key figures, from small to large: `calm`, `clear` (default), `loud` or `huge`.',
  ),
  corners: optionalOneOf(
    ['square', 'soft', 'round'],
    'The corners of buttons, cards and pictures: `square`, `soft` (default) or `round`.',
  ),
  density: optionalOneOf(
    ['compact', 'regular', 'airy'],
    'The space between elements: `compact`, `regular` (default) or `airy`.',
  ),
  width: optionalOneOf(
    ['narrow', 'page', 'full'],
    'The width of pages: `narrow`, `page` (default), or `full`, the full width of the window up to a limit.',
  ),
  header: optionalOneOf(
    ['bar', 'centred', 'masthead', 'island', 'block'],
    'The style of the header: a `bar` (default); the company name `centred` above the navigation; a `masthead`, with the name ' +
      'across the page; an `island` that floats over the page; or a dark `block`.',
  ),
  wordmark: optionalOneOf(
    ['plain', 'capitals', 'lower', 'boxed'],
    'The style of the company name in the header and footer: `plain` (default), in `capitals`, in `lower` ' +
      'case, or `boxed`.',
  ),
  labels: optionalOneOf(
    ['plain', 'dot', 'capitals', 'chip'],
    'The style of the small text above headings: `plain`, with a `dot` (default), in `capitals`, or in a `chip`.',
  ),
  heads: optionalOneOf(
    ['above', 'beside', 'centred'],
    'The position of section headings: left-aligned `above` the content (default), `beside` it in a separate ' +
      'column, or `centred` above it, which also centres the text of most `hero` blocks.',
  ),
  cards: optionalOneOf(
    ['outlined', 'filled', 'bare', 'cells', 'rows'],
    'The style of cards, key figures and steps: `outlined` (default), `filled`, `bare`, like table `cells`, or as `rows` ' +
      'separated by lines.',
  ),
  buttons: optionalOneOf(
    ['box', 'pill', 'slab'],
    'The style of buttons: a `box` (default), a round `pill` or a `slab` in capitals.',
  ),
  pictures: optionalOneOf(
    ['line', 'mat', 'tint', 'bare'],
    'The frame of SVG pictures: a `line` (default), a `mat` with a wide margin, a `tint`, or `bare` for no frame.',
  ).meta({ label: 'SVG frame' }),
  pattern: optionalOneOf(
    ['none', 'dots'],
    'The background of SVG pictures: `dots` (default) or `none`.',
  ).meta({
    label: 'SVG background',
  }),
  bands: optionalOneOf(
    ['tint', 'panel', 'colour'],
    'The background of blocks whose tone is `tinted`: a `tint` (default), a `panel` on the page, or the second ' +
      '`colour`.',
  ),
  icons: optionalOneOf(
    ['none', 'fine', 'regular', 'heavy', 'badge'],
    'The style of icons: `fine`, `regular` (default), `heavy`, in a round `badge` on cards, or `none` for no icons on pages.',
  ),
  links: optionalOneOf(
    ['underline', 'bold'],
    'The style of links in texts: an `underline` (default) or `bold`.',
  ),
  separators: optionalOneOf(
    ['space', 'rule', 'double', 'heavy', 'scallop'],
    'The separator between blocks on the same background: `space` (default), a thin `rule`, a `double` or `heavy` rule, or ' +
      'a `scallop` edge below the opening and dark blocks.',
  ),
  logo: pictureFile
    .optional()
    .describe(
      'The logo beside the company name: a square SVG, which is also the icon of the site in browser tabs.',
    ),
});
