import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { edit } from '../../scripts/edit.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { type HostServer, startHost } from '../support/host-api.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { serveFolder } from '../support/serve-folder.ts';
import { scratchFolder } from '../support/site-on-disk.ts';
import { errorPageYaml, pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const folder = scratchFolder();
const out = join(folder, 'editor');
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 0h9v9z"/></svg>';
const hero = (heading: string) => `  - type: hero\n    heading: ${heading}\n    lead: Rain *often* falls.\n`;
const logos = '  - type: logos\n    heading: Masts\n    items: [{ name: Mast, src: /pictures/mast.svg }]\n';
const about = pageYaml(hero('About') + logos);
const wind = pageYaml(hero('Wind')).replaceAll('\n', '\r\n');

let host: HostServer;
let address: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  const { code, err } = await runCommand(edit, ['--static', out]);
  if (code !== 0) throw new Error(err);
  const served = await serveFolder(out);
  [address, stop] = [served.address, served.stop];
  host = await startHost(scratchFolder(), {
    'pages/_site.yaml': siteYaml,
    'pages/404.yaml': errorPageYaml,
    'pages/index.yaml': pageYaml(hero('Home')),
    'pages/about.yaml': about,
    'pages/wind.yaml': wind,
    'public/pictures/mast.svg': drawing,
    'README.md': 'Words.\n',
  });
});
afterEach(() => (host.failure = undefined));
afterAll(async () => {
  await stop();
  await host.stop();
});

/** Opens the editor, and the site with a token. */
async function open(token = host.token, repository = host.repository) {
  const { page, logs } = await visit(address, { reducedMotion: 'reduce' });
  await fill(page, token, repository);
  return { page, logs };
}

async function fill(page: Page, token: string, repository = host.repository): Promise<void> {
  await page.getByLabel('Repository', { exact: true }).fill(repository);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.locator('details').evaluate((details) => details.toggleAttribute('open', true));
  await page.getByLabel('Address of the API').fill(host.address);
  await page.getByRole('button', { name: 'Open the site' }).click();
}

const textOf = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
const preview = (page: Page) => page.frameLocator('iframe[title=Preview]');

async function openFile(page: Page, path: string): Promise<void> {
  await page.locator(`[data-path="${path}"]`).click();
  await page.getByRole('textbox', { name: `Text of ${path}` }).waitFor();
}

async function cursorAfter(page: Page, text: string): Promise<void> {
  await textOf(page).locator('.cm-line', { hasText: text }).first().click();
  await page.keyboard.press('End');
}

/** A file on a branch, byte for byte. */
const fileOn = (branch: string, path: string) => host.git('cat-file', 'blob', `${branch}:${path}`);

test('a site is read, checked and drawn in the browser, and a change becomes one commit and a request', async () => {
  const { page, logs } = await open();
  await openFile(page, 'about.yaml');
  await preview(page).locator('h1', { hasText: 'About' }).waitFor();
  expect(await preview(page).locator('em').textContent()).toBe('often');
  await expect.poll(() => preview(page).locator('img[src^="data:image/svg"]').count()).toBeGreaterThan(0);
  // A mistake, and its fix.
  await cursorAfter(page, 'heading: About');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('eybrow: Soon');
  await page.locator('.messages .error').first().waitFor();
  await page.locator('[data-path="about.yaml"] .errors').waitFor();
  await page.keyboard.press('Control+.');
  await preview(page).getByText('Soon').first().waitFor();
  await openFile(page, 'wind.yaml');
  await cursorAfter(page, 'heading: Wind');
  await page.keyboard.insertText(' and rain');
  await preview(page).locator('h1', { hasText: 'Wind and rain' }).waitFor();
  // What is typed stays with the browser.
  await page.reload();
  await page.getByRole('button', { name: 'Hand in (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand in' });
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('about.yaml, changed in one place'),
    expect.stringContaining('wind.yaml, changed in one place'),
  ]);
  await dialog.getByLabel(/What you changed/).fill('Say when it rains');
  const before = host.git('rev-parse', 'main');
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  const link = page.getByRole('link', { name: 'Open the request' });
  expect(await link.getAttribute('href')).toBe(`${host.address}/${host.repository}/pull/1`);
  const [opened] = host.opened;
  expect(opened).toMatchObject({ title: 'Say when it rains', base: 'main' });
  const branch = opened?.head ?? '';
  expect(branch).toMatch(/^edit\/say-when-it-rains-\w+$/);
  expect(host.git('rev-parse', `${branch}^`)).toBe(before);
  expect(host.git('rev-parse', 'main')).toBe(before);
  expect(host.git('diff', '--name-only', before, branch)).toBe('pages/about.yaml\npages/wind.yaml');
  expect(fileOn(branch, 'pages/about.yaml')).toBe(
    about.replace('heading: About', 'heading: About\n    eyebrow: Soon').trim(),
  );
  expect(fileOn(branch, 'pages/wind.yaml')).toBe(wind.replace('g: Wind', 'g: Wind and rain').trim());
  expect(logs.filter((line) => !/^(?:debug|info)/.test(line))).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Nothing to hand in' }).waitFor();
});

test('what others have committed meanwhile is merged, and both versions of one line are shown', async () => {
  const { page } = await open();
  await openFile(page, 'index.yaml');
  await cursorAfter(page, 'heading: Home');
  await page.keyboard.insertText(' port');
  const source = pageYaml(hero('Home'));
  const theirs = source.replace('g: Home', 'g: House').replace('often', 'seldom');
  host.commit({ 'pages/index.yaml': theirs, 'pages/wind.yaml': pageYaml(hero('Storm')) }, 'By others');
  await page.getByRole('button', { name: 'Hand in (1)' }).click();
  await page.getByRole('button', { name: 'Send for review' }).click();
  const both = page.getByRole('dialog').locator('.both');
  await both.getByText('House').waitFor();
  await both.getByText('Home port').waitFor();
  await both.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('link', { name: 'Open the request' }).waitFor();
  const { head = '' } = host.opened.at(-1) ?? {};
  expect(host.git('rev-parse', `${head}^`)).toBe(host.git('rev-parse', 'main'));
  expect(host.git('diff', '--name-only', 'main', head)).toBe('pages/index.yaml');
  expect(fileOn(head, 'pages/index.yaml')).toContain('heading: Home port');
  expect(fileOn(head, 'pages/wind.yaml')).toContain('Storm');
});

test('two windows keep the changes of each other', async () => {
  const { page } = await open();
  const other = await page.context().newPage();
  await other.goto(address);
  await fill(other, host.token);
  for (const [one, path] of [
    [page, 'about.yaml'],
    [other, 'wind.yaml'],
  ] as const) {
    await openFile(one, path);
    await cursorAfter(one, 'lead: Rain');
    await one.keyboard.insertText(' Bring a coat.');
    await one.locator(`[data-path="${path}"] .changed`).waitFor();
  }
  await page.reload();
  await page.getByRole('button', { name: 'Hand in (2)' }).waitFor();
  const changed = page.locator('[data-path]').filter({ has: page.locator('.changed') });
  const paths = async () => changed.evaluateAll((all) => all.map((one) => one.getAttribute('data-path')));
  await expect.poll(paths).toEqual(['about.yaml', 'wind.yaml']);
  await other.close();
});

test('what is wrong is said in a sentence, and nothing is lost', async () => {
  const { page } = await open('no-token');
  const said = page.getByRole('alert');
  await said.getByText('The token is wrong or has expired').waitFor();
  await fill(page, host.token, 'harbour/other');
  await said.getByText('There is no such repository').waitFor();
  await fill(page, host.token, 'harbour');
  await said.getByText('owner/name').waitFor();
  host.failure = {
    at: /trees/,
    status: 403,
    headers: {
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + 290),
    },
  };
  await fill(page, host.token);
  await said.getByText('Try again in 5 minutes').waitFor();
  host.failure = undefined;
  await fill(page, host.readOnly);
  await openFile(page, 'about.yaml');
  await cursorAfter(page, 'heading: About');
  await page.keyboard.insertText(' us');
  await page.getByRole('button', { name: 'Hand in (1)' }).click();
  const send = page.getByRole('button', { name: 'Send for review' });
  await send.click();
  await said.getByText('It needs the rights “Contents” and “Pull requests”').waitFor();
  for (const [status, words] of [
    [409, 'Somebody else changed the repository'],
    [422, 'Reference already exists'],
    [502, 'answers with 502'],
  ] as const) {
    host.failure = { at: /POST/, status, message: 'Reference already exists' };
    await send.click();
    await said.getByText(words).waitFor();
  }
  host.failure = undefined;
  await page.route(`${host.address}/**`, (route) => route.abort());
  await send.click();
  await said.getByText('The host cannot be reached').waitFor();
  await page.unroute(`${host.address}/**`);
  await page.reload();
  await expect.poll(() => textOf(page).textContent()).toContain('About us');
});

test('files that were read once are not read again, and the token is in no file and leaves with the tab', async () => {
  const { page } = await open();
  await openFile(page, 'index.yaml');
  host.requests.length = 0;
  await page.reload();
  await textOf(page).waitFor();
  expect(host.requests.filter((one) => one.includes('blobs'))).toEqual([]);
  expect(host.requests.length).toBeLessThanOrEqual(4);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(host.token);
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(
    readFileSync(join(out, 'index.html'), 'utf8'),
  );
  expect(policy?.[1]).toContain("script-src 'self'");
  for (const [path, content] of readTree(out)) expect(content.includes('harbour/site'), path).toBe(false);
  await page.getByRole('button', { name: 'Another site' }).click();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.getByLabel('Token', { exact: true }).waitFor();
});

test('axe finds nothing', async () => {
  const { page } = await visit(address);
  await page.getByLabel('Token', { exact: true }).waitFor();
  await loadAxe(page);
  expect(await axeDiagnostics(page)).toEqual([]);
  await fill(page, host.token);
  await openFile(page, 'about.yaml');
  await cursorAfter(page, 'heading: About');
  await page.keyboard.insertText(' x');
  await preview(page).locator('h1', { hasText: 'About x' }).waitFor();
  expect(await axeDiagnostics(page)).toEqual([]);
  await page.getByRole('button', { name: /^Hand in \(/ }).click();
  await page.getByRole('dialog').waitFor();
  expect(await axeDiagnostics(page)).toEqual([]);
});
