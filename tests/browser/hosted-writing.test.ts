import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { locateFileText, dropInfoLogs } from '../support/editor.ts';
import {
  locateHostedBar,
  startHostedEditor,
  openHostedFile,
  locatePreview,
} from '../support/hosted-editor.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const photo = readFileSync('tests/fixtures/site/public/pictures/pier-piles.jpg');
const source = toPageYaml(
  '  - type: hero\n    heading: Home # of all\n    lead: Rain *often* falls.\n\n' +
    '  - type: faq\n    heading: Questions\n    items: [{ question: "Does it rain?", answer: It does. }]\n',
);
const hosted = startHostedEditor(visit, { 'pages/index.yaml': source });

test('text and blocks are edited on the page, and each edit can be undone, also after a reload', async () => {
  const { page, logs } = await hosted.open();
  const preview = locatePreview(page);
  const editor = preview.locator('pagewright-editor');
  await preview.getByRole('heading', { name: 'Home' }).click({ position: { x: 8, y: 24 } });
  await preview.locator('[data-pagewright-writing]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' port');
  await page.keyboard.press('Escape');
  await preview.getByRole('heading', { name: 'Home port' }).waitFor();
  // Insert a block below an existing block, and move it.
  await preview.locator('main > [data-block=faq][tabindex]').focus();
  await editor
    .getByRole('toolbar', { name: 'Questions' })
    .getByRole('button', { name: 'Insert below' })
    .click();
  await editor
    .getByRole('listitem')
    .filter({ hasText: 'Figures' })
    .getByRole('button', { name: 'Row', exact: true })
    .click();
  const readBlockTypes = () =>
    preview
      .locator('main > [data-block]')
      .evaluateAll((elements) => elements.map((element) => element.dataset['block']));
  await expect.poll(readBlockTypes).toEqual(['hero', 'faq', 'stats']);
  await editor.getByRole('toolbar', { name: 'Figures' }).getByRole('button', { name: 'Move up' }).click();
  await expect.poll(readBlockTypes).toEqual(['hero', 'stats', 'faq']);
  expect(await findAxeDiagnostics(page)).toEqual([]);
  const undo = editor.getByRole('button', { name: 'Undo' });
  await undo.click();
  await undo.click();
  await expect.poll(readBlockTypes).toEqual(['hero', 'faq']);
  // Undo steps survive a reload.
  await page.reload();
  await undo.click();
  await openHostedFile(page, '/');
  await expect.poll(() => locateFileText(preview).textContent()).toContain('heading: Home # of all');
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByRole('heading', { name: 'Nothing to hand in' }).waitFor();
  expect(dropInfoLogs(logs)).toEqual([]);
});

test('a click on a text before the editor has loaded opens the text', async () => {
  const { page } = await visit(hosted.address, { reducedMotion: 'reduce' });
  const { promise: clicked, resolve: loadEditor } = Promise.withResolvers<void>();
  await page.route(/\/start-[^/]+\.js$/, async (route) => {
    await clicked;
    await route.continue();
  });
  await hosted.fill(page, hosted.host.token);
  const preview = locatePreview(page);
  await preview.getByRole('heading', { name: 'Home' }).click({ position: { x: 8, y: 24 } });
  loadEditor();
  const openText = preview.locator('[data-pagewright-writing]');
  await expect.poll(() => openText.textContent()).toBe('Home');
});

test('text that does not fit into the storage of the browser is not shown as saved', async () => {
  const { page } = await hosted.open();
  const preview = locatePreview(page);
  const heading = preview.getByRole('heading', { name: 'Home' });
  await heading.waitFor();
  await page.evaluate(() => {
    for (let length = 4_000_000; length > 0; length = Math.floor(length / 2))
      for (let number = 0; number < 4; number++)
        try {
          localStorage.setItem(`other ${length} ${number}`, 'x'.repeat(length));
        } catch {
          break;
        }
  });
  await heading.click({ position: { x: 8, y: 24 } });
  await preview.locator('[data-pagewright-writing]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' port');
  await page.keyboard.press('Escape');
  const note = preview.locator('pagewright-editor .note', { hasText: 'The storage of this browser is full' });
  await note.waitFor();
  await locateHostedBar(page).getByText('Not saved').waitFor();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('hosted '))),
  ).toEqual([]);
  // With free storage, the text can be saved.
  await page.evaluate(() => localStorage.clear());
  await note.getByRole('button').first().click();
  await preview.getByRole('heading', { name: 'Home port' }).waitFor();
  await locateHostedBar(page).getByText('Saved', { exact: true }).waitFor();
});

test('a photo added in the panel is shown and handed in with its alternative text', async () => {
  const { host } = hosted;
  const { page, logs } = await hosted.open();
  const preview = locatePreview(page);
  await preview.locator('main > [data-block=hero][tabindex]').focus();
  await page.keyboard.press('o');
  const panel = preview.locator('pagewright-editor .panel');
  await panel.getByRole('button', { name: 'Add picture', exact: true }).click();
  const group = panel.getByRole('group', { name: 'Picture', exact: true });
  const upload = { name: 'Old Pier.jpg', mimeType: 'image/jpeg', buffer: photo };
  await group.locator('input[type=file]').first().setInputFiles(upload);
  await group.getByRole('textbox', { name: 'What it shows' }).fill('A pier at dusk');
  await preview.locator('main img[alt="A pier at dusk"][src^="data:image/jpeg"]').waitFor();
  await page.reload();
  await preview.locator('main img[alt="A pier at dusk"][src^="data:image/jpeg"]').waitFor();
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  const addedPicture = page.getByRole('region', { name: 'Picture old-pier.jpg' });
  await addedPicture.locator('img[src^="data:image/jpeg"]').waitFor();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('link', { name: 'Open the request' }).waitFor();
  const branch = host.pullRequests.at(-1)?.head ?? '';
  expect(host.git('diff', '--name-only', 'main', branch)).toBe(
    'pages/index.yaml\npublic/pictures/old-pier.jpg',
  );
  // A second photo with this name gets another one. If others add that one too, theirs is not replaced.
  await page.goto(`${hosted.address}#/`);
  await preview.locator('main > [data-block=hero][tabindex]').focus();
  await page.keyboard.press('o');
  await panel.getByRole('button', { name: 'Add picture', exact: true }).click();
  await group.locator('input[type=file]').first().setInputFiles(upload);
  await group.getByRole('textbox', { name: 'What it shows' }).fill('The same pier');
  await preview.locator('main img[alt="The same pier"]').waitFor();
  host.commit({ 'public/pictures/old-pier-2.jpg': 'Theirs' }, 'By others');
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByRole('region', { name: 'Picture old-pier-2.jpg' }).waitFor();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.locator('#result').getByText('Someone else has added a different picture').waitFor();
  expect(dropInfoLogs(logs)).toEqual([]);
});

test('the editor can be tried with example pages instead of a repository', async () => {
  const { page, logs } = await visit(hosted.address, { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Try the example' }).click();
  const preview = locatePreview(page);
  await preview.locator('html[data-editing]').waitFor();
  await preview.locator('main > section[tabindex]').first().focus();
  await page.keyboard.press('h');
  await locateHostedBar(page).getByRole('link', { name: 'Hand in' }).click();
  await page.getByText('This is an example. Your changes stay in this browser.').waitFor();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.locator('#result').getByText('This is an example, so your changes cannot be sent.').waitFor();
  expect(dropInfoLogs(logs)).toEqual([]);
});
