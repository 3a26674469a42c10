import { z } from 'zod';
import { described, oneOf } from './described-fields.ts';
import { hasVisibleCharacter, hasVisibleText } from '../diagnostics/invisible.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';
import { joinNames } from '../diagnostics/wording.ts';
import { english, type Word, wordDescriptions } from './words.ts';

export const factsLayout = oneOf(
  ['beside', 'panel'],
  'The position of the facts: `beside` the heading, or in a `panel` below it, side by side.',
).meta({ choices: { panel: 'In a panel' } });

/** Plain text on one line, for headings, labels and names. */
export const text = z
  .string()
  .overwrite((value) => (value.includes('\n') ? value.trim().replaceAll(/\s*\n\s*/g, ' ') : value))
  .min(1)
  .refine(hasVisibleCharacter)
  .meta({ search: 'text' });

/** Plain text to which typography is applied. For names and labels that other values refer to, use `text`. */
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

/** Creates a field for a whole number. The input is a string, because YAML scalars are read as strings. */
export const integerField = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .superRefine((rawText, context) => {
      if (/^\d+$/.test(rawText)) return;
      // A point or comma before three digits must be a thousands separator, because fractions are not allowed.
      const [, digits] = /^\p{Sc}? ?(\d{1,3}(?:[,.’ \u00A0\u202F]\d{3})+)$/u.exec(rawText) ?? [];
      const usual = digits?.replaceAll(/\D/g, '');
      context.addIssue({ code: 'custom', message, ...(usual !== undefined && { params: { usual } }) });
    })
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .meta({ minimum: min, maximum: max });
};

/** A field for `true` or `false`. */
export const booleanField = z.enum(['true', 'false']).transform((value) => value === 'true');

/** The name of a block, form field or dialog, which can be part of a URL. */
export const name = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]*$/,
    'must consist of lower-case letters, digits and hyphens, and start with a letter',
  );

export const trueField = z.literal('true').transform(() => true as const);

/** The setting that hides a block from visitors. */
export const hiddenField = trueField
  .optional()
  .describe('`true` to hide the block, which is then not published.')
  .meta({ otherNames: 'hide isHidden disabled invisible' });

/** The settings that every block has. */
export const anyBlock = {
  id: described(name.optional(), 'The name of this block in links: `/page#name`.', 'tides'),
  tone: oneOf(
    ['plain', 'tinted', 'dark'],
    'The background of the block: `plain`, lightly `tinted`, or `dark`.',
  ),
  hidden: hiddenField,
};

/** The texts above a block's content. */
const sectionHead = {
  eyebrow: described(typesetText.optional(), 'The small text above the heading.', 'Stations'),
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

const wordMeta = (name: Word, wordDescription: string) => ({
  description: wordDescription,
  examples: [english[name]],
  word: name,
});

const findPlaceholders = (value: string) =>
  [...value.matchAll(/\{[^{}]*\}/g)].map(([placeholder]) => placeholder);

/**
 * Creates a field for custom text that replaces a built-in word. The text can only use the placeholders of the built-in
 * word.
 */
export function defaultTextField(name: Word) {
  const allowed = findPlaceholders(english[name]);
  if (allowed.length === 0) return text;
  const findUnknown = (value: string) =>
    findPlaceholders(value).find((placeholder) => !allowed.includes(placeholder));
  const names = joinNames(allowed, 'and');
  return text.refine((value) => findUnknown(value) === undefined, {
    error: ({ input }) =>
      `cannot contain \`${findUnknown(String(input))}\`: the only placeholders are ${names}`,
  });
}

/** Creates a field for text with a built-in default. The value is empty until the site's words are filled in. */
export const textWithDefault = (name: Word, wordDescription = wordDescriptions[name]) =>
  defaultTextField(name).default('').meta(wordMeta(name, wordDescription));

/**
 * Creates a field that is off by default. `true` shows the built-in text, and any other value replaces the built-in
 * text.
 */
export const optionalTextWithDefault = (name: Word) =>
  defaultTextField(name)
    .optional()
    .meta({
      ...wordMeta(name, `${wordDescriptions[name]} \`true\` uses the built-in text.`),
      isSwitch: true,
    });
