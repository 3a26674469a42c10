import { createHash } from 'node:crypto';
import { hourSeconds } from './limits.ts';
import type { Budget, ContactMessage } from './message.ts';

/** Invalid posts tolerated per client and hour: people click too soon, and browsers fill in the hidden field. */
const toleratedErrors = 2;
/** So often somebody repeats a message with small changes. */
const repetitions = 3;
/** So often people send the same long text, of which somebody has given them a copy. */
const copies = 8;
/** Shorter texts, such as "Please call me", come from many people. */
const ownTextLength = 200;

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
export const hasLinks = (
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
