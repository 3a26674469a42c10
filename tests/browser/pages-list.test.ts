import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessibleWidths } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import { createGitSite, aboutUsPage } from '../support/git-site.ts';
import { createEditorClient } from '../support/editor-requests.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const repository = createGitSite(createSuiteFolder());
const link = '  - type: cta\n    heading: Read on\n    actions: [{ label: Us, to: /about/us }]\n';
repository.write('pages/index.yaml', repository.read('pages/index.yaml') + link);
repository.git('commit', '-qam', 'With a link');
const site = startEditedSite(visit, {}, { existingSite: repository });

/** Returns the number of pages in the server's list. */
async function countPages(): Promise<number> {
  const client = await createEditorClient(site.address);
  const { body } = await client.send('/__api', { do: 'list', query: '', filter: 'all' });
  return (JSON.parse(body) as PagesAnswers['list']).found; // the server responds with this type
}
afterEach(async () => {
  repository.git('checkout', '-q', '.');
  repository.git('clean', '-fdq', 'pages');
  await vi.waitUntil(async () => (await countPages()) === 4, { timeout: 20_000 });
});

const readGitStatus = () => repository.git('status', '--porcelain', '--untracked-files=all').split('\n');
const readTitles = (page: Page) => page.locator('.pages .name a').allInnerTexts();
const waitForStatus = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('the list of pages opens from the bar and can be searched with the keyboard', async () => {
  site.write(
    'pages/news.yaml',
    `status: draft\n${aboutUsPage.replaceAll('Hello', 'News').replace('lead', 'laed')}`,
  );
  await expect.poll(countPages).toBe(5);
  const { page } = await site.open('/');
  await page.getByRole('toolbar', { name: 'Editor' }).getByRole('link', { name: 'Pages' }).click();
  await page.getByRole('heading', { name: 'Pages' }).waitFor();
  await expect.poll(() => readTitles(page)).toEqual(['Home', 'Not here', 'Team', 'Hello', 'News']);
  await expectAccessibleWidths(page, [1440, 375]);
  await page.getByRole('searchbox', { name: 'Find a page' }).pressSequentially('ab');
  await waitForStatus(page, '2 pages found');
  expect(await readTitles(page)).toEqual(['Team', 'Hello']);
  expect(await page.evaluate(() => location.search)).toBe('?q=ab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await readFocusedText(page)).toBe('Hello');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/about/us`);
  await page.goBack();
  await expect.poll(() => readTitles(page)).toEqual(['Team', 'Hello']);
  await page.getByRole('searchbox').fill('nowhere');
  await waitForStatus(page, 'No pages found');
  await page.getByRole('link', { name: 'Show all pages' }).click();
  await page.getByRole('link', { name: 'Drafts 1' }).click();
  await expect.poll(() => readTitles(page)).toEqual(['News']);
});

test('a new page is created from a recipe after a preview, and opens in the editor', async () => {
  const { page, logs } = await site.show('/__pages');
  await page.getByRole('link', { name: 'New page' }).click();
  const preview = page.locator('iframe').contentFrame();
  await preview.getByRole('heading', { name: 'TODO add a title that describes this page' }).waitFor();
  await page.getByRole('radio', { name: /^Job/ }).check();
  await preview.getByRole('heading', { name: 'TODO add the common job title' }).waitFor();
  await expectAccessibleWidths(page, [1440, 375]);
  await page.getByLabel('Folder').selectOption('/about');
  await page.getByLabel('Title').fill('Baker in Ulm');
  await waitForStatus(page, 'Suggested from the title. This address is available.');
  const field = page.getByLabel('Address');
  expect(await field.inputValue()).toBe('/about/baker-in-ulm');
  await field.fill('/about/Team');
  await waitForStatus(page, 'Write /about/team.');
  await field.fill('/about/team');
  await waitForStatus(page, 'is already the address of');
  // Once the author changes the address, it no longer follows the title.
  await page.getByLabel('Title').fill('Baker');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid]:focus').waitFor();
  expect(await field.inputValue()).toBe('/about/team');
  await expectAccessibleWidths(page, [768]);
  await field.fill('/about/baker');
  await waitForStatus(page, 'This address is available.');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/about/baker`);
  await page.getByRole('toolbar', { name: 'Editor' }).getByText('Draft').waitFor();
  expect(site.read('about/baker.yaml')).toContain('\ntitle: Baker\n');
  expect(readGitStatus()).toEqual(['?? pages/about/baker.yaml']);
  // The only logged error is the response to the rejected address.
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([expect.stringContaining('422')]);
});

const readErrorStatuses = (logs: readonly string[]) =>
  logs.filter((line) => line.startsWith('error')).map((line) => /status of (\d+)/.exec(line)?.[1]);

async function openOptions(page: Page, title: string): Promise<void> {
  await page.goto(`${site.address}/__pages`);
  await page.getByRole('link', { name: `Options of ${title}`, exact: true }).click();
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
}

test('a missing page can be created at its address', async () => {
  const { page } = await site.open('/about/prices');
  const bar = page.getByRole('toolbar', { name: 'Editor' });
  await bar.getByText('No page', { exact: true }).waitFor();
  await bar.getByRole('link', { name: 'Create this page' }).click();
  await waitForStatus(page, 'This address is available.');
  expect(await page.getByLabel('Address').inputValue()).toBe('/about/prices');
  await page.getByLabel('Title').fill('Our prices');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/about/prices`);
  await bar.getByText('Draft').waitFor();
  expect(await bar.getByRole('link', { name: 'Create this page' }).isVisible()).toBe(false);
});

test('a page and the links to it are moved, and moved back', async () => {
  const { page, logs } = await site.show('/__pages');
  await openOptions(page, 'Hello');
  const shareImage = page.locator('.share img');
  await shareImage.scrollIntoViewIfNeeded();
  await expect.poll(() => shareImage.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  const field = page.getByLabel('New address');
  await field.fill('/about/Team');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid]:focus').waitFor();
  await page.getByText('Write /about/team.').first().waitFor();
  await field.fill('/about/people');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await waitForStatus(page, '1 link on 1 page will be updated.');
  await page.getByText('The old address will redirect to the new one permanently.').waitFor();
  await expectAccessibleWidths(page, [375]);
  expect(readGitStatus()).toEqual(['']);
  // After changing the new address, the author must review the move again.
  await field.fill('/about/all-people');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Move page and update 1 link' }).click();
  await waitForStatus(page, '“Hello” was moved to /about/all-people. 1 link on 1 page was updated.');
  expect(await readFocusedText(page)).toContain('“Hello” was moved to');
  expect(readGitStatus()).toEqual([
    ' M pages/about/us.yaml',
    ' M pages/index.yaml',
    '?? pages/about/all-people.yaml',
  ]);
  expect(site.read('about/us.yaml')).toBe('redirect: /about/all-people\n');
  expect(site.read('about/all-people.yaml')).toBe(aboutUsPage);
  await expectAccessibleWidths(page, [1440]);
  await page.getByRole('button', { name: /^Undo ?: “Hello”/ }).click();
  await waitForStatus(page, '“Hello” was moved back to /about/us');
  expect(readGitStatus()).toEqual(['']);
  // The only logged error is the response to the rejected address.
  expect(readErrorStatuses(logs)).toEqual(['422']);
});

test('a page can be copied', async () => {
  const { page } = await site.show('/__pages');
  await openOptions(page, 'Hello');
  await page.getByLabel('Title of the copy').fill('Hello again');
  await waitForStatus(page, 'This address is available.');
  await page.getByRole('button', { name: 'Copy page' }).click();
  await page.waitForURL(`${site.address}/about/hello-again`);
  await page.getByRole('toolbar', { name: 'Editor' }).getByText('Draft').waitFor();
  expect(readGitStatus()).toEqual(['?? pages/about/hello-again.yaml']);
});

test('committed and uncommitted pages can be deleted and restored', async () => {
  const draft = `status: draft\n${aboutUsPage.replaceAll('Hello', 'Draft')}`;
  site.write('pages/about/draft.yaml', draft);
  await expect.poll(countPages).toBe(5);
  const { page, logs } = await site.show('/__pages');
  for (const [title, path, content] of [
    ['Hello', 'us', aboutUsPage],
    ['Draft', 'draft', draft],
  ] as const) {
    await openOptions(page, title);
    await page.getByRole('button', { name: 'Delete page' }).click();
    await waitForStatus(page, `“${title}” was deleted.`);
    expect(repository.read(`pages/about/${path}.yaml`)).toBe('');
    expect(await readTitles(page)).not.toContain(title);
    await page.goBack();
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goForward();
    await waitForStatus(page, `“${title}” was deleted.`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForStatus(page, `“${title}” was restored.`);
    expect(site.read(`about/${path}.yaml`)).toBe(content);
  }
  expect(readGitStatus()).toEqual(['?? pages/about/draft.yaml']);
  // The URLs of both deleted pages respond with 404.
  expect(readErrorStatuses(logs)).toEqual(['404', '404']);
});
