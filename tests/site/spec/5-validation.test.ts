import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../support/browser.ts';

const visit = startBrowser();

/** Label, type, whether it is required, rows and placeholder of each field of the form with that button. */
const fieldsOf = (page: Page, form: string) =>
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

test('5 validation: the contact form asks for name, email, company and message', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  expect(await fieldsOf(page, 'main > section form')).toEqual([
    ['Name', 'text', true, 1, ''],
    ['Email', 'email', true, 1, ''],
    ['Company', 'text', false, 1, ''],
    ['Message', 'textarea', true, 5, 'Tell us about your project...'],
  ]);
});

test.each(['/ai-offerings', '/contact', '/ai-automation'])(
  '5 validation: the consultation dialog on %s asks for full name, email, company and project details',
  async (path) => {
    const { page } = await visit(path, { javaScriptEnabled: false });
    expect(await fieldsOf(page, 'dialog form:has(textarea)')).toEqual([
      ['Full Name', 'text', true, 1, ''],
      ['Email', 'email', true, 1, ''],
      ['Company', 'text', false, 1, ''],
      ['Project Details', 'textarea', true, 4, 'Tell us about your project requirements...'],
    ]);
  },
);

test('5 validation: the consultation dialog refuses what is missing and what is no address', async () => {
  const { page, logs } = await visit('/ai-offerings', { reducedMotion: 'reduce' });
  await hydrate(page);
  await page.getByRole('button', { name: 'Talk to Us' }).first().click();
  const form = page.locator('dialog form:has(textarea)');
  const refused = () =>
    form
      .locator(':invalid')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent));
  const submit = form.locator('button[type=submit]');
  await form.locator('input[type=email]').fill('no address');
  await submit.click();
  expect(await refused()).toEqual(['Full Name', 'Email', 'Project Details']);
  await form.getByLabel('Full Name').fill('Ada');
  await form.getByLabel('Project Details').fill('Pumps');
  await submit.click();
  expect(await refused()).toEqual(['Email']);
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  expect(logs).toEqual([]);
});

const newsletter = async (page: Page, address: string) => {
  const field = page.getByPlaceholder('Enter your email');
  await field.fill(address);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  return field;
};
const answer = (page: Page) =>
  page
    .locator('form')
    .filter({ has: page.getByPlaceholder('Enter your email') })
    .getByRole('status');

test('5 validation: the newsletter refuses what is no address', async () => {
  const { page } = await visit('/insights/blogs', { reducedMotion: 'reduce' });
  await hydrate(page);
  const field = await newsletter(page, 'no address');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect((await answer(page).innerText()).trim()).toBe('');
});

test.each([
  ['before hydration', false],
  ['after hydration', true],
])(
  '5 validation: the newsletter answers an address honestly, and asks nobody, %s',
  async (_when, isHydrated) => {
    const { page, logs } = await visit('/insights/blogs', { reducedMotion: 'reduce' });
    if (isHydrated) await hydrate(page);
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(
        `${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search} ` +
          `${request.postData() ?? ''}`,
      ),
    );
    await newsletter(page, 'ada@example.org');
    await expect.poll(() => answer(page).innerText()).toMatch(/\bnot\b|\bno newsletter\b/i);
    expect(await answer(page).innerText(), 'how to reach the company meanwhile').toMatch(
      /\S+@\S+|write|contact/i,
    );
    // The application's code and the pictures may still be loading.
    expect(
      requests.filter((request) => !/^GET \/(assets|brand|pictures|people)\/[\w/.-]+ $/.test(request)),
    ).toEqual([]);
    expect(logs).toEqual([]);
  },
);

test('2.12, 5 validation: without JavaScript the newsletter answers too, and no address leaves the page', async () => {
  const { page } = await visit('/insights/blogs', { javaScriptEnabled: false });
  expect(await page.getByPlaceholder('Enter your email').getAttribute('type')).toBe('email');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  expect(await answer(page).innerText()).toBe('');
  await newsletter(page, 'ada@example.org');
  await expect.poll(() => answer(page).innerText()).toMatch(/\bnot\b|\bno newsletter\b/i);
  expect(requests.filter((request) => /ada(@|%40)/.test(request))).toEqual([]);
});
