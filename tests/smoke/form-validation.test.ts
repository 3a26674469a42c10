import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import {
  locateField,
  fillFields,
  readFocusedField,
  waitForLiveForm,
  locateSubmitButton,
  blockScripts,
} from '../support/forms.ts';

const visit = startBrowser();
const answers = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };

const readProblems = (page: Page) =>
  page
    .locator('form[action] [data-field]:has([aria-invalid=true]) [id$=fault]')
    .evaluateAll((errorElements) =>
      errorElements.map((element) => [element.textContent, element.getAttribute('lang') ?? '']),
    );
const openForm = async (blocked = 'no-such-file', path = '/contact') => {
  const { page } = await visit(path, { reducedMotion: 'reduce', locale: 'de-DE' }, blockScripts(blocked));
  await locateField(page, 'name').focus();
  await waitForLiveForm(page);
  return page;
};

test.each(['validation', 'en'])(
  'without the script `%s`, the browser reports problems in its own language',
  async (chunk) => {
    const page = await openForm(chunk);
    await fillFields(page, { email: 'ada' });
    await locateSubmitButton(page).click();
    await expect
      .poll(async () => (await readProblems(page)).map(([, language]) => language))
      .toEqual(Array(3).fill('de-DE'));
    await expect.poll(() => readFocusedField(page)).toBe('name');
  },
);

test('a number such as `-e`, which scripts cannot read, is reported by the browser', async () => {
  const page = await openForm(undefined, '/services/reserve');
  await locateField(page, 'crew').focus();
  await page.keyboard.type('-e');
  await locateSubmitButton(page).click();
  await expect.poll(() => page.locator('#berth-crew_fault').getAttribute('lang')).toBe('de-DE');
});

test('if the code for sending cannot load, the browser still rejects an invalid form', async () => {
  const page = await openForm('send');
  await fillFields(page, { email: 'ada' });
  await locateSubmitButton(page).click();
  await expect.poll(() => readFocusedField(page)).toBe('name');
  expect(new URL(page.url()).pathname).toBe('/contact');
});

test('while a message is being sent, the button keeps the focus and the status is announced', async () => {
  const page = await openForm();
  await fillFields(page, answers);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  await page.route('**/functions/v1/**', async (route) => {
    keys.push(route.request().headers()['apikey']);
    await released;
    await route.fulfill({ json: { success: true } });
  });
  await locateSubmitButton(page).focus();
  await page.keyboard.press('Enter');
  const status = page.locator('form[action] [role=status]');
  await expect.poll(() => status.textContent()).toBe('Sending...');
  expect(await locateSubmitButton(page).getAttribute('aria-disabled')).toBe('true');
  const isButtonFocused = () =>
    locateSubmitButton(page).evaluate((element) => element === document.activeElement);
  expect(await isButtonFocused()).toBe(true);
  await page.keyboard.press('Enter');
  await locateField(page, 'name').press('Enter');
  await locateSubmitButton(page).focus();
  release();
  await page.getByText('Your message is on the desk.').waitFor();
  expect(await isButtonFocused()).toBe(true);
  expect(await locateSubmitButton(page).getAttribute('aria-disabled')).toBeNull();
  expect(keys).toEqual([expect.stringMatching(/\S/)]);
  // The empty form shows no errors after sending. The confirmation disappears when a further message is rejected.
  expect(await readProblems(page)).toEqual([]);
  await locateSubmitButton(page).click();
  await expect.poll(async () => (await readProblems(page)).length).toBe(3);
  expect(await status.textContent()).toBe('');
});
