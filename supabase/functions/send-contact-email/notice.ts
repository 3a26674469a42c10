import type { FileWithContent, NoticeWords, StoredMessage } from './message.ts';
import { escapeHtml } from './respond.ts';
import { repliesIn } from '../../../schema/content/form-messages.ts';

/** What those who answer are told. */
export interface Notice {
  /** The same each time the same is told. */
  key: string;
  subject: string;
  /** Whom an answer goes to. */
  replyTo?: { name: string; address: string };
  text: string;
  html: string;
  /** The message that it is about. */
  message: StoredMessage | null;
  /** What came with it. */
  files?: readonly FileWithContent[];
  /** The webhook that its form names. */
  webhook?: string;
}

/** The words of the site for a day on which no more messages are taken. */
export interface LimitWords {
  site: string;
  /** How many are taken in a day. */
  perDay: number;
  /** That of the form that was sent then. */
  language: string | null;
}

/** A way on which a notice goes out: resolves once it was taken over. */
export type Channel = (notice: Notice) => Promise<void>;

/** Says a message in the words of the site: what the form asks stands before each answer. */
export function noticeOf(
  key: string,
  message: StoredMessage,
  { site, labels, webhook }: NoticeWords,
): Notice {
  const { id, name, email, company, other, form, language, receivedAt } = message;
  const names = Map.groupBy(message.files ?? [], ({ field }) => field);
  const files = [...names].map(([field, all]) => [field, all.map((file) => file.name).join(', ')] as const);
  const given = { name, email, company, ...other, message: message.message, ...Object.fromEntries(files) };
  const answers = inOrder(given, labels);
  const origin = [form ?? '', `${receivedAt.slice(0, 16).replace('T', ' ')} UTC`, `#${id}`].filter(Boolean);
  const rows = answers.map(
    ([label, answer]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th>` +
      `<td style="white-space:pre-wrap">${escapeHtml(answer)}</td></tr>`,
  );
  const sender = name || email || (form ?? '');
  const from = repliesIn(language ?? undefined).from.replace('{name}', () => sender);
  return {
    key,
    subject: oneLine(`${site}: ${from}`).slice(0, 200).toWellFormed(),
    replyTo: email === '' ? undefined : { name: oneLine(name), address: oneLine(email) },
    text: `${answers.map(said).join('\n')}\n\n-- \n${origin.join(' · ')}\n`,
    html:
      `<!doctype html><html lang="${escapeHtml(language ?? 'en')}"><body>` +
      `<table cellpadding="4">${rows.join('')}</table><p>${escapeHtml(origin.join(' · '))}</p></body></html>`,
    message,
    webhook,
  };
}

/** Says that the limit of a day is reached. */
export function limitNotice(key: string, { site, perDay, language }: LimitWords): Notice {
  const words = repliesIn(language ?? undefined);
  const text = words.limitReached.replace('{count}', `${perDay}`);
  const body = `<body><p>${escapeHtml(text)}</p></body>`;
  return {
    key,
    subject: oneLine(`${site}: ${words.limit}`).slice(0, 200).toWellFormed(),
    text: `${text}\n`,
    html: `<!doctype html><html lang="${escapeHtml(language ?? 'en')}">${body}</html>`,
    message: null,
  };
}

const said = ([label, answer]: [string, string]): string =>
  answer.includes('\n') ? `${label}:\n${answer}\n` : `${label}: ${answer}`;

/** A line break in the head of a mail would begin another of its lines. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** What was answered, in the order of the form. */
function inOrder(
  answers: Readonly<Record<string, string | null>>,
  labels: NoticeWords['labels'],
): [label: string, answer: string][] {
  // Older versions kept labels in no order.
  const asked = new Map(Symbol.iterator in labels ? labels : []);
  const names = new Set([...asked.keys(), ...Object.keys(answers)]);
  return [...names].flatMap((name): [string, string][] => {
    // Every object knows some names by itself, such as `constructor`.
    const answer = Object.hasOwn(answers, name) ? answers[name] : null;
    return answer ? [[asked.get(name) ?? name, answer]] : [];
  });
}
