import type { FileKind } from '../../../schema/fields/upload-types.ts';

/** Unchecked fields: a text, a list of texts for a repeated name, or any JSON value. */
export type Fields = ReadonlyMap<string, unknown>;

/** The content of a message. */
export interface ContactMessage {
  name: string;
  email: string;
  company: string | null;
  message: string;
  /** Other fields of the form, by name. */
  other: Record<string, string>;
}

/** A message to store, with its budgets and notification. A store handles all in one transaction. */
export interface ReceivedMessage {
  /** The keys that identify the message. It is not stored if one of them is already known. */
  keys: [key: string, earlier?: string];
  /** The path of the page and the name of the form: `/ask/question`. */
  form: string | null;
  /** The language of the page. */
  language: string | null;
  /** The message is stored if all of these have room. It uses one unit of each. */
  budgets: readonly Budget[];
  /** If one of these signals is exhausted, the message looks like junk, and these budgets apply instead. */
  suspicion?: { signs: readonly Budget[]; budgets: readonly Budget[] };
  message: ContactMessage;
  files?: readonly FileWithContent[];
  /** Texts for the notification. Null if no notification is sent. */
  words: NotificationWords | null;
}

/** A file of a message. */
interface AttachedFile {
  /** The name of the form field. */
  field: string;
  /** A name that is safe on every system. */
  name: string;
  kind: FileKind;
  /** In bytes. */
  size: number;
}

export interface FileWithContent extends AttachedFile {
  /** In base64. */
  content: string;
}

/** Texts of the site for a notification. */
export interface NotificationWords {
  /** The name of the site. */
  site: string;
  /** The labels of the form, in its order. */
  labels: readonly (readonly [name: string, label: string])[];
  /** The webhook of the form, instead of the default channel. */
  webhook?: string;
  /** A confirmation mail to the visitor. */
  confirmation?: { subject: string; text: string };
}

/** A limit on uses of a name within some seconds. All limits have this form. The store counts the uses. */
export interface Budget {
  /** Contains hashes of clients and texts. */
  name: string;
  /** The maximum number of uses. 0 means no limit. */
  most: number;
  seconds: number;
  /** The name of another budget. This one has room for `rest² / most`, where `rest` is the remainder of the other. */
  restOf?: string;
  /** The result for a message if this budget is exhausted. */
  otherwise: Exclude<StoreResult, 'stored' | 'known'>;
}

/** The result of storing a message. A known message is not stored again. */
export type StoreResult = 'stored' | 'known' | 'too-many-from-address' | 'too-many' | 'too-many-today';

/** A message in a store. */
export interface StoredMessage extends ContactMessage {
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  form: string | null;
  language: string | null;
  /** A word that the operator set, such as `answered`. */
  mark: string | null;
  /** The state of its notification. Null if no notification is sent. */
  notification: 'sent' | 'waiting' | 'failed' | null;
  /** Its files, if any. */
  files?: readonly AttachedFile[];
}

export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
