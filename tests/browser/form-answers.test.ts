import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page, Request } from 'playwright';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';
import {
  advanceUntil,
  locateField,
  fillFields,
  goOffline,
  locateSubmitButton,
  installClock,
} from '../support/forms.ts';
import { readFetchedPaths } from '../support/requests.ts';
import { takeSample } from '../support/sample.ts';

const visit = startBrowser();
const pollOptions = { timeout: 60_000 };
const successText = 'Your message is on the desk.';
const failureText = 'Your message did not reach us. Please call the desk.';
const answers = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };

const pressSubmit = (page: Page) => locateSubmitButton(page).click();
const locateVisibleText = (page: Page, text: string) => page.getByText(text).filter({ visible: true });
const advanceUntilVisible = (page: Page, text: string) =>
  advanceUntil(page, () => locateVisibleText(page, text).isVisible());
const advanceUntilHydrated = (page: Page) =>
  advanceUntil(page, () => page.locator('[data-block=form][data-live]').isVisible());

const unexpectedResponses = {
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

test('an unexpected response counts as a failure, and the form keeps the message', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' }, installClock);
  const respond = async (response: object) => {
    await page.unroute('**/functions/v1/**');
    await page.route('**/functions/v1/**', (route) => route.fulfill(response));
    await pressSubmit(page);
  };
  const readDraft = () => page.evaluate(() => localStorage.getItem('draft /contact/message'));
  const readIcon = () => page.locator('form[action] [role=status] svg').getAttribute('data-glyph');
  await fillFields(page, answers);
  await advanceUntilHydrated(page);
  for (const [kind, response] of takeSample(Object.entries(unexpectedResponses), 6)) {
    await fillFields(page, answers);
    await respond(response);
    await advanceUntilVisible(page, failureText);
    expect(await readIcon(), kind).toBe('close');
    expect(await locateField(page, 'message').inputValue(), kind).toBe(answers.message);
    expect(await readDraft(), kind).toContain('Is it deep?');
    // Send a message successfully between failures, so that each failure starts with an empty form.
    await respond({ json: { success: true } });
    await advanceUntilVisible(page, successText);
    expect(await readIcon(), kind).toBe('check');
    expect(await locateField(page, 'message').inputValue(), kind).toBe('');
  }
});

test.each([
  ['send', 'as a regular form submission'],
  ['submit', 'as a regular form submission'],
  ['validation', 'in the background'],
  ['en', 'in the background'],
])('if the script `%s` never loads, the form is still sent %s', async (chunk, sendingMethod) => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' }, async (page) => {
    await page.clock.install();
    // An empty handler leaves the request pending.
    await page.route(`**/assets/${chunk}-*.js`, () => {});
  });
  let sentRequest: Request | undefined;
  page.on('request', (request) => request.method() === 'POST' && (sentRequest ??= request));
  // The chunk `en` contains the error messages. The form loads it only when an answer is invalid.
  await fillFields(page, { ...answers, name: chunk === 'en' ? ' ' : 'Ada' });
  await vi.waitUntil(async () => {
    await page.clock.fastForward(1000);
    return page.locator('[data-block=form][data-live]').isVisible();
  }, pollOptions);
  await pressSubmit(page);
  await vi.waitUntil(async () => {
    if (sentRequest === undefined) await page.clock.fastForward(1000).catch(() => {});
    return sentRequest;
  }, pollOptions);
  expect(sentRequest?.isNavigationRequest() ? 'as a regular form submission' : 'in the background').toBe(
    sendingMethod,
  );
  if (chunk !== 'en') await locateVisibleText(page, successText).waitFor();
});

/** How the server reacts to a connection. */
type Reaction = 'never responds' | 'closes the connection' | 'stores the message';

/**
 * Starts a server that reacts to each connection with the next item of `reactions`. The last item applies to all
 * further connections. `requests` counts the connections that have sent data.
 */
async function startServer(reactions: readonly Reaction[]) {
  const server = createServer();
  const received = { requests: 0 };
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const reaction = reactions[Math.min(received.requests++, reactions.length - 1)];
      const body = '{"success":true}';
      if (reaction === 'closes the connection') socket.destroy();
      if (reaction === 'stores the message')
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each<[reactions: Reaction[], requests: number, label: string, finalText: string]>([
  [['never responds'], 1, 'Sending...', failureText],
  [['closes the connection', 'never responds'], 2, 'Trying again…', failureText],
  [['closes the connection'], 4, 'Trying again…', failureText],
  [['closes the connection', 'stores the message'], 2, 'Trying again…', successText],
])(
  'when the server %j, the form retries for at most eight seconds',
  async (reactions, requests, label, finalText) => {
    const { received, address } = await startServer(reactions);
    const { page } = await visit('/contact', { reducedMotion: 'reduce' }, installClock);
    await fillFields(page, answers);
    await advanceUntilHydrated(page);
    await page.route('**/functions/v1/**', (route) => {
      const { pathname, search } = new URL(route.request().url());
      return route.continue({ url: address + pathname + search });
    });
    const pauseTime = await page.evaluate(() => Date.now() + 60_000);
    await page.clock.pauseAt(pauseTime);
    const shownLabels = new Set<string>();
    let elapsedMs = 0;
    const advance = async (durationMs: number) => {
      await page.clock.runFor(durationMs);
      elapsedMs += durationMs;
      shownLabels.add(await locateSubmitButton(page).innerText());
    };
    await pressSubmit(page);
    // Advance the clock only until the server has received the next request.
    for (let count = 1; count <= requests; count++)
      await vi.waitUntil(async () => {
        if (received.requests < count) await advance(20);
        return received.requests >= count;
      }, pollOptions);
    // If the server does not respond, check the state just before the timeout.
    let stateBeforeTimeout = [false, label];
    if (reactions.at(-1) === 'never responds') {
      await advance(7900 - elapsedMs);
      stateBeforeTimeout = [
        await locateVisibleText(page, failureText).isVisible(),
        await locateSubmitButton(page).innerText(),
      ];
    }
    expect(stateBeforeTimeout).toEqual([false, label]);
    if (finalText === failureText) await advance(8000);
    await vi.waitUntil(async () => {
      await page.clock.runFor(20);
      return locateVisibleText(page, finalText).isVisible();
    }, pollOptions);
    expect(received.requests).toBe(requests);
    expect(shownLabels).toContain(label);
    expect(shownLabels.has('Trying again…')).toBe(requests > 1);
    expect(await locateField(page, 'message').inputValue()).toBe(
      finalText === failureText ? answers.message : '',
    );
  },
);

test('if the visitor goes offline after the page has loaded, the form still validates and saves its input', async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  await hydrate(page);
  await page.locator('form[data-prepared]').waitFor();
  // A hydrated form may still be loading code for its fields.
  const files = ['choice-field', 'validation', 'submit'];
  await expect
    .poll(async () =>
      (await readFetchedPaths(page)).filter((path) => files.some((file) => path.includes(file))),
    )
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
  expect((await readFetchedPaths(page)).filter((file) => /\/(?:form|send|dist)-/.test(file))).toEqual([]);
});
