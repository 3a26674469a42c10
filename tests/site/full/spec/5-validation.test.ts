import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser, hydrate } from '../../../support/browser.ts';

const visit = startBrowser();

/** Returns the label, type, required state, rows and placeholder of each field in a form. */
const readFields = (page: Page, form: string) =>
  page
    .locator(form)
    .evaluate((element) =>
      [
        ...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
          'input:not([type=hidden]):not([hidden]), textarea',
        ),
      ].map((field) => [
        field.labels?.[0]?.textContent.replace(' (optional)', ''),
        field.type,
        field.required,
        field instanceof HTMLTextAreaElement ? field.rows : 1,
        field.placeholder,
      ]),
    );

test('§5 validation: forms require name, email, company and message, and browsers reject missing answers', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  const form = 'main > section form';
  expect(await readFields(page, form)).toEqual([
    ['Name', 'text', true, 1, ''],
    ['Email', 'email', true, 1, ''],
    ['Company', 'text', false, 1, ''],
    ['Message', 'textarea', true, 5, 'Tell us about your project...'],
  ]);
  expect(await page.locator('form[novalidate]').count()).toBe(0);
  await page.getByRole('button', { name: 'Send Message' }).click();
  expect(await page.locator(`${form} [name=name]:focus`).count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/contact');
  for (const path of ['/contact', '/ai-offerings', '/ai-automation']) {
    await page.goto(new URL(path, page.url()).href);
    expect(await readFields(page, 'dialog form:has(textarea)'), path).toEqual([
      ['Full Name', 'text', true, 1, ''],
      ['Email', 'email', true, 1, ''],
      ['Company', 'text', false, 1, ''],
      ['Project Details', 'textarea', true, 4, 'Tell us about your project requirements...'],
    ]);
  }
});

const subscribe = async (page: Page, address: string) => {
  const field = page.getByPlaceholder('Enter your email');
  await field.fill(address);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  return field;
};
const locateAnswer = (page: Page) =>
  page
    .locator('form')
    .filter({ has: page.getByPlaceholder('Enter your email') })
    .getByRole('status');

test.each([
  ['before hydration', false],
  ['after hydration', true],
])(
  '§5 validation: the newsletter form rejects an invalid address and says that it subscribes no one, %s',
  async (_state, isHydrated) => {
    const { page, logs } = await visit('/insights/blogs', { reducedMotion: 'reduce' });
    if (isHydrated) await hydrate(page);
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(`${request.method()} ${request.url().replace(inject('site'), '')}`),
    );
    const field = await subscribe(page, 'no address');
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
    expect((await locateAnswer(page).innerText()).trim()).toBe('');
    await subscribe(page, 'ada@example.org');
    await expect.poll(() => locateAnswer(page).innerText()).toMatch(/\bnot\b|\bno newsletter\b/i);
    expect(await locateAnswer(page).innerText(), 'says how to contact the company').toMatch(
      /\S+@\S+|write|contact/i,
    );
    // Ignore scripts and pictures, and the data of a page whose link is under the pointer: they may still load.
    const ownFiles = /^GET \/((assets|brand|pictures|people)\/[\w/.-]+|[\w/-]+\.page\.json)$/;
    expect(requests.filter((request) => !ownFiles.test(request))).toEqual([]);
    expect(logs).toEqual([]);
  },
);

test('§2.12, §5 validation: without JavaScript, the newsletter form says that it subscribes no one and sends no address', async () => {
  const { page } = await visit('/insights/blogs', { javaScriptEnabled: false });
  expect(await page.getByPlaceholder('Enter your email').getAttribute('type')).toBe('email');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  expect(await locateAnswer(page).innerText()).toBe('');
  await subscribe(page, 'ada@example.org');
  await expect.poll(() => locateAnswer(page).innerText()).toMatch(/\bnot\b|\bno newsletter\b/i);
  expect(requests.filter((request) => /ada(@|%40)/.test(request))).toEqual([]);
});
