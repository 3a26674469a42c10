import { expect, test } from 'vitest';
import { messageKeys, parseEnvelope } from '../../supabase/functions/send-contact-email/envelope.ts';

const now = Date.UTC(2026, 0, 5, 9, 30);
const keysOf = (id: string, source: string | null, time = now, content = 'Yes') =>
  messageKeys(
    parseEnvelope(new Map(), new URL(`http://localhost/?form=/ask/poll&id=${id}`)),
    content,
    time,
    source,
  );

test('the same answers by two people without script are two messages', () => {
  expect(keysOf('', 'a')).toEqual(keysOf('', 'a'));
  expect(keysOf('', 'b')).not.toEqual(keysOf('', 'a'));
  expect(keysOf('', null)).not.toEqual(keysOf('', 'a'));
});

test('a browser that sends the same again by another connection sends the same message', () => {
  expect(keysOf('one', 'b')).toEqual(keysOf('one', 'a'));
  expect(keysOf('one', 'a', now + 86_400_000)).toEqual(keysOf('one', 'a'));
  expect(keysOf('two', 'a')).not.toEqual(keysOf('one', 'a'));
});

test('without script the same is the same for an hour, also where the clock goes back, and not for a day', () => {
  const hour = 3_600_000;
  const isValidChoice = (later: number, stored: number): boolean => {
    const [key] = keysOf('', 'a', stored);
    return keysOf('', 'a', later).includes(key);
  };
  for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
    const stored = now + minutes * 60_000;
    for (const pause of [0, 1000, hour / 2, hour]) {
      expect(isValidChoice(stored + pause, stored)).toBe(true);
      expect(isValidChoice(stored - pause, stored)).toBe(true);
    }
    for (const pause of [3 * hour, 24 * hour]) expect(isValidChoice(stored + pause, stored)).toBe(false);
  }
});
