import { z } from 'zod';
import { described, describedGroup, optionalOneOf } from '../fields/described-fields.ts';
import { pictureFile } from '../fields/picture-fields.ts';

/** The path of a font in `public/`. */
const fontFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[wW][oO][fF][fF]2$/, 'must be a font in `public/`, like `/fonts/name.woff2`')
  .meta({ examples: ['/fonts/name.woff2'], refersTo: 'font' });

const hexColor = z
  .string()
  .regex(
    /^#[0-9a-f]{6}$/,
    'must be a colour like `#0b6b53`, six lower-case digits and letters after the `#`',
  );

const inBothSchemes = (description: string, what: string, light: string, dark: string) =>
  describedGroup(description, {
    light: described(hexColor, `The ${what} in the light scheme, in quotation marks.`, light),
    dark: described(hexColor, `The ${what} in the dark scheme, in quotation marks.`, dark),
  });

const grounds = ['plain', 'tinted', 'dark', 'accent', 'second'] as const;
const ground = (where: string) => optionalOneOf(grounds, `The ground of ${where}.`);

export const presetNames = ['plain', 'chambers', 'playroom', 'signal', 'works', 'gazette'] as const;

/** What an author writes below `theme`. */
export type ThemeSettings = z.output<typeof themeSettings>;

export const themeSettings = z.strictObject({
  preset: optionalOneOf(
    presetNames,
    'A look that sets all other settings; each that is written beside it wins. `plain` is clear and friendly, ' +
      '`chambers` quiet with a serif, `playroom` round and colourful, `signal` light and technical, `works` ' +
      'sturdy and industrial, `gazette` like a magazine.',
  ),
  accent: describedGroup('The colour of links and buttons: for light grounds, and for dark ones.', {
    light: described(hexColor, 'The accent on light grounds, in quotation marks.', '#0b6b53'),
    dark: described(hexColor, 'The accent on dark grounds, in quotation marks.', '#6fd9b5'),
  })
    .optional()
    .meta({ label: 'Accent colour' }),
  second: inBothSchemes(
    'A second colour, for grounds, buttons and marks; nothing is written in it.',
    'second colour',
    '#ffcf40',
    '#ffcf40',
  )
    .optional()
    .meta({ label: 'Second colour' }),
  neutrals: optionalOneOf(
    ['tinted', 'pure', 'warm', 'cool'],
    'The greys of text, lines and grounds: `tinted` with the accent, as without it, `pure`, `warm` or `cool`.',
  ),
  ownNeutrals: describedGroup(
    'Greys of your own, in the place of `neutrals`; the others are mixed from these.',
    {
      ground: inBothSchemes('The ground of pages.', 'ground', '#fbf7ef', '#14110c'),
      ink: inBothSchemes('The colour of text.', 'ink', '#1d1a14', '#f2ede2'),
    },
  ).optional(),
  grounds: describedGroup('The grounds of parts of the page that stand out.', {
    opening: ground('the header and of `hero` blocks whose tone is `plain`'),
    statement: ground('blocks whose tone is `dark`'),
    closing: ground('`cta` blocks whose tone is `dark`'),
    footer: ground('the footer'),
  }).optional(),
  buttonColor: optionalOneOf(
    ['accent', 'ink', 'second'],
    'The colour of the main buttons: the `accent`, as without it, the `ink` of the text, or the `second` colour.',
  ),
  scheme: optionalOneOf(
    ['system', 'light', 'dark'],
    'The scheme of a first visit: that of the visitor’s `system`, as without it, `light` or `dark`.',
  ),
  fonts: optionalOneOf(
    ['figtree', 'space-grotesk', 'garamond', 'fredoka', 'host', 'barlow', 'gloock', 'system'],
    'The letters that all pages are set in: `figtree`, as without it, or `space-grotesk` with wide headings; ' +
      '`garamond`, a book face; `fredoka`, round; `host`, with technical labels; `barlow`, with narrow ' +
      'headings; `gloock`, with the headings of a magazine; or those of the visitor’s `system`.',
  ),
  ownFonts: describedGroup('Fonts of your own, in the place of `fonts`: WOFF2 files in `public/`.', {
    text: fontFile.optional().describe('The letters of all text, if they are your own.'),
    bold: fontFile.optional().describe('Their bold ones, if these lie in a file of their own.'),
    headings: fontFile.optional().describe('The letters of headings, if they are others.'),
  })
    .refine(({ bold, text }) => bold === undefined || text !== undefined, {
      path: ['text'],
      error: 'the letters that `bold` belongs to',
    })
    .optional(),
  headings: optionalOneOf(
    ['light', 'regular', 'strong', 'heavy', 'capitals', 'serif'],
    'How headings look: `light`, `regular`, `strong`, as without it, `heavy`, in `capitals`, or in the `serif` ' +
      'letters of the visitor’s device.',
  ),
  scale: optionalOneOf(
    ['calm', 'clear', 'loud', 'huge'],
    'How large headings and figures are: `calm`, `clear`, as without it, `loud` or `huge`.',
  ),
  corners: optionalOneOf(
    ['square', 'soft', 'round'],
    'The corners of buttons, cards and pictures: `square`, `soft`, as without it, or `round`.',
  ),
  density: optionalOneOf(
    ['compact', 'regular', 'airy'],
    'How much room is between things: a `compact` page shows more at once, an `airy` one less.',
  ),
  width: optionalOneOf(
    ['narrow', 'page', 'full'],
    'How wide pages are: `narrow`, a `page`, as without it, or the `full` window up to a limit.',
  ),
  header: optionalOneOf(
    ['bar', 'centred', 'masthead', 'island', 'block'],
    'The header: a `bar`, as without it; the name `centred` over the navigation; a `masthead`, with the name ' +
      'across the page; an `island` that floats over the page; or a dark `block`.',
  ),
  wordmark: optionalOneOf(
    ['plain', 'capitals', 'lower', 'boxed'],
    'How the name of the company is set in header and footer: `plain`, as without it, in `capitals`, in `lower` ' +
      'case, or `boxed`.',
  ),
  labels: optionalOneOf(
    ['plain', 'dot', 'capitals', 'chip'],
    'The small words above headings: `plain`, with a `dot`, as without it, in `capitals` or in a `chip`.',
  ),
  heads: optionalOneOf(
    ['above', 'beside', 'centred'],
    'Where the heading of a section stands: `above` it at the left, as without it, `beside` it in a column of ' +
      'its own, or `centred`, as are the words of most `hero` blocks then.',
  ),
  cards: optionalOneOf(
    ['outlined', 'filled', 'bare', 'cells', 'rows'],
    'Cards, key figures and steps: `outlined`, as without it, `filled`, `bare`, `cells` of one table, or `rows` ' +
      'with a line above.',
  ),
  buttons: optionalOneOf(
    ['box', 'pill', 'slab'],
    'Buttons: a `box`, as without it, a round `pill` or a `slab` in capitals.',
  ),
  pictures: optionalOneOf(
    ['line', 'mat', 'tint', 'bare'],
    'The frame of drawings: a `line`, as without it, a `mat` with a wide margin, a `tint`, or `bare`.',
  ).meta({ label: 'Frame of drawings' }),
  pattern: optionalOneOf(['none', 'dots'], 'The ground of drawings: `dots`, as without it, or `none`.').meta({
    label: 'Ground of drawings',
  }),
  bands: optionalOneOf(
    ['tint', 'panel', 'colour'],
    'Blocks whose tone is `tinted`: a `tint`, as without it, a `panel` on the ground of the page, or the second ' +
      '`colour`.',
  ),
  icons: optionalOneOf(
    ['none', 'fine', 'regular', 'heavy', 'badge'],
    'Icons: `fine`, `regular`, as without it, `heavy`, in a round `badge` on cards, or `none` in the page.',
  ),
  links: optionalOneOf(['underline', 'bold'], 'Links in texts: an `underline`, as without it, or `bold`.'),
  separators: optionalOneOf(
    ['space', 'rule', 'double', 'heavy', 'scallop'],
    'What is between blocks on the same ground: `space`, as without it, a `rule`, a `double` or a `heavy` one; or ' +
      'a `scallop` below openings and dark blocks.',
  ),
  logo: pictureFile
    .optional()
    .describe(
      'The mark beside the name of the company, which also becomes the icon of the site: a square SVG.',
    ),
});
