import { z } from 'zod';
import { leastContrast, weakAccent } from '../src/design/legible.ts';
import { form } from './blocks/form.ts';
import { name, outsideAddress, pictureFile, text, toOutside, toPage } from './fields.ts';

const menu = z.strictObject({
  label: text,
  /** Each with a few words on what is there. */
  items: z.array(toPage.extend({ text: text.optional() })).min(1),
});

const dialog = z.strictObject({
  /** The label of the button that closes it. */
  close: text,
  form,
});
export type Dialog = z.output<typeof dialog>;

const accentColor = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour like `#0b6b53`, six lower-case digits and letters after the `#`');

/** What a site chooses of its look; everything else follows from the design. */
const theme = z.strictObject({
  /** The one colour besides the neutrals: for light grounds, and for dark ones. */
  accent: z
    .strictObject({ light: accentColor, dark: accentColor })
    .superRefine((accent, context) => {
      for (const scheme of ['light', 'dark'] as const) {
        const weak = weakAccent(accent, scheme);
        if (weak) context.addIssue({ code: 'custom', path: [scheme], message: `is too weak to be read: ${weak.ratio.toFixed(1)}:1 where it is weakest, and text needs ${leastContrast}:1${weak.better === undefined ? '' : `; \`${weak.better}\` would do`}` });
      }
    })
    .optional(),
  fonts: z.enum(['figtree', 'space-grotesk', 'system']).default('figtree'),
  corners: z.enum(['square', 'soft', 'round']).default('soft'),
  /** The mark beside the company's name, which also becomes the site's icon: a square SVG. */
  logo: pictureFile.optional(),
});

/** `_site.yaml`: what all pages share. */
export const site = z.strictObject({
  company: text,
  /** The address visitors know, without a slash at the end. */
  url: z.string().regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be like `https://www.example.org`, without a slash at the end'),
  language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language like `en` or `en-GB`'),
  email: text,
  phone: text,
  /** The postal address, line by line, as on an envelope. */
  address: z.array(text).default([]),
  theme: theme.default({ fonts: 'figtree', corners: 'soft' }),
  /** More names for `{{name}}`. */
  variables: z.record(name, text).default({}),
  navigation: z.strictObject({
    /** Read by screen readers. */
    label: text,
    items: z.array(z.union([toPage, menu])).min(1),
    action: toPage,
    /** The switch of the menu on small screens. */
    menu: text,
    /** The first stop of the tab key. */
    skip: text,
    home: text,
    /** The words of the switch that changes the colour scheme. */
    colors: text.optional(),
  }),
  footer: z.strictObject({
    label: text,
    /** The words above the address. */
    address: text.optional(),
    lead: text.optional(),
    groups: z.array(z.strictObject({ heading: text, items: z.array(z.union([toPage, toOutside])).min(1) })).default([]),
    social: z.array(z.strictObject({ label: text, href: outsideAddress })).default([]),
    note: text.optional(),
    /** Below everything else: imprint, privacy and the like. */
    legal: z.array(toPage).default([]),
  }),
  /** Dialogs that an action of any page can open by their name. */
  dialogs: z.record(name, dialog).default({}),
});
export type Site = z.output<typeof site>;
export type Menu = z.output<typeof menu>;

/** The names that `{{name}}` may use. */
export function siteVariables(settings: unknown): Map<string, string> {
  const found = new Map<string, string>();
  if (typeof settings !== 'object' || settings === null) return found;
  const all = settings as Record<string, unknown>; // read before it is checked, so that pages can be checked beside it
  const names = ['company', 'url', 'email', 'phone'].flatMap((name) => (name in all ? [[name, all[name]] as const] : []));
  // A name with a faulty text is known all the same: one cause, one fault.
  for (const [name, value] of [...names, ...Object.entries(all['variables'] ?? {})]) found.set(name, typeof value === 'string' ? value : name);
  return found;
}
