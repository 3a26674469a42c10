import { z } from 'zod';
import type { Fields } from './read-body.ts';

/** What a visitor wrote. `other` keeps every further field of the form, so that nothing typed is lost. */
export interface ContactMessage {
  name: string;
  email: string;
  company: string | null;
  message: string;
  other: Record<string, string>;
}

const ownFields = new Set(['name', 'email', 'company', 'message', 'form']);

const required = (label: string, longest: number) =>
  text(`Please enter your ${label}.`, label, longest).min(1, `Please enter your ${label}.`);

/** The fields of a form as a message, if they are valid. */
export const messageSchema = z.object({
  name: required('name', 300),
  email: required('email', 300).refine(
    isEmailAddress,
    'Please enter an email address like name@example.com.',
  ),
  company: text('The company must be text.', 'company', 300)
    .nullish()
    .transform((company) => company || null),
  message: required('message', 20_000),
});

function text(otherwise: string, label: string, longest: number) {
  return z
    .string(otherwise)
    .overwrite(storable)
    .trim()
    .max(longest, `The ${label} is too long: at most ${longest} characters.`);
}

/**
 * The same test as a browser's for type=email. Browsers turn `name@grüße.example` into ASCII for that test
 * but may send it as typed, so letters outside ASCII count as letters in the part after the @.
 */
function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@') + 1;
  const domain = address
    .slice(at)
    .replace(/[^\p{ASCII}]/gu, (sign) => (/[\p{L}\p{M}\p{N}]/u.test(sign) ? 'x' : sign));
  return z.regexes.html5Email.test(address.slice(0, at) + domain);
}

/** PostgreSQL refuses NUL and half characters; forms send other line ends than scripts do. */
function storable(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\u{FFFD}');
}

export function otherFields(fields: Fields): Record<string, string> {
  const others = [...fields].filter(([name]) => !ownFields.has(name));
  return Object.fromEntries(others.map(([name, value]) => [storable(name), storable(asText(value))]));
}

export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
