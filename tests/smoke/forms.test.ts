import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { problemMessage } from '../../schema/fields/form-messages.ts';
import { startBrowser } from '../support/browser.ts';
import {
  field,
  fillFields,
  formIsLive,
  problemAt,
  storedMessages,
  submitButton,
  withoutScript,
} from '../support/forms.ts';

const visit = startBrowser();
const required = problemMessage({ reason: 'required' });
const sent = 'Your message is on the desk.';

const storedBy = async (name: string) =>
  (await storedMessages(inject('data'))).filter((message) => message['name'] === name);
const shownProblems = (page: Page) =>
  page
    .locator('form[action] [data-field]:has([aria-invalid=true]) [id$=fault]')
    .evaluateAll((faults) => faults.map((one) => [one.textContent, one.getAttribute('lang') ?? '']));

test('a form reports all problems at once in the language of the page, focuses the first, and is then sent', async () => {
  const { page, logs } = await visit('/contact', { reducedMotion: 'reduce', locale: 'de-DE' });
  await field(page, 'name').focus();
  await formIsLive(page);
  // Browsers accept a space as a name.
  await fillFields(page, { name: ' ', email: 'ada' });
  await submitButton(page).click();
  await expect
    .poll(() => shownProblems(page))
    .toEqual([
      [required, ''],
      [problemMessage({ reason: 'email' }), ''],
      [required, ''],
    ]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await fillFields(page, { name: 'Smoke with script' });
  await expect.poll(async () => (await shownProblems(page)).length).toBe(2);
  await fillFields(page, { email: '' });
  await expect
    .poll(() => shownProblems(page))
    .toEqual([
      [required, ''],
      [required, ''],
    ]);
  await fillFields(page, { email: 'ada@example.org', message: 'Is it deep?' });
  await submitButton(page).click();
  await page.getByText(sent).filter({ visible: true }).waitFor();
  expect(await field(page, 'message').inputValue()).toBe('');
  expect(await storedBy('Smoke with script')).toMatchObject([
    { message: 'Is it deep?', form: '/contact/message' },
  ]);
  expect(logs).toEqual([]);
});

test('a message resent after a lost response and a reload is stored once', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await formIsLive(page);
  await fillFields(page, { name: 'Smoke twice', email: 'ada@example.org', message: 'Is it deep?' });
  await page.route('**/functions/v1/**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submitButton(page).click();
  await expect.poll(async () => (await storedBy('Smoke twice')).length).toBe(1);
  // Until the reload, the form retries automatically.
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await formIsLive(page);
  // The draft is restored by code that loads after hydration.
  await expect.poll(() => field(page, 'message').inputValue()).toBe('Is it deep?');
  await submitButton(page).click();
  await page.getByText(sent).filter({ visible: true }).waitFor();
  expect(await storedBy('Smoke twice')).toHaveLength(1);
});

test("a form whose script cannot load falls back to the browser's form", async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' }, withoutScript('form'));
  await field(page, 'name').focus();
  await page.locator('[data-block=form]:not([data-island])').waitFor();
  await fillFields(page, { name: 'Smoke by post', email: 'ada@example.org', message: 'Is this working?' });
  const [request] = await Promise.all([
    page.waitForRequest('**/functions/v1/**'),
    submitButton(page).click(),
  ]);
  expect(request.isNavigationRequest()).toBe(true);
});

test('without script, the answer page explains an invalid answer, keeps the others, and the form is sent', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await fillFields(page, { name: 'Smoke without script', email: 'ada@example.org', message: ' ' });
  await submitButton(page).click();
  await page.waitForURL('**/functions/v1/**');
  expect(await problemAt(page, 'message').textContent()).toBe(required);
  expect(await field(page, 'name').inputValue()).toBe('Smoke without script');
  expect(await storedBy('Smoke without script')).toEqual([]);
  await fillFields(page, { message: 'Is it deep?' });
  await submitButton(page).click();
  await page.waitForURL('**/contact/message.sent.html');
  await page.getByText(sent).filter({ visible: true }).waitFor();
  expect(await storedBy('Smoke without script')).toMatchObject([{ message: 'Is it deep?' }]);
});
