import { selectReplies } from '../../../schema/fields/form-messages.ts';
import type { FileWithContent, NotificationWords, StoredMessage } from './message.ts';
import { escapeHtml } from './respond.ts';

/** A notification for the operator. */
interface Notification {
  /** A key that is the same for each attempt to send this notification. */
  key: string;
  subject: string;
  replyTo?: { name: string; address: string };
  text: string;
  html: string;
  message: StoredMessage | null;
  files?: readonly FileWithContent[];
  /** The name of the webhook that the form uses, if any. */
  webhook?: string;
  /** The email address of the visitor, for confirmations. Only mail channels support it. */
  to?: string;
}

/** The site's text for the notification that the daily limit is reached. */
export interface LimitWords {
  site: string;
  perDay: number;
  /** The language of the form whose message reached the limit. */
  language: string | null;
}

/** Sends a notification. Resolves when the receiver has accepted it. */
export type Channel = (notification: Notification) => Promise<void>;

/** Creates the notification about a message, with the labels of the form. */
export function createNotification(
  key: string,
  message: StoredMessage,
  { site, labels, webhook }: NotificationWords,
): Notification {
  const { id, name, email, form, language, receivedAt } = message;
  const answers = collectLabelledAnswers(message, labels);
  const origin = [form ?? '', `${receivedAt.slice(0, 16).replace('T', ' ')} UTC`, `#${id}`]
    .filter(Boolean)
    .join(' · ');
  const lines = answers.map(([label, answer]) =>
    answer.includes('\n') ? `${label}:\n${answer}\n` : `${label}: ${answer}`,
  );
  const rows = answers.map(
    ([label, answer]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th>` +
      `<td style="white-space:pre-wrap">${escapeHtml(answer)}</td></tr>`,
  );
  const sender = name || email || (form ?? '');
  const senderLine = selectReplies(language ?? undefined).from.replace('{name}', () => sender);
  return {
    key,
    subject: toSubject(site, senderLine),
    replyTo: email === '' ? undefined : { name: toHeaderLine(name), address: toHeaderLine(email) },
    text: `${lines.join('\n')}\n\n-- \n${origin}\n`,
    html: toHtmlDocument(
      language,
      `<table cellpadding="4">${rows.join('')}</table><p>${escapeHtml(origin)}</p>`,
    ),
    message,
    webhook,
  };
}

/**
 * Creates the email that confirms a message to its sender. It contains no text from the message, because the email
 * address may belong to another person, who must not receive text written by strangers.
 */
export function createConfirmation(
  key: string,
  { email, language }: StoredMessage,
  { subject, text }: NonNullable<NotificationWords['confirmation']>,
): Notification {
  return {
    key: `${key}-confirmation`,
    subject: toHeaderLine(subject).slice(0, 200).toWellFormed(),
    text,
    html: toHtmlDocument(language, `<p style="white-space:pre-wrap">${escapeHtml(text.trim())}</p>`),
    message: null,
    to: toHeaderLine(email),
  };
}

/** Creates the notification that the daily limit is reached. */
export function createLimitNotification(key: string, { site, perDay, language }: LimitWords): Notification {
  const replies = selectReplies(language ?? undefined);
  const text = replies.limitReached.replace('{count}', `${perDay}`);
  return {
    key,
    subject: toSubject(site, replies.limit),
    text: `${text}\n`,
    html: toHtmlDocument(language, `<p>${escapeHtml(text)}</p>`),
    message: null,
  };
}

const toSubject = (site: string, text: string): string =>
  toHeaderLine(`${site}: ${text}`).slice(0, 200).toWellFormed();

const toHtmlDocument = (language: string | null, body: string): string =>
  `<!doctype html><html lang="${escapeHtml(language ?? 'en')}"><body>${body}</body></html>`;

/**
 * Converts text to a safe value for a mail header. Removes line breaks, which would start another header, and direction
 * marks, which could reorder the rest of the line. Mail programs decode `=?utf-8?Q?…?=` (RFC 2047), so an invisible
 * character between `=` and `?` prevents decoding in text from visitors.
 */
const toHeaderLine = (text: string): string =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '=\u2060?');

/** Returns the answers in a message with the labels of their fields, in the order of the form. */
function collectLabelledAnswers(
  { name, email, company, message, other, files = [] }: StoredMessage,
  labels: NotificationWords['labels'],
): [label: string, answer: string][] {
  const fileNames = [...Map.groupBy(files, ({ field }) => field)].map(
    ([field, all]) => [field, all.map((file) => file.name).join(', ')] as const,
  );
  const answers: Record<string, string | null> = {
    name,
    email,
    company,
    ...other,
    message,
    ...Object.fromEntries(fileNames),
  };
  const labelsByName = new Map(labels);
  const names = new Set([...labelsByName.keys(), ...Object.keys(answers)]);
  return [...names].flatMap((field): [string, string][] => {
    // A field may have the name of an object method, such as `toString`.
    const answer = Object.hasOwn(answers, field) ? answers[field] : null;
    return answer ? [[labelsByName.get(field) ?? field, answer]] : [];
  });
}
