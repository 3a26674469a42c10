import { createHash } from 'node:crypto';
import type { ContactMessage } from './message.ts';

const hour = 3_600_000;
/** So many wrong posts are mishaps of people: a browser that fills in the hidden field, a click too soon. */
const mishaps = 2;
/** So often somebody repeats a message with small changes. */
const repetitions = 3;
/** Shorter texts, such as "Please call me", come from many people. */
const ownTextLength = 200;
/** Limits memory. */
const maxKeys = 20_000;

/** What looks wrong in the posts of the last hour. It is not stored, so it is forgotten when the process ends. */
export interface Suspicion {
  /** Notes a post that no person sends: into the hidden field, too soon, or to no form of the site. */
  noteWrong(source: string | null, now: number): void;
  /**
   * Whether a message repeats others, or comes from a client whose posts were wrong. A message that is sent again
   * after a failure has the same id.
   */
  isSuspect(message: ContactMessage, id: string, source: string | null, now: number): boolean;
}

export function createSuspicion(): Suspicion {
  const posts = new Map<string, { at: number; id: string }[]>();
  const recent = (key: string, now: number) =>
    (posts.get(key) ?? []).filter(({ at }) => now - at < hour && at <= now);
  /** Notes a post, and returns how many others had the same key. */
  const note = (key: string, id: string, now: number): number => {
    const others = recent(key, now).filter((one) => one.id !== id);
    posts.delete(key);
    // More are of no consequence.
    posts.set(key, [...others.slice(-mishaps - repetitions), { at: now, id }]);
    for (const oldest of posts.keys()) if (posts.size > maxKeys) posts.delete(oldest);
    return others.length;
  };
  let last = 0;
  return {
    noteWrong(source, now) {
      if (source !== null) note(`wrong ${source}`, `${++last}`, now);
    },
    isSuspect(message, id, source, now) {
      const text = textOf(message);
      const { name, email } = message;
      // People write the same short texts, but under their own names.
      const keys = [
        ...(name === '' && email === '' ? [] : [hashOf([name, email, text])]),
        ...(text.length < ownTextLength || source === null ? [] : [hashOf([source, text])]),
      ];
      const repeats = keys.map((key) => note(key, id, now));
      const isFromWrong = source !== null && recent(`wrong ${source}`, now).length > mishaps;
      return isFromWrong || repeats.some((count) => count >= repetitions);
    },
  };
}

/** All that was written, without what programs vary: digits and spaces. */
const textOf = ({ message, other }: ContactMessage): string =>
  [message, ...Object.values(other)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[\d\s]+/g, '');

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
