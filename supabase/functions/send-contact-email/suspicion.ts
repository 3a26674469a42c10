import { createHash } from 'node:crypto';
import { puzzleText, zeroBits } from '../../../schema/fields/puzzle.ts';
import type { Envelope } from './envelope.ts';
import type { FormDefinition } from './form-definition.ts';
import { type BudgetScope, createBudgets, hourSeconds, type Limits, type PostKind } from './limits.ts';
import type { Budget, ContactMessage, ReceivedMessage } from './message.ts';

// Classifies posts. limits.ts has the limits of each kind, and admission.ts decides about each post.

/** The min. time to fill in a form, in seconds. The script waits if a visitor is faster. */
const minSeconds = 2;
/** The validity of a proof of work, in milliseconds. Long, because clocks of visitors may be off by a time zone. */
const maxProofAgeMs = 24 * 3_600_000;
/** Invalid posts tolerated per client and hour: people click too soon, and browsers fill in the hidden field. */
const toleratedErrors = 2;
/** Repetitions of a message with small changes that a person may send. */
const maxRepetitions = 3;
/** Copies of the same long text that different people may send, such as a shared template. */
const maxCopies = 8;
/** In characters. Many people send the same shorter texts, such as "Please call me". */
const minUniqueTextLength = 200;

/** Returns the sign that a program has sent a post: a filled honeypot, or too little time. */
export function detectProgram({ isTrapped, seconds }: Envelope): 'trap' | 'soon' | undefined {
  if (isTrapped) return 'trap';
  // `NaN` counts as too soon.
  return seconds === undefined || seconds >= minSeconds ? undefined : 'soon';
}

/** Classifies a post by its form, its proof of work and its links. */
export function classifyPost(
  envelope: Envelope,
  definition: FormDefinition | undefined,
  message: ContactMessage,
  now: number,
  proofBits?: number,
): PostKind {
  // All forms of a site send their path.
  if (envelope.form === undefined) return 'wrong';
  // Repeating such work is expensive.
  if (hasValidProof(envelope, now, proofBits)) return 'proved';
  // If the site does not respond, the form may not exist.
  if (!definition || definition.proofOfWork) return 'unproved';
  const isLink = (field: string) =>
    definition.fields.some(({ name, kind }) => name === field && kind === 'url');
  return hasLinks(message, isLink) ? 'unproved' : 'open';
}

/**
 * Returns whether the client computed a proof of work for these answers: SHA-256 of the text's hash and the proof
 * starts with zero bits. It makes many different messages expensive, but does not identify their sender.
 */
export function hasValidProof(
  { form = '', id, workedAt, proof, answers }: Envelope,
  now: number,
  bits = zeroBits,
): boolean {
  if (!(Math.abs(now - Number(workedAt)) < maxProofAgeMs) || !/^[\da-f]{8}$/.test(proof)) return false;
  const text = puzzleText({ form, id, at: workedAt, answers: [...answers] });
  const textHash = createHash('sha256').update(text).digest();
  const hash = createHash('sha256').update(textHash).update(proof, 'hex').digest();
  return hash.readUInt32BE() >>> (32 - bits) === 0;
}

/** Returns the budgets of a message, and those that apply if it looks like junk. */
export function createMessageBudgets(
  kind: PostKind,
  message: ContactMessage,
  limits: Limits,
  scope: BudgetScope,
): Pick<ReceivedMessage, 'budgets' | 'suspicion'> {
  const budgets = createBudgets(kind, limits, scope);
  if (kind === 'proved') return { budgets };
  const repeatSignals = createRepeatSignals(message, scope.source);
  // Counted with each message, but without a limit.
  const unlimitedRepeats = repeatSignals.map((one) => ({ ...one, most: 0 }));
  const signs = [...repeatSignals, ...(scope.source === null ? [] : [createWrongPostSignal(scope.source)])];
  return {
    budgets: [...budgets, ...unlimitedRepeats],
    suspicion: { signs, budgets: [...createBudgets('wrong', limits, scope), ...unlimitedRepeats] },
  };
}

const createAbuseSignal = (name: string, most: number): Budget => ({
  name,
  most,
  seconds: hourSeconds,
  otherwise: 'too-many',
});

/** Returns the signal that counts junk from a client: a filled honeypot, too little time, or an unknown form. */
export const createWrongPostSignal = (source: string): Budget =>
  createAbuseSignal(`wrong posts ${source}`, toleratedErrors + 1);

/** Returns the signals that count repetitions of a message. A message that was not stored is not counted. */
export function createRepeatSignals(message: ContactMessage, source: string | null): Budget[] {
  const text = normalizeText(message);
  const { name, email } = message;
  return [
    // Different people write the same short texts, but with their own names.
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

/** Returns whether a message has a link: most junk does. `isLink` identifies fields for links. */
const hasLinks = (
  { name, company, message, other }: ContactMessage,
  isLink: (field: string) => boolean,
): boolean =>
  [name, company ?? '', message].some((text) => linkPattern.test(text)) ||
  Object.entries(other).some(([field, text]) => !isLink(field) && linkPattern.test(text));

/** Returns the text of a message without digits and spaces, because programs vary these. */
const normalizeText = ({ message, other }: ContactMessage): string =>
  [message, ...Object.values(other)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[\d\s]+/g, '');

/** Returns a hash that identifies texts. */
export const hashParts = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
