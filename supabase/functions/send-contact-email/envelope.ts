import { createHash } from 'node:crypto';
import { asText, type Fields } from './message.ts';
import { puzzleText, zeroBits } from '../../../schema/content/form-rules.ts';

/** What comes with the answers to a form, beside them. */
export interface Envelope {
  /** The address of its page and its name, `/ask/question`; nothing if it is no such path. */
  form: string | undefined;
  /** Made by the browser with the form: with the same id, the same message is sent again. */
  id: string;
  /** For how long the page was open, in seconds. */
  seconds: number | undefined;
  /** Whether the field that nobody sees was filled in. */
  isTrapped: boolean;
  /** When the browser began to work for it, by its own clock, and what it found (see proof-of-work.ts). */
  workedAt: string;
  proof: string;
  answers: Fields;
}

/** The field that people do not meet, in sight or by ear, and programs fill in. */
export const honeypotField = 'your-website';

/**
 * A form post has all in its fields. A script sends the answers as the body, and the rest in the address.
 */
export function parseEnvelope(fields: Fields, { searchParams }: URL): Envelope {
  const seconds = searchParams.get('seconds');
  return {
    form: formNamed(searchParams.get('form') ?? asText(fields.get('form'))),
    id: (searchParams.get('id') ?? '').slice(0, 100),
    seconds: seconds === null ? undefined : Number(seconds),
    workedAt: searchParams.get('at') ?? '',
    proof: searchParams.get('proof') ?? '',
    isTrapped: asText(fields.get(honeypotField)) !== '' || searchParams.has('trap'),
    answers: new Map([...fields].filter(([name]) => name !== 'form' && name !== honeypotField)),
  };
}

/** The address of a form, if it can be one. */
export const formNamed = (form: string | null): string | undefined =>
  form !== null && /^(\/[a-z0-9-]+)+$/.test(form) && form.length <= 500 ? form : undefined;

const hour = 3_600_000;

/**
 * What makes a message this one and no other: its id and its content. Without an id, as without script, the
 * same content by the same connection is the same message for an hour at least and three at most: a reload, a
 * second click and the Back button send it again, and whoever repeats a request the next day is heard.
 */
export function messageKeys(
  { id, form }: Envelope,
  content: unknown,
  now: number,
  source: string | null,
): [string, string] {
  const keyIn = (span: number, ...sender: (string | null)[]): string =>
    createHash('sha256')
      .update(JSON.stringify([id, span, form, content, ...sender]))
      .digest('hex');
  // A browser that has an id may well change its connection before it tries again.
  if (id !== '') return [keyIn(0), keyIn(0)];
  const span = Math.floor(now / (2 * hour));
  // The one that is nearer, whichever: a clock that is put right may go back.
  const nearest = now % (2 * hour) < hour ? span - 1 : span + 1;
  return [keyIn(span, source), keyIn(nearest, source)];
}

/** Clocks of visitors may be wrong by the hours between two zones; further ahead nobody may work. */
const day = 24 * 3_600_000;

/**
 * Whether whoever sends this let a computer work for these very answers: the hash of the text, with the proof
 * behind it, has a hash that begins with zeros. It makes many different messages dear. It says nothing of who
 * sends them, and whoever has computers to spare sends them all the same.
 */
export function hasValidProof({ form = '', id, workedAt, proof, answers }: Envelope, now: number): boolean {
  if (!(Math.abs(now - Number(workedAt)) < day) || !/^[\da-f]{8}$/.test(proof)) return false;
  const text = puzzleText({ form, id, at: workedAt, answers: [...answers] });
  const start = createHash('sha256').update(text).digest();
  const found = createHash('sha256').update(start).update(proof, 'hex').digest();
  return found.readUInt32BE() >>> (32 - zeroBits) === 0;
}
