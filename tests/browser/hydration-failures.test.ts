import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { hydrate, isSameDocument, markDocument, startBrowser } from '../support/browser.ts';
import { fillFields, blockScripts } from '../support/forms.ts';

const visit = startBrowser();

/** Serves a script whose component throws when React renders it. */
const serveBroken = (script: string, name: string) => (page: Page) =>
  page.route(`**/assets/${script}-*.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const ${name} = () => { throw new Error('broken on purpose'); };`,
    }),
  );

const answers = { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Is this working?' };

/** Sends the form, and returns whether it was sent in the background or as a form submission. */
async function submitForm(page: Page): Promise<string> {
  // Wait for the request and the click together: the click resolves only when the response has arrived.
  const [request] = await Promise.all([
    page.waitForRequest('**/functions/v1/**'),
    page.locator('form[action] [type=submit]').click(),
  ]);
  return request.isNavigationRequest() ? 'as a regular form submission' : 'in the background';
}

// The script `submit` contains the Supabase client, which sends the form.
test.each(['boot', 'design', 'send', 'submit'])(
  'without the script `%s`, the browser submits the form and shows the response page',
  async (chunk) => {
    const { page } = await visit('/contact', {}, blockScripts(chunk));
    await fillFields(page, answers);
    expect(await submitForm(page)).toBe('as a regular form submission');
    // The first message may take longer, because it also creates the database.
    await page.locator('[data-status=success]').filter({ visible: true }).waitFor();
  },
);

test('links, menus, questions, dialogs and filters work if no JavaScript loads', async () => {
  const { page } = await visit('/contact', { viewport: { width: 375, height: 800 } }, blockScripts('*'));
  await page.getByText('When is the office open?').click();
  await page.getByText('From the first ferry to the last, which is').waitFor();
  await page.locator('[commandfor]').first().click();
  await page.locator('dialog[open]').waitFor();
  await page.locator('dialog[open] form[method=dialog] button').first().click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log' }).click();
  await page.waitForURL('**/log');
  const posts = page.locator('[data-tags]').filter({ visible: true });
  const totalCount = await posts.count();
  await page.locator('label:has([type=radio][value="0"])').click();
  await expect.poll(() => posts.count()).toBeLessThan(totalCount);
});

test('a form whose component throws keeps its HTML and input, and the browser submits it', async () => {
  const { page, logs } = await visit('/contact', {}, serveBroken('form', 'Form'));
  const takeSnapshot = () =>
    page
      .locator('[data-block=form]')
      .evaluate((section) => [section.getBoundingClientRect().height, section.textContent]);
  const before = await takeSnapshot();
  await fillFields(page, answers);
  await page.locator('[data-block=form]:not([data-island])').waitFor();
  expect(await takeSnapshot()).toEqual(before);
  expect(await page.locator('form[action] [name=message]').inputValue()).toBe('Is this working?');
  expect(
    logs.filter((line) => line.startsWith('error')),
    'logged once',
  ).toEqual([expect.stringContaining('The block form failed: Error: broken on purpose')]);
  expect(await submitForm(page)).toBe('as a regular form submission');
});

test('if a carousel component throws, its logos stay visible and navigation works', async () => {
  const { page, logs } = await visit(
    '/',
    { reducedMotion: 'reduce' },
    serveBroken('logo-carousel', 'LogoCarousel'),
  );
  await hydrate(page);
  await page.locator('[data-block=logo-carousel]').scrollIntoViewIfNeeded();
  await page.locator('[data-block=logo-carousel]:not([data-island])').waitFor();
  expect(await page.locator('[data-block=logo-carousel] img').count()).toBe(6);
  await markDocument(page);
  await page.locator('header').getByRole('link', { name: 'Ask the desk' }).click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([
    expect.stringContaining('The block logo-carousel failed'),
  ]);
});

test('if a block of the next page throws, the page is loaded from the server', async () => {
  const { page } = await visit('/imprint', {}, serveBroken('faq', 'Faq'));
  await hydrate(page);
  await page.locator('header').getByRole('link', { name: 'Ask the desk' }).click();
  await page.waitForURL(`${inject('site')}/contact`);
  await page.getByText('When is the office open?').click();
  await page.getByText('From the first ferry to the last, which is').waitFor();
  expect(await page.locator('main > section').count()).toBe(4);
});
