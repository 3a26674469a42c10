import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';
import { locateField, fillFields, waitForLiveForm, locateSubmitButton } from '../support/forms.ts';

const visit = startBrowser();
const successText = 'Your message is on the desk.';
const answers = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };

const pressSubmit = (page: Page) => locateSubmitButton(page).click();
/** Returns the draft from browser storage. */
const readDraft = (page: Page) =>
  page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('draft /contact/message') ?? 'null');
    return stored as { id: string; answers: Record<string, string> } | null;
  });
const waitUntilReady = async (page: Page) => {
  await waitForLiveForm(page);
  await page.locator('#message form[data-prepared]').waitFor();
};

test('input is saved immediately, so that a reload does not lose it', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await locateField(page, 'name').focus();
  await waitUntilReady(page);
  const stored = await locateField(page, 'name').evaluate((element: HTMLInputElement) => {
    element.value = 'Ada';
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return localStorage.getItem('draft /contact/message');
  });
  expect(stored).toContain('"Ada"');
});

test.each(['localStorage', 'sessionStorage'])(
  'if %s is blocked, a form keeps its input and can be sent',
  async (storage) => {
    const { page, logs } = await visit('/contact', { reducedMotion: 'reduce' }, (page) =>
      page.addInitScript((storage) => {
        const get = () => {
          throw new DOMException('blocked', 'SecurityError');
        };
        Object.defineProperty(window, storage, { get });
      }, storage),
    );
    await hydrate(page);
    await page.getByText('When is the office open?').waitFor();
    await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
    await fillFields(page, answers);
    await waitForLiveForm(page);
    await pressSubmit(page);
    await page.getByText(successText).filter({ visible: true }).waitFor();
    await page.locator('header').getByRole('link', { name: 'Log' }).first().click();
    await page.waitForURL('**/log');
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
  },
);

test('sending or clearing a form does not delete the draft of another window', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const openPage of [page, other]) {
    await locateField(openPage, 'name').focus();
    await waitUntilReady(openPage);
  }
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
  await fillFields(page, answers);
  await fillFields(other, { name: 'Bea' });
  await expect.poll(() => readDraft(page)).toMatchObject({ answers: { name: 'Bea' } });
  await pressSubmit(page);
  await page.getByText(successText).filter({ visible: true }).waitFor();
  expect(await readDraft(page)).toMatchObject({ answers: { name: 'Bea' } });
  await fillFields(page, { name: 'Cy' });
  await fillFields(other, { name: 'Bea B.' });
  await fillFields(page, { name: '' });
  expect(await readDraft(page)).toMatchObject({ answers: { name: 'Bea B.' } });
  await fillFields(other, { name: '' });
  expect(await readDraft(page)).toBeNull();
});

test('input entered while a message is being sent becomes a new message', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await locateField(page, 'name').focus();
  await waitUntilReady(page);
  await fillFields(page, answers);
  const before = await readDraft(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requests: unknown[] = [];
  await page.route('**/functions/v1/**', async (route) => {
    requests.push([route.request().postDataJSON(), new URL(route.request().url()).searchParams.get('id')]);
    await released;
    await route.fulfill({ json: { success: true } });
  });
  await pressSubmit(page);
  await expect.poll(() => requests.length).toBe(1);
  await fillFields(page, { message: 'And how warm?' });
  release();
  await page.getByText(successText).filter({ visible: true }).waitFor();
  expect(await locateField(page, 'message').inputValue()).toBe('And how warm?');
  expect(await locateField(page, 'name').inputValue()).toBe('Ada');
  const after = await readDraft(page);
  expect(after?.answers['message']).toBe('And how warm?');
  expect(after?.id).not.toBe(before?.id);
  await pressSubmit(page);
  await expect.poll(() => locateField(page, 'message').inputValue()).toBe('');
  const other = { company: '' };
  expect(requests).toEqual([
    [{ ...answers, ...other }, before?.id],
    [{ ...answers, ...other, message: 'And how warm?' }, after?.id],
  ]);
  expect(await readDraft(page)).toBeNull();
});

test('after a form is submitted, the draft is deleted when the confirmation page opens', async () => {
  const { page, logs } = await visit('/contact', { reducedMotion: 'reduce' }, (page) =>
    page.route('**/assets/submit-*.js', (route) => route.abort()),
  );
  await locateField(page, 'name').focus();
  await waitUntilReady(page);
  await fillFields(page, answers);
  await expect.poll(() => readDraft(page)).toMatchObject({ answers });
  await pressSubmit(page);
  await page.waitForURL('**/contact/message.sent.html');
  await page.getByText(successText).waitFor();
  expect(await readDraft(page)).toBeNull();
  expect(logs.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
});
