import { Buffer } from 'node:buffer';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { axeDiagnostics } from '../support/accessibility.ts';
import { problemsInDisplays } from '../support/audit.ts';
import { startBrowser } from '../support/browser.ts';
import {
  field,
  focusedField,
  formIsLive,
  postInvalid,
  problemAt,
  storedMessages,
  withoutScript,
} from '../support/forms.ts';
import { fetchedPaths } from '../support/requests.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { servedSite, temporaryFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const site = servedSite('file-fields');
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
const choose = (page: Page, name: string, files: Parameters<Locator['setInputFiles']>[0]) =>
  field(page, name).setInputFiles(files);
const press = (page: Page) => field(page, 'name').press('Enter');
const isStored = (page: Page) => page.getByText('Stored.').waitFor();
const problemsOf = (page: Page, name: string) => () => problemAt(page, name).allTextContents();
/** Returns the description of a field for assistive technology. */
const described = (page: Page, name: string) =>
  field(page, name).evaluate((one) =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
      // Units follow a no-break space.
      .replaceAll('\u00A0', ' '),
  );

const open = (
  path: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
) => visit(site.address + path, { reducedMotion: 'reduce', ...options }, prepare);
const storedBy = async (name: string) =>
  (await storedMessages(site.data)).filter((message) => message['name'] === name);

test('invalid files are reported at their field before sending', async () => {
  const { page, logs } = await open('/survey');
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  expect([await described(page, 'plan'), await described(page, 'photos')]).toEqual([
    words.plan,
    words.photos,
  ]);
  await field(page, 'name').fill('Ada');
  await formIsLive(page);
  await choose(page, 'plan', html);
  await choose(page, 'photos', [png(10), png(6_000_001)]);
  await press(page);
  await expect.poll(problemsOf(page, 'plan')).toEqual([words.kind]);
  await expect.poll(problemsOf(page, 'photos')).toEqual([words.large]);
  expect(await described(page, 'plan')).toBe(`${words.plan} ${words.kind}`);
  await expect.poll(() => focusedField(page)).toBe('plan');
  expect(await axeDiagnostics(page)).toEqual([]);
  expect(calls).toEqual([]);

  await choose(page, 'plan', plan);
  await expect.poll(problemsOf(page, 'plan')).toEqual([]);
  await choose(page, 'photos', [1, 2, 3, 4].map(png));
  await press(page);
  await expect.poll(problemsOf(page, 'photos')).toEqual([words.count]);
  await choose(page, 'photos', [png(10), png(1_000_000)]);
  await press(page);
  await isStored(page);
  expect(await axeDiagnostics(page)).toEqual([]);
  expect(await storedBy('Ada')).toMatchObject([
    { files: [{ name: 'plan.pdf', kind: 'pdf' }, { name: 'a.png' }, { name: 'a.png', size: 1_000_016 }] },
  ]);
  expect(logs).toEqual([]);
});

test('without script, the answer page reports the same problems', async () => {
  const { page } = await open('/survey', { javaScriptEnabled: false });
  await field(page, 'name').fill('Bea');
  await choose(page, 'plan', html);
  await choose(page, 'photos', [png(10)]);
  await press(page);
  await page.waitForURL('**/functions/v1/**');
  await expect.poll(problemsOf(page, 'plan')).toEqual([words.kind]);
  await expect.poll(problemsOf(page, 'photos')).toEqual([words.again]);
  expect(await field(page, 'plan').getAttribute('aria-invalid')).toBe('true');
  expect(await field(page, 'name').inputValue()).toBe('Bea');
  expect(await storedBy('Bea')).toEqual([]);
  await choose(page, 'plan', plan);
  await choose(page, 'photos', [png(2_000_000)]);
  await press(page);
  await isStored(page);
  expect(await storedBy('Bea')).toMatchObject([{ files: [{ name: 'plan.pdf' }, { name: 'a.png' }] }]);
});

test('the page and its answer page pass axe', async () => {
  // Without scripts, the browser posts the form.
  const { page } = await open('/survey', {}, withoutScript('*'));
  expect(await problemsInDisplays(page)).toEqual([]);
  await choose(page, 'plan', html);
  await postInvalid(page);
  expect(await problemsInDisplays(page)).toEqual([]);
});

test('a file removed before sending has to be chosen again', async () => {
  const { page } = await open('/survey');
  const path = join(temporaryFolder(), 'plan.pdf');
  writeFileSync(path, sampleFiles.pdf);
  await field(page, 'name').fill('Ed');
  await formIsLive(page);
  await choose(page, 'plan', path);
  rmSync(path);
  await press(page);
  await expect.poll(problemsOf(page, 'plan')).toEqual([words.again]);
  await choose(page, 'plan', plan);
  await press(page);
  await isStored(page);
});

test('field names may match properties of HTML forms', async () => {
  const { page, logs } = await open('/odd');
  await field(page, 'name').fill('Flo');
  await formIsLive(page);
  await press(page);
  await problemAt(page, 'constructor').waitFor();
  for (const name of ['action', 'reset', 'submit', 'constructor']) await field(page, name).fill(name);
  await choose(page, 'plan', plan);
  await press(page);
  await isStored(page);
  expect(await storedBy('Flo')).toMatchObject([{ other: { action: 'action', constructor: 'constructor' } }]);
  expect(logs).toEqual([]);
});

test('files have to be chosen again after a reload, but not otherwise', async () => {
  const { page } = await open('/survey');
  const again = page.getByText(words.again);
  const reload = async () => {
    await page.reload();
    await field(page, 'name').focus();
    await formIsLive(page);
  };
  await field(page, 'name').fill('Cy');
  await formIsLive(page);
  await choose(page, 'plan', plan);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  // The draft is saved once the code that sends the form is loaded.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Cy');
  expect(await again.count()).toBe(0);
  await reload();
  await again.waitFor();
  expect(await page.locator('[data-field=plan]').getByText(words.again).count()).toBe(1);
  await expect.poll(() => field(page, 'name').inputValue()).toBe('Cy');
  await choose(page, 'plan', plan);
  await expect.poll(() => again.count()).toBe(0);
  await press(page);
  await isStored(page);
  await reload();
  await page.waitForLoadState('networkidle');
  expect(await again.count()).toBe(0);
});

test('if the code for files cannot be loaded, the browser posts the form', async () => {
  // The request never completes.
  const { page } = await open('/survey', {}, (page) => page.route('**/assets/file-field-*.js', () => {}));
  await field(page, 'name').fill('Di');
  await choose(page, 'plan', plan);
  await press(page);
  await page.waitForURL('**/survey/survey.sent.html');
  expect(await page.locator('main').innerText()).toContain('Stored.');
});

test('a file chosen before the code of its field has loaded is kept', async () => {
  const { promise: requested, resolve: answer } = Promise.withResolvers<void>();
  const { page } = await open('/survey', {}, (page) =>
    page.route('**/assets/{choice-field,file-field}-*.js', async (route) => {
      await requested;
      await route.continue();
    }),
  );
  await choose(page, 'photos', [png(10)]);
  await press(page);
  answer();
  // Missing answers are reported as soon as the form is hydrated.
  await problemAt(page, 'name').waitFor();
  await problemAt(page, 'plan').waitFor();
  expect(await field(page, 'photos').evaluate((one: HTMLInputElement) => one.files?.length)).toBe(1);
});

test.each([
  ['/survey', 1],
  ['/', 0],
])('only forms with files load the code for files: %s', async (path, count) => {
  const { page } = await open(path);
  await field(page, 'name').focus();
  await formIsLive(page);
  expect((await fetchedPaths(page)).filter((path) => /file-field/.test(path))).toHaveLength(count);
});
