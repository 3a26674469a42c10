import { z } from 'zod';
import { inlineText } from './inline.ts';

/** Text without marks: headings, labels, names. */
export const text = z.string().min(1);

/** A whole number, read from the author's text (see document.ts). */
export const wholeNumber = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`;
  return z.string().regex(/^\d+$/, words).transform(Number).pipe(z.number().min(least, words).max(most, words));
};

/** `true` or `false`. */
export const yesOrNo = z.enum(['true', 'false']).transform((written) => written === 'true');

/** The name of a block, a form field and the like, fit for an address. */
export const name = z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens, starting with a letter');

/** The address of a page of this site, perhaps with `#block`. */
export const pageAddress = z
  .string()
  .regex(/^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?(#[a-z][a-z0-9-]*)?$/, 'must be the address of a page, like `/about/us`');

/** An address outside the site. Anything that a browser could run as a program is refused. */
export const outsideAddress = z
  .string()
  .regex(/^(https:\/\/[^\s/]+(\/\S*)?|mailto:[^\s@]+@\S+|tel:\+?[\d ()-]+)$/, 'must start with `https://`, `mailto:` or `tel:`')
  // Telephone numbers are written for people; a tel: address must not hold spaces.
  .transform((address) => (address.startsWith('tel:') ? address.replaceAll(/[ ()-]/g, '') : address));

/** The name of an icon of the icon set. */
export const icon = name;

/** A picture in `public/`, written as visitors address it. */
export const pictureFile = z
  .string()
  .regex(/^\/([\w-]+\/)*[\w-]+\.(svg|png|jpg|jpeg|webp|avif)$/, 'must be a picture in `public/`, like `/logos/name.svg`');

/** A picture with the words for those who do not see it. */
export const picture = z.strictObject({ src: pictureFile, alt: text });

/** A video in `public/`, written as visitors address it. */
export const videoFile = z.string().regex(/^\/([\w-]+\/)*[\w-]+\.(mp4|webm)$/, 'must be a video in `public/`, like `/videos/name.mp4`');

/** Subtitles of a video in `public/`. */
export const subtitleFile = z.string().regex(/^\/([\w-]+\/)*[\w-]+\.vtt$/, 'must be a file of subtitles in `public/`, like `/videos/name.vtt`');

export const toPage = z.strictObject({ label: text, to: pageAddress });
export const toOutside = z.strictObject({ label: text, href: outsideAddress });
export const toBlock = z.strictObject({ label: text, scrollTo: name });
export const toDialog = z.strictObject({ label: text, dialog: name });
export const toNothing = z.strictObject({ label: text, none: z.literal('true').transform(() => true as const) });

/** What a button or link does: exactly one of `to`, `href`, `scrollTo`, `dialog`, `none: true`. */
export const action = z.union([toPage, toOutside, toBlock, toDialog, toNothing], {
  error: '`to` leads to a page, `href` elsewhere, `scrollTo` to a block, `dialog` opens a dialog, and `none: true` does nothing',
});
export type Action = z.output<typeof action>;

/** The settings that every block shares. */
export const anyBlock = {
  id: name.optional(),
  tone: z.enum(['plain', 'tinted', 'dark']).default('plain'),
};

/** The words above a section's content. */
export const sectionHead = {
  eyebrow: text.optional(),
  heading: text.optional(),
  lead: inlineText.optional(),
};
export type SectionHead = z.output<z.ZodObject<typeof sectionHead>>;
