import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { fillFields } from '../support/forms.ts';
import { findPrintProblems } from '../support/print.ts';

const visit = startBrowser();

test('the scheme follows the system until the visitor switches it, and the choice is stored', async () => {
  const { page } = await visit('/', { colorScheme: 'light', reducedMotion: 'reduce' });
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const lightColor = await readBackground();
  const picture = page.locator('[data-block=hero] img');
  const lightPicture = await picture.screenshot();
  await page.emulateMedia({ colorScheme: 'dark' });
  const darkColor = await readBackground();
  expect(darkColor).not.toBe(lightColor);
  expect(lightPicture.equals(await picture.screenshot()), 'pictures follow the scheme').toBe(false);
  const schemeButton = page.getByRole('button', { name: 'Light or dark' });
  await schemeButton.click();
  expect(await readBackground()).toBe(lightColor);
  await page.goto(new URL('/contact', page.url()).href);
  expect(await readBackground(), 'on the next page').toBe(lightColor);
  await schemeButton.click();
  expect(await readBackground(), 'switched back').toBe(darkColor);
});

test('in print, a form shows its heading, text and status without fields and buttons, and nothing overlaps', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
  await fillFields(page, { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' });
  await page.locator('#message [type=submit]').click();
  const sent = page.getByText('Your message is on the desk.').filter({ visible: true });
  await sent.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await sent.count()).toBe(1);
  expect(
    await page.getByText('From the first ferry to the last, which is').isVisible(),
    'an answer is shown',
  ).toBe(true);
  const controls = page.locator('main :is(input, textarea, label, form button)');
  expect(await controls.filter({ visible: true }).count()).toBe(0);
  expect(await findPrintProblems(page)).toEqual([]);
});
