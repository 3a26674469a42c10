import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { axeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { editedSite } from '../support/edited-site.ts';
import {
  cursorAfter,
  editorOf,
  fileMessages,
  fileText,
  isFocused,
  noteOf,
  openFileTab,
  panelOf,
  worthALook,
} from '../support/editor.ts';
import { pageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const hero = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    # A note of the author\n    lead: "Rain *often* falls."\n`;
const cta = '  - type: cta\n    heading: Next\n    actions: [{ label: Read on, to: /about }]\n';

const site = editedSite(visit, {
  'pages/index.yaml': pageYaml(hero('Home')),
  'pages/about.yaml': pageYaml(hero('About')),
  'pages/_shared/faq.yaml': 'type: faq\nitems: [{ question: Shared?, answer: Yes. }]\n',
});
const { open, read, validated } = site;
const write = (path: string, text: string) => site.write(`pages/${path}`, text);

test('text typed in the file is checked on its line, saved exactly and shown on the page', async () => {
  const source = pageYaml(hero('Wind') + cta).replaceAll('\n', '\r\n');
  const { page, logs } = await open('/wind', source);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  expect(await page.evaluate(() => performance.getEntries().map(({ name }) => name))).not.toContainEqual(
    expect.stringContaining('code-view'),
  );
  await page.evaluate(() => ((globalThis as { isSame?: true }).isSame = true));
  await openFileTab(page, 1);
  expect(requested).toContainEqual(expect.stringContaining('code-view'));
  // The cursor starts at the block.
  await fileText(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' ');
  await page.keyboard.press('Backspace');
  expect(await fileText(page).locator('.cm-activeLine').textContent()).toContain('type: cta');
  await cursorAfter(page, 'heading: Wind');
  await page.keyboard.insertText(' and rain');
  await page.locator('h1', { hasText: 'Wind and rain' }).waitFor();
  const changed = source.replace('heading: Wind', 'heading: Wind and rain');
  expect(read('wind.yaml')).toBe(changed);
  // A diagnostic is shown below its line, with the same message as in validation.
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('eybrow: Soon');
  await fileMessages(page).first().waitFor();
  await expect.poll(() => read('wind.yaml')).toContain('eybrow');
  const said = await fileMessages(page).first().textContent();
  expect(validated('wind.yaml').some((one) => said?.includes(one))).toBe(true);
  const below = await fileMessages(page)
    .first()
    .evaluate((one) => one.closest('.messages')?.previousElementSibling?.textContent);
  expect(below).toContain('eybrow: Soon');
  await page.keyboard.press('Control+.');
  await page.locator('main', { hasText: 'Soon' }).waitFor();
  await expect.poll(() => fileMessages(page).allTextContents()).toEqual([]);
  await expect
    .poll(() => read('wind.yaml'))
    .toBe(changed.replace('rain\r\n', 'rain\r\n    eyebrow: Soon\r\n'));
  // Undo in the text reverts single changes. Undo in the bar reverts all of them at once.
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('wind.yaml')).toContain('eybrow');
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => read('wind.yaml')).toContain('eyebrow');
  await editorOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read('wind.yaml')).toBe(source);
  await page.locator('h1', { hasText: /^Wind$/ }).waitFor();
  await expect.poll(() => fileText(page).textContent()).not.toContain('Soon');
  await editorOf(page).getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => read('wind.yaml')).toContain('eyebrow');
  expect(await page.evaluate(() => (globalThis as { isSame?: true }).isSame)).toBe(true);
  expect(worthALook(logs)).toEqual([]);
});

/** Accepts the first suggestion. CodeMirror ignores keys for 75 ms after a list appears, to prevent accidental choices. */
async function pressEnterInList(page: Page): Promise<void> {
  await page.evaluate(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  await page.keyboard.press('Enter');
}

test('settings, choices and pages are suggested, with a description of each setting', async () => {
  const source = pageYaml(hero('Names') + cta);
  const { page } = await open('/names', source);
  await openFileTab(page);
  await cursorAfter(page, 'heading: Names');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ton');
  const options = panelOf(page).getByRole('option');
  await options.filter({ hasText: 'tone' }).waitFor();
  await pressEnterInList(page);
  await options.filter({ hasText: 'dark' }).waitFor();
  await page.keyboard.type('da');
  await options.filter({ hasText: 'dark' }).waitFor();
  await pressEnterInList(page);
  const dark = source.replace('heading: Names\n', 'heading: Names\n    tone: dark\n');
  await expect.poll(() => read('names.yaml')).toBe(dark);
  await page.locator('main > section[data-tone=dark]').waitFor();
  await fileText(page).locator('.cm-line', { hasText: 'label: Read on' }).click();
  await page.keyboard.press('End');
  for (let left = ' }]'.length; left > 0; left--) await page.keyboard.press('ArrowLeft');
  for (let left = 'about'.length; left > 0; left--) await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Space');
  await options.filter({ hasText: '/names' }).click();
  await expect.poll(() => read('names.yaml')).toBe(dark.replace('to: /about', 'to: /names'));
  await fileText(page).getByText('heading', { exact: true }).first().hover();
  await panelOf(page).locator('.about', { hasText: 'Heading' }).waitFor();
});

test('changes by others are merged, and both versions of a conflicting line are shown', async () => {
  const source = pageYaml(hero('Two') + cta);
  const { page } = await open('/two', source);
  await openFileTab(page);
  await cursorAfter(page, 'heading: Two');
  write('two.yaml', source.replace('Next', 'Later'));
  await expect.poll(() => fileText(page).textContent()).toContain('Later');
  await page.keyboard.insertText(' texts');
  await expect
    .poll(() => read('two.yaml'))
    .toBe(source.replace('g: Two', 'g: Two texts').replace('Next', 'Later'));
  // Change the file while the edit is on its way to the server.
  await page.route('**/__api', async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('"bases"')) write('two.yaml', source.replace('g: Two', 'g: Three texts'));
    await route.continue();
  });
  await page.keyboard.insertText(' here');
  const both = noteOf(page);
  await both.getByText('Three texts').waitFor();
  await both.getByText('Two texts here').waitFor();
  expect(read('two.yaml')).toContain('Three texts');
  await page.unroute('**/__api');
  await both.getByRole('button', { name: 'Keep my version' }).click();
  await expect.poll(() => read('two.yaml')).toBe(source.replace('g: Two', 'g: Two texts here'));
});

test('text typed before the server or the window closes is saved later', async () => {
  const source = pageYaml(hero('Safe'));
  const { page } = await open('/safe', source);
  await openFileTab(page);
  await cursorAfter(page, 'heading: Safe');
  await page.route('**/__api', (route) => route.abort());
  await page.keyboard.insertText(' and sound');
  await page.locator('pagewright-editor .saved.offline').waitFor();
  await page.unroute('**/__api');
  await page.reload();
  await expect.poll(() => read('safe.yaml')).toBe(source.replace('g: Safe', 'g: Safe and sound'));
});

test('invalid pages, shared blocks and site settings can be repaired as text', async () => {
  const source = pageYaml(hero('Torn') + '  - use: faq\n');
  const { page } = await open('/torn', source);
  await openFileTab(page, 1);
  expect(await fileText(page).getAttribute('aria-label')).toBe('Text of _shared/faq.yaml');
  await page.keyboard.press('Escape');
  write('torn.yaml', source.replace('heading: Torn', 'heading: "Torn'));
  await page
    .locator('pagewright-editor')
    .getByRole('button', { name: /to fix/ })
    .waitFor();
  await editorOf(page).getByRole('button', { name: 'Page settings' }).click();
  await panelOf(page).getByRole('tab', { name: 'File' }).click();
  await cursorAfter(page, 'heading: "Torn');
  await page.keyboard.insertText('"');
  await page.locator('h1', { hasText: /^Torn$/ }).waitFor();
  await expect.poll(() => read('torn.yaml')).toBe(source.replace('heading: Torn', 'heading: "Torn"'));
});

test('focus can leave the text editor with the keyboard, and the editor passes axe', async () => {
  const { page } = await open('/keys', pageYaml(hero('Keys') + '    eybrow: No\n'));
  await openFileTab(page);
  await fileText(page).focus();
  await fileMessages(page).first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused(fileText(page))).toBe(false);
  expect(await axeDiagnostics(page)).toEqual([]);
  await fileText(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await panelOf(page).waitFor({ state: 'hidden' });
});
