import { z } from 'zod';
import { isEmailAddress, longest, sanitizeText, sanitizeLine } from '../../../schema/content/form-rules.ts';
import type { FileKind } from '../../../schema/content/upload-types.ts';

/** Fields as they arrived: text from a form, or a list where a name comes again; anything from JSON. */
export type Fields = ReadonlyMap<string, unknown>;

/** What a visitor wrote. `other` keeps every further field of the form, so that nothing typed is lost. */
export interface ContactMessage {
  name: string;
  email: string;
  company: string | null;
  message: string;
  other: Record<string, string>;
}

/** A message on its way into a store, with all that is decided there in one step. */
export interface ReceivedMessage {
  /** What makes it this message and no other: it is stored unless one of these is known. */
  keys: [key: string, earlier?: string];
  /** The address of the page and the name of the form: `/ask/question`. */
  form: string | null;
  /** That of the page. */
  language: string | null;
  /** Stands for the connection that it came by, which cannot be read from it. */
  source: string | null;
  limits: Limits;
  message: ContactMessage;
  files?: readonly FileWithContent[];
  /** Those in which somebody is told of it; nothing if nobody is. */
  words: NoticeWords | null;
  /** When it came, if it is brought here from another store. */
  receivedAt?: string;
}

/** A file that came with a message. */
export interface AttachedFile {
  /** The name of its field. */
  field: string;
  /** Safe on any disk. */
  name: string;
  kind: FileKind;
  /** In bytes. */
  size: number;
}

/** The same with all of it, in base64. */
export interface FileWithContent extends AttachedFile {
  content: string;
}

/** The words of the site for a notice of a message. */
export interface NoticeWords {
  /** The name of the site. */
  site: string;
  /** What the form asks, in its order, each behind the name of the field. */
  labels: readonly (readonly [name: string, label: string])[];
  /** Who is told, if not those who are told of all messages. */
  webhook?: string;
}

/** How many messages are stored at most; 0 for any number. */
export interface Limits {
  /** In an hour from one address. */
  perAddress: number;
  /** In an hour from all. */
  perHour: number;
  /** In a day from all. */
  perDay: number;
}

/** What a store did with an arrival: a known message is not stored again. */
export type StoreResult = 'stored' | 'known' | 'too-many-from-address' | 'too-many' | 'too-many-today';

/** A message as it lies in a store. */
export interface StoredMessage extends ContactMessage {
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  form: string | null;
  language: string | null;
  /** What somebody who looks after the messages wrote at it, such as `answered`. */
  mark: string | null;
  /** Whether somebody was told of it; nothing if nobody is to be. */
  notice: 'sent' | 'waiting' | 'failed' | null;
  /** Without their content, where there are some. */
  files?: readonly AttachedFile[];
}

const ownFields = new Set(['name', 'email', 'company', 'message']);

const required = (label: string, longest: number, clean = sanitizeLine) =>
  text(`Please enter your ${label}.`, label, longest, clean).min(1, `Please enter your ${label}.`);

/** The fields of whichever form as a message, if they are valid. */
export const messageSchema = z.object({
  name: required('name', longest.line),
  email: required('email', longest.line).refine(
    isEmailAddress,
    'Please enter an email address like name@example.com.',
  ),
  company: text('The company must be text.', 'company', longest.line, sanitizeLine)
    .nullish()
    .transform((company) => company || null),
  message: required('message', longest.text, sanitizeText),
});

function text(otherwise: string, label: string, longest: number, clean: (typed: string) => string) {
  return z
    .string(otherwise)
    .overwrite(clean)
    .trim()
    .max(longest, `The ${label} is too long: at most ${longest} characters.`);
}

/** Every further field of a form, so that nothing typed is lost. */
export function otherFields(fields: Fields): Record<string, string> {
  const others = [...fields].filter(([name]) => !ownFields.has(name));
  return Object.fromEntries(others.map(([name, value]) => [sanitizeText(name), sanitizeText(asText(value))]));
}

/** More than any form asks for, where it is not known which form was sent. */
export function areTooMany(others: Record<string, string>): boolean {
  const all = Object.entries(others);
  return all.length > 20 || all.some(([name, value]) => name.length > 100 || value.length > 2000);
}

export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
