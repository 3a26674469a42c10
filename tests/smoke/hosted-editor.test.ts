import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { cursorAfter, fileMessages, worthALook } from '../support/editor.ts';
import { hostedBar, hostedEditor, openHostedFile, previewOf } from '../support/hosted-editor.ts';
import { pageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const hero = (heading: string) => `  - type: hero\n    heading: ${heading}\n    lead: Rain *often* falls.\n`;
const logos = '  - type: logos\n    heading: Masts\n    items: [{ name: Mast, src: /pictures/mast.svg }]\n';
const about = pageYaml(hero('About') + logos);
const wind = pageYaml(hero('Wind')).replaceAll('\n', '\r\n');
const hosted = hostedEditor(visit, {
  'pages/index.yaml': pageYaml(hero('Home')),
  'pages/about.yaml': about,
  'pages/wind.yaml': wind,
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
  expect(await previewOf(page).locator('em').textContent()).toBe('often');
  await expect.poll(() => previewOf(page).locator('img[src^="data:image/svg"]').count()).toBeGreaterThan(0);
  // A misspelt setting and its fix.
  await cursorAfter(page, 'heading: About', preview);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('eybrow: Soon');
  await fileMessages(preview).first().waitFor();
  await page.keyboard.press('Control+.');
  await previewOf(page).getByText('Soon').first().waitFor();
  await openHostedFile(page, '/wind');
  await cursorAfter(page, 'heading: Wind', preview);
  await page.keyboard.insertText(' and rain');
  await previewOf(page).locator('h1', { hasText: 'Wind and rain' }).waitFor();
  // Changes are stored in the browser.
  await page.reload();
  await hostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByText('Nothing to fix. 4 pages were checked.').waitFor();
  expect(await page.locator('.file ins').allTextContents()).toEqual(['now: Soon', 'now:  and rain']);
  await page.getByLabel('Summary').fill('Say when it rains');
  const before = host.git('rev-parse', 'main');
  await page.getByRole('button', { name: 'Send for review' }).click();
  const link = page.getByRole('link', { name: 'Open the request' });
  expect(await link.getAttribute('href')).toBe(`${host.address}/${host.repository}/pull/1`);
  const [opened] = host.opened;
  expect(opened).toMatchObject({ title: 'Say when it rains', base: 'main' });
  const branch = opened?.head ?? '';
  expect(branch).toMatch(/^edit\/say-when-it-rains-\w+$/);
  expect(host.git('rev-parse', `${branch}^`)).toBe(before);
  expect(host.git('rev-parse', 'main')).toBe(before);
  expect(host.git('diff', '--name-only', before, branch)).toBe('pages/about.yaml\npages/wind.yaml');
  expect(host.git('cat-file', 'blob', `${branch}:pages/about.yaml`)).toBe(
    about.replace('heading: About', 'heading: About\n    eyebrow: Soon').trim(),
  );
  expect(host.git('cat-file', 'blob', `${branch}:pages/wind.yaml`)).toBe(
    wind.replace('g: Wind', 'g: Wind and rain').trim(),
  );
  expect(worthALook(logs)).toEqual([]);
  await page.getByRole('heading', { name: 'Nothing to hand in' }).waitFor();
});
