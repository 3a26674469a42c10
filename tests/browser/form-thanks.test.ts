import { expect, inject, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';
import { locateField, waitForLiveForm, readStoredMessages, locateSubmitButton } from '../support/forms.ts';

const visit = startBrowser();

const findStoredMessage = async (email: string) =>
  (await readStoredMessages(inject('data'))).find((message) => message['email'] === email);

test('a slider shows its value, a hidden field submits a query parameter, and the thank-you page opens', async () => {
  const { page, logs } = await visit('/services/sails?utm_source=letter');
  await waitForLiveForm(page);
  const [slider, sliderOutput] = [locateField(page, 'length'), page.locator('output')];
  expect([await slider.inputValue(), await sliderOutput.textContent()]).toEqual(['9', '9']);
  await slider.press('ArrowRight');
  expect(await sliderOutput.textContent()).toBe('9.5');
  await locateField(page, 'email').fill('signe@sails.example');
  await locateField(page, 'hour').fill('21:00');
  await locateSubmitButton(page).click();
  await page.getByText('Please choose 20:00 or an earlier time.').waitFor();
  await locateField(page, 'hour').fill('18:30');
  await locateSubmitButton(page).click();
  await page.waitForURL('**/services/thank-you');
  await page.getByRole('heading', { level: 1, name: 'The sailmaker calls you' }).waitFor();
  expect(await findStoredMessage('signe@sails.example')).toMatchObject({
    other: { hour: '18:30', length: '9.5', campaign: 'letter' },
  });
  expect(logs).toEqual([]);
});

test('a slider keeps its value after a reload; if untouched, it saves no draft', async () => {
  const { page } = await visit('/services/sails');
  await waitForLiveForm(page);
  // Wait for the code that sends forms, because input is saved only after it has loaded.
  await page.locator('form[data-prepared]').waitFor();
  const readDraftKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));
  expect(await readDraftKeys()).toEqual([]);
  await locateField(page, 'length').press('ArrowLeft');
  await page.reload();
  await hydrate(page);
  await expect.poll(() => page.locator('output').textContent()).toBe('8.5');
  expect(await locateField(page, 'length').inputValue()).toBe('8.5');
});

test('the thank-you page also opens without JavaScript', async () => {
  const { page } = await visit('/services/sails', { javaScriptEnabled: false });
  await locateField(page, 'email').fill('una@sails.example');
  await locateSubmitButton(page).click();
  await page.waitForURL('**/services/thank-you');
  expect(await findStoredMessage('una@sails.example')).toMatchObject({ other: { length: '9' } });
});
