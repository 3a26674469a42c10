import type { FileKind } from '../../../schema/fields/upload-types.ts';

/** Fields as they arrived: text, a list for a repeated name, or anything in JSON. */
export type Fields = ReadonlyMap<string, unknown>;

/** What a visitor wrote. */
export interface ContactMessage {
  name: string;
  email: string;
  company: string | null;
  message: string;
  /** Further fields of the form, by name. */
  other: Record<string, string>;
}

/** A message to store, with its limits and notification: a store handles them in one transaction. */
export interface ReceivedMessage {
  /** Identify the message. It is not stored if one of them is known. */
  keys: [key: string, earlier?: string];
  /** The path of the page and the name of the form: `/ask/question`. */
  form: string | null;
  /** The language of the page. */
  language: string | null;
  /** The message is stored if all of these have room, and takes some of each. */
  budgets: readonly Budget[];
  /** If one of these signs has no room, the message looks wrong, and other budgets hold. */
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
  /** A mail to whoever wrote the message. */
  confirmation?: { subject: string; text: string };
}

/** Counts what has the same name in some seconds. All limits are of this kind, and are in the store. */
export interface Budget {
  /** Clients and texts are in it as hashes. */
  name: string;
  /** 0 means no limit. */
  most: number;
  seconds: number;
  /** The name of another budget: this one has room for `rest² / most`, where the rest is that of the other. */
  restOf?: string;
  /** What happens to a message for which there is no room. */
  otherwise: Exclude<StoreResult, 'stored' | 'known'>;
}

/** What a store did with a message. A known message is not stored again. */
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

export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
