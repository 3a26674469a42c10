import { describe, expect, test } from 'vitest';
import { solvePuzzle } from '../../src/blocks/form/solve-puzzle.ts';
import { createMessageKeys, parseEnvelope } from '../../supabase/functions/send-contact-email/envelope.ts';
import { throttleDaily } from '../../supabase/functions/send-contact-email/limits.ts';
import { hasValidProof, createRepeatSignals } from '../../supabase/functions/send-contact-email/suspicion.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { createWebHandler } from '../support/web-handler.ts';

// tests/golden/contact-function tests individual requests.

const form = '/ask/us';
const jsonHeaders = { 'content-type': 'application/json' };
const createDefinition = (kind: string) =>
  JSON.stringify({
    language: 'en',
    site: 'Harbour',
    fields: [{ name: 'email', label: 'Mail', kind, required: true }],
  });

/**
 * Returns a function that submits an answer to the contact function. It can replace the form definition before the
 * submission.
 */
function setUp(services: Partial<Services> = {}) {
  let definition = createDefinition('email');
  const handle = createWebHandler({ siteFile: async () => definition, ...services });
  return async (email: string, newDefinition = definition) => {
    definition = newDefinition;
    const init = { method: 'POST', body: JSON.stringify({ email }), headers: jsonHeaders };
    return (await handle(new Request(`http://localhost/?form=${form}`, init))).status;
  };
}

test('a request body over 64 KiB is cancelled, regardless of its declared length', async () => {
  let sentBytes = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += 1024;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const headers = { ...jsonHeaders, 'content-length': '10' };
  const store = async () => expect.fail('nothing may be stored');
  // A request whose body is a stream needs `duplex`, which the types lack.
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  const response = await createWebHandler({ store })(new Request('http://localhost/', init));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: 'The message is too long to be sent.' });
  expect(isCancelled).toBe(true);
  expect(sentBytes).toBeLessThan(80 * 1024);
});

test('answers are validated with the current definition of the form', async () => {
  const post = setUp();
  expect(await post('ada@example.org')).toBe(200);
  expect(await post('ada@example.org', createDefinition('number'))).toBe(422);
  expect(await post('4711')).toBe(200);
  expect(await post('4711', 'damaged')).toBe(422);
  expect(await post('ada@example.org', createDefinition('email'))).toBe(200);
});

test('the operator is notified about the daily limit once a day', async () => {
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
  const alertText =
    '5 messages arrived in a day for /ask/us. No more of this kind (open) are stored until tomorrow.';
  expect(alerts).toEqual([alertText, alertText]);
});

test('a proof computed in a browser is valid for one day and one message', async () => {
  const answers = { email: 'ada@example.org', message: 'Hello' };
  const proofQuery = await solvePuzzle({ form, id: 'one' }, answers);
  const isValid = (queryChanges: object = {}, sentAnswers: object = answers, delayMs = 0) => {
    const query = new URLSearchParams({ form, id: 'one', ...proofQuery, ...queryChanges });
    const envelope = parseEnvelope(
      new Map(Object.entries(sentAnswers)),
      new URL(`http://localhost/?${query}`),
    );
    return hasValidProof(envelope, Number(proofQuery.at) + delayMs);
  };
  expect(isValid()).toBe(true);
  for (const changes of [{ id: 'two' }, { form: '/ask/them' }, { at: '1' }, { proof: 'x' }])
    expect(isValid(changes), JSON.stringify(changes)).toBe(false);
  expect(isValid({}, { ...answers, message: 'Hello!' })).toBe(false);
  expect([isValid({}, answers, 23 * 3_600_000), isValid({}, answers, 25 * 3_600_000)]).toEqual([true, false]);
});

describe('message keys', () => {
  const now = Date.UTC(2026, 0, 5, 9, 30);
  const hourMs = 3_600_000;
  const createKeys = (id: string, source: string | null, time = now, content = 'Yes') =>
    createMessageKeys(
      parseEnvelope(new Map(), new URL(`http://localhost/?form=/ask/poll&id=${id}`)),
      content,
      time,
      source,
    );

  test('depend on the id and the content, not on the connection or the time', () => {
    expect(createKeys('one', 'b')).toEqual(createKeys('one', 'a'));
    expect(createKeys('one', 'a', now + 500 * hourMs)).toEqual(createKeys('one', 'a'));
    expect(createKeys('two', 'a')).not.toEqual(createKeys('one', 'a'));
    expect(createKeys('one', 'a', now, 'No')).not.toEqual(createKeys('one', 'a'));
  });

  test('depend on the client if there is no id', () => {
    expect(createKeys('', 'a')).toEqual(createKeys('', 'a'));
    expect(createKeys('', 'b')).not.toEqual(createKeys('', 'a'));
    expect(createKeys('', null)).not.toEqual(createKeys('', 'a'));
    expect(createKeys('', 'a', now, 'No')).not.toEqual(createKeys('', 'a'));
  });

  test('match for one to three hours if there is no id, even if the clock is set back', () => {
    const isKnown = (laterTime: number, earlierTime: number): boolean =>
      createKeys('', 'a', laterTime).includes(createKeys('', 'a', earlierTime)[0]);
    for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
      const storedTime = now + minutes * 60_000;
      for (const pauseMs of [0, 1000, hourMs / 2, hourMs]) {
        expect(isKnown(storedTime + pauseMs, storedTime)).toBe(true);
        expect(isKnown(storedTime - pauseMs, storedTime)).toBe(true);
      }
      for (const pauseMs of [3 * hourMs, 24 * hourMs])
        expect(isKnown(storedTime + pauseMs, storedTime)).toBe(false);
    }
  });
});

test('the same long text from two clients is counted separately for each client', () => {
  const message = { name: 'Ada', email: '', company: null, message: 'x'.repeat(300), other: {} };
  const [firstRepeats, secondRepeats] = ['192.0.2.1', '192.0.2.2'].map((source) =>
    createRepeatSignals(message, source).map(({ name }) => name),
  );
  expect(firstRepeats?.filter((name) => !secondRepeats?.includes(name))).toHaveLength(1);
});
