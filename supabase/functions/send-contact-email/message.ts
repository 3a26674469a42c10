import type { FileKind } from '../../../schema/fields/upload-types.ts';

/** Unchecked form fields, by name. A value is a string, a list of strings for a repeated name, or any JSON value. */
export type Fields = ReadonlyMap<string, unknown>;

/** The content of a message. */
export interface ContactMessage {
  name: string;
  email: string;
  company: string | null;
  message: string;
  /** Answers to the other fields of the form, by field name. */
  other: Record<string, string>;
}

/** A message to store, with its budgets and notification, which are stored in the same transaction. */
export interface ReceivedMessage {
  /** The keys that identify the message. The message is not stored if one of its keys is already stored. */
  keys: [key: string, earlier?: string];
  /** The path of the page and the name of the form: `/ask/question`. */
  form: string | null;
  /** The language of the page. */
  language: string | null;
  /** The message is stored if none of these budgets is exhausted. It uses one unit of each budget. */
  budgets: readonly Budget[];
  /**
   * If one of the budgets in `signs` is exhausted, the message looks like spam, and the budgets in `budgets` apply
   * instead.
   */
  suspicion?: { signs: readonly Budget[]; budgets: readonly Budget[] };
  message: ContactMessage;
  files?: readonly FileWithContent[];
  /** The site's text for the notification, or null if no notification is sent. */
  words: NotificationWords | null;
}

/** A file of a message. */
interface AttachedFile {
  /** The name of the form field. */
  field: string;
  /** A name that is safe on every system. */
  name: string;
  kind: FileKind;
  /** The size in bytes. */
  size: number;
}

export interface FileWithContent extends AttachedFile {
  /** The content in base64. */
  content: string;
}

/** The site's text for a notification. */
export interface NotificationWords {
  /** The name of the site. */
  site: string;
  /** The names and labels of the form fields, in the order of the form. */
  labels: readonly (readonly [name: string, label: string])[];
  /** The webhook that the form uses instead of the default channel. */
  webhook?: string;
  /** The email that confirms the message to the visitor. */
  confirmation?: { subject: string; text: string };
}

/**
 * A limit on the number of uses within a number of seconds. All limits are budgets. The store counts the uses by name.
 */
export interface Budget {
  /** The name under which uses are counted. It may contain hashes of client addresses and message text. */
  name: string;
  /** The maximum number of uses. 0 means no limit. */
  most: number;
  seconds: number;
  /**
   * The name of another budget. This budget then allows `rest² / most` uses, where `rest` is the number of uses that
   * remain in the other budget.
   */
  restOf?: string;
  /** The result of storing a message when this budget is exhausted. */
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
  /** The mark that the operator has set, such as `answered`. */
  mark: string | null;
  /** The state of the notification, or null if no notification is sent. */
  notification: 'sent' | 'waiting' | 'failed' | null;
  /** The files of the message, if it has any. */
  files?: readonly AttachedFile[];
}

export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
