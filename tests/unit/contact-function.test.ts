import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { problemMessage, repliesIn } from '../../schema/content/form-messages.ts';
import type { Reason } from '../../schema/content/form-rules.ts';
import { messageKeys, parseEnvelope } from '../../supabase/functions/send-contact-email/envelope.ts';
import {
  allowedOrigins as originsOf,
  clientIpOf,
  neededSecrets,
} from '../../supabase/functions/send-contact-email/settings.ts';
import { limitsFrom, throttleDaily } from '../../supabase/functions/send-contact-email/limits.ts';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import { notificationOf } from '../../supabase/functions/send-contact-email/notification.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { webHandler } from '../support/web-handler.ts';

const address = 'http://localhost/functions/v1/send-contact-email';
const valid = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Hello' };
const json = { 'content-type': 'application/json' };

/** The function with a store that accepts everything. Its site does not respond. */
function setUp(services: Partial<Services> = {}) {
  const arrivals: ReceivedMessage[] = [];
  const logged: unknown[] = [];
  const requested: string[] = [];
  const handle = webHandler({
    store: async (arrival) => {
      arrivals.push(arrival);
      return 'stored';
    },
    isAllowedOrigin: (origin) => origin === 'https://site.example',
    siteFile: async (path) => {
      requested.push(path);
      return fail();
    },
    log: (problem) => logged.push(problem),
    ...services,
  });
  const post = (body: BodyInit, headers: Record<string, string> = {}, query = '') =>
    handle(new Request(address + query, { method: 'POST', body, headers }));
  return {
    handle,
    post,
    postJson: (data: unknown, query?: string) => post(JSON.stringify(data), json, query),
    postForm: (fields: Record<string, string>, headers?: Record<string, string>) =>
      post(new URLSearchParams(fields), headers),
    arrivals,
    stored: () => arrivals.map(({ message }) => message),
    logged,
    requested,
  };
}

const fail = async () => {
  throw new Error('secret: connection to 10.0.0.1 refused');
};
/** A site whose pages have this template, and whose definitions cannot be read. */
const pages = (template: string) => async (path: string) => (path.endsWith('.html') ? template : fail());

describe('requests', () => {
  test('every response has strict headers', async () => {
    const { handle, post, postJson, postForm } = setUp();
    const responses = await Promise.all([
      handle(new Request(address, { method: 'OPTIONS' })),
      handle(new Request(address)),
      post('x', { 'content-type': 'text/plain' }),
      postJson({}),
      postJson(valid),
      postForm({}),
      postForm(valid),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([204, 405, 415, 422, 200, 422, 200]);
    for (const { headers } of responses)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-resource-policy': 'same-site',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
      });
  });

  test('only pages of allowed origins may send messages and read responses', async () => {
    const { handle, arrivals } = setUp();
    const request = (origin: string, method: string) =>
      handle(
        new Request(address, {
          method,
          headers: { origin, ...json },
          ...(method === 'POST' && { body: JSON.stringify(valid) }),
        }),
      );
    const readable = 'access-control-allow-origin';
    expect((await request('https://site.example', 'OPTIONS')).headers.get(readable)).toBe(
      'https://site.example',
    );
    const own = await request('https://site.example', 'POST');
    expect([own.status, own.headers.get(readable), own.headers.get('vary')]).toEqual([
      200,
      'https://site.example',
      'Origin',
    ]);
    for (const origin of ['https://elsewhere.example', 'null']) {
      expect((await request(origin, 'OPTIONS')).headers.get(readable)).toBeNull();
      const other = await request(origin, 'POST');
      expect([other.status, other.headers.get(readable)]).toEqual([403, null]);
    }
    expect(arrivals).toHaveLength(1);
  });

  test('a preflight allows the headers of supabase-js', async () => {
    const { headers, body } = await setUp().handle(new Request(address, { method: 'OPTIONS' }));
    expect(body).toBeNull();
    expect(headers.get('access-control-allow-headers')).toBe(
      'authorization, x-client-info, apikey, content-type',
    );
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s is rejected with the allowed methods', async (method) => {
    const { status, headers } = await setUp().handle(new Request(address, { method }));
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each([
    ['broken JSON', '{'],
    ['an empty body', ''],
    ['half a JSON object', '{"name":"A"'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['deeply nested lists', '['.repeat(30_000)],
    ['an answer with nested lists', `{"name":${'['.repeat(9000)}${']'.repeat(9000)}}`],
    ['an answer with nested objects', '{"a":{"a":{"a":{"a":{}}}}}'],
  ])('%s is rejected as malformed', async (_what, body) => {
    const { post, arrivals } = setUp();
    const response = await post(body, { 'content-type': 'application/json; charset=utf-8' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      error: expect.stringMatching(/^[A-Z].+\.$/),
    });
    expect(arrivals).toEqual([]);
  });

  test('a malformed multipart body is answered with a page', async () => {
    const { status, headers } = await setUp().post('--x\r\nnonsense', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });

  test('a body over 64 KiB is cancelled, whatever length it announces', async () => {
    const { handle, arrivals } = setUp();
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const headers = { ...json, 'content-length': '10' };
    // The types do not know `duplex`, which streams need.
    const init = { method: 'POST', body: endless, headers, duplex: 'half' } as RequestInit;
    const response = await handle(new Request(address, init));
    expect(response.status).toBe(413);
    const error = 'The message is too long to be sent.';
    expect(await response.json()).toMatchObject({ success: false, error });
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(80 * 1024);
    expect(arrivals).toEqual([]);
  });

  test('/health responds with 503 if messages cannot be stored or notifications fail', async () => {
    const health = async (services: Partial<Services>) => {
      const { handle, arrivals } = setUp(services);
      const response = await handle(new Request(`${address}/health`));
      expect(arrivals).toEqual([]);
      return [response.status, await response.json()];
    };
    const failure = (reason: string) => [503, { success: false, error: reason, reason }];
    const late = { isLate: async () => true };
    const notSent = failure('The notification of a message could not be sent for more than an hour.');
    expect(await health({})).toEqual([200, { success: true }]);
    expect(await health(late)).toEqual([200, { success: true }]);
    expect(await health({ ...late, notifiesAll: true })).toEqual(notSent);
    expect(await health({ ...late, notifiesByForm: true })).toEqual(notSent);
    expect(await health({ isLate: fail })).toEqual(failure('Messages cannot be stored now.'));
  });
});

describe('a message of an unknown form', () => {
  test('is stored with trimmed texts and all further fields', async () => {
    const { postJson, stored } = setUp();
    const response = await postJson({
      name: ' Ada ',
      email: 'a@b.example',
      message: ' Hello\r\nthere ',
      form: '/contact/message',
      phone: '1',
      topics: ['x', 'y'],
      age: 3,
    });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    await postJson({ ...valid, company: '  ', ['__proto__']: 'x' });
    expect(stored()).toEqual([
      {
        name: 'Ada',
        email: 'a@b.example',
        company: null,
        message: 'Hello\nthere',
        other: { phone: '1', topics: 'x, y', age: '3' },
      },
      { ...valid, company: null, other: { ['__proto__']: 'x' } },
    ]);
  });

  const addressLike = 'Please enter an email address like name@example.com.';
  test.for([
    ['no name', { ...valid, name: undefined }, 'Please enter your name.'],
    ['a blank name', { ...valid, name: ' \n ' }, 'Please enter your name.'],
    ['a blank email', { ...valid, email: ' ' }, 'Please enter your email.'],
    ['an email without a host', { ...valid, email: 'ada@' }, addressLike],
    ['an email with a space', { ...valid, email: 'a da@example.com' }, addressLike],
    ['two emails', { ...valid, email: 'a@b.example, c@d.example' }, addressLike],
    ['a blank message', { ...valid, message: '\r\n' }, 'Please enter your message.'],
    ['a number as a name', { ...valid, name: 5 }, 'Please enter your name.'],
    ['a list as a company', { ...valid, company: [] }, 'The company must be text.'],
    ['a long name', { ...valid, name: 'a'.repeat(301) }, 'The name is too long: at most 300 characters.'],
    [
      'a long message',
      { ...valid, message: 'a'.repeat(20_001) },
      'The message is too long: at most 20000 characters.',
    ],
    ['a list instead of fields', [valid], 'Please enter your name.'],
    ['null', null, 'Please enter your name.'],
  ] as const)('is rejected with %s', async ([, data, error]) => {
    const { postJson, arrivals } = setUp();
    const response = await postJson(data);
    expect([response.status, await response.json()]).toMatchObject([422, { success: false, error }]);
    expect(arrivals).toEqual([]);
  });

  test.for(['a@b', "o'hara+x@mail.example.co.uk", 'ada@grüße.example', ' ada@example.com '])(
    'may come from the email address %s',
    async (email) => {
      const { postJson, stored } = setUp();
      expect((await postJson({ ...valid, email })).status).toBe(200);
      expect(stored()[0]?.email).toBe(email.trim());
    },
  );

  test('may have 20,000 characters of any script', async () => {
    const { postJson, stored } = setUp();
    const message = '字'.repeat(20_000);
    expect((await postJson({ ...valid, message })).status).toBe(200);
    expect(stored()[0]?.message).toBe(message);
  });

  test('may have 20 further fields with 2,000 characters each', async () => {
    const { postJson } = setUp();
    const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field-${index}`, 'x']));
    const statusWith = async (more: object) => (await postJson({ ...valid, ...more })).status;
    expect(await statusWith(fields)).toBe(422);
    expect(await statusWith({ other: 'x'.repeat(2001) })).toBe(422);
    expect(await statusWith({ other: 'x'.repeat(2000) })).toBe(200);
  });

  test('has characters replaced that PostgreSQL rejects', async () => {
    const { postJson, stored } = setUp();
    await postJson({ ...valid, message: 'a\0b\ud800c😀', 'k\0': '\0' });
    expect(stored()).toMatchObject([{ message: 'a\ufffdb\ufffdc😀', other: { 'k\ufffd': '\ufffd' } }]);
  });

  test('may be a multipart form post, without files', async () => {
    const { post, stored } = setUp();
    const form = new FormData();
    for (const [name, value] of Object.entries(valid)) form.append(name, value);
    form.append('topic', 'a');
    form.append('topic', 'b');
    expect((await post(form)).status).toBe(200);
    form.append('file', new Blob(['x']), 'x.txt');
    expect((await post(form)).status).toBe(422);
    form.append('form', '/ask/question');
    // The form may have a field for the file, but the site does not respond.
    expect((await post(form)).status).toBe(503);
    expect(stored()).toEqual([{ ...valid, other: { topic: 'a, b' } }]);
  });

  test.for([
    '',
    '/',
    'contact',
    '//example.com',
    '/../x',
    '/Contact',
    '/a/',
    '/a.html',
    '/a\n',
    'https://a.b/c',
  ])('requests no files of the site for the form name %j', async (form) => {
    const { postForm, requested, stored } = setUp();
    expect((await postForm({ ...valid, form })).status).toBe(200);
    expect(requested).toEqual([]);
    expect(stored()[0]?.other).toEqual({});
  });
});

describe('without script', () => {
  const withForm = { ...valid, form: '/contact/message' };

  test('a stored message redirects to the page of its form', async () => {
    const { postForm, stored } = setUp({ siteFile: pages('<h1>Thank you</h1>') });
    const { status, headers } = await postForm({ ...withForm, phone: '1' });
    expect([status, headers.get('location')]).toEqual([303, '/contact/message.sent.html']);
    expect(stored()).toEqual([{ ...valid, other: { phone: '1' } }]);
  });

  test('the failed page shows what was typed, escaped, in one pass', async () => {
    const { postForm, arrivals } = setUp({
      siteFile: pages(
        '<p data-invalid="%%email%%">%%_problem%%|%%!email%%</p><p data-invalid="%%name%%">' +
          '<input value="%%name%%"><input value="%%email%%"><textarea>' +
          '%%message%%</textarea>%%phone-2%%|%%nothing%%|%% name %%|100%%',
      ),
    });
    const response = await postForm({
      ...withForm,
      name: `<b> & "x" 'y'`,
      email: '%%message%%',
      message: "$& $1 $' %%email%%",
      'phone-2': '1',
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toBe(
      '<p aria-invalid="true">Please look at the marked answers.|Please enter an email address like ' +
        'name@example.com.</p><p >' +
        '<input value="&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;"><input value="%%message%%">' +
        '<textarea>$&amp; $1 $&#39; %%email%%</textarea>1||%% name %%|100%%',
    );
    expect(arrivals).toEqual([]);
  });

  test('a field may have the name of a method', async () => {
    const { postForm } = setUp({
      store: fail,
      siteFile: pages('[%%!constructor%%][%%constructor%%][%%toString%%]'),
    });
    const response = await postForm({ ...withForm, constructor: 'Ada & Co' });
    expect(await response.text()).toBe('[][Ada &amp; Co][]');
  });

  test('a plain page confirms the message if the site does not respond', async () => {
    const { postForm, requested, arrivals } = setUp();
    const response = await postForm(withForm);
    expect(response.status).toBe(200);
    expect(requested).toEqual(['/contact/message-form.json', '/contact/message.sent.html']);
    const page = await response.text();
    expect(page).toMatch(/<html lang="en">[^]*<title>Message sent<\/title>[^]*<h1>Message sent<\/h1>/);
    expect(page).toContain('has been received and stored');
    expect(arrivals).toHaveLength(1);
  });

  test('a plain page repeats what was typed in a message that is not stored', async () => {
    const { postForm, logged } = setUp();
    const response = await postForm({ ...withForm, email: '<i>', message: 'a\nb', note: '' });
    expect(response.status).toBe(422);
    expect(logged).toHaveLength(2);
    const page = await response.text();
    expect(page).toContain('<h1>Message not sent</h1>');
    expect(page).toContain(
      'Your message has not been stored. Please enter an email address like name@example.com.',
    );
    expect(page).toContain(
      '<dl><dt>name</dt><dd>Ada</dd><dt>email</dt><dd>&lt;i&gt;</dd><dt>company</dt><dd>Engines</dd><dt>' +
        'message</dt><dd>a\nb</dd></dl>',
    );
    expect(page).not.toContain('secret');
  });

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Nachricht gesendet'],
    ['PL', 'pl', 'Wiadomość wysłana'],
    ['tlh', 'en', 'Message sent'],
  ])('a plain page for a browser that prefers %s is in %s', async (languages, language, title) => {
    const response = await setUp().postForm(withForm, { 'accept-language': languages });
    expect(/<html lang="(..)">[^]*<h1>(.*)<\/h1>/.exec(await response.text())?.slice(1)).toEqual([
      language,
      title,
    ]);
  });
});

describe('a store that fails', () => {
  test('is logged, and its error not shown', async () => {
    const { postJson, logged } = setUp({ store: fail });
    const response = await postJson(valid);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    const reason = 'The message could not be stored; please try again later.';
    expect(await response.json()).toEqual({ success: false, error: reason, reason });
    expect(logged).toEqual([expect.objectContaining({ message: expect.stringContaining('secret') })]);
  });

  test('is answered with a page that repeats what was typed', async () => {
    const { postForm } = setUp({ store: fail, siteFile: pages('<textarea>%%message%%</textarea>') });
    const response = await postForm({ ...valid, form: '/contact/message' });
    expect(response.status).toBe(503);
    expect(response.headers.get('content-security-policy')).toBe(
      "script-src 'none'; object-src 'none'; frame-ancestors 'none'",
    );
    expect(await response.text()).toBe('<textarea>Hello</textarea>');
  });
});

describe('a message of a German form', () => {
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
  const files: Record<string, string> = {
    [`${form}-form.json`]: JSON.stringify(definition),
    [`${form}.sent.html`]: 'sent',
    [`${form}.failed.html`]: '%%_problem%%[%%name%%][%%!name%%][data-invalid="%%name%%"][%%!email%%]',
  };
  const valid = { name: 'Ada', email: 'ada@example.org', message: 'Hallo' };
  const german = repliesIn('de');
  const problem = (reason: Reason, values?: Record<string, number>) =>
    problemMessage({ reason, values }, 'de');

  function setUpForm(services: Partial<Services> = {}) {
    const { postJson, postForm, arrivals } = setUp({ siteFile: async (path) => files[path], ...services });
    return {
      arrivals,
      postJson: (data: unknown, query = `?form=${form}`) => postJson(data, query),
      postForm: (data: Record<string, string>) => postForm({ ...data, form }),
    };
  }
  const storeWith = (result: StoreResult): Partial<Services> => ({ store: async () => result });

  test('is cleaned by the rules of its fields, and stored with the form and its language', async () => {
    const { arrivals, postJson } = setUpForm();
    const response = await postJson({ ...valid, name: ' Ada\r\nByron ', boat: '', message: 'a\r\nb' });
    expect(await response.json()).toEqual({ success: true });
    const message = {
      name: 'Ada Byron',
      email: 'ada@example.org',
      company: null,
      message: 'a\nb',
      other: {},
    };
    expect(arrivals).toMatchObject([{ form, language: 'de-DE', message }]);
  });

  test('leads to the page of its form, and has what the address of its page said', async () => {
    const parameter = {
      name: 'campaign',
      label: 'campaign',
      kind: 'hidden',
      required: false,
      parameter: 'utm_source',
    };
    const own = { ...definition, thanks: '/danke', fields: [...definition.fields, parameter] };
    const { arrivals, postForm, postJson } = setUpForm({
      siteFile: async (path) => (path.endsWith('.json') ? JSON.stringify(own) : undefined),
      site: 'https://hafen.example',
    });
    const { status, headers } = await postForm({ ...valid, campaign: 'letter\r\nBcc: b' });
    expect([status, headers.get('location')]).toEqual([303, 'https://hafen.example/danke']);
    expect(await (await postJson(valid)).json()).toEqual({ success: true });
    expect(arrivals.map(({ message }) => message.other)).toEqual([{ campaign: 'letter Bcc: b' }, {}]);
    expect((await postForm({ ...valid, email: 'ada' })).status).toBe(422);
  });

  test('is rejected with a problem for each field, in German', async () => {
    const { arrivals, postJson } = setUpForm();
    const tooLong = { boat: 'x'.repeat(301), message: 'x'.repeat(20_001) };
    const response = await postJson({ name: ' \n ', email: 'ada', ...tooLong });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      success: false,
      error: problem('required'),
      fields: {
        name: problem('required'),
        email: problem('email'),
        boat: problem('long', { length: 301, most: 300 }),
        message: problem('long', { length: 20_001, most: 20_000 }),
      },
    });
    expect(arrivals).toEqual([]);
  });

  test('is rejected with a page of the form without script', async () => {
    const { postForm } = setUpForm();
    const response = await postForm({ ...valid, name: ' ', email: 'a"da' });
    expect(response.status).toBe(422);
    expect(await response.text()).toBe(
      `${german.fields}[ ][${problem('required')}][aria-invalid="true"][${problem('email')}]`,
    );
    const long = await postForm({ ...valid, message: 'x'.repeat(200_000) });
    expect([long.status, await long.text()]).toEqual([422, expect.stringContaining(`${german.fields}[Ada]`)]);
  });

  test.each<[StoreResult, string]>([
    ['too-many-from-address', german.tooManyFromClient],
    ['too-many', german.tooMany],
    ['too-many-today', german.tooMany],
  ])('is answered with 429 if the store says %s', async (result, reason) => {
    const response = await setUpForm(storeWith(result)).postJson(valid);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await response.json()).toEqual({ success: false, error: reason, reason });
  });

  test('is answered like the first time if it is known', async () => {
    const { postJson, postForm } = setUpForm(storeWith('known'));
    expect(await (await postJson(valid)).json()).toEqual({ success: true });
    expect((await postForm(valid)).status).toBe(303);
  });

  test('alerts the operator once a day of the daily limit', async () => {
    let now = 0;
    const alerts: string[] = [];
    const { postJson } = setUpForm({
      ...storeWith('too-many-today'),
      limits: { perAddress: 0, perHour: 0, perDay: 5 },
      now: () => now,
      alert: throttleDaily(
        (text) => alerts.push(text),
        () => now,
      ),
    });
    for (const hours of [0, 1, 23, 25, 26]) {
      now = hours * 3_600_000;
      await postJson(valid);
    }
    const sentence =
      '5 messages came in a day to /kontakt/nachricht, and no more of this kind (open) are stored until tomorrow.';
    expect(alerts).toEqual([sentence, sentence]);
  });

  test.each([
    ['an unknown field', { ...valid, fax: '1' }, `?form=${form}`, german.changed],
    ['less than two seconds', valid, `?form=${form}&seconds=1.9`, german.soon],
    ['malformed seconds', valid, `?form=${form}&seconds=x`, german.soon],
    ['the honeypot filled in', { ...valid, 'your-website': 'x' }, `?form=${form}`, german.trap],
    ['the honeypot filled in before the script', valid, `?form=${form}&trap=1`, german.trap],
  ])('is rejected with %s', async (_what, data, query, reason) => {
    const { arrivals, postJson } = setUpForm();
    const response = await postJson(data, query);
    expect([response.status, await response.json()]).toEqual([
      422,
      { success: false, error: reason, reason },
    ]);
    expect(arrivals).toEqual([]);
  });
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

  test('without an id match for at least one hour, even if the clock is set back, and at most three', () => {
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

test('limits are read from the environment', () => {
  expect(limitsFrom(() => undefined)).toEqual({ perAddress: 20, perHour: 300, perDay: 1000 });
  expect(limitsFrom((name) => (name === 'MESSAGES_PER_HOUR' ? '0' : undefined)).perHour).toBe(0);
  expect(limitsFrom(() => '9999999999').perDay, 'the largest int of PostgreSQL').toBe(2_147_483_647);
  expect(() => limitsFrom(() => 'many')).toThrow('MESSAGES_PER_ADDRESS must be a whole number, not `many`.');
});

test('a notification can have a field with the name of a method', () => {
  const message = {
    id: 1,
    ...valid,
    other: { toString: 'with letters' },
    receivedAt: '2026-01-05T09:00:00.000Z',
    form: '/ask/us',
    language: 'en',
    mark: null,
    notification: null,
  };
  const labels = [
    ['constructor', 'Builder'],
    ['toString', 'Written'],
    ['message', 'Question'],
  ] as const;
  const { text } = notificationOf('key', message, { site: 'Harbour', labels });
  expect(text).toContain('Written: with letters\nQuestion: Hello\n');
  expect(text).not.toContain('Builder');
});

test('the deployed function stores over REST and shows pages of the site', async () => {
  const received: unknown[] = [];
  let status = 200;
  const database = await listen(async (request, response) => {
    const { apikey, authorization } = request.headers;
    received.push({ url: request.url, apikey, authorization, body: JSON.parse(await text(request)) });
    const due = [
      {
        id: 5,
        key: 'k',
        words: { site: 'Harbour', labels: [] },
        message: { id: 7, ...valid, other: {}, receivedAt: '' },
      },
    ];
    const isClaim = request.url?.includes('claim') ?? false;
    const claims = received.filter((one) => (one as { url: string }).url.includes('claim')).length;
    const found = isClaim
      ? claims === 1
        ? due
        : []
      : request.url?.includes('receive')
        ? ['stored']
        : undefined;
    response.writeHead(status).end(status === 200 ? JSON.stringify(found) : 'no such function');
  });
  let missing = 503;
  const site = await listen((request, response) => {
    const isPage = request.url?.endsWith('.html');
    response.writeHead(isPage ? 200 : missing).end(`<a href="/">%%name%%</a><a href='/x'></a>${request.url}`);
  });
  const environment = new Map([
    ['SUPABASE_URL', database],
    ['SUPABASE_SERVICE_ROLE_KEY', 'eyKey'],
    ['SITE_URL', `${site}/`],
    ['MESSAGES_PER_DAY', '7'],
  ]);
  let handle: ((request: Request) => Promise<Response>) | undefined;
  vi.stubGlobal('Deno', {
    env: {
      get: (name: string) => environment.get(name),
      toObject: () => Object.fromEntries(environment),
    },
    serve: (handler: typeof handle) => {
      handle = handler;
    },
  });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
    logged.mockRestore();
  });
  await import('../../supabase/functions/send-contact-email/index.ts');
  const post = (headers: Record<string, string> = {}) =>
    handle?.(
      new Request(address, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ ...valid, form: '/contact/message' }),
      }),
    );

  const sent = await post({ origin: site, 'x-forwarded-for': '192.0.2.7, 10.0.0.1' });
  expect([sent?.status, sent?.headers.get('location')]).toEqual([303, `${site}/contact/message.sent.html`]);
  expect((await post({ origin: 'https://elsewhere.example' }))?.status).toBe(403);
  environment.set('ALLOWED_ORIGINS', 'https://preview.example/, https://elsewhere.example');
  expect((await post({ origin: 'https://elsewhere.example' }))?.status).toBe(303);
  missing = 404;
  const unknown = await post();
  expect([unknown?.status, received.length], 'an unknown form').toEqual([422, 2]);
  missing = 503;
  status = 404;
  const failed = await post();
  expect(failed?.status).toBe(503);
  expect(await failed?.text()).toBe(
    `<a href="${site}/">Ada</a><a href='${site}/x'></a>/contact/message.failed.html`,
  );
  expect(logged).toHaveBeenCalledWith(new Error('The database answered 404: no such function'));

  status = 200;
  environment.delete('SUPABASE_SERVICE_ROLE_KEY');
  environment.set('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_key"}');
  expect((await post({ origin: 'https://elsewhere.example' }))?.status).toBe(303);

  const arrival = {
    keys: [expect.stringMatching(/^[\da-f]{64}$/), expect.stringMatching(/^[\da-f]{64}$/)],
    form: '/contact/message',
    language: null,
    // The form of a site that does not respond may be invented, so it has no budget of its own.
    budgets: expect.arrayContaining([
      { name: 'unproved', most: 30, seconds: 3600, otherwise: 'too-many' },
      { name: 'unproved', most: 7, seconds: 86_400, otherwise: 'too-many-today' },
    ]),
    suspicion: expect.anything(),
    message: { ...valid, other: {} },
    words: null,
  };
  const call = { url: '/rest/v1/rpc/receive_contact_messages', body: { arrivals: [arrival] } };
  const ofClient = {
    name: expect.stringMatching(/^unproved [\da-f]{32}$/),
    most: 2,
    seconds: 3600,
    otherwise: 'too-many-from-address',
  };
  const withSource = { arrivals: [{ ...arrival, budgets: expect.arrayContaining([ofClient]) }] };
  expect(received).toEqual([
    { ...call, apikey: 'eyKey', authorization: 'Bearer eyKey', body: withSource },
    { ...call, apikey: 'eyKey', authorization: 'Bearer eyKey' },
    { ...call, apikey: 'eyKey', authorization: 'Bearer eyKey' },
    { ...call, apikey: 'sb_secret_key', authorization: undefined },
  ]);

  // A request by monitoring sends what is due.
  const hooks: string[] = [];
  const hook = await listen(async (request, response) => {
    hooks.push(await text(request));
    response.end();
  });
  environment.set('WEBHOOK_URL', hook).set('WEBHOOK_SECRET', 'secret');
  expect((await handle?.(new Request(address)))?.status).toBe(405);
  await vi.waitUntil(() => received.length > 6, { timeout: 60_000 });
  expect(JSON.parse(hooks[0] ?? '')).toMatchObject({ key: 'k', message: { id: 7, name: 'Ada' } });
  const urls = received.slice(4).map((one) => (one as { url: string }).url.replace('/rest/v1/rpc/', ''));
  expect(urls).toEqual([
    'claim_contact_notifications',
    'settle_contact_notification',
    'claim_contact_notifications',
  ]);
  expect(received[5]).toMatchObject({ body: { notification: 5, failure: null } });
});

describe('the secrets of the deployed function', () => {
  const all = {
    SUPABASE_URL: 'https://x.supabase.co',
    SUPABASE_SERVICE_ROLE_KEY: 'key',
    SITE_URL: 'https://site.example',
  };
  const settings = (given: Record<string, string>) => () =>
    neededSecrets((name) => ({ ...all, ...given })[name]);

  test.each([
    [{ SUPABASE_URL: '' }, 'SUPABASE_URL must be set'],
    [{ SUPABASE_SERVICE_ROLE_KEY: '' }, 'SUPABASE_SERVICE_ROLE_KEY must be set'],
    [{ SITE_URL: '' }, 'SITE_URL must be set'],
    [{ SITE_URL: '', SUPABASE_URL: '' }, 'SUPABASE_URL, SITE_URL must be set'],
    [{ SITE_URL: 'site.example' }, 'SITE_URL must be a URL like https://example.org, not `site.example`'],
    [{ SUPABASE_URL: 'x' }, 'SUPABASE_URL must be a URL'],
    [{ SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_SECRET_KEYS: '{' }, 'SUPABASE_SECRET_KEYS is not valid JSON'],
    [
      { SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_SECRET_KEYS: '{"other":"x"}' },
      'SUPABASE_SERVICE_ROLE_KEY must',
    ],
  ])('%j keeps it from starting', (given, message) => {
    expect(settings(given)).toThrow(`The function does not start: ${message}`);
  });

  test('are read as they are set', () => {
    expect(settings({ SITE_URL: 'https://site.example/' })()).toMatchObject({ site: 'https://site.example' });
    const newer = { SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_SECRET_KEYS: '{"default":"sb_secret"}' };
    expect(settings(newer)()).toMatchObject({ key: 'sb_secret' });
  });

  test('include the origins of pages', () => {
    const isAllowed = originsOf('https://site.example/', ' https://a.example/x, http://b.example:81 ');
    for (const origin of ['https://site.example', 'https://a.example', 'http://b.example:81'])
      expect(isAllowed(origin)).toBe(true);
    for (const origin of ['https://b.example:81', 'http://a.example', 'null', ''])
      expect(isAllowed(origin)).toBe(false);
    for (const broken of ['a.example', 'https://', '*', 'ftp://a.example', 'https//a.example'])
      expect(() => originsOf('https://site.example', `https://b.example ${broken}`)).toThrow(
        `ALLOWED_ORIGINS must list URLs like https://example.org, not \`${broken}\`.`,
      );
  });

  test.each([
    [
      'https://x.supabase.co',
      { 'cf-connecting-ip': '203.0.113.5', 'x-forwarded-for': '1.1.1.1' },
      '203.0.113.5',
    ],
    ['https://x.supabase.co', { 'x-forwarded-for': '1.1.1.1, 203.0.113.5' }, '203.0.113.5'],
    [
      'https://own.example',
      { 'cf-connecting-ip': '1.1.1.1', 'x-forwarded-for': '203.0.113.5' },
      '203.0.113.5',
    ],
    ['https://own.example', { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 203.0.113.5' }, '203.0.113.5'],
    ['https://x.supabase.co.evil.example', { 'cf-connecting-ip': '1.1.1.1' }, undefined],
    ['https://own.example', {}, undefined],
  ])('for %s the address is not forged by %j', (project, headers, address) => {
    expect(clientIpOf({ headers: new Headers(headers as Record<string, string>) }, project)).toBe(address);
  });
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
