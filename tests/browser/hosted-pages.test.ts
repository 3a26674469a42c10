import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessibleWidths } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { dropInfoLogs } from '../support/editor.ts';
import { locateHostedBar, startHostedEditor, locatePreview } from '../support/hosted-editor.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const link = '  - type: cta\n    heading: Read on\n    actions: [{ label: Wind, to: /wind }]\n';
const windPage = toPageYaml('  - type: hero\n    heading: Wind\n');
const hosted = startHostedEditor(visit, {
  'pages/index.yaml': toPageYaml(`  - type: hero\n    heading: Home\n${link}`).replace('Test page', 'Home'),
  'pages/wind.yaml': windPage.replace('Test page', 'Wind'),
});

const waitForStatus = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('a new page and a moved page, with the links to it, are handed in', async () => {
  const { host } = hosted;
  const { page, logs } = await hosted.open();
  await locateHostedBar(page).getByRole('link', { name: 'Pages' }).click();
  const titles = page.locator('.pages .name a');
  await expect.poll(() => titles.allInnerTexts()).toEqual(['Home', 'Not here', 'Wind']);
  await expectAccessibleWidths(page, [1440, 390]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'New page' }).click();
  await expect.poll(() => readFocusedText(page)).toBe('New page');
  await page.getByRole('radio', { name: /^Job/ }).check();
  const previewFrame = page.frameLocator('iframe[title="Preview of the page"]');
  await previewFrame.getByRole('heading', { name: 'TODO add the common job title' }).waitFor();
  await page.getByLabel('Title').fill('Baker in Ulm');
  await waitForStatus(page, 'Suggested from the title. This address is available.');
  await page.keyboard.press('Enter');
  await locatePreview(page).getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/baker-in-ulm');

  await locateHostedBar(page).getByRole('link', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'Options of Wind' }).click();
  await expect.poll(() => readFocusedText(page)).toBe('Wind');
  await page.getByLabel('New address').fill('/weather/wind');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await waitForStatus(page, '1 link on 1 page will be updated.');
  await page.getByText('The share image is created when the site is built.').waitFor();
  await expectAccessibleWidths(page, [390]);
  await page.getByRole('button', { name: 'Move page and update 1 link' }).click();
  await waitForStatus(page, '“Wind” was moved to /weather/wind. 1 link on 1 page was updated.');
  expect(await readFocusedText(page)).toContain('“Wind” was moved to');

  // A deleted page can be restored.
  await page.getByRole('link', { name: 'Options of Not here' }).click();
  await page.getByRole('button', { name: 'Delete page' }).click();
  await waitForStatus(page, '“Not here” was deleted.');
  await page.getByRole('button', { name: /^Undo ?: “Not here”/ }).click();
  await waitForStatus(page, '“Not here” was restored.');

  await page.getByRole('link', { name: 'Hand in' }).click();
  await page.getByText('Nothing to fix.').waitFor();
  const files = page.locator('.file .tick b');
  expect(await files.allInnerTexts()).toEqual(['Baker in Ulm', 'Home', 'Wind']);
  await expectAccessibleWidths(page, [1440, 390]);
  // A change can be undone and restored.
  await page.getByRole('button', { name: 'Undo this change to Home' }).click();
  await page.getByRole('button', { name: /^Restore ?: Home/ }).click();
  await expect.poll(() => files.count()).toBe(3);
  await page.getByRole('checkbox', { name: 'Baker in Ulm' }).uncheck();
  await page.getByLabel('Summary').fill('Move the wind');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'Open the request' }).waitFor();
  const { head = '', title } = host.pullRequests.at(-1) ?? {};
  expect(title).toBe('Move the wind');
  const changedFiles = host.git('diff', '--name-status', '--no-renames', 'main', head);
  expect(changedFiles.split('\n')).toEqual([
    'M\tpages/index.yaml',
    'A\tpages/weather/wind.yaml',
    'M\tpages/wind.yaml',
  ]);
  expect(host.git('cat-file', 'blob', `${head}:pages/wind.yaml`)).toBe('redirect: /weather/wind');
  expect(host.git('cat-file', 'blob', `${head}:pages/index.yaml`)).toContain('to: /weather/wind');
  await page.getByRole('heading', { name: 'Hand in 1 change' }).waitFor();
  expect(await files.allInnerTexts()).toEqual(['Baker in Ulm']);
  expect(dropInfoLogs(logs)).toEqual([]);
});
