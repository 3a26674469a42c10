import type { BrowserContextOptions, Locator, Page, Route } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import {
  advanceUntil,
  fillFields,
  goOffline,
  readStoredMessages,
  installClock,
} from '../../support/forms.ts';

const open = startBrowser();
const visit = (path: string, options: BrowserContextOptions = {}) => open(path, options, installClock);
const advanceUntilVisible = (page: Page, target: Locator) => advanceUntil(page, () => target.isVisible());
const successText = "Message sent successfully! We'll get back to you within 24 hours.";
const failureText = 'Failed to send message.';

const fillForm = (page: Page, name: string) =>
  fillFields(page, { name, email: 'ines@tidewater.example', message: 'Our pumps talk too much.' });
const advanceUntilHydrated = (page: Page) =>
  advanceUntilVisible(page, page.locator('[data-block=form][data-live]'));
const pressSubmit = (page: Page) => page.locator('#message [type=submit]').click();
/** Sends the message, and waits for the confirmation. */
async function sendMessage(page: Page, confirmation = page.getByText(successText)): Promise<void> {
  await pressSubmit(page);
  await advanceUntilVisible(page, confirmation);
}
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};
/** Waits for the code that a form loads after hydration. Without this code, the browser submits the form itself. */
const waitForCode = (page: Page, parts: readonly string[]) =>
  Promise.all(
    parts.map((part) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${part}-`)),
    ),
  );
async function expectStatus(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('#message [role=status]').innerText()).toContain(text);
}
const offlineText = 'You are offline. What you wrote is kept here';

const findStoredMessages = async (name: string) =>
  (await readStoredMessages(inject('data'))).filter((message) => message['name'] === name);

test('if a response is lost, the request is retried and the message is stored once', async () => {
  const { page } = await visit('/contact');
  await fillForm(page, 'Lost Answer');
  await advanceUntilHydrated(page);
  let calls = 0;
  await page.route('**/functions/v1/**', async (route) => {
    if (calls++ > 1) return route.continue();
    return loseAnswer(route);
  });
  await sendMessage(page);
  expect(calls).toBe(3);
  expect(await findStoredMessages('Lost Answer')).toMatchObject([
    { form: '/contact/message', language: 'en-GB' },
  ]);
});

test('input survives a failure, a reload and a new window, and is sent once', async () => {
  const { page } = await visit('/contact');
  await fillForm(page, 'Twice Failed');
  await advanceUntilHydrated(page);
  await page.route('**/functions/v1/**', loseAnswer);
  await pressSubmit(page);
  await advanceUntilVisible(page, page.getByText(failureText));
  // Wait, because the last request may not have reached the server yet.
  await page.unrouteAll({ behavior: 'wait' });
  const newPage = await page.context().newPage();
  await installClock(newPage);
  await page.close();
  await newPage.goto(`${inject('site')}/contact`);
  // Wait until the draft is restored before entering new input.
  const readValue = (name: string) => newPage.locator(`#message [name=${name}]`).inputValue();
  await advanceUntil(newPage, async () => (await readValue('name')) === 'Twice Failed');
  await newPage.reload();
  await advanceUntil(newPage, async () => (await readValue('message')).includes('pumps'));
  await sendMessage(newPage);
  expect(await findStoredMessages('Twice Failed')).toHaveLength(1);
  await newPage.reload();
  await newPage.locator('#message [name=name]').focus();
  await advanceUntilHydrated(newPage);
  expect(await readValue('name'), 'an acknowledged message leaves no draft').toBe('');
});

test('a second message with the same text is stored separately', async () => {
  const { page } = await visit('/contact');
  for (const count of [1, 2]) {
    await fillForm(page, 'Heard Again');
    await sendMessage(page);
    expect(await findStoredMessages('Heard Again')).toHaveLength(count);
    await expect.poll(() => page.locator('#message [name=name]').inputValue()).toBe('');
  }
});

test('an offline visitor sees a message immediately, without a request', async () => {
  const { page } = await visit('/contact');
  const codeLoaded = waitForCode(page, ['fact-list', 'validation', 'submit']);
  await fillForm(page, 'Off Line');
  await advanceUntilHydrated(page);
  await codeLoaded;
  await goOffline(page);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await pressSubmit(page);
  await expectStatus(page, offlineText);
  expect(await page.locator('#message [name=name]').inputValue()).toBe('Off Line');
  expect(calls).toEqual([]);
  await page.context().setOffline(false);
  await sendMessage(page);
  expect(await findStoredMessages('Off Line')).toHaveLength(1);
});

test('if a visitor goes offline before the code loads, the message can be sent after reconnecting', async () => {
  let isOffline = true;
  const { page } = await visit('/contact');
  await page.route('**/assets/{send,submit}-*.js', (route) => (isOffline ? route.abort() : route.continue()));
  const codeLoaded = waitForCode(page, ['fact-list']);
  await fillForm(page, 'Off Early');
  await advanceUntilHydrated(page);
  await codeLoaded;
  await goOffline(page);
  await pressSubmit(page);
  await expectStatus(page, offlineText);
  isOffline = false;
  await page.context().setOffline(false);
  await sendMessage(page, page.getByText(successText).filter({ visible: true }));
  expect(await findStoredMessages('Off Early')).toHaveLength(1);
});

test('without JavaScript, a reload or the Back button does not store the message again', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await fillForm(page, 'Reloaded Page');
  await sendMessage(page);
  expect(new URL(page.url()).pathname).toBe('/contact/message.sent.html');
  await page.reload();
  await advanceUntilVisible(page, page.getByText(successText));
  await page.goBack();
  await fillForm(page, 'Reloaded Page');
  await sendMessage(page);
  expect(await findStoredMessages('Reloaded Page')).toHaveLength(1);
});

test('visitors cannot reach the honeypot field, and a message rejected because of it can be sent again', async () => {
  const { page } = await visit('/contact');
  const honeypot = page.locator('#message [name=your-website]');
  expect(await honeypot.isVisible()).toBe(false);
  await fillForm(page, 'Filled In');
  await advanceUntilHydrated(page);
  await honeypot.evaluate((field) => ((field as HTMLInputElement).value = 'https://spam.example'));
  await pressSubmit(page);
  await expectStatus(page, 'If you are a person, please send the form again.');
  expect(await findStoredMessages('Filled In')).toEqual([]);
  await sendMessage(page);
  expect(await findStoredMessages('Filled In')).toHaveLength(1);
});
