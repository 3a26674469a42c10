import { createHash } from 'node:crypto';
import { honeypotField } from '../../../schema/fields/form-post.ts';
import { toText, type Fields } from './message.ts';

/** The data that a form sends in addition to the answers. */
export interface Envelope {
  /** The path of the page and the name of the form: `/ask/question`. It is `undefined` if the path is invalid. */
  form: string | undefined;
  /** The id that the browser creates for the message. A repeated request has the same id. */
  id: string;
  /** How long the page was open before the message was sent, in seconds. */
  seconds: number | undefined;
  /** Whether the honeypot field was filled in. */
  isTrapped: boolean;
  /** The start time of the proof of work, by the browser clock, and its result. */
  workedAt: string;
  proof: string;
  answers: Fields;
}

/**
 * Reads the envelope of a request. Form submissions without JavaScript send it in fields, and the form's JavaScript
 * sends it in the query.
 */
export function parseEnvelope(fields: Fields, { searchParams }: URL): Envelope {
  const seconds = searchParams.get('seconds');
  return {
    form: parseFormPath(searchParams.get('form') ?? toText(fields.get('form'))),
    id: (searchParams.get('id') ?? '').slice(0, 100),
    seconds: seconds === null ? undefined : Number(seconds),
    workedAt: searchParams.get('at') ?? '',
    proof: searchParams.get('proof') ?? '',
    isTrapped: toText(fields.get(honeypotField)) !== '' || searchParams.has('trap'),
    answers: new Map([...fields].filter(([name]) => name !== 'form' && name !== honeypotField)),
  };
}

/** Returns the path of a form, or `undefined` if it is invalid. */
export const parseFormPath = (form: string | null): string | undefined =>
  form !== null && /^(\/[a-z0-9-]+)+$/.test(form) && form.length <= 500 ? form : undefined;

const hourMs = 3_600_000;

/**
 * Returns the keys that identify a message, which are hashes of its id and content. Requests without JavaScript have
 * no id. For these requests, the same content from the same client counts as the same message for one to three hours,
 * to cover reloads, double clicks and the Back button. A message that is repeated the next day is stored again.
 */
export function createMessageKeys(
  { id, form }: Envelope,
  content: unknown,
  now: number,
  source: string | null,
): [string, string] {
  const createKey = (span: number, ...client: (string | null)[]): string =>
    createHash('sha256')
      .update(JSON.stringify([id, span, form, content, ...client]))
      .digest('hex');
  // These keys do not contain the client, because a browser may change its connection between two attempts.
  if (id !== '') return [createKey(0), createKey(0)];
  const span = Math.floor(now / (2 * hourMs));
  // The nearest time span may be the next one, because the clock can be set back.
  const nearestSpan = now % (2 * hourMs) < hourMs ? span - 1 : span + 1;
  return [createKey(span, source), createKey(nearestSpan, source)];
}
