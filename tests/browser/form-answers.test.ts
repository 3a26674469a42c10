import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page, Request } from 'playwright';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';
import { advanceUntil, field, fillFields, goOffline, submitButton, withClock } from '../support/forms.ts';
import { fetchedPaths } from '../support/requests.ts';
import { sampled } from '../support/sampled.ts';

const visit = startBrowser();
const patience = { timeout: 60_000 };
const sent = 'Your message is on the desk.';
const failed = 'Your message did not reach us. Please call the desk.';
const answers = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };

const press = (page: Page) => submitButton(page).click();
const visibleText = (page: Page, text: string) => page.getByText(text).filter({ visible: true });
const passUntil = (page: Page, text: string) => advanceUntil(page, () => visibleText(page, text).isVisible());
const hydrated = (page: Page) =>
  advanceUntil(page, () => page.locator('[data-block=form][data-live]').isVisible());

const foreignResponses = {
  'an HTML page': { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' },
  nothing: { status: 204 },
  'an empty object': { json: {} },
  null: { json: null },
  'a list': { json: [] },
  'invalid JSON': { contentType: 'application/json', body: '{"success":' },
  'another success': { json: { success: 'yes' } },
  'an error': { status: 500, json: { success: false, error: 'no room' } },
  'no success': { json: { success: false, error: 'no room' } },
  'a redirect': { status: 302, headers: { location: '/imprint' } },
};

test('a response from another program is treated as a failure, and the message is kept', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' }, withClock);
  const respond = async (response: object) => {
    await page.unroute('**/functions/v1/**');
    await page.route('**/functions/v1/**', (route) => route.fulfill(response));
    await press(page);
  };
  const draft = () => page.evaluate(() => localStorage.getItem('draft /contact/message'));
  const mark = () => page.locator('form[action] [role=status] svg').getAttribute('data-glyph');
  await fillFields(page, answers);
  await hydrated(page);
  for (const [kind, response] of sampled(Object.entries(foreignResponses), 6)) {
    await fillFields(page, answers);
    await respond(response);
    await passUntil(page, failed);
    expect(await mark(), kind).toBe('close');
    expect(await field(page, 'message').inputValue(), kind).toBe(answers.message);
    expect(await draft(), kind).toContain('Is it deep?');
    // Succeed in between, so that each failure starts from a fresh form.
    await respond({ json: { success: true } });
    await passUntil(page, sent);
    expect(await mark(), kind).toBe('check');
    expect(await field(page, 'message').inputValue(), kind).toBe('');
  }
});

test.each([
  ['send', 'as a form post'],
  ['submit', 'as a form post'],
  ['validation', 'in the background'],
  ['en', 'in the background'],
])('where %s never responds, sending falls back after a timeout: %s', async (chunk, how) => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' }, async (page) => {
    await page.clock.install();
    // The request never completes.
    await page.route(`**/assets/${chunk}-*.js`, () => {});
  });
  let call: Request | undefined;
  page.on('request', (request) => request.method() === 'POST' && (call ??= request));
  // Messages are loaded only to report an invalid answer.
  await fillFields(page, { ...answers, name: chunk === 'en' ? ' ' : 'Ada' });
  await vi.waitUntil(async () => {
    await page.clock.fastForward(1000);
    return page.locator('[data-block=form][data-live]').isVisible();
  }, patience);
  await press(page);
  await vi.waitUntil(async () => {
    if (call === undefined) await page.clock.fastForward(1000).catch(() => {});
    return call;
  }, patience);
  expect(call?.isNavigationRequest() ? 'as a form post' : 'in the background').toBe(how);
  if (chunk !== 'en') await visibleText(page, sent).waitFor();
});

/** What a server does with each connection in turn. The last value applies to all further connections. */
type Conduct = 'never responds' | 'closes the connection' | 'stores the message';

/** Starts a server. `requests` counts the connections on which data arrived. */
async function startServer(conducts: readonly Conduct[]) {
  const server = createServer();
  const received = { requests: 0 };
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const conduct = conducts[Math.min(received.requests++, conducts.length - 1)];
      const body = '{"success":true}';
      if (conduct === 'closes the connection') socket.destroy();
      if (conduct === 'stores the message')
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each<[reactions: Conduct[], requests: number, label: string, finalText: string]>([
  [['never responds'], 1, 'Sending...', failed],
  [['closes the connection', 'never responds'], 2, 'Trying again…', failed],
  [['closes the connection'], 4, 'Trying again…', failed],
  [['closes the connection', 'stores the message'], 2, 'Trying again…', sent],
])(
  'when a server %j, the form retries and gives up after eight seconds',
  async (conducts, requests, label, end) => {
    const { received, address } = await startServer(conducts);
    const { page } = await visit('/contact', { reducedMotion: 'reduce' }, withClock);
    await fillFields(page, answers);
    await hydrated(page);
    await page.route('**/functions/v1/**', (route) => {
      const { pathname, search } = new URL(route.request().url());
      return route.continue({ url: address + pathname + search });
    });
    const later = await page.evaluate(() => Date.now() + 60_000);
    await page.clock.pauseAt(later);
    const shown = new Set<string>();
    let passed = 0;
    const pass = async (milliseconds: number) => {
      await page.clock.runFor(milliseconds);
      passed += milliseconds;
      shown.add(await submitButton(page).innerText());
    };
    await press(page);
    // The clock does not advance while a request is in flight.
    for (let count = 1; count <= requests; count++)
      await vi.waitUntil(async () => {
        if (received.requests < count) await pass(20);
        return received.requests >= count;
      }, patience);
    // If the server does not respond, check the state just before the timeout.
    let early = [false, label];
    if (conducts.at(-1) === 'never responds') {
      await pass(7900 - passed);
      early = [await visibleText(page, failed).isVisible(), await submitButton(page).innerText()];
    }
    expect(early).toEqual([false, label]);
    if (end === failed) await pass(8000);
    await vi.waitUntil(async () => {
      await page.clock.runFor(20);
      return visibleText(page, end).isVisible();
    }, patience);
    expect(received.requests).toBe(requests);
    expect(shown).toContain(label);
    expect(shown.has('Trying again…')).toBe(requests > 1);
    expect(await field(page, 'message').inputValue()).toBe(end === failed ? answers.message : '');
  },
);

test('if the visitor loses the connection after the page has loaded, the form keeps the message and sends it later', async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  await hydrate(page);
  await page.locator('form[data-prepared]').waitFor();
  // A hydrated form may still be loading code for its fields.
  const files = ['choice-field', 'validation', 'submit'];
  await expect
    .poll(async () => (await fetchedPaths(page)).filter((path) => files.some((file) => path.includes(file))))
    .toHaveLength(3);
  await goOffline(page);
  await page.locator('[name=name]').fill('Ada');
  await page.locator('form[action] [type=submit]').click();
  await page.locator('[data-field=email] [aria-invalid=true]').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('draft /services/reserve/berth'))).toContain('Ada');
  expect(new URL(page.url()).pathname).toBe('/services/reserve');
});

test('pages without a form do not preload form code', async () => {
  const { page } = await visit('/services/pilots', { reducedMotion: 'reduce' });
  await hydrate(page);
  await page.waitForLoadState('networkidle');
  expect((await fetchedPaths(page)).filter((file) => /\/(?:form|send|dist)-/.test(file))).toEqual([]);
});
