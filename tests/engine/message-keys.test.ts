import { expect, test } from 'vitest';
import { messageKeys, openEnvelope } from '../../supabase/functions/send-contact-email/envelope.ts';

const now = Date.UTC(2026, 0, 5, 9, 30);
const keysOf = (id: string, source: string | null, time = now, content = 'Yes') =>
  messageKeys(
    openEnvelope(new Map(), new URL(`http://localhost/?form=/ask/poll&id=${id}`)),
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
