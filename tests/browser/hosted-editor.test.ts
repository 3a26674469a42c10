import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { moveCursorAfter } from '../support/editor.ts';
import {
  locateHostedBar,
  startHostedEditor,
  openHostedFile,
  locatePreview,
} from '../support/hosted-editor.ts';
import { readTree } from '../support/read-tree.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const hero = (heading: string) => `  - type: hero\n    heading: ${heading}\n    lead: Rain *often* falls.\n`;
const hosted = startHostedEditor(visit, {
  'pages/index.yaml': toPageYaml(hero('Home')),
  'pages/about.yaml': toPageYaml(hero('About')),
  'pages/wind.yaml': toPageYaml(hero('Wind')),
  'README.md': 'Words.\n',
});

/** Returns the exact bytes of a file on a branch. */
const readBranchFile = (branch: string, path: string) =>
  hosted.host.git('cat-file', 'blob', `${branch}:${path}`);

test('commits by other people are merged; for a conflicting line, both versions are shown', async () => {
  const { page } = await hosted.open();
  const preview = await openHostedFile(page, '/');
  await moveCursorAfter(page, 'heading: Home', preview);
  await page.keyboard.insertText(' port');
  await locatePreview(page).locator('h1', { hasText: 'Home port' }).waitFor();
  expect(await findAxeDiagnostics(page)).toEqual([]);
  const source = toPageYaml(hero('Home'));
  const theirVersion = source.replace('g: Home', 'g: House').replace('often', 'seldom');
  hosted.host.commit(
    { 'pages/index.yaml': theirVersion, 'pages/wind.yaml': toPageYaml(hero('Storm')) },
    'By others',
  );
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByText('Nothing to fix.').waitFor();
  expect(await findAxeDiagnostics(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send for review' }).click();
  const conflict = page.getByRole('region', { name: 'Two versions of index.yaml' });
  await conflict.getByText('House').waitFor();
  await conflict.getByText('Home port').waitFor();
  await conflict.getByRole('button', { name: 'Keep my version' }).click();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('link', { name: 'Open the request' }).waitFor();
  const { head = '' } = hosted.host.pullRequests.at(-1) ?? {};
  expect(hosted.host.git('rev-parse', `${head}^`)).toBe(hosted.host.git('rev-parse', 'main'));
  expect(hosted.host.git('diff', '--name-only', 'main', head)).toBe('pages/index.yaml');
  expect(readBranchFile(head, 'pages/index.yaml')).toContain('heading: Home port');
  expect(readBranchFile(head, 'pages/wind.yaml')).toContain('Storm');
});

test('two windows of the editor share their changes', async () => {
  const { page } = await hosted.open();
  const otherPage = await page.context().newPage();
  await otherPage.goto(hosted.address);
  await hosted.fill(otherPage, hosted.host.token);
  for (const [editorPage, path, beforeCursor, addition] of [
    [page, '/about', 'lead: Rain', ' Bring a coat.'],
    [otherPage, '/wind', 'lead: Rain', ' Bring a coat.'],
    [otherPage, '/about', 'heading: About', ' our weather'],
  ] as const) {
    const preview = await openHostedFile(editorPage, path);
    await moveCursorAfter(editorPage, beforeCursor, preview);
    await editorPage.keyboard.insertText(addition);
    await preview.locator('main', { hasText: addition }).waitFor();
  }
  // The first window shows the change of the other window to the same file, and the file has both changes.
  await locatePreview(page).getByRole('heading', { name: 'About our weather' }).waitFor();
  for (const editorPage of [page, otherPage])
    await locatePreview(editorPage).locator('main', { hasText: 'Bring a coat.' }).waitFor();
  await page.reload();
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByRole('heading', { name: 'Hand in 3 changes' }).waitFor();
  expect(await page.locator('.file > .soft').allTextContents()).toEqual(['/about', '/wind']);
  await otherPage.close();
});

test('errors from the Git host are explained, and no changes are lost', async () => {
  const { page } = await hosted.open('no-token');
  const alert = page.getByRole('alert');
  await alert.getByText('The token is invalid or has expired').waitFor();
  expect(await findAxeDiagnostics(page)).toEqual([]);
  await hosted.fill(page, hosted.host.token, 'harbour/other');
  await alert.getByText('The repository or branch was not found').waitFor();
  await hosted.fill(page, hosted.host.token, 'harbour');
  await alert.getByText('owner/name').waitFor();
  hosted.host.failure = {
    at: /trees/,
    status: 403,
    headers: {
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + 290),
    },
  };
  await hosted.fill(page, hosted.host.token);
  await alert.getByText('Try again in 5 minutes').waitFor();
  hosted.host.failure = undefined;
  await hosted.fill(page, hosted.host.readOnlyToken);
  const preview = await openHostedFile(page, '/about');
  await moveCursorAfter(page, 'heading: About', preview);
  await page.keyboard.insertText(' us');
  await preview.getByRole('heading', { name: 'About us' }).waitFor();
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  const send = page.getByRole('button', { name: 'Send for review' });
  const result = page.locator('#result');
  await send.click();
  await result.getByText('It needs read and write access to “Contents” and “Pull requests”').waitFor();
  for (const [status, words] of [
    [409, 'Someone else changed the repository'],
    [422, 'Reference already exists'],
    [502, 'responded with status 502'],
  ] as const) {
    hosted.host.failure = { at: /POST/, status, message: 'Reference already exists' };
    await send.click();
    await result.getByText(words).waitFor();
  }
  hosted.host.failure = undefined;
  await page.route(`${hosted.host.address}/**`, (route) => route.abort());
  await send.click();
  await result.getByText('The host cannot be reached').waitFor();
  await page.unroute(`${hosted.host.address}/**`);
  await page.reload();
  await page.getByRole('heading', { name: 'Hand in 1 change' }).waitFor();
  await page.getByRole('link', { name: '/about', exact: true }).click();
  await locatePreview(page).getByRole('heading', { name: 'About us' }).waitFor();
});

test('each file is read only once, and the access token is stored only in the current tab', async () => {
  const { page } = await hosted.open();
  await openHostedFile(page, '/');
  hosted.host.requests.length = 0;
  await page.reload();
  await locatePreview(page).locator('h1').waitFor();
  expect(hosted.host.requests.filter((editorPage) => editorPage.includes('blobs'))).toEqual([]);
  expect(hosted.host.requests.length).toBeLessThanOrEqual(4);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(hosted.host.token);
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(
    readFileSync(join(hosted.out, 'index.html'), 'utf8'),
  );
  expect(policy?.[1]).toContain("script-src 'self'");
  for (const [path, content] of readTree(hosted.out))
    expect(content.includes('harbour/site'), path).toBe(false);
  await locateHostedBar(page).getByRole('link', { name: 'Another site' }).click();
  await page.getByLabel('Token', { exact: true }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
