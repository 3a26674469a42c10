import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer } from '../support/http-server.ts';

const valid = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Hello' };

test('the deployed function stores over REST and shows pages of the site', async () => {
  const received: unknown[] = [];
  let status = 200;
  const { address: database } = await startHttpServer(async (request, response) => {
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
  const { address: site } = await startHttpServer((request, response) => {
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
      new Request('http://localhost/functions/v1/send-contact-email', {
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
  const { address: hook } = await startHttpServer(async (request, response) => {
    hooks.push(await text(request));
    response.end();
  });
  environment.set('WEBHOOK_URL', hook).set('WEBHOOK_SECRET', 'secret');
  expect((await handle?.(new Request('http://localhost/functions/v1/send-contact-email')))?.status).toBe(405);
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
