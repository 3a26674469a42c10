import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { problemMessage } from '../../schema/fields/form-messages.ts';
import { axeDiagnostics } from '../support/accessibility.ts';
import { problemsInDisplays } from '../support/audit.ts';
import { hydrate, startBrowser } from '../support/browser.ts';
import {
  field,
  focusedField,
  formIsLive,
  postInvalid,
  problemAt,
  storedMessages,
  withoutScript,
} from '../support/forms.ts';
import { fetchedPaths } from '../support/requests.ts';
import { servedSite } from '../support/site-on-disk.ts';

const visit = startBrowser();

const site = servedSite('form-steps');
const [next, back] = ['Next', 'Back'];
const titles = ['Step 1 of 3', 'Step 2 of 3', 'Step 3 of 3'];

/** Returns the titles of the visible steps. */
const visibleTitles = (page: Page) =>
  page.locator('main legend:has(span)').filter({ visible: true }).locator('span').allTextContents();
const buttons = (page: Page) =>
  page.locator('main form[action] button').filter({ visible: true }).allTextContents();

const open = async (path = '', options: BrowserContextOptions = {}, blocked = 'no-such-file') => {
  const address = site.address + path;
  return (await visit(address, { reducedMotion: 'reduce', ...options }, withoutScript(blocked))).page;
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Opens the next step, and waits for its title. */
const continueTo = async (page: Page, number: number) => {
  await press(page, next);
  await expect.poll(() => visibleTitles(page)).toEqual([titles[number - 1]]);
};
const storedBy = async (name: string) =>
  (await storedMessages(site.data)).filter((message) => message['name'] === name);
async function fillIn(page: Page, name: string): Promise<void> {
  await field(page, 'boat').fill('Albatross');
  await field(page, 'hull').check();
  await press(page, next);
  await field(page, 'crew').fill('3');
  await field(page, 'needs').check();
  await press(page, next);
  await field(page, 'name').fill(name);
}

test('validates each step and sends the form after the last one, with the keyboard alone', async () => {
  const page = await open();
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  expect(await visibleTitles(page)).toEqual([titles[0]]);
  expect(await buttons(page)).toEqual([next]);
  await field(page, 'boat').focus();
  await formIsLive(page);
  expect(await visibleTitles(page)).toEqual([titles[0]]);
  await page.keyboard.press('Enter');
  await problemAt(page, 'boat').waitFor();
  await problemAt(page, 'hull').waitFor();
  await expect.poll(() => focusedField(page)).toBe('boat');
  expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
  // Browsers accept a space as an answer, but the rules of the form do not.
  await page.keyboard.type(' ');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await field(page, 'boat').press('Enter');
  await expect.poll(() => problemAt(page, 'boat').textContent()).toBe(problemMessage({ reason: 'required' }));
  await expect.poll(() => focusedField(page)).toBe('boat');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Albatross');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedField(page)).toBe(`${titles[1]}Crew`);
  expect(await visibleTitles(page)).toEqual([titles[1]]);
  expect(await buttons(page)).toEqual([next, back]);
  // Its fields are not validated yet.
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  expect(await page.locator('form[action] :user-invalid:not(fieldset)').count()).toBe(0);

  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await press(page, back);
  await expect.poll(() => focusedField(page)).toBe(`${titles[0]}Boat`);
  expect(await problemAt(page, 'crew').count()).toBe(0);
  expect(await field(page, 'boat').inputValue()).toBe('Albatross');
  await field(page, 'boat').press('Enter');
  await expect.poll(() => focusedField(page)).toBe(`${titles[1]}Crew`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedField(page)).toBe('crew');
  await problemAt(page, 'crew').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  // Browsers cannot require one of several checkboxes.
  await expect.poll(() => focusedField(page)).toBe('needs');
  expect(await problemAt(page, 'needs').textContent()).toBe(problemMessage({ reason: 'chooseSome' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedField(page)).toBe(`${titles[2]}You`);
  expect(await buttons(page)).toEqual(['Ask', back]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await problemAt(page, 'name').waitFor();
  expect(posts).toEqual([]);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await page.getByText('Stored.').waitFor();
  await expect.poll(() => focusedField(page)).toBe('Stored.');
  expect(await visibleTitles(page)).toEqual([titles[0]]);
  expect(await field(page, 'boat').inputValue()).toBe('');
  expect(await storedBy('Ada')).toMatchObject([
    { other: { boat: 'Albatross', hull: 'Wood', pier: 'North', crew: '3', needs: 'Water' } },
  ]);
});

test('opens the step with a problem that only the function detects', async () => {
  const page = await open('/quay', {}, 'validation');
  await fillIn(page, 'Bea');
  await press(page, back);
  await press(page, back);
  await field(page, 'boat').fill(' ');
  await continueTo(page, 2);
  await continueTo(page, 3);
  await press(page, 'Ask');
  await expect.poll(() => focusedField(page)).toBe('boat');
  expect(await visibleTitles(page)).toEqual([titles[0]]);
  expect(await problemAt(page, 'boat').textContent()).toBe(problemMessage({ reason: 'required' }));
  expect(await storedBy('Bea')).toEqual([]);
  await page.keyboard.type('Gull');
  await continueTo(page, 2);
  await continueTo(page, 3);
  await press(page, 'Ask');
  await page.getByText('Stored.').waitFor();
  expect(await storedBy('Bea')).toMatchObject([{ other: { boat: 'Gull' } }]);
});

test('after a reload, keeps the answers of all steps and shows the first', async () => {
  const page = await open();
  await fillIn(page, 'Cy');
  await page.reload();
  await hydrate(page);
  await expect.poll(() => field(page, 'name').inputValue()).toBe('Cy');
  expect(await visibleTitles(page)).toEqual([titles[0]]);
  expect(await field(page, 'hull').isChecked()).toBe(true);
  await continueTo(page, 2);
  await continueTo(page, 3);
  await press(page, 'Ask');
  await page.getByText('Stored.').waitFor();
  expect(await storedBy('Cy')).toHaveLength(1);
});

test('without script, shows all steps, and the answer page reports each problem', async () => {
  const page = await open('', { javaScriptEnabled: false });
  expect(await visibleTitles(page)).toEqual(titles);
  expect(await buttons(page)).toEqual(['Ask']);
  await field(page, 'boat').fill('Gull');
  await field(page, 'hull').check();
  await field(page, 'crew').fill('3');
  await field(page, 'name').fill('Di');
  await press(page, 'Ask');
  await page.waitForURL('**/functions/v1/**');
  expect(await visibleTitles(page)).toEqual(titles);
  expect(await buttons(page)).toEqual(['Ask']);
  expect(await problemAt(page, 'needs').textContent()).toBe(problemMessage({ reason: 'chooseSome' }));
  expect(await field(page, 'boat').inputValue()).toBe('Gull');
  await field(page, 'needs').check();
  await press(page, 'Ask');
  await page.getByText('Stored.').waitFor();
  expect(await storedBy('Di')).toHaveLength(1);
});

test('all steps and the answer page pass axe', async () => {
  const page = await open();
  expect(await problemsInDisplays(page)).toEqual([]);
  await press(page, next);
  await problemAt(page, 'boat').waitFor();
  expect(await problemsInDisplays(page)).toEqual([]);
  await fillIn(page, 'Eve');
  expect(await problemsInDisplays(page)).toEqual([]);
  await page.locator('form[action] [name=boat]').evaluate((input: HTMLInputElement) => (input.value = ''));
  await postInvalid(page);
  expect(await visibleTitles(page)).toEqual(titles);
  expect(await problemsInDisplays(page)).toEqual([]);
});

test.each(['boot', 'form', 'steps', 'choice-field'])(
  'without %s, all steps are visible, and the browser posts the form',
  async (chunk) => {
    const page = await open('', {}, chunk);
    expect(await visibleTitles(page)).toEqual(titles.slice(0, 1));
    await field(page, 'boat').fill('Gull');
    await field(page, 'hull').check();
    await expect.poll(() => visibleTitles(page)).toEqual(titles);
    expect(await buttons(page)).toEqual(['Ask']);
    await field(page, 'crew').fill('3');
    await field(page, 'needs').check();
    await field(page, 'name').fill('Fay');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.waitForURL('**/desk.sent.html');
  },
);

test('hydration keeps the height of a form and text entered before it', async () => {
  const { promise: requested, resolve: answer } = Promise.withResolvers<void>();
  const { page } = await visit(site.address, { reducedMotion: 'reduce' }, (page) =>
    page.route('**/assets/steps-*.js', async (route) => {
      await requested;
      await route.continue();
    }),
  );
  const snapshot = () => page.locator('main').evaluate((main) => [main.clientHeight, main.textContent]);
  const before = await snapshot();
  await field(page, 'boat').fill('Gull');
  await field(page, 'hull').check();
  const pressed = page.getByRole('button', { name: 'Next' }).click();
  answer();
  await formIsLive(page);
  await pressed;
  await expect.poll(() => visibleTitles(page)).toEqual(['Step 2 of 3']);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => visibleTitles(page)).toEqual(['Step 1 of 3']);
  expect(await field(page, 'boat').inputValue()).toBe('Gull');
  expect(await snapshot()).toEqual(before);
});

test('steps work in a dialog and after client-side navigation', async () => {
  const { page, logs } = await visit(`${site.address}/other`, { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Call' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.locator('[name=boat]').press('Enter');
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(2);
  await expect.poll(() => focusedField(page)).toBe('boat');
  expect(await axeDiagnostics(page, ['dialog[open]'])).toEqual([]);
  await dialog.locator('[name=boat]').fill('Gull');
  await dialog.locator('[name=hull]').first().check();
  await dialog.locator('[name=boat]').press('Enter');
  await dialog.getByText('Who is on board?').waitFor();
  expect(await axeDiagnostics(page, ['dialog[open]'])).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back home' }).click();
  await field(page, 'boat').waitFor();
  expect(await visibleTitles(page)).toEqual(['Step 1 of 3']);
  await field(page, 'boat').fill('Gull');
  await field(page, 'hull').check();
  await field(page, 'boat').press('Enter');
  await expect.poll(() => visibleTitles(page)).toEqual(['Step 2 of 3']);
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('only pages with steps load the code for steps', async () => {
  for (const [path, count] of Object.entries({ '/': 1, '/other': 0 })) {
    const { page } = await visit(site.address + path);
    await page.locator('main form[action] [name=name], main form[action] [name=boat]').first().focus();
    await formIsLive(page);
    expect(
      (await fetchedPaths(page)).filter((file) => file.includes('/steps-')),
      path,
    ).toHaveLength(count);
  }
});
