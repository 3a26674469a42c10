import { Buffer } from 'node:buffer';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { findDisplayProblems } from '../support/audit.ts';
import { startBrowser } from '../support/browser.ts';
import {
  locateField,
  readFocusedField,
  waitForLiveForm,
  postInvalid,
  locateFieldError,
  readStoredMessages,
  blockScripts,
} from '../support/forms.ts';
import { readFetchedPaths } from '../support/requests.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { serveTestSite, createTestFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const site = serveTestSite('file-fields');
const words = {
  plan: 'Of the house. PDF or DOCX, at most 5 MB',
  photos: 'At most 3 files, JPG, PNG, or WEBP: each 6 MB, together 10 MB',
  kind: '“plan.pdf” is none of these kinds of files: PDF, DOCX.',
  large: '“a.png” has 6.1 MB, and at most 6 MB can be sent.',
  again: 'Please choose this file again: it was not kept.',
  count: 'These are 4 files, and at most 3 can be sent.',
};

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const png = (size: number) => file('a.png', Buffer.concat([sampleFiles.png, Buffer.alloc(size)]));
const plan = file('plan.pdf', sampleFiles.pdf);
const html = file('plan.pdf', Buffer.from('<script>alert(1)</script>'));
const chooseFiles = (page: Page, name: string, files: Parameters<Locator['setInputFiles']>[0]) =>
  locateField(page, name).setInputFiles(files);
const submitByEnter = (page: Page) => locateField(page, 'name').press('Enter');
const waitUntilStored = (page: Page) => page.getByText('Stored.').waitFor();
const problemReader = (page: Page, name: string) => () => locateFieldError(page, name).allTextContents();
/** Returns a field's description for assistive technology. */
const readDescription = (page: Page, name: string) =>
  locateField(page, name).evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
      // Replace the no-break spaces before units, so that tests can write normal spaces.
      .replaceAll('\u00A0', ' '),
  );

const openForm = (
  path: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
) => visit(site.address + path, { reducedMotion: 'reduce', ...options }, prepare);
const findStoredMessages = async (name: string) =>
  (await readStoredMessages(site.data)).filter((message) => message['name'] === name);

test('a form reports invalid files next to their fields before it is sent', async () => {
  const { page, logs } = await openForm('/survey');
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  expect([await readDescription(page, 'plan'), await readDescription(page, 'photos')]).toEqual([
    words.plan,
    words.photos,
  ]);
  await locateField(page, 'name').fill('Ada');
  await waitForLiveForm(page);
  await chooseFiles(page, 'plan', html);
  await chooseFiles(page, 'photos', [png(10), png(6_000_001)]);
  await submitByEnter(page);
  await expect.poll(problemReader(page, 'plan')).toEqual([words.kind]);
  await expect.poll(problemReader(page, 'photos')).toEqual([words.large]);
  expect(await readDescription(page, 'plan')).toBe(`${words.plan} ${words.kind}`);
  await expect.poll(() => readFocusedField(page)).toBe('plan');
  expect(await findAxeDiagnostics(page)).toEqual([]);
  expect(calls).toEqual([]);

  await chooseFiles(page, 'plan', plan);
  await expect.poll(problemReader(page, 'plan')).toEqual([]);
  await chooseFiles(page, 'photos', [1, 2, 3, 4].map(png));
  await submitByEnter(page);
  await expect.poll(problemReader(page, 'photos')).toEqual([words.count]);
  await chooseFiles(page, 'photos', [png(10), png(1_000_000)]);
  await submitByEnter(page);
  await waitUntilStored(page);
  expect(await findAxeDiagnostics(page)).toEqual([]);
  expect(await findStoredMessages('Ada')).toMatchObject([
    { files: [{ name: 'plan.pdf', kind: 'pdf' }, { name: 'a.png' }, { name: 'a.png', size: 1_000_016 }] },
  ]);
  expect(logs).toEqual([]);
});

test('without JavaScript, the response page reports an invalid file and asks for the valid ones again', async () => {
  const { page } = await openForm('/survey', { javaScriptEnabled: false });
  await locateField(page, 'name').fill('Bea');
  await chooseFiles(page, 'plan', html);
  await chooseFiles(page, 'photos', [png(10)]);
  await submitByEnter(page);
  await page.waitForURL('**/functions/v1/**');
  await expect.poll(problemReader(page, 'plan')).toEqual([words.kind]);
  await expect.poll(problemReader(page, 'photos')).toEqual([words.again]);
  expect(await locateField(page, 'plan').getAttribute('aria-invalid')).toBe('true');
  expect(await locateField(page, 'name').inputValue()).toBe('Bea');
  expect(await findStoredMessages('Bea')).toEqual([]);
  await chooseFiles(page, 'plan', plan);
  await chooseFiles(page, 'photos', [png(2_000_000)]);
  await submitByEnter(page);
  await waitUntilStored(page);
  expect(await findStoredMessages('Bea')).toMatchObject([
    { files: [{ name: 'plan.pdf' }, { name: 'a.png' }] },
  ]);
});

test('a form with file fields and its response page pass axe', async () => {
  // Without JavaScript, the browser submits the form and shows the response page.
  const { page } = await openForm('/survey', {}, blockScripts('*'));
  expect(await findDisplayProblems(page)).toEqual([]);
  await chooseFiles(page, 'plan', html);
  await postInvalid(page);
  expect(await findDisplayProblems(page)).toEqual([]);
});

test('if a file is deleted from disk before sending, the form asks for it again', async () => {
  const { page } = await openForm('/survey');
  const path = join(createTestFolder(), 'plan.pdf');
  writeFileSync(path, sampleFiles.pdf);
  await locateField(page, 'name').fill('Ed');
  await waitForLiveForm(page);
  await chooseFiles(page, 'plan', path);
  rmSync(path);
  await submitByEnter(page);
  await expect.poll(problemReader(page, 'plan')).toEqual([words.again]);
  await chooseFiles(page, 'plan', plan);
  await submitByEnter(page);
  await waitUntilStored(page);
});

test('a form is sent even if its fields are named like properties of form elements, such as `submit`', async () => {
  const { page, logs } = await openForm('/odd');
  await locateField(page, 'name').fill('Flo');
  await waitForLiveForm(page);
  await submitByEnter(page);
  await locateFieldError(page, 'constructor').waitFor();
  for (const name of ['action', 'reset', 'submit', 'constructor']) await locateField(page, name).fill(name);
  await chooseFiles(page, 'plan', plan);
  await submitByEnter(page);
  await waitUntilStored(page);
  expect(await findStoredMessages('Flo')).toMatchObject([
    { other: { action: 'action', constructor: 'constructor' } },
  ]);
  expect(logs).toEqual([]);
});

test('after a reload, the form asks for its files again, unless it has already been sent', async () => {
  const { page } = await openForm('/survey');
  const chooseAgainMessage = page.getByText(words.again);
  const reload = async () => {
    await page.reload();
    await locateField(page, 'name').focus();
    await waitForLiveForm(page);
  };
  await locateField(page, 'name').fill('Cy');
  await waitForLiveForm(page);
  await chooseFiles(page, 'plan', plan);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  // Wait for the draft. It is saved only after the code that sends the form has loaded.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Cy');
  expect(await chooseAgainMessage.count()).toBe(0);
  await reload();
  await chooseAgainMessage.waitFor();
  expect(await page.locator('[data-field=plan]').getByText(words.again).count()).toBe(1);
  await expect.poll(() => locateField(page, 'name').inputValue()).toBe('Cy');
  await chooseFiles(page, 'plan', plan);
  await expect.poll(() => chooseAgainMessage.count()).toBe(0);
  await submitByEnter(page);
  await waitUntilStored(page);
  await reload();
  await page.waitForLoadState('networkidle');
  expect(await chooseAgainMessage.count()).toBe(0);
});

test('if the code for file fields does not load, the browser submits the form', async () => {
  // An empty handler leaves the request pending.
  const { page } = await openForm('/survey', {}, (page) => page.route('**/assets/file-field-*.js', () => {}));
  await locateField(page, 'name').fill('Di');
  await chooseFiles(page, 'plan', plan);
  await submitByEnter(page);
  await page.waitForURL('**/survey/survey.sent.html');
  expect(await page.locator('main').innerText()).toContain('Stored.');
});

test('a file chosen before the code for its field has loaded is kept', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { page } = await openForm('/survey', {}, (page) =>
    page.route('**/assets/{choice-field,file-field}-*.js', async (route) => {
      await released;
      await route.continue();
    }),
  );
  await chooseFiles(page, 'photos', [png(10)]);
  await submitByEnter(page);
  release();
  // Missing answers are reported as soon as the form is hydrated.
  await locateFieldError(page, 'name').waitFor();
  await locateFieldError(page, 'plan').waitFor();
  expect(
    await locateField(page, 'photos').evaluate((element: HTMLInputElement) => element.files?.length),
  ).toBe(1);
});

test.each([
  ['/survey', 1],
  ['/', 0],
])('only forms with file fields load the code for them (%s)', async (path, count) => {
  const { page } = await openForm(path);
  await locateField(page, 'name').focus();
  await waitForLiveForm(page);
  expect((await readFetchedPaths(page)).filter((path) => /file-field/.test(path))).toHaveLength(count);
});
