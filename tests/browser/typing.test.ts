import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import {
  listBlockTypes,
  clickText,
  locateEditor,
  waitForSavedTexts,
  locateNote,
  paste,
  waitForFocus,
  locateEditedText,
} from '../support/editor.ts';
import { toPageYaml } from '../support/small-site.ts';

// Typed text must appear at the caret and never be lost.

const visit = startBrowser();
const heroBlock = (heading: string) => `  - type: hero\n    heading: ${heading}\n`;
const site = startEditedSite(visit, { 'pages/index.yaml': toPageYaml(heroBlock('Home')) });
const { open, read } = site;
const textBlock = (...lines: string[]) =>
  `  - type: text\n    heading: Words\n    body: |\n${lines.map((line) => (line === '' ? '\n' : `      ${line}\n`)).join('')}`;

test('Enter starts a paragraph or an item, and text typed after editing triggers no command', async () => {
  const source = toPageYaml(heroBlock('Enter') + textBlock('One line.', '', '2. First', '3. Second'));
  const { page } = await open('/enter', source);
  await clickText(page, 'One line.');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('he reads it.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('below');
  const savedSource = source.replace('One line.', 'One line.\n\n      he reads it.\\\n      below');
  await expect.poll(() => read('enter.yaml')).toBe(savedSource);
  // A line break at the end of the text is not saved, because no text follows it yet.
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Escape');
  await clickText(page, 'First');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Between');
  await expect
    .poll(() => read('enter.yaml'))
    .toBe(savedSource.replace('2. First', '2. First\n      3. Between'));
  await page.keyboard.press('Escape');
  const section = page.locator('main > [data-block=text]');
  await waitForFocus(section);
  await page.keyboard.type('oh');
  await page.keyboard.press('Delete');
  await locateEditor(page)
    .locator('.message', { hasText: 'No text is open. Press Enter to edit this block,' })
    .waitFor();
  expect(await listBlockTypes(page)).toEqual(['hero', 'text']);
  // Enter opens the text again, also right after editing.
  for (const text of ['Words', 'Words']) {
    await page.keyboard.press('Enter');
    await expect.poll(() => locateEditedText(page).textContent()).toBe(text);
    await page.keyboard.press('Escape');
    await waitForFocus(section);
  }
  // A repeated key is a command again.
  await page.keyboard.type('hh');
  await expect.poll(() => read('enter.yaml')).toContain('    hidden: true\n    heading: Words\n');
});

test('keys pressed during IME composition trigger no command, and incomplete input is not saved', async () => {
  const source = toPageYaml(heroBlock('Tokyo'));
  const { page } = await open('/composed', source);
  const devtools = await page.context().newCDPSession(page);
  await clickText(page, 'Tokyo');
  await page.keyboard.press('End');
  await devtools.send('Input.imeSetComposition', { text: 'とうky', selectionStart: 4, selectionEnd: 4 });
  for (const eventInit of [{ isComposing: true }, { keyCode: 229 }])
    await locateEditedText(page).evaluate(
      (element, eventInit) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, ...eventInit }),
        ),
      eventInit,
    );
  await page.waitForTimeout(700);
  expect(read('composed.yaml')).toBe(source);
  await devtools.send('Input.insertText', { text: '東京' });
  await expect.poll(() => read('composed.yaml')).toBe(source.replace('heading: Tokyo', 'heading: Tokyo東京'));
});

test('the messages of a slow checker are shown after the text has been saved', async () => {
  const { page } = await open('/slow', toPageYaml(heroBlock('Slow')));
  const { promise: saved, resolve: startCheck } = Promise.withResolvers<void>();
  await page.route('**/__api', async (route) => {
    if (route.request().postData()?.includes('"check"')) await saved;
    await route.continue();
  });
  await clickText(page, 'Slow');
  await page.keyboard.press('End');
  await page.keyboard.insertText(' {{phone}');
  await expect.poll(() => read('slow.yaml')).toContain('{{phone}');
  startCheck();
  await locateNote(page).getByRole('button', { name: 'Fix: change {{phone} to {{phone}}' }).click();
  await expect.poll(() => read('slow.yaml')).toContain('heading: Slow {{phone}}');
});

test('focusing text without changing it does not write the file', async () => {
  const noBreakSpace = '\u00a0';
  const source = toPageYaml(
    `  - type: hero\n    heading: Ten${noBreakSpace}km\n    lead: "For **5${noBreakSpace}km** of *${noBreakSpace}wind*"\n` +
      textBlock(
        `From${noBreakSpace}10 to 20${noBreakSpace}%`,
        '',
        `- An${noBreakSpace}entry`,
        '',
        `| a${noBreakSpace}b | c |`,
        '| --- | --- |',
        '| d | e |',
      ),
  );
  const { page } = await open('/looked', source);
  await page.locator('h1').click({ position: { x: 10, y: 20 } });
  await locateEditedText(page).waitFor();
  for (let left = 8; left > 0; left--) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await waitForSavedTexts(page);
  expect(read('looked.yaml')).toBe(source);
  await clickText(page, `From 10 to 20 %`);
  await page.keyboard.press('End');
  await page.keyboard.type(' of it');
  await expect
    .poll(() => read('looked.yaml'))
    .toBe(source.replace(`20${noBreakSpace}%`, `20${noBreakSpace}% of it`));
});

test('lists, tables and paragraphs pasted from other programs become Markdown', async () => {
  const source = toPageYaml(heroBlock('Paste') + textBlock('One line.'));
  const { page } = await open('/paste', source);
  const toWordListItem = (sign: string, level: number, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span></span><![endif]>${text}</p>`;
  const word =
    `<p class=MsoNormal>Before&nbsp;it<o:p></o:p></p>${toWordListItem('·', 1, 'A <b>bold </b>one')}${toWordListItem('o', 2, 'Inner')}` +
    `${toWordListItem('1.', 1, 'First')}${toWordListItem('2.', 1, 'Second')}<table><tr><td><p>a</p></td><td><p>b</p></td></tr>` +
    '<tr><td>c</td><td>d</td></tr></table><p>After</p>';
  const googleDocsHtml =
    '<b style="font-weight:normal"><ul><li><p><span style="font-weight:700">Outer</span></p></li><ul><li>Inner</li></ul></ul></b>';
  await clickText(page, 'One line.');
  await page.keyboard.press('Control+a');
  await paste(page, '', word);
  const tableMarkdown = '| a | b |\n      | - | - |\n      | c | d |';
  const wordMarkdown = `Before it\n\n      - A **bold** one\n        - Inner\n\n      1. First\n      2. Second\n\n      ${tableMarkdown}\n\n      After`;
  await expect.poll(() => read('paste.yaml')).toBe(source.replace('One line.', wordMarkdown));
  for (const [plain, html, markdown] of [
    ['', googleDocsHtml, '- **Outer**\n        - Inner'],
    ['One\nline\n\nTwo\n• first\n• second', '', 'One line\n\n      Two\n\n      - first\n      - second'],
  ] as const) {
    await open('/paste', source);
    await clickText(page, 'One line.');
    await page.keyboard.press('Control+a');
    await paste(page, plain, html);
    await expect.poll(() => read('paste.yaml')).toBe(source.replace('One line.', markdown));
  }
  await page.keyboard.press('Escape');
  await page.locator('main li', { hasText: 'second' }).waitFor();
  await clickText(page, 'Paste');
  await page.keyboard.press('End');
  await paste(page, '', word);
  await expect
    .poll(() => read('paste.yaml'))
    .toContain('heading: PasteBefore it A bold one Inner First Second a b c d After\n');
});

test('pasting bold text into bold text adds no second pair of marks', async () => {
  const source = toPageYaml(heroBlock('Strong') + textBlock('**Wind**'));
  const { page } = await open('/strong', source);
  await clickText(page, 'Wind');
  await page.keyboard.press('End');
  await paste(page, 'y', '<b>y</b>');
  await expect.poll(() => read('strong.yaml')).toBe(source.replace('**Wind**', '**Windy**'));
});

test('clicking edits the visible text, even if phrases rotate or a link covers the card', async () => {
  const toCard = (text: string) =>
    `      - { heading: ${text} card, text: ${text} words, action: { label: Read, to: / } }\n`;
  const grid = `  - type: card-grid\n    heading: Cards\n    items:\n${toCard('First')}${toCard('Second')}`;
  const source = toPageYaml('  - type: hero\n    heading: [Wind, Rain, Snow]\n' + grid);
  const { page } = await open('/seen', source);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const readVisiblePhrase = () =>
    page
      .locator('h1 > span:not([class*=readers])')
      .evaluateAll(
        (elements) =>
          elements.find((element) => element.checkVisibility({ opacityProperty: true }))?.textContent,
      );
  let savedSource = source;
  for (const phrase of ['Rain', 'Wind']) {
    await expect.poll(readVisiblePhrase, { timeout: 20_000 }).toBe(phrase);
    await page.locator('h1').click({ position: { x: 5, y: 20 } });
    await expect.poll(() => locateEditedText(page).textContent()).toBe(phrase);
    await page.keyboard.press('End');
    await page.keyboard.type('y');
    savedSource = savedSource.replace(phrase, `${phrase}y`);
    await expect.poll(() => read('seen.yaml')).toBe(savedSource);
    await page.keyboard.press('Escape');
    await waitForSavedTexts(page);
  }
  for (const text of ['Second words', 'First card']) {
    await clickText(page, text);
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(() => read('seen.yaml')).toContain(`${text}!`);
    await page.keyboard.press('Escape');
  }
  expect(new URL(page.url()).pathname).toBe('/seen');
});

test('clicking text before the editor has loaded starts editing once it has', async () => {
  const { page } = await open('/');
  await page.route('**/src/editor/start.ts*', async (route) => {
    await page.locator('h1').click({ position: { x: 5, y: 20 } });
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => locateEditedText(page).textContent()).toBe('Home');
});

test('after a conflict, the unsaved text appears once, and keeping it is a separate undo step', async () => {
  const lead = '    lead: Rain falls.\n';
  const source = toPageYaml(heroBlock('Both') + lead);
  const { page } = await open('/both', source);
  const saveState = locateEditor(page).locator('.bar .saved');
  const changeOnDisk = (from: string, to: string) =>
    site.write('pages/both.yaml', read('both.yaml').replace(from, to));
  const pressInNote = (name: string) => locateNote(page).getByRole('button', { name }).click();
  await clickText(page, 'Rain falls.');
  await page.keyboard.press('End');
  changeOnDisk('Rain falls', 'Snow falls');
  for (const word of [' Often.', ' Here.']) {
    await page.keyboard.type(word);
    await locateNote(page)
      .getByText(`Yours: Rain falls. Often.${word === ' Here.' ? word : ''}`, { exact: true })
      .waitFor();
  }
  expect(await locateNote(page).getByText('Theirs: Snow falls.').count()).toBe(1);
  const status = locateEditor(page).getByRole('status');
  expect(await status.textContent()).toBe('Two versions. Press F6 to choose one.');
  await locateNote(page)
    .getByText(/The file was last changed by another program at \d/)
    .waitFor();
  expect(await saveState.textContent()).toBe('Not saved');
  await pressInNote('Keep my version');
  const keptSource = source.replace('falls.', 'falls. Often. Here.');
  await expect.poll(() => read('both.yaml')).toBe(keptSource);
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('both.yaml')).toBe(source.replace('Rain falls.', 'Snow falls.'));
  await page.locator('main p', { hasText: 'Snow falls.' }).waitFor();
  await waitForSavedTexts(page);
  // Another program deletes the text from the file while the text is open in the editor.
  await clickText(page, 'Snow falls.');
  await page.keyboard.press('End');
  changeOnDisk('    lead: Snow falls.\n', '');
  await page.keyboard.type(' Now.');
  await locateNote(page).getByText('This text was deleted elsewhere.').waitFor();
  await page.keyboard.press('F6');
  await waitForFocus(locateNote(page).getByRole('button', { name: 'Save again' }));
  await page.keyboard.press('Enter');
  await waitForFocus(page.locator('main > [data-block=hero]'));
  const rewrittenSource = source.replace('Rain falls.', 'Snow falls. Now.');
  await expect.poll(() => read('both.yaml')).toBe(rewrittenSource);
  await page.locator('main p', { hasText: 'Snow falls. Now.' }).waitFor();
  await waitForSavedTexts(page);
  // A read-only file is never replaced.
  const file = join(site.folder, 'pages/both.yaml');
  chmodSync(file, 0o444);
  await clickText(page, 'Both');
  await page.keyboard.press('End');
  await page.keyboard.type(' of us');
  await locateNote(page).getByText('both.yaml was not changed: the file is read-only.').waitFor();
  expect(await saveState.textContent()).toBe('Not saved');
  expect(read('both.yaml')).toBe(rewrittenSource);
  chmodSync(file, 0o644);
  await pressInNote('Save again');
  await expect
    .poll(() => read('both.yaml'))
    .toBe(rewrittenSource.replace('heading: Both', 'heading: Both of us'));
  await expect.poll(() => saveState.textContent()).toBe('Saved');
});
