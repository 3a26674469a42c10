import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { edit } from '../../scripts/commands/edit.ts';
import { findAxeDiagnostics, expectAccessibleWidths } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { isFocused, dropInfoLogs } from '../support/editor.ts';
import { type GitSite, createGitSite, aboutUsPage } from '../support/git-site.ts';
import { startCommand } from '../support/run-command.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const aboutPage = 'pages/about/us.yaml';
const photo = readFileSync('tests/fixtures/site/public/pictures/pier-piles.jpg');

async function serveEditor(site: GitSite): Promise<string> {
  const args = ['--pages', join(site.folder, 'pages'), '--port', '0'];
  const server = startCommand(edit, args, { ...site.env, BROWSER: 'none' });
  const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  onTestFinished(async () => void (await server.stop()));
  return address;
}

function changeFiles(site: GitSite): void {
  site.write(aboutPage, aboutUsPage.replace('heading: Hello', 'heading: Welcome to us'));
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words of', 'All words of'));
  site.write('pages/about/team.yaml', site.read('pages/about/team.yaml').replace('Other', 'Further'));
  site.write('public/pictures/a.svg', site.read('public/pictures/a.svg').replace('M0 0h4v4z', 'M0 0h2v4z'));
  site.write('public/pictures/pier.jpg', photo);
}

const locateChange = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
/** Waits until the review of the selected changes is displayed. */
const waitForPlan = (page: Page) => page.locator('#plan').filter({ hasText: 'This creates' }).waitFor();

test('two pages and two pictures are handed in, and an unselected change is left out', async () => {
  const site = createGitSite(createTestFolder());
  changeFiles(site);
  const address = await serveEditor(site);
  const { page, logs } = await visit(`${address}/__hand-in`);
  await waitForPlan(page);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Hand in 5 changes');
  expect(await locateChange(page, 'Hello').locator('.text').textContent()).toBe(
    'before: Hello now: Welcome to us',
  );
  // The review shows a preview of the block and both versions of the picture.
  const frame = locateChange(page, 'Hello').locator('iframe').contentFrame();
  await frame.getByText('Welcome to us').waitFor();
  const pictures = locateChange(page, 'Picture a.svg').locator('img');
  await expect
    .poll(() =>
      pictures.evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth > 0)),
    )
    .toEqual([true, true]);
  await page.getByText('Nothing to fix. 4 pages were checked.').waitFor();
  await page.getByRole('checkbox', { name: 'Team', exact: true }).uncheck();
  await page.locator('#plan').filter({ hasText: '1 commit with 4 files' }).waitFor();
  expect(await page.getByLabel('Summary').inputValue()).toBe(
    'Add picture pier.jpg, change Hello, Home and picture a.svg',
  );
  await page.getByLabel('Summary').fill('Welcome people');
  await page.getByLabel('Note to the reviewer').fill('Is the photo right?');
  await page.locator('#plan').filter({ hasText: 'branch edit/welcome-people' }).waitFor();
  // A screen reader reads the heading when it receives the focus, so it must show the new number by then.
  await page.evaluate(() =>
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLHeadingElement) document.body.dataset['heard'] = target.innerText;
    }),
  );
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByText('Your changes were sent.').first().waitFor();
  await page.locator('body[data-heard="Hand in 1 change"]').waitFor();
  expect(await page.locator('.file .tick b').allInnerTexts()).toEqual(['Team']);
  expect(await page.getByRole('checkbox', { name: 'Team', exact: true }).isChecked()).toBe(false);

  const commit = site.gitInRemote('rev-parse', 'edit/welcome-people');
  const files = site.gitInRemote('show', '--format=', '--name-only', commit).split('\n');
  expect(files).toEqual([aboutPage, 'pages/index.yaml', 'public/pictures/a.svg', 'public/pictures/pier.jpg']);
  // Equal git object ids mean that the files are the same byte for byte.
  for (const file of files)
    expect(site.gitInRemote('rev-parse', `${commit}:${file}`)).toBe(
      site.git('hash-object', '--no-filters', file),
    );
  expect(site.git('status', '--porcelain')).toBe(' M pages/about/team.yaml');
  expect(dropInfoLogs(logs)).toEqual([]);
});

test('using the keyboard, a page is discarded and restored, and a page with a diagnostic is handed in', async () => {
  const site = createGitSite(createTestFolder());
  site.write(
    aboutPage,
    `${aboutUsPage}  - type: cta\n    heading: Read on\n    actions: [{ label: News, to: /news }]\n`,
  );
  site.write('pages/news.yaml', aboutUsPage.replaceAll('Hello', 'News'));
  const address = await serveEditor(site);
  const { page } = await visit(`${address}/__hand-in`);
  await waitForPlan(page);
  const readFocus = () =>
    page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
  await page.keyboard.press('Tab');
  expect(await readFocus()).toBe('Back to editing');
  for (const toolName of ['Pages', 'Hand in']) {
    await page.keyboard.press('Tab');
    expect(await readFocus()).toBe(toolName);
  }
  await page.keyboard.press('Tab');
  expect(await isFocused(page.getByRole('checkbox', { name: 'Hello', exact: true }))).toBe(true);
  while ((await readFocus()) !== 'Undo this change to News') await page.keyboard.press('Tab');
  // The button keeps the focus while it is busy.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/__api', async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await page.locator('[aria-disabled=true]:focus', { hasText: 'Undo this change to News' }).waitFor();
  release();
  await page
    .getByRole('status')
    .filter({ hasText: 'The changes to News were undone. Your version is saved.' })
    .waitFor();
  await page.getByRole('heading', { name: 'Hand in 1 change' }).waitFor();
  expect(site.read('pages/news.yaml')).toBe('');
  // A selected change links to a page whose change is not selected, so the link would be dead.
  await page.getByText('1 problem to fix').waitFor();
  expect(await page.getByRole('button', { name: 'Send for review' }).isDisabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  while (!String(await readFocus()).startsWith('Restore')) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing to fix.').waitFor();
  expect(site.read('pages/news.yaml')).toBe(aboutUsPage.replaceAll('Hello', 'News'));
  expect(site.git('branch')).toBe('* main');
  await page.getByRole('checkbox', { name: 'News' }).uncheck();
  await page.getByText('1 problem to fix').waitFor();
  await page.getByLabel('Hand in anyway.').check();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Your changes were sent.').first().waitFor();
  await page.getByRole('heading', { name: 'Hand in 1 change' }).waitFor();
  expect(site.gitInRemote('show', '--format=%s', '--name-only', 'edit/add-call-to-action-to-hello')).toBe(
    `Add call to action to Hello\n\n${aboutPage}`,
  );
});

test('a commit that was not pushed can be pushed later; without a remote, the files to send are listed', async () => {
  const parentFolder = createTestFolder();
  const site = createGitSite(parentFolder);
  changeFiles(site);
  site.git('remote', 'set-url', 'origin', join(parentFolder, 'away.git'));
  const address = await serveEditor(site);
  const { page } = await visit(`${address}/__hand-in`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await waitForPlan(page);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('heading', { name: 'Nothing to hand in' }).waitFor();
  await page.locator('#result').getByText('not been sent yet').waitFor();
  await page.getByText('Output of git').click();
  await page.getByText('does not appear to be a git repository').waitFor();
  site.git('remote', 'set-url', 'origin', site.remote);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Your changes were sent.').first().waitFor();

  site.git('remote', 'remove', 'origin');
  site.write(aboutPage, aboutUsPage.replace('Hello', 'Sent by mail'));
  await page.reload();
  await waitForPlan(page);
  await page.getByText('Send this file to the maintainer of the site.').waitFor();
  await page.getByRole('button', { name: 'Copy paths' }).click();
  await page.getByRole('status').filter({ hasText: 'Paths copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(join(site.folder, aboutPage));
  const mailLink = new URL(
    (await page.getByRole('link', { name: 'Write an email' }).getAttribute('href')) ?? '',
  );
  expect(mailLink.searchParams.get('body')).toContain('now “Sent by mail”');
  await page.getByRole('button', { name: 'I have sent the files' }).click();
  await page.getByRole('heading', { name: 'Nothing to hand in' }).waitFor();
});

test('the hand-in window passes axe, and nothing in it is cut off at any window size', async () => {
  const site = createGitSite(createTestFolder(), { identity: false });
  changeFiles(site);
  site.write('pages/news.yaml', aboutUsPage.replaceAll('Hello', 'News').replace('lead:', 'lede:'));
  rmSync(join(site.folder, 'pages/about/team.yaml'));
  const address = await serveEditor(site);
  const { page } = await visit(`${address}/__hand-in`);
  const checkWidths = async (...widths: number[]) => {
    await waitForPlan(page);
    await expectAccessibleWidths(page, widths);
  };
  await page.getByText('Your details').waitFor();
  await checkWidths(1440, 375);
  await page.getByRole('button', { name: 'Undo this change to Home' }).click();
  await page.getByRole('heading', { name: 'Undone changes' }).waitFor();
  await checkWidths(768);
  site.git('remote', 'remove', 'origin');
  await page.reload();
  await checkWidths(375);
  rmSync(join(site.root, '.git'), { recursive: true });
  await page.reload();
  await page.getByText('This folder has no history').waitFor();
  expect(await findAxeDiagnostics(page)).toEqual([]);
});
