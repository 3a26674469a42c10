import { expect, test } from 'vitest';
import type { Reason } from '../../schema/content/form-rules.ts';
import { limitsFrom, clientKey, throttleDaily } from '../../supabase/functions/send-contact-email/limits.ts';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import { problemMessage, repliesIn } from '../../schema/content/form-messages.ts';
import { webHandler } from '../support/web-handler.ts';

const address = 'http://localhost/functions/v1/send-contact-email';
const form = '/kontakt/nachricht';
const definition = {
  language: 'de-DE',
  site: 'Hafen',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', required: true },
    { name: 'email', label: 'E-Mail', kind: 'email', required: true },
    { name: 'boat', label: 'Boot', kind: 'text', required: false },
    { name: 'message', label: 'Nachricht', kind: 'long-text', required: true },
  ],
};
const failedPage = '%%_problem%%[%%name%%][%%!name%%][data-invalid="%%name%%"][%%!email%%]';
const files: Record<string, string> = {
  [`${form}-form.json`]: JSON.stringify(definition),
  [`${form}-sent.html`]: 'sent',
  [`${form}-failed.html`]: failedPage,
};
const valid = { name: 'Ada', email: 'ada@example.org', message: 'Hallo' };
const german = repliesIn('de');
const said = (reason: Reason, values?: Record<string, number>) => problemMessage({ reason, values }, 'de');

function setUp(receipt: StoreResult = 'stored', now = () => 0, alert?: (text: string) => void) {
  const arrivals: ReceivedMessage[] = [];
  const handle = webHandler({
    store: async (arrival) => (arrivals.push(arrival), receipt),
    siteFile: async (path) => files[path],
    site: '',
    isAllowedOrigin: () => true,
    isLate: async () => false,
    source: () => null,
    notifiesAll: false,
    limits: { perAddress: 0, perHour: 0, perDay: 5 },
    now,
    alert,
    log: () => {},
  });
  const post = (query: string, init: RequestInit) =>
    handle(new Request(address + query, { method: 'POST', ...init }));
  return {
    arrivals,
    postJson: (data: unknown, query = `?form=${form}`) =>
      post(query, { body: JSON.stringify(data), headers: { 'content-type': 'application/json' } }),
    postForm: (data: Record<string, string>) => post('', { body: new URLSearchParams({ ...data, form }) }),
  };
}

test('a message is checked by the rules of its form, and its row knows form and language', async () => {
  const { arrivals, postJson } = setUp();
  const answer = await postJson({ ...valid, name: ' Ada\r\nByron ', boat: '', message: 'a\r\nb' });
  expect(await answer.json()).toEqual({ success: true });
  expect(arrivals).toMatchObject([
    {
      form,
      language: 'de-DE',
      message: { name: 'Ada Byron', email: 'ada@example.org', company: null, message: 'a\nb', other: {} },
    },
  ]);
});

test('what is wrong is said by field, in the language of the page', async () => {
  const { arrivals, postJson } = setUp();
  const answer = await postJson({
    name: ' \n ',
    email: 'ada',
    boat: 'x'.repeat(301),
    message: 'x'.repeat(20_001),
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    success: false,
    error: said('required'),
    fields: {
      name: said('required'),
      email: said('email'),
      boat: said('long', { length: 301, most: 300 }),
      message: said('long', { length: 20_001, most: 20_000 }),
    },
  });
  expect(arrivals).toEqual([]);
});

test('without script the page of the form says the same, and keeps what was typed', async () => {
  const { postForm } = setUp();
  const answer = await postForm({ ...valid, name: ' ', email: 'a"da' });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toBe(
    `${german.fields}[ ][${said('required')}][aria-invalid="true"][${said('email')}]`,
  );
});

test.each<[StoreResult, number, string]>([
  ['too-many-from-address', 429, german.tooManyFromClient],
  ['too-many', 429, german.tooMany],
  ['too-many-today', 429, german.tooMany],
])('what a store answers with %s is status %i', async (receipt, status, reason) => {
  const answer = await setUp(receipt).postJson(valid);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '3600']);
  expect(await answer.json()).toEqual({ success: false, error: reason, reason });
});

test('a full day is said once in a day, however many come', async () => {
  let now = 0;
  const alerts: string[] = [];
  const { postJson } = setUp(
    'too-many-today',
    () => now,
    throttleDaily(
      (text) => alerts.push(text),
      () => now,
    ),
  );
  for (const hours of [0, 1, 23, 25, 26]) {
    now = hours * 3_600_000;
    await postJson(valid);
  }
  const sentence = '5 messages came in a day, and no more are stored until tomorrow.';
  expect(alerts).toEqual([sentence, sentence]);
});

test('without script a text far too long is given back', async () => {
  const message = 'x'.repeat(200_000);
  const answer = await setUp().postForm({ ...valid, message });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(`${german.fields}[Ada]`);
});

test('what a store knows already is answered like the first time', async () => {
  const { postJson, postForm } = setUp('known');
  expect(await (await postJson(valid)).json()).toEqual({ success: true });
  expect((await postForm(valid)).status).toBe(303);
});

test.each([
  ['a field that the form does not have', { ...valid, fax: '1' }, `?form=${form}`, german.changed],
  ['a form sent in less than two seconds', valid, `?form=${form}&seconds=1.9`, german.soon],
  ['a form sent in no number of seconds', valid, `?form=${form}&seconds=x`, german.soon],
  ['a field that nobody sees', { ...valid, 'your-website': 'x' }, `?form=${form}`, german.trap],
  ['the same, by a script', valid, `?form=${form}&trap=1`, german.trap],
])('%s is refused with a sentence', async (_what, data, query, reason) => {
  const { arrivals, postJson } = setUp();
  const answer = await postJson(data, query);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ success: false, error: reason, reason });
  expect(arrivals).toEqual([]);
});

test('no form asks for as much as programs send where it is not known which form it was', async () => {
  const { postJson } = setUp();
  const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field-${index}`, 'x']));
  expect((await postJson({ ...valid, ...fields }, '')).status).toBe(422);
  expect((await postJson({ ...valid, other: 'x'.repeat(2001) }, '')).status).toBe(422);
  expect((await postJson({ ...valid, other: 'x'.repeat(2000) }, '')).status).toBe(200);
});

test.each([
  '['.repeat(30_000),
  `{"name":${'['.repeat(9000)}${']'.repeat(9000)}}`,
  '{"a":{"a":{"a":{"a":{}}}}}',
])('answers within answers are damaged: %.20s', async (body) => {
  const handle = webHandler({
    store: async () => 'stored',
    siteFile: async () => undefined,
    site: '',
    isAllowedOrigin: () => true,
    isLate: async () => false,
    source: () => null,
    notifiesAll: false,
    limits: { perAddress: 0, perHour: 0, perDay: 0 },
  });
  const headers = { 'content-type': 'application/json' };
  expect((await handle(new Request(address, { method: 'POST', body, headers }))).status).toBe(400);
});

test('an id and its content make a message; without an id its content does, for some hours', async () => {
  let now = 0;
  const { arrivals, postJson } = setUp('stored', () => now);
  const hour = 3_600_000;
  const keysOf = async (data: unknown, query: string, at: number) => {
    now = at;
    await postJson(data, `?form=${form}${query}`);
    return arrivals.at(-1)?.keys ?? [];
  };
  const isKnownIn = (later: readonly (string | undefined)[], first: typeof later) => later.includes(first[0]);
  const first = await keysOf(valid, '', 5 * hour);
  expect(isKnownIn(await keysOf(valid, '', 5.9 * hour), first)).toBe(true);
  expect(isKnownIn(await keysOf(valid, '', 6.9 * hour), first)).toBe(true);
  expect(isKnownIn(await keysOf(valid, '', 7 * hour), first)).toBe(false);
  expect(isKnownIn(await keysOf({ ...valid, message: 'Nein' }, '', 5 * hour), first)).toBe(false);
  const made = await keysOf(valid, '&id=a', 5 * hour);
  expect(isKnownIn(await keysOf(valid, '&id=a', 500 * hour), made)).toBe(true);
  expect(isKnownIn(await keysOf(valid, '&id=b', 5 * hour), made)).toBe(false);
  expect(isKnownIn(await keysOf({ ...valid, message: 'Nein' }, '&id=a', 5 * hour), made)).toBe(false);
});

test('limits are what the surroundings say, and a wrong one is told', () => {
  expect(limitsFrom(() => undefined)).toEqual({ perAddress: 20, perHour: 300, perDay: 1000 });
  expect(limitsFrom((name) => (name === 'MESSAGES_PER_HOUR' ? '0' : undefined)).perHour).toBe(0);
  expect(limitsFrom(() => '9999999999').perDay, 'what PostgreSQL takes').toBe(2_147_483_647);
  expect(() => limitsFrom(() => 'many')).toThrow('MESSAGES_PER_ADDRESS must be a whole number, not `many`.');
});

test('an address is scrambled with a secret, and a network counts as one', async () => {
  const of = (address: string | undefined, secret = 'secret') => clientKey(address, secret);
  expect(await of(undefined)).toBeNull();
  expect(await of('192.0.2.7')).toMatch(/^[\da-f]{32}$/);
  expect(await of('192.0.2.7')).toBe(await of('192.0.2.7'));
  expect(await of('192.0.2.7')).not.toBe(await of('192.0.2.8'));
  expect(await of('192.0.2.7')).not.toBe(await of('192.0.2.7', 'another'));
  expect(await of('2001:db8:1:2::7')).toBe(await of('2001:db8:1:2:3:4:5:6'));
  expect(await of('2001:db8:1:200::7'), 'a line with many networks').toBe(await of('2001:db8:1:2ff::7'));
  expect(await of('2001:db8:1:200::7')).not.toBe(await of('2001:db8:1:300::7'));
  expect(await of('2001:db8:1:200::7')).not.toBe(await of('2001:db8:2:200::7'));
});
