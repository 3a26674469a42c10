import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import {
  locateBar,
  locateEditor,
  listBlockTypes,
  selectBlock,
  clickText,
  moveCursorAfter,
  locateFileMessages,
  waitForSavedTexts,
  locateNote,
  openSettings,
  waitForFocus,
  dropInfoLogs,
  locateEditedText,
} from '../support/editor.ts';
import { createGitSite, aboutUsPage } from '../support/git-site.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

// These tests use each part of `npm run edit`. All of them edit the same site, which is in a git repository.

const visit = startBrowser();
const heroBlock = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    # A note of the author\n    lead: "Rain *often* falls, {{email}}."\n`;
const textBlock =
  '  - type: text\n    heading: Words\n    body: |\n      One line\n      and another.\n\n      - First entry\n      - Second [entry](/)\n';
const faqBlock =
  '  - type: faq\n    heading: Questions\n    items:\n      - question: Does it rain?\n        answer: It does.\n';
const windYaml = toPageYaml(heroBlock('Wind') + textBlock + faqBlock);
const fogYaml = toPageYaml(heroBlock('Fog') + faqBlock);
const liveYaml = toPageYaml(heroBlock('Live') + faqBlock);

const repository = createGitSite(createSuiteFolder());
for (const [name, yaml] of Object.entries({ wind: windYaml, fog: fogYaml, live: liveYaml }))
  repository.write(`pages/${name}.yaml`, yaml);
repository.git('add', '-A');
repository.git('commit', '-qm', 'More pages');
repository.git('push', '-q');

const site = startEditedSite(visit, {}, { existingSite: repository });
const { open, read, write } = site;

test('text can be edited on the page, and each edit changes only its own value in the file', async () => {
  const { page, logs } = await open('/wind');
  await clickText(page, 'Wind');
  await page.keyboard.press('End');
  await page.keyboard.insertText(' and rain');
  await expect.poll(() => read('wind.yaml')).toContain('heading: Wind and rain\n');
  // Insert the whole text at once, because incomplete text may need different quotation marks in the file.
  await page.keyboard.insertText(': it’s "late"');
  const renamedSource = windYaml.replace('heading: Wind', `heading: 'Wind and rain: it’s "late"'`);
  await expect.poll(() => read('wind.yaml')).toBe(renamedSource);
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Wind and rain: it’s “late”' }).waitFor();
  await waitForSavedTexts(page);
  // Undo also works while an unchanged text is open. Then its block has the focus.
  await clickText(page, 'Words');
  await page.keyboard.press('Control+z');
  await waitForFocus(page.locator('main > [data-block=text]'));
  await expect.poll(() => read('wind.yaml')).toBe(windYaml);
  await page.locator('h1', { hasText: /^Wind$/ }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => read('wind.yaml')).toBe(renamedSource);
  // While text is edited, Markdown marks and variables appear as in the file.
  await clickText(page, 'Rain often falls, post@example.org.');
  expect(await locateEditedText(page).innerHTML()).toBe('Rain <em>often</em> falls, {{email}}.');
  await locateNote(page).getByText('{{email}} is shown to visitors as “post@example.org”.').waitFor();
  await locateEditedText(page).evaluate((element) =>
    getSelection()?.setBaseAndExtent(element.firstChild!, 0, element.firstChild!, 4),
  );
  await page.keyboard.press('Control+b');
  await expect.poll(() => read('wind.yaml')).toContain('lead: "**Rain** *often* falls, {{email}}."');
  // A diagnostic is shown beside the text, with its fix.
  await page.keyboard.press('End');
  await page.keyboard.insertText(' Call {{phone}');
  await locateNote(page).getByRole('button', { name: 'Fix: change {{phone} to {{phone}}' }).click();
  await expect.poll(() => read('wind.yaml')).toContain('{{email}}. Call {{phone}}"');
  // Tab moves to the next text. The parts of a long text are separate stops.
  for (const expectedText of ['Words', 'One line and another.', 'First entry']) {
    await page.keyboard.press('Tab');
    await expect.poll(() => locateEditedText(page).textContent()).toBe(expectedText);
  }
  await page.keyboard.press('End');
  await page.keyboard.type(' of all');
  await expect
    .poll(() => read('wind.yaml'))
    .toContain('      - First entry of all\n      - Second [entry](/)\n');
  await page.keyboard.press('Escape');
  await waitForSavedTexts(page);
  // Changes by other programs are kept. If both sides changed the same text, both versions are shown.
  await clickText(page, 'Words');
  await page.keyboard.press('End');
  write('pages/wind.yaml', read('wind.yaml').replace('It does.', 'It snows.'));
  await page.keyboard.type(' here');
  await locateEditor(page)
    .locator('.message')
    .getByText('This page was also changed elsewhere. Both changes are kept.')
    .waitFor();
  await expect.poll(() => read('wind.yaml')).toContain('heading: Words here\n');
  expect(read('wind.yaml')).toContain('It snows.');
  // The bar counts the changes to hand in, and says that visitors do not see them yet.
  await locateBar(page).getByRole('link', { name: 'Hand in, 5 changes' }).getByText('(5)').waitFor();
  await locateBar(page).getByText('Live · edited', { exact: true }).waitFor();
  write('pages/wind.yaml', read('wind.yaml').replace('Words here', 'Words there'));
  await page.keyboard.insertText(' now');
  await locateNote(page).getByText('Theirs: Words there').waitFor();
  await locateNote(page).getByRole('button', { name: 'Keep my version' }).click();
  await expect.poll(() => read('wind.yaml')).toContain('heading: Words here now\n');
  await page.keyboard.press('Escape');
  await waitForSavedTexts(page);
  // All pages share the header texts.
  await page.locator('header').getByText('Example', { exact: true }).first().click();
  await locateNote(page).getByText('Shown on all pages. Changes apply to all of them.').waitFor();
  await locateNote(page).getByRole('textbox').fill('Example & Co');
  await expect.poll(() => read('_site.yaml')).toContain('company: Example & Co');
  await page.keyboard.press('Enter');
  await waitForFocus(locateBar(page).getByRole('button', { name: 'Page settings' }));
  // Undo steps survive a reload.
  await page.reload();
  await locateBar(page).getByRole('button', { name: 'Undo', disabled: false }).click();
  await expect.poll(() => read('_site.yaml')).toBe(siteYaml);
  expect(read('wind.yaml')).toContain('Words here now');
  // The only logged error is the response to the conflict.
  expect(dropInfoLogs(logs)).toEqual([expect.stringContaining('409')]);
});

/** Undoes all changes to the page about fog. */
async function undoAll(page: Page): Promise<void> {
  const undo = locateBar(page).getByRole('button', { name: 'Undo' });
  for (let currentSource = read('fog.yaml'); currentSource !== fogYaml; currentSource = read('fog.yaml')) {
    await undo.click();
    await expect.poll(() => read('fog.yaml')).not.toBe(currentSource);
  }
}

test('block settings can be changed in the panel', async () => {
  const { page, logs } = await open('/fog');
  const panel = await openSettings(page, 'hero');
  await panel.getByRole('textbox', { name: 'Above the heading' }).pressSequentially('For crews: "soon"');
  await page.locator('main', { hasText: 'For crews: “soon”' }).waitFor();
  const withEyebrow = fogYaml.replace(
    '    heading: Fog',
    `    eyebrow: "For crews: \\"soon\\""\n    heading: Fog`,
  );
  expect(read('fog.yaml')).toBe(withEyebrow);
  await panel.getByRole('combobox', { name: 'Number of headings' }).waitFor();
  await panel.getByRole('tab', { name: 'Look' }).click();
  await panel.getByRole('radio', { name: 'Dark', exact: true }).check();
  await page.locator('main > section[data-tone=dark]').waitFor();
  expect(read('fog.yaml')).toBe(withEyebrow.replace('type: hero\n', 'type: hero\n    tone: dark\n'));
  // A default value is not saved in the file.
  await panel.getByRole('radio', { name: 'Plain' }).check();
  await expect.poll(() => read('fog.yaml')).toBe(withEyebrow);
  await panel.getByRole('button', { name: 'Show layouts' }).press('Enter');
  const catalogue = page.frameLocator('pagewright-editor iframe[title=Blocks]');
  await catalogue.getByRole('button', { name: 'Use Opening, Statement' }).press('Enter');
  await expect.poll(() => read('fog.yaml')).toContain('type: hero\n    layout: statement\n');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('fog.yaml')).toBe(withEyebrow);
  await panel.getByRole('tab', { name: 'Content' }).click();
  await panel.getByRole('button', { name: 'Add a button' }).click();
  await panel.getByRole('textbox', { name: 'Label' }).fill('Read');
  const targetField = panel.getByRole('combobox', { name: 'Page or file' });
  await targetField.fill('/wind');
  await page.keyboard.press('Enter');
  await page.locator('main a', { hasText: 'Read' }).waitFor();
  const withLink = read('fog.yaml');
  expect(withLink).toContain('    actions:\n      - { label: Read, to: /wind }\n');
  // The field reports a dead link before the link is saved.
  await targetField.focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText('-of-2030');
  await panel.locator('.fault', { hasText: '/wind-of-2030' }).waitFor();
  expect(read('fog.yaml')).toBe(withLink);
  await targetField.fill('/wind');
  await panel.locator('.fault', { hasText: '/wind-of-2030' }).waitFor({ state: 'detached' });
  await undoAll(page);
  expect(dropInfoLogs(logs)).toEqual([]);
});

test('the panel follows the selected block, its file can be edited beside the page, and blocks can be moved', async () => {
  const { page, logs } = await open('/fog');
  const panel = await openSettings(page, 'hero');
  await selectBlock(page, 'faq');
  await panel.getByRole('heading', { name: 'Questions' }).waitFor();
  await panel.getByRole('tab', { name: 'File' }).click();
  await moveCursorAfter(page, 'answer: It does.');
  await page.keyboard.insertText(' Call {{phone}');
  await locateFileMessages(page).first().waitFor();
  const line = await locateFileMessages(page)
    .first()
    .evaluate((element) => element.closest('.messages')?.previousElementSibling?.textContent);
  expect(line).toContain('answer: It does. Call {{phone}');
  await page.keyboard.press('Control+.');
  await expect.poll(() => read('fog.yaml')).toContain('answer: It does. Call {{phone}}\n');
  await expect.poll(() => locateFileMessages(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  // Move, duplicate and delete blocks.
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => listBlockTypes(page)).toEqual(['faq', 'hero']);
  await waitForFocus(page.locator('main > [data-block=faq]'));
  await page.keyboard.press('Control+d');
  await expect.poll(() => listBlockTypes(page)).toEqual(['faq', 'faq', 'hero']);
  await waitForFocus(page.locator('main > [data-block=faq]').nth(1));
  await page.keyboard.press('Delete');
  await expect.poll(() => listBlockTypes(page)).toEqual(['faq', 'hero']);
  await undoAll(page);
  expect(dropInfoLogs(logs)).toEqual([]);
});

test('a new page is handed in together with another change, and unselected changes are left out', async () => {
  const { page } = await open('/live');
  await locateBar(page).getByRole('link', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'New page' }).click();
  await page.locator('iframe').contentFrame().getByRole('heading', { name: 'TODO add a title' }).waitFor();
  await page.getByLabel('Title').fill('Baker in Ulm');
  await page
    .getByRole('status')
    .filter({ hasText: 'Suggested from the title. This address is available.' })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/baker-in-ulm`);
  await locateBar(page).getByText('Draft').waitFor();
  const aboutPage = 'pages/about/us.yaml';
  write(aboutPage, aboutUsPage.replace('heading: Hello', 'heading: Welcome to us'));
  write('pages/about/team.yaml', repository.read('pages/about/team.yaml').replace('Other', 'Further'));
  await locateBar(page).getByRole('link', { name: 'Hand in' }).click();
  const locateChange = (title: string) => page.getByRole('region', { name: title, exact: true });
  expect(await locateChange('Hello').locator('.text').textContent()).toBe('before: Hello now: Welcome to us');
  await locateChange('Hello').locator('iframe').contentFrame().getByText('Welcome to us').waitFor();
  // A change can be undone and restored.
  await page.getByRole('button', { name: 'Undo this change to Hello' }).click();
  await page.getByRole('status').filter({ hasText: 'The changes to Hello were undone.' }).waitFor();
  expect(repository.read(aboutPage)).toBe(aboutUsPage);
  await page.getByRole('button', { name: /^Restore/ }).click();
  await locateChange('Hello').waitFor();
  for (const file of await page.locator('.file .tick b').allInnerTexts())
    await page.getByRole('checkbox', { name: file }).setChecked(['Hello', 'Baker in Ulm'].includes(file));
  await page.locator('#plan').filter({ hasText: '1 commit with 2 files' }).waitFor();
  await page.getByLabel('Summary').fill('Welcome a baker');
  await page.locator('#plan').filter({ hasText: 'branch edit/welcome-a-baker' }).waitFor();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByText('Your changes were sent.').first().waitFor();
  const branch = 'edit/welcome-a-baker';
  expect(repository.gitInRemote('show', '--format=%an: %s', '--name-only', branch)).toBe(
    `Anna Author: Welcome a baker\n\n${aboutPage}\npages/baker-in-ulm.yaml`,
  );
  expect(repository.gitInRemote('show', `${branch}:${aboutPage}`)).toContain('heading: Welcome to us');
  expect(repository.git('status', '--porcelain')).toContain(' M pages/about/team.yaml');
});

test('saving a file updates the page and its diagnostics without a reload', async () => {
  const { page, logs } = await open('/live');
  let loads = 0;
  page.on('load', () => loads++);
  await page.getByText('Does it rain?', { exact: true }).click({ modifiers: ['Control'] });
  write('pages/live.yaml', liveYaml.replace('heading: Live', 'heading: Second words'));
  await page.getByRole('heading', { name: 'Second words' }).waitFor();
  write('pages/live.yaml', liveYaml.replace('heading: Live', 'headin: Third words'));
  const diagnostic = page.locator('main pagewright-fault');
  await diagnostic.getByText('live.yaml:5:5').waitFor();
  await diagnostic.getByText('A hero block has no setting called headin').waitFor();
  await diagnostic.getByText('did you mean `heading`?').waitFor();
  expect(await page.locator('[data-faulty]').getAttribute('data-block')).toBe('hero');
  await locateBar(page).getByRole('button', { name: '1 to fix' }).waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await diagnostic
    .getByRole('button', { name: /^Fix: / })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Third words' }).waitFor();
  expect(read('live.yaml')).toBe(liveYaml.replace('heading: Live', 'heading: Third words'));
  // An invalid file does not change the page.
  write('pages/live.yaml', 'title: [');
  await diagnostic.getByText('title: [').first().waitFor();
  await page.getByRole('heading', { name: 'Third words' }).waitFor();
  // Changes to site settings are also shown.
  write('pages/_site.yaml', siteYaml.replace('label: Home, to: /', 'label: Harbour, to: /'));
  await page.locator('header').getByRole('link', { name: 'Harbour', exact: true }).waitFor();
  write('pages/_site.yaml', siteYaml);
  await page.locator('header').getByRole('link', { name: 'Home', exact: true }).waitFor();
  write('pages/live.yaml', liveYaml);
  await page.getByRole('heading', { name: 'Live' }).waitFor();
  expect(await page.title()).toBe('Live | Example');
  expect(loads).toBe(0);
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
});
