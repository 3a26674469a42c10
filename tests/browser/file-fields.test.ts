import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { problemMessage } from '../../schema/content/form-messages.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { problemsInDisplays } from '../support/audit.ts';
import { startBrowser } from '../support/browser.ts';
import { formIsLive, postInvalid, problemAt, storedMessages } from '../support/forms.ts';
import { fetchedPaths } from '../support/requests.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { servedSite } from '../support/site-on-disk.ts';

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
const page = file('plan.pdf', Buffer.from('<script>alert(1)</script>'));
const press = (page: Page) => page.locator('[name=name]').press('Enter');
/** The description of a field for assistive technology. */
const described = (page: Page, name: string) =>
  page.locator(`[name=${name}]`).evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
      // Non-breaking spaces before units.
      .replaceAll('\u00A0', ' '),
  );

const open = async (path: string, options: BrowserContextOptions = {}) => {
  const visited = await visit(site.address + path, { reducedMotion: 'reduce', ...options });
  await loadAxe(visited.page);
  return visited;
};
const storedBy = async (name: string) =>
  (await storedMessages(site.data)).filter((message) => message['name'] === name);

test('reports invalid files at their field before sending', async () => {
  const { page: visited, logs: logged } = await open('/survey');
  const calls: string[] = [];
  visited.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  expect(await described(visited, 'plan')).toBe(words.plan);
  expect(await described(visited, 'photos')).toBe(words.photos);
  await visited.locator('[name=name]').fill('Ada');
  await formIsLive(visited);
  await visited.locator('[name=plan]').setInputFiles(page);
  await visited.locator('[name=photos]').setInputFiles([png(10), png(6_000_001)]);
  await press(visited);
  await expect.poll(() => problemAt(visited, 'plan').textContent()).toBe(words.kind);
  expect(await problemAt(visited, 'photos').textContent()).toBe(words.large);
  expect(await described(visited, 'plan')).toBe(`${words.plan} ${words.kind}`);
  await expect.poll(() => visited.evaluate(() => document.activeElement?.id)).toBe('survey-plan');
  expect(await axeDiagnostics(visited)).toEqual([]);
  expect(calls).toEqual([]);

  await visited.locator('[name=plan]').setInputFiles(plan);
  await expect.poll(() => problemAt(visited, 'plan').count()).toBe(0);
  await visited.locator('[name=photos]').setInputFiles([1, 2, 3, 4].map(png));
  await press(visited);
  await expect.poll(() => problemAt(visited, 'photos').textContent()).toBe(words.count);
  await visited.locator('[name=photos]').setInputFiles([png(10), png(1_000_000)]);
  await press(visited);
  await visited.getByText('Stored.').waitFor();
  expect(await axeDiagnostics(visited)).toEqual([]);
  expect(await storedBy('Ada')).toMatchObject([
    { files: [{ name: 'plan.pdf', kind: 'pdf' }, { name: 'a.png' }, { name: 'a.png', size: 1_000_016 }] },
  ]);
  expect(logged).toEqual([]);
});

test('without script, the answer page reports the same problems', async () => {
  const { page: visited } = await open('/survey', { javaScriptEnabled: false });
  await visited.locator('[name=name]').fill('Bea');
  await visited.locator('[name=plan]').setInputFiles(page);
  await visited.locator('[name=photos]').setInputFiles([png(10)]);
  await press(visited);
  await visited.waitForURL('**/functions/v1/**');
  expect(await problemAt(visited, 'plan').textContent()).toBe(words.kind);
  expect(await problemAt(visited, 'photos').textContent()).toBe(words.again);
  expect(await visited.locator('[name=plan]').getAttribute('aria-invalid')).toBe('true');
  expect(await visited.locator('[name=name]').inputValue()).toBe('Bea');
  expect(await storedBy('Bea')).toEqual([]);
  await visited.locator('[name=plan]').setInputFiles(plan);
  await visited.locator('[name=photos]').setInputFiles([png(2_000_000)]);
  await press(visited);
  await visited.getByText('Stored.').waitFor();
  expect(await storedBy('Bea')).toMatchObject([{ files: [{ name: 'plan.pdf' }, { name: 'a.png' }] }]);
});

test('the page and its answer pass the audit', async () => {
  // Without scripts, the browser posts the form.
  const { page: visited } = await visit(`${site.address}/survey`, { reducedMotion: 'reduce' }, (page) =>
    page.route('**/assets/*.js', (route) => route.abort()),
  );
  expect(await problemsInDisplays(visited)).toEqual([]);
  await visited.locator('[name=plan]').setInputFiles(page);
  await postInvalid(visited);
  expect(await problemsInDisplays(visited)).toEqual([]);
});

test('asks to choose a file again that was removed before sending', async () => {
  const { page: visited } = await open('/survey');
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const path = join(folder, 'plan.pdf');
  writeFileSync(path, sampleFiles.pdf);
  await visited.locator('[name=name]').fill('Ed');
  await formIsLive(visited);
  await visited.locator('[name=plan]').setInputFiles(path);
  rmSync(folder, { recursive: true });
  await press(visited);
  await expect.poll(() => problemAt(visited, 'plan').textContent()).toBe(words.again);
  await visited.locator('[name=plan]').setInputFiles(plan);
  await press(visited);
  await visited.getByText('Stored.').waitFor();
});

test('fields may have names of form properties', async () => {
  const { page: visited, logs: logged } = await open('/odd');
  await visited.locator('[name=name]').fill('Flo');
  await formIsLive(visited);
  await press(visited);
  await problemAt(visited, 'constructor').waitFor();
  for (const name of ['action', 'reset', 'submit', 'constructor'])
    await visited.locator(`[name=${name}]`).fill(name);
  await visited.locator('[name=plan]').setInputFiles(plan);
  await press(visited);
  await visited.getByText('Stored.').waitFor();
  expect(await storedBy('Flo')).toMatchObject([{ other: { action: 'action', constructor: 'constructor' } }]);
  expect(logged).toEqual([]);
});

test('asks to choose files again after a reload only', async () => {
  const { page: visited } = await open('/survey');
  const again = visited.getByText(words.again);
  const live = () => formIsLive(visited);
  const wake = async () => {
    await visited.locator('[name=name]').focus();
    await live();
  };
  await visited.locator('[name=name]').fill('Cy');
  await live();
  await visited.locator('[name=plan]').setInputFiles(plan);
  await expect.poll(() => visited.evaluate(() => sessionStorage.length)).toBe(1);
  // The draft is saved once the code that sends the form is loaded.
  await expect.poll(() => visited.evaluate(() => JSON.stringify(localStorage))).toContain('Cy');
  expect(await again.count()).toBe(0);
  await visited.reload();
  await wake();
  await again.waitFor();
  expect(await visited.locator('[data-field=plan]').getByText(words.again).count()).toBe(1);
  await expect.poll(() => visited.locator('[name=name]').inputValue()).toBe('Cy');
  await visited.locator('[name=plan]').setInputFiles(plan);
  await expect.poll(() => again.count()).toBe(0);
  await press(visited);
  await visited.getByText('Stored.').waitFor();
  await visited.reload();
  await wake();
  await visited.waitForLoadState('networkidle');
  expect(await again.count()).toBe(0);
});

test('posts the form as without script if the code for files cannot be loaded', async () => {
  const { page: visited } = await visit(`${site.address}/survey`, { reducedMotion: 'reduce' }, (page) =>
    // Never fulfilled.
    page.route('**/assets/file-field-*.js', () => {}),
  );
  await visited.locator('[name=name]').fill('Di');
  await visited.locator('[name=plan]').setInputFiles(plan);
  await press(visited);
  await visited.waitForURL('**/survey/survey.sent.html');
  expect(await visited.locator('main').innerText()).toContain('Stored.');
});

test('keeps a file that was chosen before the code of its field has loaded', async () => {
  const { promise: requested, resolve: answer } = Promise.withResolvers<void>();
  const { page: visited } = await visit(`${site.address}/survey`, { reducedMotion: 'reduce' }, (page) =>
    page.route('**/assets/{choice-field,file-field}-*.js', async (route) => {
      await requested;
      await route.continue();
    }),
  );
  await visited.locator('[name=photos]').setInputFiles([png(10)]);
  await press(visited);
  answer();
  // Missing answers are reported as soon as the form is hydrated.
  await problemAt(visited, 'name').waitFor();
  await problemAt(visited, 'plan').waitFor();
  expect(
    await visited.locator('[name=photos]').evaluate((field: HTMLInputElement) => field.files?.length),
  ).toBe(1);
});

test('loads the code for files only in forms with files', async () => {
  for (const [path, count] of Object.entries({ '/survey': 1, '/': 0 })) {
    const { page: visited } = await visit(site.address + path);
    await visited.locator('[name=name]').focus();
    await formIsLive(visited);
    const loaded = (await fetchedPaths(visited)).filter((path) => /file-field/.test(path));
    expect(loaded, path).toHaveLength(count);
  }
});

test.each([
  ['fileKind', { name: 'plan.pdf', kinds: 'PDF' }, '„plan.pdf“ ist keine Datei dieser Art: PDF.'],
  [
    'fileSize',
    { name: 'a.png', size: 6.1, most: 6 },
    '„a.png“ hat 6,1 MB, und höchstens 6 MB können gesendet werden.',
  ],
  ['fileCount', { count: 4, most: 3 }, 'Das sind 4 Dateien, und höchstens 3 können gesendet werden.'],
] as const)('the message for %s is translated', (reason, values, message) => {
  expect(problemMessage({ reason, values }, 'de').replaceAll('\u00A0', ' ')).toBe(message);
});
