import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { edit } from '../../scripts/edit.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { editedSite } from '../support/edited-site.ts';
import { startCommand } from '../support/run-command.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const hero = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    # A note of the author\n    lead: "Rain *often* falls, {{email}}."\n`;
const body =
  '  - type: text\n    heading: Words\n    body: |\n      One line\n      and another.\n\n      - First entry\n      - Second [entry](/)\n\n      | a | b |\n      | --- | --- |\n      | cell | other |\n';
const faq =
  '  - type: faq\n    heading: Questions\n    items: [{ question: "Does it rain?", answer: It does. }]\n';

const site = editedSite(visit, {
  'pages/index.yaml': pageYaml(
    hero('Home') + '  - type: cta\n    heading: Next\n    actions: [{ label: Read on, to: /about }]\n',
  ),
  'pages/about.yaml': pageYaml(hero('About')),
  'pages/_shared/faq.yaml': faq.replaceAll(/^ {2}(?:- | {2})/gm, ''),
});
const { open, read } = site;
const write = (path: string, text: string) => site.write(`pages/${path}`, text);

const written = (page: Page) => page.locator('[data-pagewright-writing]');

/** Clicks the first letters of a text, and waits until it can be written. Beside its letters, a click chooses the block. */
async function clickText(page: Page, text: string): Promise<void> {
  // The page follows a moment after a text was left.
  await expect.poll(() => page.locator('[data-pagewright-copy]').count()).toBe(0);
  const element = page.locator('body').getByText(text, { exact: true }).filter({ visible: true }).first();
  const { x, y } = await element.evaluate((one) => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(one);
    const [{ left, top, height } = new DOMRect()] = range.getClientRects();
    return { x: left + 4, y: top + height / 2 };
  });
  await page.mouse.click(x, y);
  await written(page).waitFor();
}

/** Pastes what another program has copied, at the end of the text. */
async function paste(page: Page, plain: string, html = ''): Promise<void> {
  await written(page).press('End');
  await written(page).evaluate(
    (element, [plain, html]) => {
      const data = new DataTransfer();
      data.setData('text/plain', plain);
      if (html !== '') data.setData('text/html', html);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [plain, html] as const,
  );
}

test('a click on a text and a few keys change exactly that text in its file', async () => {
  const source = pageYaml(hero('Wind') + body);
  const { page, logs } = await open('/wind', source);
  await clickText(page, 'Wind');
  await page.keyboard.press('End');
  // At once: in the middle, the text may need other quotation marks in its file.
  await page.keyboard.insertText(' and rain: it’s "late"');
  await expect
    .poll(() => read('wind.yaml'))
    .toBe(source.replace('heading: Wind', `heading: 'Wind and rain: it’s "late"'`));
  await page.keyboard.press('Enter');
  await expect.poll(() => written(page).count()).toBe(0);
  // The typography is that of visitors again, and the file has what was typed.
  await page.locator('h1', { hasText: 'Wind and rain: it’s “late”' }).waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('wind.yaml')).toBe(source);
  await page.locator('h1', { hasText: /^Wind$/ }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => read('wind.yaml')).toContain('Wind and rain');
  const undo = page.locator('pagewright-editor').getByRole('button', { name: 'Undo', disabled: false });
  // The file is written before the browser hears of it.
  await undo.waitFor();
  // Steps outlive a reload.
  await page.reload();
  await page.locator('html[data-awake][data-editing]').waitFor();
  await undo.click();
  await expect.poll(() => read('wind.yaml')).toBe(source);
  expect(logs.filter((line) => !/^(?:debug|info)/.test(line))).toEqual([]);
});

test('marks and variables appear as the file has them, and keys make words strong, emphasised or a link', async () => {
  const source = pageYaml(hero('Marks') + body);
  const { page } = await open('/marks', source);
  await clickText(page, 'Rain often falls, post@example.org.');
  expect(await written(page).innerHTML()).toBe('Rain <em>often</em> falls, {{email}}.');
  await written(page).evaluate((element) => {
    const [text] = element.childNodes;
    getSelection()?.setBaseAndExtent(text!, 0, text!, 4);
  });
  await page.keyboard.press('Control+b');
  await expect.poll(() => read('marks.yaml')).toContain('lead: "**Rain** *often* falls, {{email}}."');
  await page.keyboard.press('Control+b');
  await expect.poll(() => read('marks.yaml')).toBe(source);
  await page.keyboard.press('Control+k');
  await page.locator('pagewright-editor').getByLabel('Leads to').fill('/about');
  await page.keyboard.press('Enter');
  await expect.poll(() => read('marks.yaml')).toContain('lead: "[Rain](/about) *often* falls, {{email}}."');
  await paste(page, 'Two\nlines *here*');
  await expect.poll(() => read('marks.yaml')).toContain(String.raw`{{email}}.Two lines \\*here\\*"`);
});

test('what is pasted from a page or a text processor keeps its links, its strong words and its paragraphs', async () => {
  const source = pageYaml(hero('Pasted') + body);
  const { page } = await open('/pasted', source);
  await clickText(page, 'One line and another.');
  await page.keyboard.press('End');
  await paste(
    page,
    'not this',
    '<meta charset="utf-8"><b style="font-weight:normal"><p style="color:red"> At <span style="font-weight:700">low </span>' +
      '<b>tide<i> only</i></b>,<br>from <a href="https://tide.example/now" onclick="x()">the pier</a></p>' +
      '<p>and <a href="javascript:x()">back</a> 2 * 3</p><script>x()</script></b>',
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
          String.raw`      and back 2 \* 3`,
        ].join('\n'),
      ),
    );
  await page.keyboard.press('Enter');
  await page.locator('main p', { hasText: /^and back 2 \* 3$/ }).waitFor();
  await expect.poll(() => page.locator('[data-pagewright-copy]').count()).toBe(0);
});

test('each part of a long text is written by itself, and the lines of the others stay', async () => {
  const source = pageYaml(hero('Parts') + body);
  const { page } = await open('/parts', source);
  await clickText(page, 'One line and another.');
  await page.keyboard.press('End');
  await page.keyboard.type(' More.');
  await expect.poll(() => read('parts.yaml')).toBe(source.replace('and another.', 'and another. More.'));
  await page.keyboard.press('Tab');
  await expect.poll(() => written(page).textContent()).toBe('First entry');
  await page.keyboard.press('Tab');
  await expect.poll(() => written(page).innerHTML()).toBe('Second <a href="/">entry</a>');
  await page.keyboard.press('Home');
  await page.keyboard.type('The ');
  await expect.poll(() => read('parts.yaml')).toContain('- The Second [entry](/)');
  await page.keyboard.press('Escape');
  await clickText(page, 'cell');
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await expect.poll(() => read('parts.yaml')).toContain('| cells | other |');
});

test('a text stays open while its words are written to the file, whatever is drawn from them', async () => {
  const figures =
    '  - type: stats\n    items:\n      - { value: 1, label: one mast }\n      - { value: 2, label: two masts, text: In all }\n';
  const source = pageYaml(hero('Pause') + figures);
  const { page } = await open('/pause', source);
  await clickText(page, 'one mast');
  await page.keyboard.press('End');
  await page.keyboard.type(' at');
  await expect.poll(() => read('pause.yaml')).toContain('label: one mast at');
  await page.keyboard.type(' the pier');
  await expect.poll(() => read('pause.yaml')).toContain('label: one mast at the pier }');
  // The words that are typed after Tab are those of the next text.
  await page.keyboard.press('Tab');
  await expect.poll(() => written(page).textContent()).toBe('1');
  await page.keyboard.press('Tab');
  await expect.poll(() => written(page).textContent()).toBe('two masts');
  await page.keyboard.press('End');
  await page.keyboard.type(' there');
  await expect.poll(() => read('pause.yaml')).toContain('label: two masts there,');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => written(page).textContent()).toBe('one mast at the pier');
  await page.keyboard.press('Home');
  await page.keyboard.type('Only ');
  await page.keyboard.press('Enter');
  await page.locator('dt', { hasText: 'Only one mast at the pier' }).waitFor();
  await expect.poll(() => page.locator('[data-pagewright-copy]').count()).toBe(0);
  const changed = source
    .replace('one mast', 'Only one mast at the pier')
    .replace('two masts', 'two masts there');
  expect(read('pause.yaml')).toBe(changed);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await expect.poll(() => read('pause.yaml')).toBe(source);
});

test('a text of several pages, of another page or of all pages says so before it changes', async () => {
  write('first.yaml', pageYaml(hero('First') + '  - use: faq\n'));
  const { page } = await open('/second', pageYaml(hero('Second') + '  - use: faq\n'));
  await clickText(page, 'Questions');
  const note = page.locator('pagewright-editor .note');
  await note.getByText('Used on 2 pages. A change here shows on all of them.').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' of crews');
  await expect.poll(() => read('_shared/faq.yaml')).toContain('heading: Questions of crews');
  await page.keyboard.press('Enter');
  // A question has a field below it, and does not open when its words are clicked.
  await page.locator('main summary').click({ position: { x: 5, y: 20 } });
  await note.getByRole('textbox', { name: 'Question' }).fill('Does it rain? Often?');
  await expect.poll(() => read('_shared/faq.yaml')).toContain('question: "Does it rain? Often?"');
  expect(
    await page
      .locator('details')
      .first()
      .evaluate((details: HTMLDetailsElement) => details.open),
  ).toBe(false);
  await page.keyboard.press('Enter');
  // The header is drawn again with each change, so its texts have a field.
  await page.locator('header').getByText('Example', { exact: true }).first().click();
  await note.getByText('Shown on all pages. A change here shows everywhere.').waitFor();
  await note.getByRole('textbox').fill('Example & Co');
  await expect.poll(() => read('_site.yaml')).toContain('company: Example & Co');
  await page.keyboard.press('Enter');
  await page.locator('pagewright-editor').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read('_site.yaml')).toBe(siteYaml);
});

test('links do not lead away when their words are clicked, but with a key held', async () => {
  const { page } = await open('/');
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

test('blocks are moved, duplicated and deleted with the keyboard, and each step can be undone', async () => {
  const source = pageYaml(hero('Blocks') + '  # about words\n' + body + faq);
  const { page } = await open('/blocks', source);
  const order = () =>
    page.locator('main > section').evaluateAll((all) => all.map((one) => one.dataset['block']));
  await page.locator('main > section[tabindex]').nth(1).focus();
  await page.locator('pagewright-editor .tab').getByText('Text').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual(['hero', 'faq', 'text']);
  expect(read('blocks.yaml')).toBe(pageYaml(hero('Blocks') + faq + '  # about words\n' + body));
  await page.locator('pagewright-editor .message', { hasText: 'moved down, 3 of 3' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['block']))
    .toBe('text');
  await page.keyboard.press('Control+d');
  await expect.poll(order).toEqual(['hero', 'faq', 'text', 'text']);
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement === document.querySelector('main > section:nth-of-type(4)')),
    )
    .toBe(true);
  await page.keyboard.press('Delete');
  await expect.poll(order).toEqual(['hero', 'faq', 'text']);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await expect.poll(() => read('blocks.yaml')).toBe(source);
  await expect.poll(order).toEqual(['hero', 'text', 'faq']);
  // Enter leads into the block, Escape out of it.
  await page.locator('main > section[tabindex]').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => written(page).textContent()).toBe('Words');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['block']))
    .toBe('text');
});

test('a text that another program changes meanwhile is shown in both versions', async () => {
  const source = pageYaml(hero('Both') + faq);
  const { page } = await open('/both', source);
  await clickText(page, 'Both');
  // Elsewhere in the file, nothing is asked.
  write('both.yaml', source.replace('It does.', 'It snows.').replace('blocks:', '# another\nblocks:'));
  await page.keyboard.press('End');
  await page.keyboard.type(' here');
  await expect.poll(() => read('both.yaml')).toContain('heading: Both here');
  expect(read('both.yaml')).toContain('It snows.');
  write('both.yaml', read('both.yaml').replace('Both here', 'Both there'));
  await page.keyboard.type(' now');
  const note = page.locator('pagewright-editor .note', { hasText: 'changed elsewhere at the same time' });
  await note.getByText('There: Both there').waitFor();
  await note.getByText('Yours: Both here now').waitFor();
  expect(read('both.yaml')).toContain('heading: Both there');
  await note.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => read('both.yaml')).toContain('heading: Both here now');
});

test('what is typed while the server is gone stays in the browser, and is written when it is back', async () => {
  const source = pageYaml(hero('Gone'));
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
  const own = await first.says(/http:\/\/127\.0\.0\.1:\d+/);
  const { page } = await visit(`${own}/gone`);
  await page.locator('html[data-awake][data-editing]').waitFor();
  await page.locator('pagewright-editor .page b').waitFor();
  await clickText(page, 'Gone');
  await page.keyboard.press('End');
  await first.stop();
  const unsaved = () =>
    page.evaluate(() =>
      // Browsers list them in any order.
      Object.entries<string>(localStorage)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, text]) => text)
        .filter((text) => text.includes('gone.yaml')),
    );
  await page.keyboard.type(' and');
  await expect.poll(unsaved).toContainEqual(expect.stringContaining('Gone and'));
  await page
    .locator('pagewright-editor .saved', { hasText: 'Not saved yet, kept in this browser' })
    .waitFor();
  // While the first words wait for the server, the next ones are stored too.
  await page.keyboard.type(' back');
  await expect.poll(unsaved).toContainEqual(expect.stringContaining('Gone and back'));
  expect(read('gone.yaml')).toBe(source);
  const second = start(new URL(own).port);
  onTestFinished(() => void second.stop());
  await second.says(/http:\/\/127\.0\.0\.1:\d+/);
  await expect.poll(() => read('gone.yaml')).toBe(source.replace('heading: Gone', 'heading: Gone and back'));
  await page.locator('h1', { hasText: 'Gone and back' }).waitFor();
  await expect.poll(unsaved).toEqual([]);
});

test('a text that cannot be saved any more is shown after each reload, until its author closes it', async () => {
  const source = pageYaml(hero('Late'));
  const { page } = await open('/late', source);
  const change = {
    file: 'late.yaml',
    base: pageYaml(hero('Early')),
    operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old: 'Early', new: 'Early in the day' }],
  };
  await page.evaluate((text) => localStorage.setItem('pagewright-unsaved 1', text), JSON.stringify(change));
  const note = page.locator('pagewright-editor .note', { hasText: 'Text that could not be saved earlier' });
  for (let visits = 0; visits < 2; visits++) {
    await page.reload();
    await note.getByText('Early in the day').waitFor();
  }
  await note.getByRole('button', { name: 'Close' }).click();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(read('late.yaml')).toBe(source);
});

test('on a page from right to left, the editor is English from left to right, and fields follow their text', async () => {
  const text = 'مرحبا بكم';
  const source = `language: ar\n${pageYaml(hero(text))}`;
  const { page } = await open('/arabic', source);
  const bar = page.locator('pagewright-editor .bar');
  expect(await bar.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
  await page.locator('header').getByText('Example', { exact: true }).first().click();
  const field = page.locator('pagewright-editor .note textarea');
  await field.fill(text);
  expect(await field.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  expect(await field.getAttribute('lang')).toBe('ar');
  await field.fill('Example');
  await page.keyboard.press('Escape');
  await page.locator('main > section[tabindex]').first().focus();
  await page.keyboard.press('o');
  const panel = page.locator('pagewright-editor .panel');
  await panel.getByRole('heading').first().waitFor();
  // The panel covers nothing of the page.
  const [left, right] = [await panel.boundingBox(), await page.locator('main').boundingBox()];
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual((left?.x ?? 0) + 1);
});

test('what cannot be changed in place says why, and the editor passes axe', async () => {
  const { page } = await open(
    '/dated',
    `published: 2026-03-01\nauthor: Mara\nkind: article\n${pageYaml(hero('Dated').replace('type: hero', 'type: hero\n    layout: article\n    byline: { title: Forecaster }') + body)}`,
  );
  await page.locator('time').first().click();
  await page.locator('pagewright-editor .note', { hasText: 'This follows from a date' }).waitFor();
  await loadAxe(page);
  expect(await axeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  await page.keyboard.press('Escape');
  await clickText(page, 'Words');
  expect(await axeDiagnostics(page)).toEqual([]);
});
