import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import type { ReceivedMessage, ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { webHandler } from '../support/web-handler.ts';

const address = 'http://localhost/functions/v1/send-contact-email';
const valid = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Hello' };

function setUp(services: Partial<Services> = {}) {
  const stored: ContactMessage[] = [];
  const arrivals: ReceivedMessage[] = [];
  const logged: unknown[] = [];
  const asked: string[] = [];
  const handle = webHandler({
    store: async (arrival) => {
      arrivals.push(arrival);
      stored.push(arrival.message);
      return 'stored';
    },
    site: '',
    isAllowedOrigin: (origin) => origin === 'https://site.example',
    isLate: async () => false,
    source: () => 'somebody',
    notifiesAll: false,
    limits: { perAddress: 1, perHour: 2, perDay: 3 },
    // The site cannot be asked, and messages are taken all the same.
    siteFile: async (path) => {
      asked.push(path);
      throw new Error('no site');
    },
    log: (problem) => logged.push(problem),
    ...services,
  });
  const post = (body: BodyInit, type?: string, query = '') =>
    handle(
      new Request(address + query, { method: 'POST', body, headers: type ? { 'content-type': type } : {} }),
    );
  const postJson = (data: unknown, query = '') => post(JSON.stringify(data), 'application/json', query);
  const postForm = (fields: Record<string, string>) => post(new URLSearchParams(fields));
  return { handle, post, postJson, postForm, stored, arrivals, logged, asked };
}

const broken = async () => {
  throw new Error('secret: connection to 10.0.0.1 refused');
};

test('a JSON message is stored and answered with success', async () => {
  const { postJson, stored } = setUp();
  const answer = await postJson(valid);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true });
  expect(stored).toEqual([{ ...valid, other: {} }]);
});

test('every answer is not cached, not guessed at and not shown elsewhere', async () => {
  const { handle, post, postJson, postForm } = setUp();
  const answers = await Promise.all([
    handle(new Request(address, { method: 'OPTIONS' })),
    handle(new Request(address)),
    post('x', 'text/plain'),
    postJson({}),
    postJson(valid),
    postForm({}),
    postForm(valid),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([204, 405, 415, 422, 200, 422, 200]);
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('pages of the site may send messages and read the answer, those of others neither', async () => {
  const { handle, stored } = setUp();
  const from = (origin: string, method = 'POST') =>
    handle(
      new Request(address, {
        method,
        headers: { origin, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify(valid) } : {}),
      }),
    );
  const allowed = 'access-control-allow-origin';
  expect((await from('https://site.example', 'OPTIONS')).headers.get(allowed)).toBe('https://site.example');
  const own = await from('https://site.example');
  expect([own.status, own.headers.get(allowed), own.headers.get('vary')]).toEqual([
    200,
    'https://site.example',
    'Origin',
  ]);
  for (const origin of ['https://elsewhere.example', 'null']) {
    expect((await from(origin, 'OPTIONS')).headers.get(allowed)).toBeNull();
    const other = await from(origin);
    expect([other.status, other.headers.get(allowed)]).toEqual([403, null]);
  }
  expect(stored).toHaveLength(1);
});

test('a preflight allows what supabase-js sends', async () => {
  const { handle } = setUp();
  const { headers, body } = await handle(new Request(address, { method: 'OPTIONS' }));
  expect(body).toBeNull();
  expect(headers.get('access-control-allow-headers')).toBe(
    'authorization, x-client-info, apikey, content-type',
  );
  expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
});

test('other methods are refused and told which ones work', async () => {
  const { handle } = setUp();
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const answer = await handle(new Request(address, { method }));
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  }
});

test('a body that is not JSON although it says so is malformed', async () => {
  const { post, stored } = setUp();
  for (const body of ['{', '', '{"name":"A"', new Uint8Array([0x22, 0xff, 0x22])]) {
    const answer = await post(body, 'application/json; charset=utf-8');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      success: false,
      error: expect.stringMatching(/^[A-Z].+\.$/),
    });
  }
  expect(stored).toEqual([]);
});

test.for([
  ['no name', { ...valid, name: undefined }, 'Please enter your name.'],
  ['a blank name', { ...valid, name: ' \n ' }, 'Please enter your name.'],
  ['a blank email', { ...valid, email: ' ' }, 'Please enter your email.'],
  [
    'an email without a host',
    { ...valid, email: 'ada@' },
    'Please enter an email address like name@example.com.',
  ],
  [
    'an email with a space',
    { ...valid, email: 'a da@example.com' },
    'Please enter an email address like name@example.com.',
  ],
  [
    'two emails',
    { ...valid, email: 'a@b.example, c@d.example' },
    'Please enter an email address like name@example.com.',
  ],
  ['a blank message', { ...valid, message: '\r\n' }, 'Please enter your message.'],
  ['a name that is a number', { ...valid, name: 5 }, 'Please enter your name.'],
  ['a company that is a list', { ...valid, company: [] }, 'The company must be text.'],
  ['a long name', { ...valid, name: 'a'.repeat(301) }, 'The name is too long: at most 300 characters.'],
  [
    'a long message',
    { ...valid, message: 'a'.repeat(20_001) },
    'The message is too long: at most 20000 characters.',
  ],
  ['a list', [valid], 'Please enter your name.'],
  ['null', null, 'Please enter your name.'],
] as const)('%s is answered with what to do about it', async ([, data, error]) => {
  const { postJson, stored } = setUp();
  const answer = await postJson(data);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ success: false, error });
  expect(stored).toEqual([]);
});

test.for(['a@b', "o'hara+x@mail.example.co.uk", 'ada@grüße.example', ' ada@example.com '])(
  'the email address %s is taken',
  async (email) => {
    const { postJson, stored } = setUp();
    expect((await postJson({ ...valid, email })).status).toBe(200);
    expect(stored[0]?.email).toBe(email.trim());
  },
);

test('the longest allowed message fits, whatever script it is written in', async () => {
  const { postJson, stored } = setUp();
  const message = '字'.repeat(20_000);
  expect((await postJson({ ...valid, message })).status).toBe(200);
  expect(stored[0]?.message).toBe(message);
});

test('texts are trimmed, company is optional, and every further field is kept', async () => {
  const { postJson, stored } = setUp();
  await postJson({
    name: ' Ada ',
    email: 'a@b.example',
    message: ' Hello\r\nthere ',
    form: '/contact/message',
    phone: '1',
    topics: ['x', 'y'],
    age: 3,
  });
  await postJson({ ...valid, company: '  ', ['__proto__']: 'x' });
  expect(stored).toEqual([
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

test('characters that a database refuses are replaced', async () => {
  const { postJson, stored } = setUp();
  await postJson({ ...valid, message: 'a\0b\ud800c😀', 'k\0': '\0' });
  expect(stored[0]?.message).toBe('a\ufffdb\ufffdc😀');
  expect(stored[0]?.other).toEqual({ 'k\ufffd': '\ufffd' });
});

test('a body over 64 KiB is cut off while it arrives, whatever its announced length', async () => {
  const { handle, stored } = setUp();
  let sent = 0;
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const headers = { 'content-type': 'application/json', 'content-length': '10' };
  // The types know nothing of `duplex`, which fetch demands for a stream.
  const init = { method: 'POST', body: endless, headers, duplex: 'half' } as RequestInit;
  const answer = await handle(new Request(address, init));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ success: false, error: 'The message is too long to be sent.' });
  expect(cancelled).toBe(true);
  expect(sent).toBeLessThan(80 * 1024);
  expect(stored).toEqual([]);
});

test('a store that fails is logged and answered without its cause', async () => {
  const { postJson, logged } = setUp({ store: broken });
  const answer = await postJson(valid);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  const sentence = 'The message could not be stored; please try again later.';
  expect(await answer.json()).toEqual({ success: false, error: sentence, reason: sentence });
  expect(logged).toEqual([expect.objectContaining({ message: expect.stringContaining('secret') })]);
});

test('a native form post is stored and leads on to the sent page of its form', async () => {
  const asked: string[] = [];
  const { postForm, stored } = setUp({
    siteFile: async (path) => {
      asked.push(path);
      return path.endsWith('.html') ? '<h1>Thank you</h1>' : broken();
    },
  });
  const answer = await postForm({ ...valid, form: '/contact/message', phone: '1' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/message-sent.html']);
  expect(asked).toEqual(['/contact/message-form.json', '/contact/message-sent.html']);
  expect(stored).toEqual([{ ...valid, other: { phone: '1' } }]);
});

test('a multipart form post is stored too, and refused with a file where none is asked for', async () => {
  const { post, stored } = setUp();
  const form = new FormData();
  for (const [name, value] of Object.entries(valid)) form.append(name, value);
  form.append('topic', 'a');
  form.append('topic', 'b');
  expect((await post(form)).status).toBe(200);
  form.append('file', new Blob(['x']), 'x.txt');
  expect((await post(form)).status).toBe(422);
  form.append('form', '/ask/question');
  // The site, which cannot be asked, may know of it.
  expect((await post(form)).status).toBe(503);
  expect(stored).toEqual([{ ...valid, other: { topic: 'a, b' } }]);
});

test('a damaged multipart body is malformed', async () => {
  const { post } = setUp();
  const answer = await post('--x\r\nnonsense', 'multipart/form-data; boundary=x');
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('the failed page shows what was typed, escaped, in one pass', async () => {
  const { postForm, stored } = setUp({
    siteFile: async (path) =>
      path === '/contact/message-failed.html'
        ? '<p data-invalid="%%email%%">%%_problem%%|%%!email%%</p><p data-invalid="%%name%%">' +
          '<input value="%%name%%"><input value="%%email%%"><textarea>' +
          '%%message%%</textarea>%%phone-2%%|%%nothing%%|%% name %%|100%%'
        : broken(),
  });
  const answer = await postForm({
    name: `<b> & "x" 'y'`,
    email: '%%message%%',
    message: "$& $1 $' %%email%%",
    'phone-2': '1',
    form: '/contact/message',
  });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toBe(
    '<p aria-invalid="true">Please look at the marked answers.|Please enter an email address like ' +
      'name@example.com.</p><p >' +
      '<input value="&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;"><input value="%%message%%">' +
      '<textarea>$&amp; $1 $&#39; %%email%%</textarea>1||%% name %%|100%%',
  );
  expect(stored).toEqual([]);
});

test('a field may be called as what every object has', async () => {
  const { postForm } = setUp({
    store: broken,
    siteFile: async (path) =>
      path.endsWith('.html') ? '[%%!constructor%%][%%constructor%%][%%toString%%]' : broken(),
  });
  const answer = await postForm({ ...valid, constructor: 'Ada & Co', form: '/contact/message' });
  expect(await answer.text()).toBe('[][Ada &amp; Co][]');
});

test('a store that fails keeps what was typed on the failed page', async () => {
  const { postForm } = setUp({
    store: broken,
    siteFile: async (path) => (path.endsWith('.html') ? '<textarea>%%message%%</textarea>' : broken()),
  });
  const answer = await postForm({ ...valid, form: '/contact/message' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-security-policy')).toBe(
    "script-src 'none'; object-src 'none'; frame-ancestors 'none'",
  );
  expect(await answer.text()).toBe('<textarea>Hello</textarea>');
});

test('without a template a plain page says that the message is stored', async () => {
  const { postForm, asked, stored } = setUp();
  const answer = await postForm({ ...valid, form: '/contact/message' });
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(asked).toEqual(['/contact/message-form.json', '/contact/message-sent.html']);
  expect(page).toMatch(/<html lang="en">[^]*<title>Message sent<\/title>[^]*<h1>Message sent<\/h1>/);
  expect(page).toContain('has been received and stored');
  expect(stored).toHaveLength(1);
});

test('a plain page speaks the language of the browser where that of the site is not known', async () => {
  const { handle } = setUp({ siteFile: broken });
  const said = async (languages: string) => {
    const body = new URLSearchParams({ ...valid, form: '/contact/message' });
    const headers = { 'accept-language': languages };
    const answer = await handle(new Request(address, { method: 'POST', body, headers }));
    return /<html lang="(..)">[^]*<h1>(.*)<\/h1>/.exec(await answer.text())?.slice(1);
  };
  expect(await said('de-AT,de;q=0.9,en;q=0.8')).toEqual(['de', 'Nachricht gesendet']);
  expect(await said('PL')).toEqual(['pl', 'Wiadomość wysłana']);
  expect(await said('tlh')).toEqual(['en', 'Message sent']);
});

test('without a template a plain page keeps what was typed', async () => {
  const { postForm, logged } = setUp({ siteFile: broken });
  const answer = await postForm({
    ...valid,
    email: '<i>',
    message: 'a\nb',
    form: '/contact/message',
    note: '',
  });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(logged).toHaveLength(2);
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
  'https://example.com/a',
])('the form name %j reaches no template', async (form) => {
  const { postForm, asked, stored } = setUp();
  expect((await postForm({ ...valid, form })).status).toBe(200);
  expect(asked).toEqual([]);
  expect(stored[0]?.other).toEqual({});
});

test('whoever watches the site is told whether messages are stored and told of', async () => {
  const ask = async (services: Partial<Services>) => {
    const { handle, arrivals } = setUp(services);
    const answer = await handle(new Request(`${address}/health`));
    expect(arrivals).toEqual([]);
    return [answer.status, await answer.json()];
  };
  const late = { isLate: async () => true };
  const untold = 'The notification of a message could not be sent for more than an hour.';
  expect(await ask({})).toEqual([200, { success: true }]);
  expect(await ask(late)).toEqual([200, { success: true }]);
  expect(await ask({ ...late, notifiesAll: true })).toEqual([
    503,
    { success: false, error: untold, reason: untold },
  ]);
  expect(await ask({ ...late, notifiesByForm: true })).toMatchObject([503, { reason: untold }]);
  const notNow = 'Messages cannot be stored now.';
  expect(await ask({ isLate: broken })).toEqual([503, { success: false, error: notNow, reason: notNow }]);
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
  expect([sent?.status, sent?.headers.get('location')]).toEqual([303, `${site}/contact/message-sent.html`]);
  expect((await post({ origin: 'https://elsewhere.example' }))?.status).toBe(403);
  environment.set('ALLOWED_ORIGINS', 'https://preview.example/, https://elsewhere.example');
  expect((await post({ origin: 'https://elsewhere.example' }))?.status).toBe(303);
  missing = 404;
  const unknown = await post();
  expect([unknown?.status, received.length], 'a form that the site does not have').toEqual([422, 2]);
  missing = 503;
  status = 404;
  const failed = await post();
  expect(failed?.status).toBe(503);
  expect(await failed?.text()).toBe(
    `<a href="${site}/">Ada</a><a href='${site}/x'></a>/contact/message-failed.html`,
  );
  expect(logged).toHaveBeenCalledWith(new Error('The database answered 404: no such function'));

  status = 200;
  environment.delete('SUPABASE_SERVICE_ROLE_KEY');
  environment.set('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_key"}');
  environment.delete('SITE_URL');
  expect(await (await post({ origin: 'https://elsewhere.example' }))?.text()).toContain('Message sent');

  const arrival = {
    keys: [expect.stringMatching(/^[\da-f]{64}$/), expect.stringMatching(/^[\da-f]{64}$/)],
    form: '/contact/message',
    language: null,
    source: null,
    limits: { perAddress: 20, perHour: 300, perDay: 7 },
    message: { ...valid, other: {} },
    words: null,
  };
  const call = { url: '/rest/v1/rpc/receive_contact_messages', body: { arrivals: [arrival] } };
  const scrambled = { arrivals: [{ ...arrival, source: expect.stringMatching(/^[\da-f]{32}$/) }] };
  expect(received).toEqual([
    { ...call, apikey: 'eyKey', authorization: 'Bearer eyKey', body: scrambled },
    { ...call, apikey: 'eyKey', authorization: 'Bearer eyKey' },
    { ...call, apikey: 'eyKey', authorization: 'Bearer eyKey' },
    { ...call, apikey: 'sb_secret_key', authorization: undefined },
  ]);

  // Whoever looks whether it is there has it tell what is due.
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

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
