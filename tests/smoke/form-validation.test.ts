import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import {
  field,
  fillFields,
  focusedField,
  formIsLive,
  submitButton,
  withoutScript,
} from '../support/forms.ts';

const visit = startBrowser();
const answers = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };

const shownProblems = (page: Page) =>
  page
    .locator('form[action] [data-field]:has([aria-invalid=true]) [id$=fault]')
    .evaluateAll((faults) => faults.map((one) => [one.textContent, one.getAttribute('lang') ?? '']));
const open = async (blocked = 'no-such-file', path = '/contact') => {
  const { page } = await visit(path, { reducedMotion: 'reduce', locale: 'de-DE' }, withoutScript(blocked));
  await field(page, 'name').focus();
  await formIsLive(page);
  return page;
};

test.each(['validation', 'en'])(
  'without %s, the browser reports problems in its own language',
  async (chunk) => {
    const page = await open(chunk);
    await fillFields(page, { email: 'ada' });
    await submitButton(page).click();
    await expect
      .poll(async () => (await shownProblems(page)).map(([, language]) => language))
      .toEqual(Array(3).fill('de-DE'));
    await expect.poll(() => focusedField(page)).toBe('name');
  },
);

test('the browser reports problems that only it can detect', async () => {
  const page = await open(undefined, '/services/reserve');
  await field(page, 'crew').focus();
  await page.keyboard.type('-e');
  await submitButton(page).click();
  await expect.poll(() => page.locator('#berth-crew_fault').getAttribute('lang')).toBe('de-DE');
});

test('if the sending code cannot load, the browser still rejects an invalid form', async () => {
  const page = await open('send');
  await fillFields(page, { email: 'ada' });
  await submitButton(page).click();
  await expect.poll(() => focusedField(page)).toBe('name');
  expect(new URL(page.url()).pathname).toBe('/contact');
});

test('focus stays on the button while a message is sent, and sending is announced', async () => {
  const page = await open();
  await fillFields(page, answers);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  await page.route('**/functions/v1/**', async (route) => {
    keys.push(route.request().headers()['apikey']);
    await held;
    await route.fulfill({ json: { success: true } });
  });
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  const status = page.locator('form[action] [role=status]');
  await expect.poll(() => status.textContent()).toBe('Sending...');
  expect(await submitButton(page).getAttribute('aria-disabled')).toBe('true');
  const isFocused = () => submitButton(page).evaluate((element) => element === document.activeElement);
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Enter');
  await field(page, 'name').press('Enter');
  await submitButton(page).focus();
  release();
  await page.getByText('Your message is on the desk.').waitFor();
  expect(await isFocused()).toBe(true);
  expect(await submitButton(page).getAttribute('aria-disabled')).toBeNull();
  expect(keys).toEqual([expect.stringMatching(/\S/)]);
  // The emptied form is not invalid. Its confirmation disappears when the next message is rejected.
  expect(await shownProblems(page)).toEqual([]);
  await submitButton(page).click();
  await expect.poll(async () => (await shownProblems(page)).length).toBe(3);
  expect(await status.textContent()).toBe('');
});
