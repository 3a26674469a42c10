import type { BrowserContextOptions, Locator, Page, Route } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { advanceUntil, fillFields, goOffline, storedMessages, withClock } from '../../support/forms.ts';

const open = startBrowser();
const visit = (path: string, options: BrowserContextOptions = {}) => open(path, options, withClock);
const passUntil = (page: Page, there: Locator) => advanceUntil(page, () => there.isVisible());
const sent = "Message sent successfully! We'll get back to you within 24 hours.";
const failed = 'Failed to send message.';

const fill = (page: Page, name: string) =>
  fillFields(page, { name, email: 'ines@tidewater.example', message: 'Our pumps talk too much.' });
const hydrated = (page: Page) => passUntil(page, page.locator('[data-block=form][data-live]'));
const press = (page: Page) => page.locator('#message [type=submit]').click();
/** Sends the message, and waits for the confirmation. */
async function send(page: Page, success = page.getByText(sent)): Promise<void> {
  await press(page);
  await passUntil(page, success);
}
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};
/** Waits for code that a hydrated form still loads. If a part fails to load, the browser posts the form. */
const codeIsLoaded = (page: Page, parts: readonly string[]) =>
  Promise.all(
    parts.map((part) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${part}-`)),
    ),
  );
async function expectStatus(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('#message [role=status]').innerText()).toContain(text);
}
const offline = 'You are offline. What you wrote is kept here';

const storedBy = async (name: string) =>
  (await storedMessages(inject('data'))).filter((message) => message['name'] === name);

test('if a response is lost, the request is retried and the message stored once', async () => {
  const { page } = await visit('/contact');
  await fill(page, 'Lost Answer');
  await hydrated(page);
  let calls = 0;
  await page.route('**/functions/v1/**', async (route) => {
    if (calls++ > 1) return route.continue();
    return loseAnswer(route);
  });
  await send(page);
  expect(calls).toBe(3);
  expect(await storedBy('Lost Answer')).toMatchObject([{ form: '/contact/message', language: 'en-GB' }]);
});

test('input survives a failure, a reload and a new window, and is sent once', async () => {
  const { page } = await visit('/contact');
  await fill(page, 'Twice Failed');
  await hydrated(page);
  await page.route('**/functions/v1/**', loseAnswer);
  await press(page);
  await passUntil(page, page.getByText(failed));
  // The last request may still be on its way to the server.
  await page.unrouteAll({ behavior: 'wait' });
  const next = await page.context().newPage();
  await withClock(next);
  await page.close();
  await next.goto(`${inject('site')}/contact`);
  // The draft is restored without further input.
  const value = (name: string) => next.locator(`#message [name=${name}]`).inputValue();
  await advanceUntil(next, async () => (await value('name')) === 'Twice Failed');
  await next.reload();
  await advanceUntil(next, async () => (await value('message')).includes('pumps'));
  await send(next);
  expect(await storedBy('Twice Failed')).toHaveLength(1);
  await next.reload();
  await next.locator('#message [name=name]').focus();
  await hydrated(next);
  expect(await value('name'), 'an acknowledged message leaves no draft').toBe('');
});

test('the same text is stored again when sent again later', async () => {
  const { page } = await visit('/contact');
  for (const count of [1, 2]) {
    await fill(page, 'Heard Again');
    await send(page);
    expect(await storedBy('Heard Again')).toHaveLength(count);
    await expect.poll(() => page.locator('#message [name=name]').inputValue()).toBe('');
  }
});

test('an offline visitor is told immediately, without a request', async () => {
  const { page } = await visit('/contact');
  const code = codeIsLoaded(page, ['fact-list', 'validation', 'submit']);
  await fill(page, 'Off Line');
  await hydrated(page);
  await code;
  await goOffline(page);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await press(page);
  await expectStatus(page, offline);
  expect(await page.locator('#message [name=name]').inputValue()).toBe('Off Line');
  expect(calls).toEqual([]);
  await page.context().setOffline(false);
  await send(page);
  expect(await storedBy('Off Line')).toHaveLength(1);
});

test('a visitor who goes offline before the code has loaded can send later', async () => {
  let isOffline = true;
  const { page } = await visit('/contact');
  await page.route('**/assets/{send,submit}-*.js', (route) => (isOffline ? route.abort() : route.continue()));
  const code = codeIsLoaded(page, ['fact-list']);
  await fill(page, 'Off Early');
  await hydrated(page);
  await code;
  await goOffline(page);
  await press(page);
  await expectStatus(page, offline);
  isOffline = false;
  await page.context().setOffline(false);
  await send(page, page.getByText(sent).filter({ visible: true }));
  expect(await storedBy('Off Early')).toHaveLength(1);
});

test('without script, a reload or the Back button stores no second message', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await fill(page, 'Reloaded Page');
  await send(page);
  expect(new URL(page.url()).pathname).toBe('/contact/message.sent.html');
  await page.reload();
  await passUntil(page, page.getByText(sent));
  await page.goBack();
  await fill(page, 'Reloaded Page');
  await send(page);
  expect(await storedBy('Reloaded Page')).toHaveLength(1);
});

test('the honeypot is unreachable, and a message that filled it in can be sent again', async () => {
  const { page } = await visit('/contact');
  const trap = page.locator('#message [name=your-website]');
  expect(await trap.isVisible()).toBe(false);
  await fill(page, 'Filled In');
  await hydrated(page);
  await trap.evaluate((field) => ((field as HTMLInputElement).value = 'https://spam.example'));
  await press(page);
  await expectStatus(page, 'If you are a person, please send the form again.');
  expect(await storedBy('Filled In')).toEqual([]);
  await send(page);
  expect(await storedBy('Filled In')).toHaveLength(1);
});
