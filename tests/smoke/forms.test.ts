import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { toProblemMessage } from '../../schema/fields/form-messages.ts';
import { startBrowser } from '../support/browser.ts';
import {
  locateField,
  fillFields,
  waitForLiveForm,
  locateFieldError,
  readStoredMessages,
  locateSubmitButton,
  blockScripts,
} from '../support/forms.ts';

const visit = startBrowser();
const requiredMessage = toProblemMessage({ reason: 'required' });
const successText = 'Your message is on the desk.';

const findStoredMessages = async (name: string) =>
  (await readStoredMessages(inject('data'))).filter((message) => message['name'] === name);
const readProblems = (page: Page) =>
  page
    .locator('form[action] [data-field]:has([aria-invalid=true]) [id$=fault]')
    .evaluateAll((errorElements) =>
      errorElements.map((element) => [element.textContent, element.getAttribute('lang') ?? '']),
    );

test('a form reports all problems at once in the page language, focuses the first, and is sent once they are fixed', async () => {
  const { page, logs } = await visit('/contact', { reducedMotion: 'reduce', locale: 'de-DE' });
  await locateField(page, 'name').focus();
  await waitForLiveForm(page);
  // Browsers accept a space as a name, but the form must not.
  await fillFields(page, { name: ' ', email: 'ada' });
  await locateSubmitButton(page).click();
  await expect
    .poll(() => readProblems(page))
    .toEqual([
      [requiredMessage, ''],
      [toProblemMessage({ reason: 'email' }), ''],
      [requiredMessage, ''],
    ]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await fillFields(page, { name: 'Smoke with script' });
  await expect.poll(async () => (await readProblems(page)).length).toBe(2);
  await fillFields(page, { email: '' });
  await expect
    .poll(() => readProblems(page))
    .toEqual([
      [requiredMessage, ''],
      [requiredMessage, ''],
    ]);
  await fillFields(page, { email: 'ada@example.org', message: 'Is it deep?' });
  await locateSubmitButton(page).click();
  await page.getByText(successText).filter({ visible: true }).waitFor();
  expect(await locateField(page, 'message').inputValue()).toBe('');
  expect(await findStoredMessages('Smoke with script')).toMatchObject([
    { message: 'Is it deep?', form: '/contact/message' },
  ]);
  expect(logs).toEqual([]);
});

test('a message resent after a lost response and a reload is stored once', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await waitForLiveForm(page);
  await fillFields(page, { name: 'Smoke twice', email: 'ada@example.org', message: 'Is it deep?' });
  await page.route('**/functions/v1/**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await locateSubmitButton(page).click();
  await expect.poll(async () => (await findStoredMessages('Smoke twice')).length).toBe(1);
  // The form retries automatically until the page is reloaded.
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await waitForLiveForm(page);
  // Code that loads after hydration restores the draft.
  await expect.poll(() => locateField(page, 'message').inputValue()).toBe('Is it deep?');
  await locateSubmitButton(page).click();
  await page.getByText(successText).filter({ visible: true }).waitFor();
  expect(await findStoredMessages('Smoke twice')).toHaveLength(1);
});

test('a form whose code cannot load is submitted by the browser', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' }, blockScripts('form'));
  await locateField(page, 'name').focus();
  await page.locator('[data-block=form]:not([data-island])').waitFor();
  await fillFields(page, { name: 'Smoke by post', email: 'ada@example.org', message: 'Is this working?' });
  const [request] = await Promise.all([
    page.waitForRequest('**/functions/v1/**'),
    locateSubmitButton(page).click(),
  ]);
  expect(request.isNavigationRequest()).toBe(true);
});

test('without JavaScript, the response page explains an invalid answer, keeps the others, and can be resubmitted', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await fillFields(page, { name: 'Smoke without script', email: 'ada@example.org', message: ' ' });
  await locateSubmitButton(page).click();
  await page.waitForURL('**/functions/v1/**');
  expect(await locateFieldError(page, 'message').textContent()).toBe(requiredMessage);
  expect(await locateField(page, 'name').inputValue()).toBe('Smoke without script');
  expect(await findStoredMessages('Smoke without script')).toEqual([]);
  await fillFields(page, { message: 'Is it deep?' });
  await locateSubmitButton(page).click();
  await page.waitForURL('**/contact/message.sent.html');
  await page.getByText(successText).filter({ visible: true }).waitFor();
  expect(await findStoredMessages('Smoke without script')).toMatchObject([{ message: 'Is it deep?' }]);
});
