import { z } from 'zod';
import { described, groupOf, oneOf } from './described-fields.ts';
import { cropNames, focusNames } from './crop.ts';
import { hasVisibleCharacter, hasVisibleText } from '../diagnostics/invisible.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import { externalUrl } from './url-fields.ts';
import { joinOr } from '../diagnostics/wording.ts';
import { english, type Word, wordDescriptions } from './words.ts';

export const factsLayout = oneOf(
  ['beside', 'panel'],
  'How the facts stand: `beside` the heading, or side by side in a `panel` below it.',
);

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

/** Settings of a picture whose crop depends on its block. */
export const inFrame = { focus };

/** Settings of a picture that the author can crop. */
export const cut = { crop, focus };

/** Width of a standalone picture. */
export const pictureSize = z
  .enum(['small', 'medium', 'full'])
  .optional()
  .describe(
    'How wide the picture is: `small`, `medium` like a text, or, as without it, `full` like the page.',
  );

/** Plain text on one line: headings, labels, names. */
export const text = z
  .string()
  .overwrite((value) => (value.includes('\n') ? value.trim().replaceAll(/\s*\n\s*/g, ' ') : value))
  .min(1)
  .refine(hasVisibleCharacter)
  .meta({ search: 'text' });

/** Plain text with typography. Names and labels that other values refer to are `text`. */
export const typesetText = text.meta({ isTypeset: true });

/** One paragraph with inline Markdown. */
export const inlineText = z
  .string()
  .min(1)
  .refine(hasVisibleText)
  .transform((text) => parseShortText(text).inline)
  .meta({ refersTo: 'inline-text' });

/** Markdown with paragraphs, headings, lists, quotations, tables, code and pictures. */
export const blockText = z
  .string()
  .min(1)
  .refine(hasVisibleText)
  .transform((text) => parseLongText(text).parts)
  .meta({ refersTo: 'block-text' });

/** A whole number. YAML scalars are read as text. */
export const integerField = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .meta({ minimum: min, maximum: max });
};

/** `true` or `false`. */
export const booleanField = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A name that can be part of a URL: of a block, a form field, a dialog. */
export const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens, starting with a letter');

const route = /\/([a-z0-9-]+(\/[a-z0-9-]+)*)?/.source;
// Anchors of headings can have letters of all languages, but no character that is special in HTML or a URL.
const page = route + /(#[a-z0-9\u00DF-\u1FFF\u3040-\uD7FF-]+)?/.source;
const publicFile = /(\/[^\\/.][^\\/]*)*\/[^\\/.][^\\/]*\.[A-Za-z0-9]+/.source;
const host = /[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?/.source;

/** The route of a page of this site, with an optional `#block`. */
export const pageLink = z
  .string()
  .regex(new RegExp(`^${page}$`), 'must be the address of a page, like `/about/us`')
  .meta({
    description:
      'The address of a page of this site, like `/about/us`, or of a block or heading on it, like ' +
      '`/about/us#people`.',
    examples: ['/about/us'],
    refersTo: 'page',
  });

/** The route of a page, or the path of a file in `public/`. */
export const internalLink = z
  .string()
  .normalize()
  .regex(
    new RegExp(`^(${page}|${publicFile})$`),
    'must be the address of a page, like `/about/us`, or of a file in `public/`, like `/prices.pdf`',
  )
  .meta({
    description:
      'The address of a page of this site, like `/about/us`, of a block on it, like `/about/us#people`, or ' +
      'of a file in `public/`, like `/prices.pdf`.',
    examples: ['/about/us'],
    refersTo: 'page',
  });

/** The route of a page that is named, but not linked. */
export const pageRoute = z
  .string()
  .regex(new RegExp(`^${route}$`), 'must be the address of a whole page, like `/about/us`')
  .meta({
    description: 'The address of a page of this site, like `/about/us`.',
    examples: ['/about/us'],
    refersTo: 'page',
    isLink: false,
  });

export const icon = name.meta({
  description: 'The name of a small drawing from the icon set, https://lucide.dev/icons.',
  refersTo: 'icon',
});

/** The host of another site. */
export const hostName = described(
  z.string().regex(new RegExp(`^${host}$`), 'must be the name of a site, like `images.example.org`'),
  'The name of a site.',
  'images.example.org',
);

// Whether the file exists, and is a picture, is checked with its references.
const pictureAt = (pattern: string) =>
  described(
    z
      .string()
      .normalize()
      .regex(new RegExp(pattern), 'must be a picture in `public/`, like `/logos/name.svg`')
      .refine(
        (src) => !src.startsWith('https://') || URL.canParse(src),
        'must be an address that a browser can open',
      ),
    'The picture: a file in `public/`, written from there on, like `/pictures/team.jpg`.',
    '/pictures/name.svg',
  ).meta({ refersTo: 'picture' });

/** The path of a picture in `public/`. */
export const pictureFile = pictureAt(`^${publicFile}$`);

/** A picture in `public/`, or of another site that `_site.yaml` allows. */
const pictureSource = pictureAt(`^(${publicFile}|https:\\/\\/${host}\\/[^\\s"'<>]+)$`);

const pixels = (what: string) =>
  described(
    integerField(1, 20_000).optional(),
    `The ${what} in pixels, for a picture of another site only.`,
    '1200',
  );

/** A picture. One of another site has a width and a height in pixels. */
export const anyPicture = { src: pictureSource, width: pixels('width'), height: pixels('height') };

/** Requires the size of external pictures, which reserves their space. For files the build reads it. */
export function checkPictureSize(
  { src, width, height }: { src: string; width?: number; height?: number },
  context: z.RefinementCtx,
): void {
  const isOutside = src.startsWith('https://');
  for (const [name, size] of Object.entries({ width, height })) {
    if (isOutside === (size !== undefined)) continue;
    const message = isOutside
      ? `a picture of another site needs its \`${name}\` in pixels, so that a place is kept free for it`
      : 'is read from the file in `public/`; delete this line';
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** The text alternative of a picture. */
export const pictureWords = (example: string) =>
  described(text, 'The text for those who do not see the picture.', example).meta({ describes: 'picture' });

const picturePosition = { ...anyPicture, alt: pictureWords('Six people on a pier') };

/** A picture that the author can crop. */
export const picture = groupOf('A picture, with the words for those who do not see it.', {
  ...picturePosition,
  ...cut,
}).superRefine(checkPictureSize);

/** A picture that its block crops. */
export const framedPicture = groupOf('A picture, with the words for those who do not see it.', {
  ...picturePosition,
  ...inFrame,
}).superRefine(checkPictureSize);

const label = described(text, 'The text on the button or link.', 'Write to us');
const linkLabel = label.meta({ describes: 'link' });
export const toPage = z.strictObject({ label: linkLabel, to: internalLink });
export const toExternal = z.strictObject({ label: linkLabel, href: externalUrl });
export const toBlock = z.strictObject({
  label,
  scrollTo: described(name, 'The `id` of a block on the same page, which is scrolled to.', 'tides').meta({
    refersTo: 'block',
  }),
});
const toDialog = z.strictObject({
  label,
  dialog: name.meta({
    description: 'The name of a dialog from `_site.yaml`, which is opened.',
    refersTo: 'dialog',
  }),
});
export const trueField = z.literal('true').transform(() => true as const);
const toNothing = z.strictObject({
  label,
  none: trueField.describe('`true` for a button that does nothing yet.'),
});

/** A button or link with exactly one of `to`, `href`, `scrollTo`, `dialog`, `none: true`. */
export const action = z
  .union([toPage, toExternal, toBlock, toDialog, toNothing], {
    error:
      '`to` leads to a page or a file, `href` elsewhere, `scrollTo` to a block, `dialog` opens a dialog, ' +
      'and `none: true` does nothing',
  })
  .meta({
    id: 'action',
    description: 'A button or link: a `label` and one place it leads to.',
    search: 'none',
  });
export type Action = z.output<typeof action>;

/** The settings of every block. */
export const anyBlock = {
  id: described(
    name.optional(),
    'The name of this block, so that links can lead to it: `/page#name`.',
    'tides',
  ),
  tone: oneOf(
    ['plain', 'tinted', 'dark'],
    'The ground behind the block: `plain`, lightly `tinted`, or `dark`.',
  ),
};

/** The texts above the content of a block. */
const sectionHead = {
  eyebrow: described(typesetText.optional(), 'The small words above the heading.', 'Stations'),
  heading: described(typesetText.optional(), 'The heading of this block.', 'What each station measures'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the heading.',
    'All stations carry the same instruments.',
  ),
};
/** The settings of blocks with texts above their content. */
export const sectionSettings = { ...anyBlock, ...sectionHead };
export type SectionHead = z.output<z.ZodObject<typeof sectionHead>>;

/** The path of a video in `public/`. */
export const videoFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.([mM][pP]4|[wW][eE][bB][mM])$/, 'must be a video in `public/`, like `/videos/name.mp4`')
  .meta({
    description: 'The film: a file in `public/`, written from there on, like `/videos/tour.mp4`.',
    refersTo: 'video',
  });

/** The path of subtitles in `public/`. */
export const subtitleFile = z
  .string()
  .normalize()
  .regex(/^\/[^\\]+\.[vV][tT][tT]$/, 'must be a file of subtitles in `public/`, like `/videos/name.vtt`')
  .meta({
    description: 'The subtitles: a file in `public/`, written from there on, like `/videos/tour.vtt`.',
    refersTo: 'subtitles',
  });

const meta = (name: Word, meaning: string) => ({
  description: meaning,
  examples: [english[name]],
  word: name,
});

const placeholders = (value: string) =>
  [...value.matchAll(/\{[^{}]*\}/g)].map(([placeholder]) => placeholder);

/** Custom text for a built-in word. It can use the placeholders of that word only. */
export function defaultTextField(name: Word) {
  const allowed = placeholders(english[name]);
  if (allowed.length === 0) return text;
  const unknownIn = (value: string) =>
    placeholders(value).find((placeholder) => !allowed.includes(placeholder));
  const names = joinOr(allowed, 'and');
  return text.refine((value) => unknownIn(value) === undefined, {
    error: ({ input }) => `cannot hold \`${unknownIn(String(input))}\`: nothing is filled in but ${names}`,
  });
}

/** A text with a built-in default. Empty until the words of the site are filled in. */
export const textWithDefault = (name: Word, meaning = wordDescriptions[name]) =>
  defaultTextField(name).default('').meta(meta(name, meaning));

/** A part that is off by default. `true` turns it on with the built-in text, a text replaces that. */
export const optionalTextWithDefault = (name: Word) =>
  defaultTextField(name)
    .optional()
    .meta({
      ...meta(
        name,
        `${wordDescriptions[name]} \`true\` stands for the usual words; without it there is none.`,
      ),
      isSwitch: true,
    });
