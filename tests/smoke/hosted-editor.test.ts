import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { moveCursorAfter, locateFileMessages, dropInfoLogs } from '../support/editor.ts';
import {
  locateHostedBar,
  startHostedEditor,
  openHostedFile,
  locatePreview,
} from '../support/hosted-editor.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const heroBlock = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    lead: Rain *often* falls.\n`;
const logosBlock =
  '  - type: logos\n    heading: Masts\n    items: [{ name: Mast, src: /pictures/mast.svg }]\n';
const aboutYaml = toPageYaml(heroBlock('About') + logosBlock);
const windYaml = toPageYaml(heroBlock('Wind')).replaceAll('\n', '\r\n');
const hosted = startHostedEditor(visit, {
  'pages/index.yaml': toPageYaml(heroBlock('Home')),
  'pages/about.yaml': aboutYaml,
  'pages/wind.yaml': windYaml,
});

test('the editor refuses to open in a frame on another site', async () => {
  const { page } = await visit(hosted.address);
  await page.route('**/frame', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${hosted.address}"></iframe>` }),
  );
  await page.goto(new URL('frame', hosted.address).href);
  const body = page.frameLocator('iframe').locator('body');
  await expect.poll(() => body.textContent(), { timeout: 45_000 }).toBe('Open this page in its own tab.');
});

test('a site is read, checked and rendered in the browser, and a change becomes one commit and a pull request', async () => {
  const { host } = hosted;
  const { page, logs } = await hosted.open();
  const preview = await openHostedFile(page, '/about');
  await preview.locator('h1', { hasText: 'About' }).waitFor();
  expect(await locatePreview(page).locator('em').textContent()).toBe('often');
  await expect
    .poll(() => locatePreview(page).locator('img[src^="data:image/svg"]').count())
    .toBeGreaterThan(0);
  // The editor reports a misspelt setting and offers a fix.
  await moveCursorAfter(page, 'heading: About', preview);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('eybrow: Soon');
  await locateFileMessages(preview).first().waitFor();
  await page.keyboard.press('Control+.');
  await locatePreview(page).getByText('Soon').first().waitFor();
  await openHostedFile(page, '/wind');
  await moveCursorAfter(page, 'heading: Wind', preview);
  await page.keyboard.insertText(' and rain');
  await locatePreview(page).locator('h1', { hasText: 'Wind and rain' }).waitFor();
  // The changes survive the reload, because they are stored in the browser.
  await page.reload();
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByText('Nothing to fix. 4 pages were checked.').waitFor();
  expect(await page.locator('.file ins').allTextContents()).toEqual(['now: Soon', 'now:  and rain']);
  await page.getByLabel('Summary').fill('Say when it rains');
  const before = host.git('rev-parse', 'main');
  await page.getByRole('button', { name: 'Send for review' }).click();
  const link = page.getByRole('link', { name: 'Open the request' });
  expect(await link.getAttribute('href')).toBe(`${host.address}/${host.repository}/pull/1`);
  const [opened] = host.pullRequests;
  expect(opened).toMatchObject({ title: 'Say when it rains', base: 'main' });
  const branch = opened?.head ?? '';
  expect(branch).toMatch(/^edit\/say-when-it-rains-\w+$/);
  expect(host.git('rev-parse', `${branch}^`)).toBe(before);
  expect(host.git('rev-parse', 'main')).toBe(before);
  expect(host.git('diff', '--name-only', before, branch)).toBe('pages/about.yaml\npages/wind.yaml');
  expect(host.git('cat-file', 'blob', `${branch}:pages/about.yaml`)).toBe(
    aboutYaml.replace('heading: About', 'heading: About\n    eyebrow: Soon').trim(),
  );
  expect(host.git('cat-file', 'blob', `${branch}:pages/wind.yaml`)).toBe(
    windYaml.replace('g: Wind', 'g: Wind and rain').trim(),
  );
  expect(dropInfoLogs(logs)).toEqual([]);
  await page.getByRole('heading', { name: 'Sent for review' }).waitFor();
});
