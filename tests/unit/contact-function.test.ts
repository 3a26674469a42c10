import { describe, expect, test } from 'vitest';
import { solvePuzzle } from '../../src/blocks/form/solve-puzzle.ts';
import { messageKeys, parseEnvelope } from '../../supabase/functions/send-contact-email/envelope.ts';
import { throttleDaily } from '../../supabase/functions/send-contact-email/limits.ts';
import { hasValidProof, repeatsOf } from '../../supabase/functions/send-contact-email/suspicion.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { webHandler } from '../support/web-handler.ts';

// Single requests are tested in tests/golden/contact-function.

const form = '/ask/us';
const json = { 'content-type': 'application/json' };
const definitionOf = (kind: string) =>
  JSON.stringify({
    language: 'en',
    site: 'Harbour',
    fields: [{ name: 'email', label: 'Mail', kind, required: true }],
  });

/** Returns a function that posts an answer. It can replace the definition of the form first. */
function setUp(services: Partial<Services> = {}) {
  let definition = definitionOf('email');
  const handle = webHandler({ siteFile: async () => definition, ...services });
  return async (email: string, newDefinition = definition) => {
    definition = newDefinition;
    const init = { method: 'POST', body: JSON.stringify({ email }), headers: json };
    return (await handle(new Request(`http://localhost/?form=${form}`, init))).status;
  };
}

test('a body over 64 KiB is cancelled, whatever length it declares', async () => {
  let sent = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const headers = { ...json, 'content-length': '10' };
  const store = async () => expect.fail('nothing may be stored');
  // Streams need `duplex`, which the types lack.
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  const response = await webHandler({ store })(new Request('http://localhost/', init));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: 'The message is too long to be sent.' });
  expect(isCancelled).toBe(true);
  expect(sent).toBeLessThan(80 * 1024);
});

test('answers are validated with the current definition of the form', async () => {
  const post = setUp();
  expect(await post('ada@example.org')).toBe(200);
  expect(await post('ada@example.org', definitionOf('number'))).toBe(422);
  expect(await post('4711')).toBe(200);
  expect(await post('4711', 'damaged')).toBe(422);
  expect(await post('ada@example.org', definitionOf('email'))).toBe(200);
});

test('the operator is alerted about the daily limit once a day', async () => {
  let now = 0;
  const alerts: string[] = [];
  const post = setUp({
    store: async () => 'too-many-today',
    limits: { perAddress: 0, perHour: 0, perDay: 5 },
    now: () => now,
    alert: throttleDaily(
      (text) => alerts.push(text),
      () => now,
    ),
  });
  for (const hours of [0, 1, 23, 25, 26]) {
    now = hours * 3_600_000;
    await post('ada@example.org');
  }
  const sentence =
    '5 messages arrived in a day for /ask/us. No more of this kind (open) are stored until tomorrow.';
  expect(alerts).toEqual([sentence, sentence]);
});

test('a proof computed in a browser is valid for one day and one message', async () => {
  const answers = { email: 'ada@example.org', message: 'Hello' };
  const work = await solvePuzzle({ form, id: 'one' }, answers);
  const isValid = (more: object = {}, sent: object = answers, later = 0) => {
    const query = new URLSearchParams({ form, id: 'one', ...work, ...more });
    const envelope = parseEnvelope(new Map(Object.entries(sent)), new URL(`http://localhost/?${query}`));
    return hasValidProof(envelope, Number(work.at) + later);
  };
  expect(isValid()).toBe(true);
  for (const changes of [{ id: 'two' }, { form: '/ask/them' }, { at: '1' }, { proof: 'x' }])
    expect(isValid(changes), JSON.stringify(changes)).toBe(false);
  expect(isValid({}, { ...answers, message: 'Hello!' })).toBe(false);
  expect([isValid({}, answers, 23 * 3_600_000), isValid({}, answers, 25 * 3_600_000)]).toEqual([true, false]);
});

describe('message keys', () => {
  const now = Date.UTC(2026, 0, 5, 9, 30);
  const hour = 3_600_000;
  const keysOf = (id: string, source: string | null, time = now, content = 'Yes') =>
    messageKeys(
      parseEnvelope(new Map(), new URL(`http://localhost/?form=/ask/poll&id=${id}`)),
      content,
      time,
      source,
    );

  test('depend on the id and the content, not on the connection or the time', () => {
    expect(keysOf('one', 'b')).toEqual(keysOf('one', 'a'));
    expect(keysOf('one', 'a', now + 500 * hour)).toEqual(keysOf('one', 'a'));
    expect(keysOf('two', 'a')).not.toEqual(keysOf('one', 'a'));
    expect(keysOf('one', 'a', now, 'No')).not.toEqual(keysOf('one', 'a'));
  });

  test('depend on the client if there is no id', () => {
    expect(keysOf('', 'a')).toEqual(keysOf('', 'a'));
    expect(keysOf('', 'b')).not.toEqual(keysOf('', 'a'));
    expect(keysOf('', null)).not.toEqual(keysOf('', 'a'));
    expect(keysOf('', 'a', now, 'No')).not.toEqual(keysOf('', 'a'));
  });

  test('without an id, match for one to three hours, even if the clock is set back', () => {
    const isKnown = (later: number, earlier: number): boolean =>
      keysOf('', 'a', later).includes(keysOf('', 'a', earlier)[0]);
    for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
      const stored = now + minutes * 60_000;
      for (const pause of [0, 1000, hour / 2, hour]) {
        expect(isKnown(stored + pause, stored)).toBe(true);
        expect(isKnown(stored - pause, stored)).toBe(true);
      }
      for (const pause of [3 * hour, 24 * hour]) expect(isKnown(stored + pause, stored)).toBe(false);
    }
  });
});

test('the same long text from two clients counts for each of them', () => {
  const message = { name: 'Ada', email: '', company: null, message: 'x'.repeat(300), other: {} };
  const [one, other] = ['192.0.2.1', '192.0.2.2'].map((source) =>
    repeatsOf(message, source).map(({ name }) => name),
  );
  expect(one?.filter((name) => !other?.includes(name))).toHaveLength(1);
});
