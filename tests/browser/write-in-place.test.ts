import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { edit } from '../../scripts/commands/edit.ts';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import { startCommand } from '../support/run-command.ts';
import {
  locateBar,
  listBlockTypes,
  selectBlock,
  clickText,
  locateEditor,
  waitForSavedTexts,
  locateNote,
  locatePanel,
  paste,
  waitForFocus,
  locateEditedText,
} from '../support/editor.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const heroBlock = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    # A note of the author\n    lead: "Rain *often* falls, {{email}}."\n`;
const textBlock =
  '  - type: text\n    heading: Words\n    body: |\n      One line\n      and another.\n\n      - First entry\n      - Second [entry](/)\n\n      | a | b |\n      | --- | --- |\n      | cell | other |\n';
const faqBlock =
  '  - type: faq\n    heading: Questions\n    items: [{ question: "Does it rain?", answer: It does. }]\n';

const site = startEditedSite(visit, {
  'pages/index.yaml': toPageYaml(
    heroBlock('Home') + '  - type: cta\n    heading: Next\n    actions: [{ label: Read on, to: /about }]\n',
  ),
  'pages/about.yaml': toPageYaml(heroBlock('About')),
  'pages/_shared/faq.yaml': faqBlock.replaceAll(/^ {2}(?:- | {2})/gm, ''),
});
const { open, read } = site;
const write = (path: string, text: string) => site.write(`pages/${path}`, text);

test('text being edited shows formatting and variable names, and shortcuts make it bold, italic or a link', async () => {
  const source = toPageYaml(heroBlock('Marks') + textBlock);
  const { page } = await open('/marks', source);
  await clickText(page, 'Rain often falls, post@example.org.');
  expect(await locateEditedText(page).innerHTML()).toBe('Rain <em>often</em> falls, {{email}}.');
  await locateEditedText(page).evaluate((element) => {
    const [text] = element.childNodes;
    getSelection()?.setBaseAndExtent(text!, 0, text!, 4);
  });
  await page.keyboard.press('Control+b');
  await expect.poll(() => read('marks.yaml')).toContain('lead: "**Rain** *often* falls, {{email}}."');
  await page.keyboard.press('Control+b');
  await expect.poll(() => read('marks.yaml')).toBe(source);
  await page.keyboard.press('Control+k');
  await locateEditor(page)
    .locator('#pages option[value="/about"]', { hasText: 'About' })
    .waitFor({ state: 'attached' });
  await locateEditor(page).getByLabel('Link to').fill('/about');
  await page.keyboard.press('Enter');
  await expect.poll(() => read('marks.yaml')).toContain('lead: "[Rain](/about) *often* falls, {{email}}."');
  await locateEditedText(page).press('End');
  await paste(page, 'Two\nlines *here*');
  await expect.poll(() => read('marks.yaml')).toContain(String.raw`{{email}}.Two lines \\*here\\*"`);
});

test('text pasted from web pages and word processors keeps links, bold text and paragraphs', async () => {
  const source = toPageYaml(heroBlock('Pasted') + textBlock);
  const { page } = await open('/pasted', source);
  await clickText(page, 'One line and another.');
  await page.keyboard.press('End');
  await locateEditedText(page).press('End');
  await paste(
    page,
    'not this',
    '<meta charset="utf-8"><b style="font-weight:normal"><p style="color:red"> At <span style="font-weight:700">low </span>' +
      '<b>tide<i> only</i></b>,<br>from <a href="https://tide.example/now" onclick="x()">the pier</a></p>' +
      '<p>and <a href="javascript:x()">back</a> <s>old</s> 2 * 3</p><script>x()</script></b>',
  );
  await expect
    .poll(() => read('pasted.yaml'))
    .toBe(
      source.replace(
        'and another.',
        [
          'and another.At **low** **tide** **_only_**,',
          '',
          '      from [the pier](https://tide.example/now)',
          '',
          String.raw`      and back ~~old~~ 2 \* 3`,
        ].join('\n'),
      ),
    );
  await page.keyboard.press('Escape');
  await page.locator('main p', { hasText: /^and back old 2 \* 3$/ }).waitFor();
  await waitForSavedTexts(page);
});

test('each part of a long text is saved separately, and the other lines do not change', async () => {
  const source = toPageYaml(heroBlock('Parts') + textBlock);
  const { page } = await open('/parts', source);
  await clickText(page, 'One line and another.');
  await page.keyboard.press('End');
  await page.keyboard.type(' More.');
  await expect.poll(() => read('parts.yaml')).toBe(source.replace('and another.', 'and another. More.'));
  await page.keyboard.press('Tab');
  await expect.poll(() => locateEditedText(page).textContent()).toBe('First entry');
  await page.keyboard.press('Tab');
  await expect.poll(() => locateEditedText(page).innerHTML()).toBe('Second <a href="/">entry</a>');
  await page.keyboard.press('Home');
  await page.keyboard.type('The ');
  await expect.poll(() => read('parts.yaml')).toContain('- The Second [entry](/)');
  // Typed marks stay text, and an emptied item is removed with its mark.
  await page.keyboard.type('~~5~~ ');
  await expect.poll(() => read('parts.yaml')).toContain(String.raw`- The \~~5\~~ Second [entry](/)`);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect.poll(() => read('parts.yaml')).toContain('      - First entry\n\n      | a | b |');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('main li').count()).toBe(1);
  await clickText(page, 'cell');
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await expect.poll(() => read('parts.yaml')).toContain('| cells | other |');
  // A `|` does not end the cell, not even in code.
  await page.keyboard.type(' p|q');
  await expect.poll(() => read('parts.yaml')).toContain(String.raw`| cells p\|q | other |`);
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+e');
  await expect.poll(() => read('parts.yaml')).toContain('| `cells p\\|q` | other |');
  await page.keyboard.press('Escape');
  await page.locator('td code', { hasText: 'cells p|q' }).waitFor();
  await page.locator('td', { hasText: 'other' }).waitFor();
});

test('text can still be edited while it is saved and the page is rendered again', async () => {
  const statsBlock =
    '  - type: stats\n    items:\n      - { value: 1, label: one mast }\n      - { value: 2, label: two masts, text: In all }\n';
  const source = toPageYaml(heroBlock('Pause') + statsBlock);
  const { page } = await open('/pause', source);
  await clickText(page, 'one mast');
  await page.keyboard.press('End');
  await page.keyboard.type(' at');
  await expect.poll(() => read('pause.yaml')).toContain('label: one mast at');
  await page.keyboard.type(' the pier');
  await expect.poll(() => read('pause.yaml')).toContain('label: one mast at the pier }');
  // Tab moves to the next text, so typing changes that text.
  await page.keyboard.press('Tab');
  await expect.poll(() => locateEditedText(page).textContent()).toBe('1');
  await page.keyboard.press('Tab');
  await expect.poll(() => locateEditedText(page).textContent()).toBe('two masts');
  await page.keyboard.press('End');
  await page.keyboard.type(' there');
  await expect.poll(() => read('pause.yaml')).toContain('label: two masts there,');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => locateEditedText(page).textContent()).toBe('one mast at the pier');
  await page.keyboard.press('Home');
  await page.keyboard.type('Only ');
  await page.keyboard.press('Enter');
  await page.locator('dt', { hasText: 'Only one mast at the pier' }).waitFor();
  await waitForSavedTexts(page);
  const changedSource = source
    .replace('one mast', 'Only one mast at the pier')
    .replace('two masts', 'two masts there');
  expect(read('pause.yaml')).toBe(changedSource);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await expect.poll(() => read('pause.yaml')).toBe(source);
});

test('editing text shared by several pages shows a warning first', async () => {
  write('first.yaml', toPageYaml(heroBlock('First') + '  - use: faq\n'));
  const { page } = await open('/second', toPageYaml(heroBlock('Second') + '  - use: faq\n'));
  await clickText(page, 'Questions');
  const note = locateNote(page);
  await note.getByText('Used on 2 pages. Changes apply to all of them.').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' of crews');
  await expect.poll(() => read('_shared/faq.yaml')).toContain('heading: Questions of crews');
  await page.keyboard.press('Enter');
  // A question is edited in a field below it. A click on the question text does not open its answer.
  await page.locator('main summary').click({ position: { x: 5, y: 20 } });
  const description = 'Used on 2 pages. Changes apply to all of them.';
  await note.getByRole('textbox', { name: 'Question', description }).fill('Does it rain? Often?');
  await expect.poll(() => read('_shared/faq.yaml')).toContain('question: "Does it rain? Often?"');
  expect(
    await page
      .locator('details')
      .first()
      .evaluate((details: HTMLDetailsElement) => details.open),
  ).toBe(false);
  await page.keyboard.press('Enter');
});

test('clicking a link edits its text, and pressing Enter on the focused link opens it', async () => {
  const { page } = await open('/');
  // Hovering marks texts that can be edited.
  await page.locator('main h1').hover({ position: { x: 8, y: 24 } });
  await page.locator('main h1[data-pagewright-text]').waitFor();
  await clickText(page, 'Read on');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.keyboard.press('End');
  await page.keyboard.type(' here and now');
  await expect.poll(() => read('index.yaml')).toContain('{ label: Read on here and now, to: /about }');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Read on here and now' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/about`);
});

test('a block is moved with its comments, Enter moves the focus into it, and Escape out of it', async () => {
  const source = toPageYaml(heroBlock('Blocks') + '  # about words\n' + textBlock + faqBlock);
  const { page } = await open('/blocks', source);
  await selectBlock(page, 1);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'faq', 'text']);
  expect(read('blocks.yaml')).toBe(
    toPageYaml(heroBlock('Blocks') + faqBlock + '  # about words\n' + textBlock),
  );
  await locateEditor(page).locator('.message', { hasText: 'moved down, 3 of 3' }).waitFor();
  await waitForFocus(page.locator('main > [data-block=text]'));
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('blocks.yaml')).toBe(source);
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'text', 'faq']);
  await waitForFocus(page.locator('main > [data-block=text]'));
  // A repeated key moves the block once for each press.
  await selectBlock(page, 0);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => listBlockTypes(page)).toEqual(['text', 'faq', 'hero']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('blocks.yaml')).toBe(source);
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'text', 'faq']);
  await page.reload();
  await locateBar(page).getByText('Click any text or press F6 to edit').waitFor();
  const opening = page.getByRole('region', { name: 'Opening, block', description: 'Press Enter to edit' });
  await opening.waitFor();
  await page.keyboard.press('F6');
  await waitForFocus(opening);
  await page.locator('main > section[tabindex]').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => locateEditedText(page).textContent()).toBe('Words');
  await page.keyboard.press('Escape');
  await waitForFocus(page.locator('main > [data-block=text]'));
});

test('text typed while the server is down stays in the browser and is saved later', async () => {
  const source = toPageYaml(heroBlock('Gone'));
  write('gone.yaml', source);
  const start = (port: string) =>
    startCommand(
      edit,
      ['--pages', join(site.folder, 'pages'), '--port', port, '--data', join(site.folder, 'other')],
      {
        BROWSER: 'none',
      },
    );
  const first = start('0');
  const ownAddress = await first.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const { page } = await visit(`${ownAddress}/gone`);
  await page.locator('html[data-awake][data-editing]').waitFor();
  await page.locator('pagewright-editor .page b').waitFor();
  await clickText(page, 'Gone');
  await page.keyboard.press('End');
  await first.stop();
  const readUnsaved = () =>
    page.evaluate(() =>
      // Sort the stored items, because browsers list them in no fixed order.
      Object.entries<string>(localStorage)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => text)
        .filter((text) => text.includes('gone.yaml')),
    );
  await page.keyboard.type(' and');
  await expect.poll(readUnsaved).toContainEqual(expect.stringContaining('Gone and'));
  await page
    .locator('pagewright-editor .saved', {
      hasText: 'Not saved yet. Your changes are stored in this browser.',
    })
    .waitFor();
  const status = page.locator('pagewright-editor').getByRole('status');
  expect(await status.textContent()).toBe('Not saved yet. Your changes are stored in this browser.');
  // Words typed while the first change waits for the server are also stored in the browser.
  await page.keyboard.type(' back');
  await expect.poll(readUnsaved).toContainEqual(expect.stringContaining('Gone and back'));
  expect(read('gone.yaml')).toBe(source);
  const second = start(new URL(ownAddress).port);
  onTestFinished(async () => void (await second.stop()));
  await second.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  await expect.poll(() => read('gone.yaml')).toBe(source.replace('heading: Gone', 'heading: Gone and back'));
  await expect.poll(() => status.textContent()).toBe('Saved');
  // The text is still open for editing.
  await page.keyboard.type(' again');
  await expect.poll(() => read('gone.yaml')).toContain('heading: Gone and back again\n');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Gone and back again' }).waitFor();
  await expect.poll(readUnsaved).toEqual([]);
});

test('text that can no longer be saved is shown after each reload until its author dismisses it', async () => {
  const source = toPageYaml(heroBlock('Late'));
  const { page } = await open('/late', source);
  const change = {
    file: 'late.yaml',
    base: toPageYaml(heroBlock('Early')),
    operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old: 'Early', new: 'Early in the day' }],
  };
  // Another site that was served at the same address left a text, too.
  const otherChange = {
    ...change,
    base: source,
    operations: [{ ...change.operations[0], old: 'Late' }],
    siteId: 'other',
  };
  // The author went on typing after the conflict, so the last text contains the one before.
  const earlierChange = { ...change, operations: [{ ...change.operations[0], new: 'Early in' }] };
  await page.evaluate(
    (texts) => texts.forEach((text, index) => localStorage.setItem(`pagewright-unsaved ${index} 1 w`, text)),
    [otherChange, earlierChange, change].map((stored) => JSON.stringify(stored)),
  );
  const note = page.locator('pagewright-editor .note', { hasText: 'This text could not be saved earlier' });
  for (let reloadCount = 0; reloadCount < 2; reloadCount++) {
    await page.reload();
    await note.getByText('Early in the day').waitFor();
    expect(await note.count()).toBe(1);
  }
  await note.getByRole('button', { name: 'Close' }).click();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['pagewright-unsaved 0 1 w']);
  await page.evaluate(() => localStorage.clear());
  expect(read('late.yaml')).toBe(source);
});

test('on a phone, the bar shows whether the open text is saved, and a button closes the text', async () => {
  const { page } = await open('/phone', toPageYaml(heroBlock('Home')));
  await page.setViewportSize({ width: 390, height: 844 });
  const done = locateBar(page).getByRole('button', { name: 'Done' });
  expect(await done.isVisible()).toBe(false);
  await clickText(page, 'Home');
  await page.keyboard.insertText('Our ');
  await locateBar(page).getByText('Saved', { exact: true }).waitFor();
  expect(await locateBar(page).evaluate((bar) => bar.scrollWidth)).toBe(390);
  await done.click();
  await waitForSavedTexts(page);
  await page.getByRole('heading', { name: 'Our' }).waitFor();
  await expect.poll(() => locateEditedText(page).count()).toBe(0);
  await expect.poll(() => done.isVisible()).toBe(false);
  await locateBar(page).getByRole('link', { name: 'Hand in' }).waitFor();
});

test('on a right-to-left page, the editor is left-to-right, and each field follows the direction of its text', async () => {
  const text = 'مرحبا بكم';
  const source = `language: ar\n${toPageYaml(heroBlock(text))}`;
  const { page } = await open('/arabic', source);
  const bar = locateBar(page);
  expect(await bar.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  await page.locator('header').getByText('Example', { exact: true }).first().click();
  const field = page.locator('pagewright-editor .note textarea');
  await field.fill(text);
  expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect(await field.getAttribute('lang')).toBe('ar');
  await field.fill('Example');
  await page.keyboard.press('Escape');
  await page.locator('main > section[tabindex]').first().focus();
  await page.keyboard.press('o');
  const panel = locatePanel(page);
  await panel.getByRole('heading').first().waitFor();
  // The panel does not cover the page.
  const [panelBox, mainBox] = [await panel.boundingBox(), await page.locator('main').boundingBox()];
  expect((mainBox?.x ?? 0) + (mainBox?.width ?? 0)).toBeLessThanOrEqual((panelBox?.x ?? 0) + 1);
});

test('text that cannot be edited in place states the reason, and the editor passes axe', async () => {
  const { page } = await open(
    '/dated',
    `published: 2026-03-01\nauthor: Mara\nkind: article\n${toPageYaml(heroBlock('Dated').replace('type: hero', 'type: hero\n    layout: article\n    byline: { title: Forecaster }') + textBlock)}`,
  );
  await page.locator('time').first().click();
  await page.locator('pagewright-editor .note', { hasText: 'It is generated from a date' }).waitFor();
  await locateEditor(page)
    .getByRole('status')
    .getByText('This text cannot be edited here. It is generated from a date in the page file.')
    .waitFor({ state: 'attached' });
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  await page.keyboard.press('Escape');
  await clickText(page, 'Words');
  expect(await findAxeDiagnostics(page)).toEqual([]);
});
