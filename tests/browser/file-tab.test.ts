import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import {
  moveCursorAfter,
  locateEditor,
  locateFileMessages,
  locateFileText,
  isFocused,
  locateNote,
  openFileTab,
  locatePanel,
  dropInfoLogs,
} from '../support/editor.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const hero = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    # A note of the author\n    lead: "Rain *often* falls."\n`;
const cta = '  - type: cta\n    heading: Next\n    actions: [{ label: Read on, to: /about }]\n';

const site = startEditedSite(visit, {
  'pages/index.yaml': toPageYaml(hero('Home')),
  'pages/about.yaml': toPageYaml(hero('About')),
  'pages/_shared/faq.yaml': 'type: faq\nitems: [{ question: Shared?, answer: Yes. }]\n',
});
const { open, read, validate: validated } = site;
const write = (path: string, text: string) => site.write(`pages/${path}`, text);

test('the File tab saves text exactly as typed, updates the page, and shows diagnostics below their lines', async () => {
  const source = toPageYaml(hero('Wind') + cta).replaceAll('\n', '\r\n');
  const { page, logs } = await open('/wind', source);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(request.url()));
  expect(await page.evaluate(() => performance.getEntries().map(({ name }) => name))).not.toContainEqual(
    expect.stringContaining('code-view'),
  );
  await page.evaluate(() => ((globalThis as { isSame?: true }).isSame = true));
  await openFileTab(page, 1);
  expect(requestedPaths).toContainEqual(expect.stringContaining('code-view'));
  // The cursor starts at the selected block.
  await locateFileText(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' ');
  await page.keyboard.press('Backspace');
  expect(await locateFileText(page).locator('.cm-activeLine').textContent()).toContain('type: cta');
  await moveCursorAfter(page, 'heading: Wind');
  await page.keyboard.insertText(' and rain');
  await page.locator('h1', { hasText: 'Wind and rain' }).waitFor();
  const changedSource = source.replace('heading: Wind', 'heading: Wind and rain');
  expect(read('wind.yaml')).toBe(changedSource);
  // A diagnostic is shown below its line, with the same message as in `npm run validate`.
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('eybrow: Soon');
  await locateFileMessages(page).first().waitFor();
  await expect.poll(() => read('wind.yaml')).toContain('eybrow');
  const shownMessage = await locateFileMessages(page).first().textContent();
  expect(validated('wind.yaml').some((item) => shownMessage?.includes(item))).toBe(true);
  const markedLine = await locateFileMessages(page)
    .first()
    .evaluate((item) => item.closest('.messages')?.previousElementSibling?.textContent);
  expect(markedLine).toContain('eybrow: Soon');
  await page.keyboard.press('Control+.');
  await page.locator('main', { hasText: 'Soon' }).waitFor();
  await expect.poll(() => locateFileMessages(page).allTextContents()).toEqual([]);
  await expect
    .poll(() => read('wind.yaml'))
    .toBe(changedSource.replace('rain\r\n', 'rain\r\n    eyebrow: Soon\r\n'));
  // Undo in the text editor reverts one change at a time. Undo in the bar reverts all changes at once.
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('wind.yaml')).toContain('eybrow');
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => read('wind.yaml')).toContain('eyebrow');
  await locateEditor(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read('wind.yaml')).toBe(source);
  await page.locator('h1', { hasText: /^Wind$/ }).waitFor();
  await expect.poll(() => locateFileText(page).textContent()).not.toContain('Soon');
  await locateEditor(page).getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => read('wind.yaml')).toContain('eyebrow');
  expect(await page.evaluate(() => (globalThis as { isSame?: true }).isSame)).toBe(true);
  expect(dropInfoLogs(logs)).toEqual([]);
});

/**
 * Accepts the first suggestion. Waits before pressing Enter, because CodeMirror ignores keys for 75 ms after the
 * suggestions appear.
 */
async function acceptSuggestion(page: Page): Promise<void> {
  await page.evaluate(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  await page.keyboard.press('Enter');
}

test('settings, choices and pages are suggested, and each setting has a description', async () => {
  const source = toPageYaml(hero('Names') + cta);
  const { page } = await open('/names', source);
  await openFileTab(page);
  await moveCursorAfter(page, 'heading: Names');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ton');
  const options = locatePanel(page).getByRole('option');
  await options.filter({ hasText: 'tone' }).waitFor();
  await acceptSuggestion(page);
  await options.filter({ hasText: 'dark' }).waitFor();
  await page.keyboard.type('da');
  await options.filter({ hasText: 'dark' }).waitFor();
  await acceptSuggestion(page);
  const darkSource = source.replace('heading: Names\n', 'heading: Names\n    tone: dark\n');
  await expect.poll(() => read('names.yaml')).toBe(darkSource);
  await page.locator('main > section[data-tone=dark]').waitFor();
  await locateFileText(page).locator('.cm-line', { hasText: 'label: Read on' }).click();
  await page.keyboard.press('End');
  for (let left = ' }]'.length; left > 0; left--) await page.keyboard.press('ArrowLeft');
  for (let left = 'about'.length; left > 0; left--) await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Space');
  await options.filter({ hasText: '/names' }).click();
  await expect.poll(() => read('names.yaml')).toBe(darkSource.replace('to: /about', 'to: /names'));
  await locateFileText(page).getByText('heading', { exact: true }).first().hover();
  await locatePanel(page).locator('.about', { hasText: 'Heading' }).waitFor();
});

test('changes by other people are merged; for a conflicting line, both versions are shown', async () => {
  const source = toPageYaml(hero('Two') + cta);
  const { page } = await open('/two', source);
  await openFileTab(page);
  await moveCursorAfter(page, 'heading: Two');
  write('two.yaml', source.replace('Next', 'Later'));
  await expect.poll(() => locateFileText(page).textContent()).toContain('Later');
  await page.keyboard.insertText(' texts');
  await expect
    .poll(() => read('two.yaml'))
    .toBe(source.replace('g: Two', 'g: Two texts').replace('Next', 'Later'));
  // Change the file on disk before the edit reaches the server.
  await page.route('**/__api', async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('"bases"')) write('two.yaml', source.replace('g: Two', 'g: Three texts'));
    await route.continue();
  });
  await page.keyboard.insertText(' here');
  const conflictNote = locateNote(page);
  await conflictNote.getByText('Three texts').waitFor();
  await conflictNote.getByText('Two texts here').waitFor();
  expect(read('two.yaml')).toContain('Three texts');
  await page.unroute('**/__api');
  await conflictNote.getByRole('button', { name: 'Keep my version' }).click();
  await expect.poll(() => read('two.yaml')).toBe(source.replace('g: Two', 'g: Two texts here'));
});

test('text typed while the server is unreachable is saved after a reload', async () => {
  const source = toPageYaml(hero('Safe'));
  const { page } = await open('/safe', source);
  await openFileTab(page);
  await moveCursorAfter(page, 'heading: Safe');
  await page.route('**/__api', (route) => route.abort());
  await page.keyboard.insertText(' and sound');
  await page.locator('pagewright-editor .saved.offline').waitFor();
  await page.unroute('**/__api');
  await page.reload();
  await expect.poll(() => read('safe.yaml')).toBe(source.replace('g: Safe', 'g: Safe and sound'));
});

test('the file of a shared block can be opened, and an invalid page can be repaired in its file', async () => {
  const source = toPageYaml(hero('Torn') + '  - use: faq\n');
  const { page } = await open('/torn', source);
  await openFileTab(page, 1);
  expect(await locateFileText(page).getAttribute('aria-label')).toBe('Text of _shared/faq.yaml');
  await page.keyboard.press('Escape');
  write('torn.yaml', source.replace('heading: Torn', 'heading: "Torn'));
  await page
    .locator('pagewright-editor')
    .getByRole('button', { name: /to fix/ })
    .waitFor();
  await locateEditor(page).getByRole('button', { name: 'Page settings' }).click();
  await locatePanel(page).getByRole('tab', { name: 'File' }).click();
  await moveCursorAfter(page, 'heading: "Torn');
  await page.keyboard.insertText('"');
  await page.locator('h1', { hasText: /^Torn$/ }).waitFor();
  await expect.poll(() => read('torn.yaml')).toBe(source.replace('heading: Torn', 'heading: "Torn"'));
});

test('the focus can leave the text editor with the keyboard, and the editor passes axe', async () => {
  const { page } = await open('/keys', toPageYaml(hero('Keys') + '    eybrow: No\n'));
  await openFileTab(page);
  await locateFileText(page).focus();
  await locateFileMessages(page).first().waitFor();
  await page.keyboard.press('Escape');
  await locateEditor(page)
    .getByText('Press Tab to leave the text. Press Escape again to close it.')
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused(locateFileText(page))).toBe(false);
  expect(await findAxeDiagnostics(page)).toEqual([]);
  await locateFileText(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await locatePanel(page).waitFor({ state: 'hidden' });
});
