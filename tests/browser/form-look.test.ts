import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const sent = 'Your message is on the desk.';

test('on paper a form is its heading, its text and what came of it, without fields and buttons', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
  const all = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };
  for (const [name, text] of Object.entries(all)) await page.locator(`#message [name=${name}]`).fill(text);
  await page.locator('#message [type=submit]').click();
  await page.getByText(sent).filter({ visible: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await page.getByText(sent).filter({ visible: true }).count()).toBe(1);
  expect(
    await page
      .locator('main')
      .locator('input, textarea, label, form button')
      .filter({ visible: true })
      .count(),
  ).toBe(0);
});

test('on paper the steps of a form are left out, and its heading is there', async () => {
  const { page } = await visit('/services/join', { reducedMotion: 'reduce' });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { name: 'Join the club' }).isVisible()).toBe(true);
  expect(
    await page.locator('main form').locator('legend, label, button').filter({ visible: true }).count(),
  ).toBe(0);
});
