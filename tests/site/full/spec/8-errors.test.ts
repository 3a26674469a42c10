import type { Route } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../../support/browser.ts';

const visit = startBrowser();
const failed = 'Failed to send message. Please try again or contact us directly.';
const sent = "Message sent successfully! We'll get back to you within 24 hours.";

const answers = { name: 'Ada', email: 'ada@example.org', company: 'Engines', message: 'Pumps' };

const failures: Record<string, (route: Route) => Promise<void>> = {
  'a call that does not get through': (route) => route.abort(),
  'an answer that is an error': (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'no room' } }),
  'a success flag of false': (route) => route.fulfill({ json: { success: false, error: 'no room' } }),
};

test('8 errors: every outcome of a call has the text and the icon of the specification', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await hydrate(page);
  const form = page.locator('main > section form');
  const status = form.getByRole('status');
  const send = async (respond: (route: Route) => Promise<void>) => {
    for (const [name, text] of Object.entries(answers)) await form.locator(`[name=${name}]`).fill(text);
    await page.locator('[data-block=form][data-live]').waitFor();
    await page.unroute('**/functions/v1/**');
    await page.route('**/functions/v1/**', respond);
    await form.locator('button[type=submit]').click();
  };
  const mark = () => status.locator('svg').getAttribute('data-glyph');
  for (const [situation, respond] of Object.entries(failures)) {
    await send(respond);
    await expect.poll(() => status.innerText(), { message: situation }).toBe(failed);
    expect(await mark(), situation).toBe('close');
    for (const [name, text] of Object.entries(answers))
      expect(await form.locator(`[name=${name}]`).inputValue(), situation).toBe(text);
    // Between two failures, so that each must be announced again.
    await send((route) => route.fulfill({ json: { success: true } }));
    await expect.poll(() => status.innerText()).toBe(sent);
    expect(await mark()).toBe('check');
    expect(await form.locator('[name=message]').inputValue()).toBe('');
  }
});
