import { createHash } from 'node:crypto';
import { createPuzzleText, zeroBits } from '../../../schema/fields/puzzle.ts';
import type { Envelope } from './envelope.ts';
import type { FormDefinition } from './form-definition.ts';
import { type BudgetScope, createBudgets, hourSeconds, type Limits, type PostKind } from './limits.ts';
import type { Budget, ContactMessage, ReceivedMessage } from './message.ts';

// Classifies submissions. limits.ts has the limits of each kind, and admission.ts decides about each submission.

/** The minimum time for filling in a form, in seconds. If a visitor is faster, the form's JavaScript waits. */
const minSeconds = 2;
/**
 * How long a proof of work is valid, in milliseconds. It is a long time, because visitors' clocks may be off by several
 * hours.
 */
const maxProofAgeMs = 24 * 3_600_000;
/**
 * The number of invalid submissions that are tolerated per client and hour, because people may click too soon, and
 * browsers may fill in the honeypot field.
 */
const toleratedErrors = 2;
/** How often a person may repeat a message with small changes. */
const maxRepetitions = 3;
/** The number of copies of the same long text, such as a shared template, that different people together may send. */
const maxCopies = 8;
/**
 * The minimum length, in characters, of text that different people do not write by chance. Many people send the same
 * shorter text, such as "Please call me".
 */
const minUniqueTextLength = 200;

/**
 * Returns why a submission looks automated: `trap` if the honeypot was filled in, `soon` if it was sent too quickly.
 * Otherwise, returns `undefined`.
 */
export function detectProgram({ isTrapped, seconds }: Envelope): 'trap' | 'soon' | undefined {
  if (isTrapped) return 'trap';
  // `NaN` counts as too soon.
  return seconds === undefined || seconds >= minSeconds ? undefined : 'soon';
}

/** Classifies a submission by its form, its proof of work and its links. */
export function classifyPost(
  envelope: Envelope,
  definition: FormDefinition | undefined,
  message: ContactMessage,
  now: number,
  proofBits?: number,
): PostKind {
  // All forms on a site send their path, so only a program sends a submission without a path.
  if (envelope.form === undefined) return 'wrong';
  // A valid proof is enough, because computing many proofs is expensive.
  if (hasValidProof(envelope, now, proofBits)) return 'proved';
  // Require a proof if the site does not respond, because the form may not exist.
  if (!definition || definition.proofOfWork) return 'unproved';
  const isLink = (field: string) =>
    definition.fields.some(({ name, kind }) => name === field && kind === 'url');
  return hasLinks(message, isLink) ? 'unproved' : 'open';
}

/**
 * Returns whether the client has computed a proof of work for these answers. The SHA-256 hash of the answers' hash
 * and the proof must start with zero bits. This makes sending many different messages expensive, but does not identify
 * the sender.
 */
export function hasValidProof(
  { form = '', id, workedAt, proof, answers }: Envelope,
  now: number,
  bits = zeroBits,
): boolean {
  if (!(Math.abs(now - Number(workedAt)) < maxProofAgeMs) || !/^[\da-f]{8}$/.test(proof)) return false;
  const text = createPuzzleText({ form, id, at: workedAt, answers: [...answers] });
  const textHash = createHash('sha256').update(text).digest();
  const hash = createHash('sha256').update(textHash).update(proof, 'hex').digest();
  return hash.readUInt32BE() >>> (32 - bits) === 0;
}

/** Returns the budgets of a message, and the stricter budgets that apply if the message looks like spam. */
export function createMessageBudgets(
  kind: PostKind,
  message: ContactMessage,
  limits: Limits,
  scope: BudgetScope,
): Pick<ReceivedMessage, 'budgets' | 'suspicion'> {
  const budgets = createBudgets(kind, limits, scope);
  if (kind === 'proved') return { budgets };
  const repeatSignals = createRepeatSignals(message, scope.source);
  // These budgets count each message, but do not limit messages.
  const unlimitedRepeats = repeatSignals.map((signal) => ({ ...signal, most: 0 }));
  const signals = [...repeatSignals, ...(scope.source === null ? [] : [createWrongPostSignal(scope.source)])];
  return {
    budgets: [...budgets, ...unlimitedRepeats],
    suspicion: { signs: signals, budgets: [...createBudgets('wrong', limits, scope), ...unlimitedRepeats] },
  };
}

const createAbuseSignal = (name: string, maxUses: number): Budget => ({
  name,
  most: maxUses,
  seconds: hourSeconds,
  otherwise: 'too-many',
});

/**
 * Returns the signal that counts spam from a client: submissions with a filled honeypot, submissions that were sent too
 * quickly, and submissions to unknown forms.
 */
export const createWrongPostSignal = (source: string): Budget =>
  createAbuseSignal(`wrong posts ${source}`, toleratedErrors + 1);

/** Returns the signals that count repetitions of a message. Only stored messages are counted. */
export function createRepeatSignals(message: ContactMessage, source: string | null): Budget[] {
  const text = normalizeText(message);
  const { name, email } = message;
  return [
    // Include the name and the email address, because different people write the same short messages.
    ...(name === '' && email === ''
      ? []
      : [createAbuseSignal(`same message ${hashParts([name, email, text])}`, maxRepetitions)]),
    ...(text.length < minUniqueTextLength
      ? []
      : [createAbuseSignal(`same text ${hashParts([text])}`, maxCopies)]),
    ...(text.length < minUniqueTextLength || source === null
      ? []
      : [createAbuseSignal(`same text from ${hashParts([source, text])}`, maxRepetitions)]),
  ];
}

const linkPattern = /https?:\/\/|www\.|<a\s|\[(?:url|link)\b|\b[a-z\d-]+\.[a-z]{2,}\/\S/i;

/** Returns whether a message contains a link, as most spam does. `isLink` identifies the fields that ask for links. */
const hasLinks = (
  { name, company, message, other }: ContactMessage,
  isLink: (field: string) => boolean,
): boolean =>
  [name, company ?? '', message].some((text) => linkPattern.test(text)) ||
  Object.entries(other).some(([field, text]) => !isLink(field) && linkPattern.test(text));

/** Returns the text of a message without digits and spaces, because spam programs vary digits and spaces. */
const normalizeText = ({ message, other }: ContactMessage): string =>
  [message, ...Object.values(other)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[\d\s]+/g, '');

/** Returns a hash that identifies a list of strings. */
export const hashParts = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
