import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { toProblemMessage } from '../../schema/fields/form-messages.ts';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { findDisplayProblems } from '../support/audit.ts';
import { hydrate, startBrowser } from '../support/browser.ts';
import {
  locateField,
  readFocusedField,
  waitForLiveForm,
  postInvalid,
  locateFieldError,
  readStoredMessages,
  blockScripts,
} from '../support/forms.ts';
import { readFetchedPaths } from '../support/requests.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();

const site = serveTestSite('form-steps');
const [nextLabel, backLabel] = ['Next', 'Back'];
const titles = ['Step 1 of 3', 'Step 2 of 3', 'Step 3 of 3'];

/** Returns the titles of the visible steps. */
const readVisibleTitles = (page: Page) =>
  page.locator('main legend:has(span)').filter({ visible: true }).locator('span').allTextContents();
const readVisibleButtons = (page: Page) =>
  page.locator('main form[action] button').filter({ visible: true }).allTextContents();

const open = async (path = '', options: BrowserContextOptions = {}, blocked = 'no-such-file') => {
  const address = site.address + path;
  return (await visit(address, { reducedMotion: 'reduce', ...options }, blockScripts(blocked))).page;
};
const pressButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Opens the next step of the form, and waits for the step title. */
const continueToStep = async (page: Page, number: number) => {
  await pressButton(page, nextLabel);
  await expect.poll(() => readVisibleTitles(page)).toEqual([titles[number - 1]]);
};
const findStoredMessages = async (name: string) =>
  (await readStoredMessages(site.data)).filter((message) => message['name'] === name);
async function fillAllSteps(page: Page, name: string): Promise<void> {
  await locateField(page, 'boat').fill('Albatross');
  await locateField(page, 'hull').check();
  await pressButton(page, nextLabel);
  await locateField(page, 'crew').fill('3');
  await locateField(page, 'needs').check();
  await pressButton(page, nextLabel);
  await locateField(page, 'name').fill(name);
}

test('a form with steps validates each step and is sent after the last, using only the keyboard', async () => {
  const page = await open();
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  expect(await readVisibleTitles(page)).toEqual([titles[0]]);
  expect(await readVisibleButtons(page)).toEqual([nextLabel]);
  await locateField(page, 'boat').focus();
  await waitForLiveForm(page);
  expect(await readVisibleTitles(page)).toEqual([titles[0]]);
  await page.keyboard.press('Enter');
  await locateFieldError(page, 'boat').waitFor();
  await locateFieldError(page, 'hull').waitFor();
  await expect.poll(() => readFocusedField(page)).toBe('boat');
  expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
  // Browsers accept a space as an answer, but the rules of the form do not.
  await page.keyboard.type(' ');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await locateField(page, 'boat').press('Enter');
  await expect
    .poll(() => locateFieldError(page, 'boat').textContent())
    .toBe(toProblemMessage({ reason: 'required' }));
  await expect.poll(() => readFocusedField(page)).toBe('boat');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Albatross');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFocusedField(page)).toBe(`${titles[1]}Crew`);
  expect(await readVisibleTitles(page)).toEqual([titles[1]]);
  expect(await readVisibleButtons(page)).toEqual([nextLabel, backLabel]);
  // The fields of the new step are not validated yet.
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  expect(await page.locator('form[action] :user-invalid:not(fieldset)').count()).toBe(0);

  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await pressButton(page, backLabel);
  await expect.poll(() => readFocusedField(page)).toBe(`${titles[0]}Boat`);
  expect(await locateFieldError(page, 'crew').count()).toBe(0);
  expect(await locateField(page, 'boat').inputValue()).toBe('Albatross');
  await locateField(page, 'boat').press('Enter');
  await expect.poll(() => readFocusedField(page)).toBe(`${titles[1]}Crew`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFocusedField(page)).toBe('crew');
  await locateFieldError(page, 'crew').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  // HTML cannot require one of several checkboxes, so the form's script checks this.
  await expect.poll(() => readFocusedField(page)).toBe('needs');
  expect(await locateFieldError(page, 'needs').textContent()).toBe(
    toProblemMessage({ reason: 'chooseSome' }),
  );
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFocusedField(page)).toBe(`${titles[2]}You`);
  expect(await readVisibleButtons(page)).toEqual(['Ask', backLabel]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await locateFieldError(page, 'name').waitFor();
  expect(posts).toEqual([]);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await page.getByText('Stored.').waitFor();
  await expect.poll(() => readFocusedField(page)).toBe('Stored.');
  expect(await readVisibleTitles(page)).toEqual([titles[0]]);
  expect(await locateField(page, 'boat').inputValue()).toBe('');
  expect(await findStoredMessages('Ada')).toMatchObject([
    { other: { boat: 'Albatross', hull: 'Wood', pier: 'North', crew: '3', needs: 'Water' } },
  ]);
});

test('if only the server function finds a problem, the form opens the step that contains it', async () => {
  const page = await open('/quay', {}, 'validation');
  await fillAllSteps(page, 'Bea');
  await pressButton(page, backLabel);
  await pressButton(page, backLabel);
  await locateField(page, 'boat').fill(' ');
  await continueToStep(page, 2);
  await continueToStep(page, 3);
  await pressButton(page, 'Ask');
  await expect.poll(() => readFocusedField(page)).toBe('boat');
  expect(await readVisibleTitles(page)).toEqual([titles[0]]);
  expect(await locateFieldError(page, 'boat').textContent()).toBe(toProblemMessage({ reason: 'required' }));
  expect(await findStoredMessages('Bea')).toEqual([]);
  await page.keyboard.type('Gull');
  await continueToStep(page, 2);
  await continueToStep(page, 3);
  await pressButton(page, 'Ask');
  await page.getByText('Stored.').waitFor();
  expect(await findStoredMessages('Bea')).toMatchObject([{ other: { boat: 'Gull' } }]);
});

test('after a reload, the form keeps the answers of all steps and shows the first step', async () => {
  const page = await open();
  await fillAllSteps(page, 'Cy');
  await page.reload();
  await hydrate(page);
  await expect.poll(() => locateField(page, 'name').inputValue()).toBe('Cy');
  expect(await readVisibleTitles(page)).toEqual([titles[0]]);
  expect(await locateField(page, 'hull').isChecked()).toBe(true);
  await continueToStep(page, 2);
  await continueToStep(page, 3);
  await pressButton(page, 'Ask');
  await page.getByText('Stored.').waitFor();
  expect(await findStoredMessages('Cy')).toHaveLength(1);
});

test('without JavaScript, all steps are visible, and the response page reports each problem', async () => {
  const page = await open('', { javaScriptEnabled: false });
  expect(await readVisibleTitles(page)).toEqual(titles);
  expect(await readVisibleButtons(page)).toEqual(['Ask']);
  await locateField(page, 'boat').fill('Gull');
  await locateField(page, 'hull').check();
  await locateField(page, 'crew').fill('3');
  await locateField(page, 'name').fill('Di');
  await pressButton(page, 'Ask');
  await page.waitForURL('**/functions/v1/**');
  expect(await readVisibleTitles(page)).toEqual(titles);
  expect(await readVisibleButtons(page)).toEqual(['Ask']);
  expect(await locateFieldError(page, 'needs').textContent()).toBe(
    toProblemMessage({ reason: 'chooseSome' }),
  );
  expect(await locateField(page, 'boat').inputValue()).toBe('Gull');
  await locateField(page, 'needs').check();
  await pressButton(page, 'Ask');
  await page.getByText('Stored.').waitFor();
  expect(await findStoredMessages('Di')).toHaveLength(1);
});

test('each step and the response page pass axe', async () => {
  const page = await open();
  expect(await findDisplayProblems(page)).toEqual([]);
  await pressButton(page, nextLabel);
  await locateFieldError(page, 'boat').waitFor();
  expect(await findDisplayProblems(page)).toEqual([]);
  await fillAllSteps(page, 'Eve');
  expect(await findDisplayProblems(page)).toEqual([]);
  await page.locator('form[action] [name=boat]').evaluate((input: HTMLInputElement) => (input.value = ''));
  await postInvalid(page);
  expect(await readVisibleTitles(page)).toEqual(titles);
  expect(await findDisplayProblems(page)).toEqual([]);
});

test.each(['boot', 'form', 'steps', 'choice-field'])(
  'without the script `%s`, all steps are visible, and the browser submits the form',
  async (chunk) => {
    const page = await open('', {}, chunk);
    expect(await readVisibleTitles(page)).toEqual(titles.slice(0, 1));
    await locateField(page, 'boat').fill('Gull');
    await locateField(page, 'hull').check();
    await expect.poll(() => readVisibleTitles(page)).toEqual(titles);
    expect(await readVisibleButtons(page)).toEqual(['Ask']);
    await locateField(page, 'crew').fill('3');
    await locateField(page, 'needs').check();
    await locateField(page, 'name').fill('Fay');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.waitForURL('**/desk.sent.html');
  },
);

test('text entered before hydration is kept, and hydration does not change the height of the form', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { page } = await visit(site.address, { reducedMotion: 'reduce' }, (page) =>
    page.route('**/assets/steps-*.js', async (route) => {
      await released;
      await route.continue();
    }),
  );
  const takeSnapshot = () => page.locator('main').evaluate((main) => [main.clientHeight, main.textContent]);
  const before = await takeSnapshot();
  await locateField(page, 'boat').fill('Gull');
  await locateField(page, 'hull').check();
  const pendingClick = page.getByRole('button', { name: 'Next' }).click();
  release();
  await waitForLiveForm(page);
  await pendingClick;
  await expect.poll(() => readVisibleTitles(page)).toEqual(['Step 2 of 3']);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => readVisibleTitles(page)).toEqual(['Step 1 of 3']);
  expect(await locateField(page, 'boat').inputValue()).toBe('Gull');
  expect(await takeSnapshot()).toEqual(before);
});

test('a form with steps can be used in a dialog and after client-side navigation', async () => {
  const { page, logs } = await visit(`${site.address}/other`, { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Call' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.locator('[name=boat]').press('Enter');
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(2);
  await expect.poll(() => readFocusedField(page)).toBe('boat');
  expect(await findAxeDiagnostics(page, ['dialog[open]'])).toEqual([]);
  await dialog.locator('[name=boat]').fill('Gull');
  await dialog.locator('[name=hull]').first().check();
  await dialog.locator('[name=boat]').press('Enter');
  await dialog.getByText('Who is on board?').waitFor();
  expect(await findAxeDiagnostics(page, ['dialog[open]'])).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back home' }).click();
  await locateField(page, 'boat').waitFor();
  expect(await readVisibleTitles(page)).toEqual(['Step 1 of 3']);
  await locateField(page, 'boat').fill('Gull');
  await locateField(page, 'hull').check();
  await locateField(page, 'boat').press('Enter');
  await expect.poll(() => readVisibleTitles(page)).toEqual(['Step 2 of 3']);
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('only pages that have forms with steps load the code for steps', async () => {
  for (const [path, count] of Object.entries({ '/': 1, '/other': 0 })) {
    const { page } = await visit(site.address + path);
    await page.locator('main form[action] [name=name], main form[action] [name=boat]').first().focus();
    await waitForLiveForm(page);
    expect(
      (await readFetchedPaths(page)).filter((file) => file.includes('/steps-')),
      path,
    ).toHaveLength(count);
  }
});
