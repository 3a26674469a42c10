import type { Route } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../support/browser.ts';
import { namedLinks, startReader } from '../../support/reading.ts';

const visit = startBrowser();
const read = startReader();
const failed = 'Failed to send message. Please try again or contact us directly.';
const sent = "Message sent successfully! We'll get back to you within 24 hours.";

test.each<[string, (route: Route) => Promise<void>, string, string]>([
  ['a call that does not get through', (route) => route.abort(), failed, 'close'],
  [
    'an answer that is an error',
    (route) => route.fulfill({ status: 500, json: { success: false, error: 'no room' } }),
    failed,
    'close',
  ],
  [
    'a success flag of false',
    (route) => route.fulfill({ json: { success: false, error: 'no room' } }),
    failed,
    'close',
  ],
  ['a success flag of true', (route) => route.fulfill({ json: { success: true } }), sent, 'check'],
])(
  '8 errors: %s is told in the words and with the mark of the catalogue',
  async (_situation, respond, words, mark) => {
    const { page } = await visit('/contact', { reducedMotion: 'reduce' });
    await hydrate(page);
    const form = page.locator('main > section form');
    for (const name of ['name', 'message']) await form.locator(`[name=${name}]`).fill('Pumps');
    await form.locator('[name=email]').fill('ada@example.org');
    await page.locator('[data-block=form][data-live]').waitFor();
    await page.route('**/functions/v1/**', respond);
    await form.locator('button[type=submit]').click();
    const status = form.getByRole('status');
    await expect.poll(() => status.innerText()).toBe(words);
    expect(await status.locator('svg').getAttribute('data-glyph')).toBe(mark);
    expect(await form.locator('[name=message]').inputValue()).toBe(words === failed ? 'Pumps' : '');
  },
);

test('8 errors: an unknown route shows the not-found page', async () => {
  const { status, text, links } = await read('/nowhere');
  expect(status).toBe(404);
  expect(text).toMatch(/\b404\b/);
  expect(text).toContain('Oops! Page not found');
  expect(namedLinks(links, 'Return to Home')).toEqual(['/']);
});
