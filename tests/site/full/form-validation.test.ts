import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../../support/accessibility.ts';
import { startBrowser, hydrate } from '../../support/browser.ts';

const visit = startBrowser();

/** For each field: whether it is marked invalid, and its visible description. */
const stateOf = (page: Page, form: string) =>
  page.locator(form).evaluate((element) =>
    Object.fromEntries(
      [...element.querySelectorAll<HTMLInputElement>('input:not([type=hidden], [hidden]), textarea')].map(
        (field) => {
          const words = document.getElementById(field.getAttribute('aria-describedby') ?? '');
          return [
            field.labels?.[0]?.textContent,
            [
              field.getAttribute('aria-invalid') === 'true',
              words?.checkVisibility() ? words.textContent : '',
            ],
          ];
        },
      ),
    ),
  );
const focusedLabel = (page: Page) =>
  // A field, or an element without labels.
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent);
const fine = [false, ''];
const missing = [true, expect.stringMatching(/fill (in|out) this field/)];
const noAddress = [true, expect.stringContaining('@')];

const message = '#message form';
const consultation = 'dialog form:has(textarea)';
const ways: [
  name: string,
  path: string,
  form: string,
  opener: string | undefined,
  labels: [name: string, text: string],
][] = [
  ['the contact form', '/contact', message, undefined, ['Name', 'Message']],
  ['the consultation dialog', '/ai-offerings', consultation, 'Talk to Us', ['Full Name', 'Project Details']],
];

test.each(ways)(
  '5 validation: %s reports each invalid field, focuses the first, and removes the problem once it is fixed',
  async (_name, path, form, opener, [name, text]) => {
    const { page, logs } = await visit(path, { reducedMotion: 'reduce' });
    const calls: string[] = [];
    await page.route('**/functions/v1/**', (route) => {
      calls.push(route.request().url());
      return route.abort();
    });
    await hydrate(page);
    if (opener !== undefined) await page.getByRole('button', { name: opener }).first().click();
    await page.locator(form).getByLabel('Email').fill('no address');
    // Enter in a field submits the form.
    await page.locator(form).getByLabel('Email').press('Enter');
    await expect
      .poll(() => stateOf(page, form))
      .toEqual({ [name]: missing, Email: noAddress, 'Company (optional)': fine, [text]: missing });
    expect(await focusedLabel(page)).toBe(name);
    await loadAxe(page);
    expect(await axeDiagnostics(page, [form])).toEqual([]);

    await page.keyboard.type('Ada');
    await expect
      .poll(() => stateOf(page, form))
      .toEqual({ [name]: fine, Email: noAddress, 'Company (optional)': fine, [text]: missing });
    expect(await focusedLabel(page), 'the focus stays in the field').toBe(name);
    await page.locator(form).getByLabel(text).fill('Pumps');
    await page.locator(form).getByRole('button').last().click();
    await expect
      .poll(() => stateOf(page, form))
      .toEqual({ [name]: fine, Email: noAddress, 'Company (optional)': fine, [text]: fine });
    await expect.poll(() => focusedLabel(page)).toBe('Email');
    // Clearing an invalid field is reported at once, because it is validated on input.
    await page.locator(form).getByLabel('Email').fill('');
    await expect.poll(() => stateOf(page, form)).toMatchObject({ Email: missing });
    await page.locator(form).getByLabel('Email').fill('ada@example.org');
    await expect.poll(() => stateOf(page, form)).toMatchObject({ Email: fine });
    expect({ logs, calls }).toEqual({ logs: [], calls: [] });
  },
);

test('removes the success of an earlier message when the next one is rejected', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
  for (const [name, text] of Object.entries({ name: 'Ada', email: 'ada@example.org', message: 'Pumps' }))
    await page.locator(`${message} [name=${name}]`).fill(text);
  const send = page.getByRole('button', { name: 'Send Message' });
  const answer = page.locator(message).getByRole('status');
  await send.click();
  await expect.poll(() => answer.innerText()).toContain('successfully');
  expect((await stateOf(page, message))['Name'], 'an emptied form is not invalid').toEqual(fine);
  await send.click();
  await expect.poll(() => stateOf(page, message)).toMatchObject({ Name: missing });
  expect(await answer.innerText()).toBe('');
});
