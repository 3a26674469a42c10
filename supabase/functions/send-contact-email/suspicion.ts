import { createHash } from 'node:crypto';
import { puzzleText, zeroBits } from '../../../schema/fields/puzzle.ts';
import type { Envelope } from './envelope.ts';
import type { FormDefinition } from './form-definition.ts';
import { type BudgetScope, budgetsOf, hourSeconds, type Limits, type PostKind } from './limits.ts';
import type { Budget, ContactMessage, ReceivedMessage } from './message.ts';

// What a post looks like. How many of each kind are stored is in limits.ts, and admission.ts decides about each.

/** The least time to fill in a form, in seconds. The browser waits for the rest of it. */
const minSeconds = 2;
/** How long a proof of work is valid, in milliseconds. Clocks of visitors may be wrong by a time zone. */
const maxProofAge = 24 * 3_600_000;
/** Invalid posts tolerated per client and hour: people click too soon, and browsers fill in the hidden field. */
const toleratedErrors = 2;
/** So often somebody repeats a message with small changes. */
const repetitions = 3;
/** So often people send the same long text, of which somebody has given them a copy. */
const copies = 8;
/** Shorter texts, such as "Please call me", come from many people. */
const ownTextLength = 200;

/** What shows that a program has sent a post: it filled in the honeypot, or was too fast. */
export function programSign({ isTrapped, seconds }: Envelope): 'trap' | 'soon' | undefined {
  if (isTrapped) return 'trap';
  // `NaN` is too soon, as well.
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
  // All forms of a site say which they are.
  if (envelope.form === undefined) return 'wrong';
  // Repeating such work is expensive.
  if (hasValidProof(envelope, now, proofBits)) return 'proved';
  // The form of a site that does not respond may be invented.
  if (!definition || definition.proofOfWork) return 'unproved';
  const isLink = (field: string) =>
    definition.fields.some(({ name, kind }) => name === field && kind === 'url');
  return hasLinks(message, isLink) ? 'unproved' : 'open';
}

/**
 * Whether the client computed a proof of work for these answers: SHA-256 of the text's hash and the proof starts
 * with zero bits. It makes many different messages expensive, and says nothing about who sends them.
 */
export function hasValidProof(
  { form = '', id, workedAt, proof, answers }: Envelope,
  now: number,
  bits = zeroBits,
): boolean {
  if (!(Math.abs(now - Number(workedAt)) < maxProofAge) || !/^[\da-f]{8}$/.test(proof)) return false;
  const text = puzzleText({ form, id, at: workedAt, answers: [...answers] });
  const textHash = createHash('sha256').update(text).digest();
  const hash = createHash('sha256').update(textHash).update(proof, 'hex').digest();
  return hash.readUInt32BE() >>> (32 - bits) === 0;
}

/** The budgets of a message, and those that hold if it looks wrong. */
export function messageBudgets(
  kind: PostKind,
  message: ContactMessage,
  limits: Limits,
  scope: BudgetScope,
): Pick<ReceivedMessage, 'budgets' | 'suspicion'> {
  const budgets = budgetsOf(kind, limits, scope);
  if (kind === 'proved') return { budgets };
  const repeats = repeatsOf(message, scope.source);
  // Counted with each message, whatever its budgets.
  const counted = repeats.map((one) => ({ ...one, most: 0 }));
  const signs = [...repeats, ...(scope.source === null ? [] : [wrongPosts(scope.source)])];
  return {
    budgets: [...budgets, ...counted],
    suspicion: { signs, budgets: [...budgetsOf('wrong', limits, scope), ...counted] },
  };
}

const abuseSignal = (name: string, most: number): Budget => ({
  name,
  most,
  seconds: hourSeconds,
  otherwise: 'too-many',
});

/** Counts posts of a client that no person sends: into the hidden field, too soon, or to no form of the site. */
export const wrongPosts = (source: string): Budget =>
  abuseSignal(`wrong posts ${source}`, toleratedErrors + 1);

/** Counts messages that repeat this one. A message that is sent again after a failure was not counted. */
export function repeatsOf(message: ContactMessage, source: string | null): Budget[] {
  const text = writtenText(message);
  const { name, email } = message;
  return [
    // People write the same short texts, but under their own names.
    ...(name === '' && email === ''
      ? []
      : [abuseSignal(`same message ${hashParts([name, email, text])}`, repetitions)]),
    ...(text.length < ownTextLength ? [] : [abuseSignal(`same text ${hashParts([text])}`, copies)]),
    ...(text.length < ownTextLength || source === null
      ? []
      : [abuseSignal(`same text from ${hashParts([source, text])}`, repetitions)]),
  ];
}

const linkPattern = /https?:\/\/|www\.|<a\s|\[(?:url|link)\b|\b[a-z\d-]+\.[a-z]{2,}\/\S/i;

/** Whether a text has a link, for which most junk is sent. `isLink` names fields that ask for one. */
const hasLinks = (
  { name, company, message, other }: ContactMessage,
  isLink: (field: string) => boolean,
): boolean =>
  [name, company ?? '', message].some((text) => linkPattern.test(text)) ||
  Object.entries(other).some(([field, text]) => !isLink(field) && linkPattern.test(text));

/** All that was written, without what programs vary: digits and spaces. */
const writtenText = ({ message, other }: ContactMessage): string =>
  [message, ...Object.values(other)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[\d\s]+/g, '');

/** Identifies texts. */
export const hashParts = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
