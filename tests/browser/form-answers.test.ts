import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { pass, withClock } from '../support/page-clock.ts';

const visit = startBrowser();
const sent = 'Your message is on the desk.';
const failed = 'Your message did not reach us. Please call the desk.';
const answers = { name: 'Ada', email: 'ada@example.org', message: 'Is it deep?' };

const field = (page: Page, name: string) => page.locator(`#message [name=${name}]`);
const fill = async (page: Page, all: Record<string, string> = answers) => {
  for (const [name, text] of Object.entries(all)) await field(page, name).fill(text);
};
const press = (page: Page) => page.locator('#message [type=submit]').click();
const seen = (page: Page, text: string) => page.getByText(text).filter({ visible: true });
const passUntil = (page: Page, text: string) => pass(page, () => seen(page, text).isVisible());
const awake = (page: Page) => pass(page, () => page.locator('[data-block=form][data-live]').isVisible());

test.each([
  ['a page of its own', { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }],
  ['nothing', { status: 204 }],
  ['no sentence', { json: {} }],
  ['null', { json: null }],
  ['a list', { json: [] }],
  ['broken data', { contentType: 'application/json', body: '{"success":' }],
  ['another success', { json: { success: 'yes' } }],
  ['the way to another page', { status: 302, headers: { location: '/imprint' } }],
])(
  'where something else answers with %s, the message counts as not sent and stays',
  async (_what, answer) => {
    const { page } = await visit('/contact', { reducedMotion: 'reduce' }, withClock);
    await fill(page);
    await awake(page);
    await page.route('**/functions/v1/**', (route) => route.fulfill(answer));
    await press(page);
    await passUntil(page, failed);
    expect(await field(page, 'message').inputValue()).toBe(answers.message);
    expect(await page.evaluate(() => localStorage.getItem('draft /contact/message'))).toContain(
      'Is it deep?',
    );
    await page.unroute('**/functions/v1/**');
    await press(page);
    await passUntil(page, sent);
    expect(await field(page, 'message').inputValue()).toBe('');
  },
);
