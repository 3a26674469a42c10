import { z } from 'zod';
import { form } from './blocks/form.ts';
import { name, outsideAddress, text, toOutside, toPage } from './fields.ts';

const menu = z.strictObject({ label: text, items: z.array(toPage).min(1) });

const dialog = z.strictObject({
  /** The label of the button that closes it. */
  close: text,
  form,
});
export type Dialog = z.output<typeof dialog>;

/** `_site.yaml`: what all pages share. */
export const site = z.strictObject({
  company: text,
  /** The address visitors know, without a slash at the end. */
  url: z.string().regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be like `https://www.example.org`, without a slash at the end'),
  language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language like `en` or `en-GB`'),
  email: text,
  phone: text,
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
  }),
  footer: z.strictObject({
    label: text,
    lead: text.optional(),
    groups: z.array(z.strictObject({ heading: text, items: z.array(z.union([toPage, toOutside])).min(1) })).default([]),
    social: z.array(z.strictObject({ label: text, href: outsideAddress })).default([]),
    note: text.optional(),
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
  for (const name of ['company', 'url', 'email', 'phone']) if (typeof all[name] === 'string') found.set(name, all[name]);
  for (const [name, value] of Object.entries(all['variables'] ?? {})) if (typeof value === 'string') found.set(name, value);
  return found;
}
