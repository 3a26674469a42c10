import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blockTypes } from '../../schema/blocks/index.ts';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import {
  locateBar,
  locateEditor,
  isFocused,
  openSettings,
  locatePanel,
  waitForFocus,
  removeExampleFrames,
  dropInfoLogs,
} from '../support/editor.ts';
import { takeSample } from '../support/sample.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const pictureSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 0h9v9z"/></svg>';
const heroBlock = (heading: string) =>
  `  - type: hero\n    heading: ${heading}\n    # A note of the author\n    lead: "Rain *often* falls."\n`;
const faqBlock =
  '  # asked most\n  - type: faq\n    heading: Questions\n    items:\n      # the first\n      - question: Does it rain?\n        answer: It does.\n\n      - { question: Often?, answer: "Each day." }\n';

const site = startEditedSite(visit, {
  'pages/index.yaml': toPageYaml(heroBlock('Home')),
  'pages/about.yaml': toPageYaml(
    heroBlock('About') + '  - type: faq\n    id: asked\n    items: [{ question: One?, answer: Yes. }]\n',
  ),
  'pages/_shared/faq.yaml': 'type: faq\nitems: [{ question: Shared?, answer: Yes. }]\n',
  'public/pictures/mast.svg': pictureSvg,
});
const { open, read, write } = site;

test('the layout of a block is chosen from thumbnails of all layouts', async () => {
  const source = toPageYaml(heroBlock('Pictures') + faqBlock);
  const { page } = await open('/pictures', source);
  await removeExampleFrames(page);
  const panel = await openSettings(page, 0);
  await panel.getByRole('tab', { name: 'Look' }).click();
  await panel.getByRole('button', { name: 'Show layouts' }).press('Enter');
  const dialog = page.locator('pagewright-editor dialog');
  await dialog.getByRole('heading', { name: 'Layouts of “Opening”' }).waitFor();
  const catalogue = page.frameLocator('pagewright-editor iframe[title=Blocks]');
  await catalogue.locator('.insert:focus').waitFor();
  expect(await catalogue.locator('.block:visible').count()).toBe(1);
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  await catalogue.getByRole('button', { name: 'Use Opening, Statement' }).press('Enter');
  const changedSource = source.replace('type: hero\n', 'type: hero\n    layout: statement\n');
  await expect.poll(() => read('pictures.yaml')).toBe(changedSource);
  expect(await panel.getByLabel('Layout').inputValue()).toBe('statement');
  await page.locator('pagewright-editor .panel button:focus', { hasText: 'Show layouts' }).waitFor();
});

test('arrow keys change a choice, clearing a setting removes it from the file, and Escape returns to the block', async () => {
  const source = toPageYaml(heroBlock('Wind') + faqBlock);
  const { page, logs } = await open('/wind', source);
  const panel = await openSettings(page, 0);
  await page.evaluate(() => ((globalThis as { isSame?: true }).isSame = true));
  await panel.getByRole('tab', { name: 'Look' }).click();
  expect(await panel.getByRole('radio', { name: 'Plain' }).isChecked()).toBe(true);
  expect(read('wind.yaml')).toBe(source);
  const dark = panel.getByRole('radio', { name: 'Dark', exact: true });
  await dark.check();
  await page.locator('main > section[data-tone=dark]').waitFor();
  // The selected option keeps the focus.
  expect(await isFocused(dark)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  const tintedSource = source.replace('type: hero\n', 'type: hero\n    tone: tinted\n');
  await expect.poll(() => read('wind.yaml')).toBe(tintedSource);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => read('wind.yaml')).toBe(source);
  await panel.getByRole('tab', { name: 'Content' }).click();
  const eyebrow = panel.getByRole('textbox', { name: 'Above the heading' });
  await eyebrow.fill('For crews');
  await expect.poll(() => read('wind.yaml')).toContain('    eyebrow: For crews\n');
  expect(await isFocused(eyebrow)).toBe(true);
  await eyebrow.fill('');
  await expect.poll(() => read('wind.yaml')).toBe(source);
  const lead = panel.getByRole('textbox', { name: 'Introduction' });
  expect(await lead.inputValue()).toBe('Rain *often* falls.');
  await lead.fill('Rain *seldom* falls.');
  await page.locator('main em', { hasText: 'seldom' }).waitFor();
  expect(read('wind.yaml')).toBe(source.replace('often', 'seldom'));
  expect(await page.evaluate(() => (globalThis as { isSame?: true }).isSame)).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await waitForFocus(page.locator('main > [data-block=hero]'));
  await page.keyboard.press('Control+z');
  await expect.poll(() => read('wind.yaml')).toBe(source);
  expect(dropInfoLogs(logs)).toEqual([]);
});

test('list items are added, moved and removed, and each is saved once it is complete', async () => {
  const source = toPageYaml(heroBlock('Lists') + faqBlock);
  const { page } = await open('/lists', source);
  const panel = await openSettings(page, 1);
  await panel.getByRole('button', { name: 'Add a question' }).click();
  await page.keyboard.type('Is it cold?');
  await page.keyboard.press('Tab');
  expect(read('lists.yaml')).toBe(source);
  await page.keyboard.type('No.');
  const addedSource = `${source}\n      - { question: Is it cold?, answer: No. }\n`;
  await expect.poll(() => read('lists.yaml')).toBe(addedSource);
  await page.keyboard.type(' Mild.');
  await expect.poll(() => read('lists.yaml')).toContain('answer: No. Mild.');
  await panel.getByRole('button', { name: 'Move question 3 up' }).click();
  await expect
    .poll(() => page.locator('main summary').allTextContents())
    .toEqual(['Does it rain?', 'Is it cold?', 'Often?']);
  await waitForFocus(panel.getByRole('button', { name: 'Move question 2 up' }));
  await panel.getByRole('button', { name: 'Remove question 2' }).click();
  await expect.poll(() => read('lists.yaml')).toBe(source);
  await panel.getByRole('button', { name: 'Duplicate question 2' }).click();
  await expect
    .poll(() => page.locator('main summary').allTextContents())
    .toEqual(['Does it rain?', 'Often?', 'Often?']);
  const copiedField = panel.locator('#setting-items-2-question');
  await waitForFocus(copiedField);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Seldom?');
  await expect.poll(() => read('lists.yaml')).toContain('- { question: Seldom?, answer: "Each day." }');
  await panel.getByRole('button', { name: 'Remove question 3' }).click();
  await expect.poll(() => read('lists.yaml')).toBe(source);
  // The field for the target of a button suggests pages.
  await panel.getByRole('button', { name: 'Add a button' }).click();
  await panel.getByRole('textbox', { name: 'Label' }).fill('Read');
  const targetField = panel.getByRole('combobox', { name: 'Page or file' });
  await targetField.focus();
  await expect
    .poll(() =>
      targetField.evaluate((item: HTMLInputElement) =>
        [...(item.list?.options ?? [])].map(({ value }) => value),
      ),
    )
    .toContain('/about#asked');
  expect(read('lists.yaml')).toBe(source);
  await targetField.fill('/about#asked');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => read('lists.yaml'))
    .toBe(`${source}    actions:\n      - { label: Read, to: /about#asked }\n`);
  await page.locator('main a', { hasText: 'Read' }).waitFor();
  // Changing the kind of an item keeps the settings that both kinds have.
  await panel.getByRole('combobox', { name: 'Kind' }).selectOption('Nothing');
  await expect.poll(() => read('lists.yaml')).toContain('{ label: Read, none: true }');
  for (let step = 0; step < 8; step++) {
    await panel.getByRole('tab', { name: 'Content' }).focus();
    await page.keyboard.press('Control+z');
  }
  await expect.poll(() => read('lists.yaml')).toBe(source);
});

test('a value with several forms is added and removed, and the focus stays in its group', async () => {
  const source = toPageYaml('  - type: alert\n    text: Low tide at noon.\n');
  const { page } = await open('/forms', source);
  const panel = await openSettings(page, 0);
  const group = panel.getByRole('group', { name: 'Button', exact: true });
  const removeButton = group.getByRole('button', { name: /^Remove/ });
  await group.locator('.add').press('Enter');
  await waitForFocus(group.getByRole('combobox', { name: 'Kind' }));
  await removeButton.press('Enter');
  await waitForFocus(group.locator('.add'));
  // After a value is removed from the file, the focus also stays.
  await group.locator('.add').press('Enter');
  await group.getByRole('combobox', { name: 'Kind' }).selectOption('Nothing');
  await group.getByRole('textbox', { name: 'Label' }).fill('Read');
  await expect.poll(() => read('forms.yaml')).toContain('    action: { ');
  await removeButton.press('Enter');
  await expect.poll(() => read('forms.yaml')).toBe(source);
  await waitForFocus(group.locator('.add'));
});

test('a picture can be dropped and described, an icon found by name, and each change undone', async () => {
  const source = toPageYaml(heroBlock('Pictures'));
  const { page } = await open('/pictures-of-page', source);
  const panel = await openSettings(page, 0);
  await panel.getByRole('button', { name: 'Add picture', exact: true }).click();
  const group = panel.getByRole('group', { name: 'Picture', exact: true });
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'Big Pier.svg', { type: 'image/svg+xml' }));
    return data;
  }, pictureSvg);
  await group.locator('.picker').first().dispatchEvent('drop', { dataTransfer: transfer });
  // The picture is saved only once it has alternative text.
  const alt = group.getByRole('textbox', { name: 'What it shows' });
  await waitForFocus(alt);
  expect(read('pictures-of-page.yaml')).toBe(source);
  expect(readFileSync(join(site.folder, 'public/pictures/big-pier.svg'), 'utf8')).toBe(pictureSvg);
  await page.keyboard.type('A pier');
  const savedSource = `${source}    image: { src: /pictures/big-pier.svg, alt: A pier }\n`;
  await expect.poll(() => read('pictures-of-page.yaml')).toBe(savedSource);
  // A click on the picture opens its setting.
  await panel.getByRole('button', { name: 'Close settings' }).click();
  await page.locator('main img[alt="A pier"]').click();
  // When the author selects a different picture, the focus moves to the alternative text, because the old text may not
  // fit.
  await group.getByRole('searchbox').fill('mast');
  await group.getByRole('button', { name: 'mast.svg' }).click();
  await expect.poll(() => read('pictures-of-page.yaml')).toBe(savedSource.replace('big-pier', 'mast'));
  await waitForFocus(alt);
  await panel.getByRole('button', { name: 'Add a fact' }).click();
  await panel.getByRole('textbox', { name: 'Text', exact: true }).fill('Nine stations');
  await expect.poll(() => read('pictures-of-page.yaml')).toContain('- { text: Nine stations }');
  await panel.getByRole('button', { name: 'Choose: Icon' }).click();
  await panel.getByText(/^Showing 60 of \d+\. Search to see others\.$/).waitFor();
  await panel.getByRole('searchbox', { name: 'Search: Icon' }).fill('wind arrow');
  await panel.getByRole('button', { name: 'wind arrow down' }).click();
  await panel.locator('button:focus', { hasText: 'Choose: Icon' }).waitFor();
  await expect
    .poll(() => read('pictures-of-page.yaml'))
    .toContain('{ icon: wind-arrow-down, text: Nine stations }');
  // Rarely used settings are collapsed.
  await expect.poll(() => panel.getByLabel('Width').first().isVisible()).toBe(false);
  await group.getByText('More settings').first().click();
  await panel.getByLabel('Width').first().waitFor();
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  await panel.getByRole('tab', { name: 'Content' }).focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z');
  await expect.poll(() => read('pictures-of-page.yaml')).toBe(source);
});

test('a diagnostic is shown at its setting, and a shared block lists the pages that use it', async () => {
  const source = toPageYaml(
    heroBlock('Faults').replace('type: hero', 'type: hero\n    tone: darker') + '  - use: faq\n',
  );
  const { page } = await open('/faults', source);
  const panel = await openSettings(page, 0);
  await panel.getByRole('tab', { name: 'Look, 1 to fix' }).click();
  await panel.getByRole('group', { name: 'Background' }).locator('.fault').waitFor();
  // Changes by other programs are kept and shown.
  write('pages/faults.yaml', source.replace('often', 'seldom'));
  await panel.getByRole('radio', { name: 'Dark', exact: true }).check();
  const fixedSource = source.replace('darker', 'dark').replace('often', 'seldom');
  await expect.poll(() => read('faults.yaml')).toBe(fixedSource);
  await panel.locator('.fault').first().waitFor({ state: 'detached' });
  await panel.getByRole('tab', { name: 'Content' }).click();
  await expect
    .poll(() => panel.getByRole('textbox', { name: 'Introduction' }).inputValue())
    .toBe('Rain *seldom* falls.');
  // An unknown setting in the file has no field, so the panel shows its diagnostic above the fields.
  write('pages/faults.yaml', fixedSource.replace('heading: Faults', 'heading: Faults\n    wether: bad'));
  await panel.locator('.fault.whole', { hasText: 'wether' }).waitFor();
  write('pages/faults.yaml', fixedSource);
  await panel.locator('.fault').first().waitFor({ state: 'detached' });
  await page
    .locator('main > section')
    .nth(1)
    .click({ position: { x: 3, y: 3 } });
  await panel.getByText('Used on 1 page.').waitFor();
  await panel.getByRole('textbox', { name: 'Heading', exact: true }).fill('Asked');
  await expect
    .poll(() => read('_shared/faq.yaml'))
    .toBe('type: faq\nheading: Asked\nitems: [{ question: Shared?, answer: Yes. }]\n');
});

test('settings of the page and the site open from the bar, and F6 cycles through the regions', async () => {
  const source = toPageYaml(heroBlock('Top'));
  const { page } = await open('/top', source);
  const bar = locateBar(page);
  await bar.getByRole('button', { name: 'Page settings' }).click();
  const panel = locatePanel(page);
  await panel.getByRole('radio', { name: 'Draft' }).check();
  await expect.poll(() => read('top.yaml')).toContain('status: draft\n');
  await bar.getByText('Draft').waitFor();
  await panel.getByRole('radio', { name: 'Live' }).check();
  await expect.poll(() => read('top.yaml')).toBe(source);
  await panel.getByLabel('Published').fill('2026-10-02');
  await page.keyboard.press('Enter');
  await expect.poll(() => read('top.yaml')).toContain('published: 2026-10-02\n');
  await panel.getByRole('button', { name: 'Remove published' }).click();
  await expect.poll(() => read('top.yaml')).toBe(source);
  expect(await panel.getByText(/^Open file at line \d$/).count()).toBe(2);
  await panel.getByRole('button', { name: 'Site settings' }).click();
  await panel.getByRole('heading', { name: 'Site' }).waitFor();
  await panel.getByRole('textbox', { name: 'Company' }).fill('Example & Co');
  await expect.poll(() => read('_site.yaml')).toContain('company: Example & Co\n');
  const readRegion = () =>
    page.evaluate(() => {
      const focusedElement = document.querySelector('pagewright-editor')?.shadowRoot?.activeElement;
      return focusedElement?.closest('.bar,.tab,.panel')?.className ?? document.activeElement?.tagName;
    });
  expect(await readRegion()).toBe('panel');
  for (const expectedRegion of ['bar', 'SECTION', 'tab', 'panel']) {
    await page.keyboard.press('F6');
    expect(await readRegion()).toBe(expectedRegion);
    if (expectedRegion === 'SECTION') await locateEditor(page).locator('.tab button').first().waitFor();
  }
  await page.keyboard.press('Shift+F6');
  expect(await readRegion()).toBe('tab');
});

test('the phone view shows the page and is closed with Escape', async () => {
  const { page } = await open('/');
  await locateBar(page).getByRole('button', { name: 'Phone view' }).click();
  const dialog = locateEditor(page).getByRole('dialog', { name: 'Phone view' });
  const frame = dialog.locator('iframe');
  await frame.contentFrame().locator('h1').waitFor();
  const readState = () => frame.evaluate((node: HTMLIFrameElement) => node.contentDocument?.readyState);
  await expect.poll(readState).toBe('complete');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
});

test('each theme choice is previewed on the page, and another page can be opened by title', async () => {
  const { page } = await open('/');
  const before = read('_site.yaml');
  await locateBar(page).getByRole('button', { name: 'Theme' }).click();
  const panel = locatePanel(page);
  await panel.getByRole('heading', { name: 'Theme' }).waitFor();
  // The default greys are those of the preset.
  await panel.getByRole('radio', { name: 'Default (Tinted)' }).waitFor();
  await panel.getByRole('radio', { name: 'Round' }).first().check();
  await expect.poll(() => read('_site.yaml')).toContain('theme: { corners: round }\n');
  await panel.getByRole('button', { name: 'Show presets' }).click();
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  const presets = page.frameLocator('pagewright-editor iframe[title=Presets]');
  await presets.getByRole('button', { name: 'Use gazette' }).click();
  await expect.poll(() => read('_site.yaml')).toContain('preset: gazette');
  await expect
    .poll(() => page.locator('h1').evaluate((h1) => getComputedStyle(h1).fontFamily))
    .toContain('Gloock');
  // The theme settings stay open on other pages.
  const field = locateBar(page).getByLabel('Go to page');
  await field.click();
  await locateEditor(page).locator('#pages option').first().waitFor({ state: 'attached' });
  await page.keyboard.type('abou');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/about`);
  await panel.getByRole('heading', { name: 'Theme' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.isVisible()).toBe(false);
  for (let step = 0; step < 2; step++) await page.keyboard.press('Control+z');
  await expect.poll(() => read('_site.yaml')).toBe(before);
});

test("the site's variables and dialogs can be added, changed and removed", async () => {
  const { page, logs } = await open('/names', toPageYaml(heroBlock('Names')));
  const before = read('_site.yaml');
  await locateBar(page).getByRole('button', { name: 'Page settings' }).click();
  const panel = locatePanel(page);
  await panel.getByRole('button', { name: 'Site settings' }).click();
  await panel.getByRole('heading', { name: 'Site' }).waitFor();
  await panel.getByRole('tab', { name: 'More' }).click();
  const variables = panel.getByRole('group', { name: 'Variables' });
  for (const [index, [name, text]] of [
    ['hours', 'from dawn to dusk'],
    ['berths', '48'],
  ].entries()) {
    await variables.getByLabel('Name of the new variable').fill(name ?? '');
    await page.keyboard.press('Enter');
    await variables.getByRole('textbox', { name, exact: true }).fill(text ?? '');
    await variables.getByText(String(index + 1), { exact: true }).waitFor();
  }
  const addVariables = (yaml: string) => before.replace('navigation:', `variables: ${yaml}\nnavigation:`);
  await expect.poll(() => read('_site.yaml')).toBe(addVariables('{ hours: from dawn to dusk, berths: 48 }'));
  await variables.getByLabel('Name of the new variable').fill('Not a name');
  await page.keyboard.press('Enter');
  expect(await variables.getByRole('textbox', { name: 'Not a name' }).count()).toBe(0);
  await variables.getByRole('button', { name: 'Remove hours' }).click();
  await expect.poll(() => read('_site.yaml')).toBe(addVariables('{ berths: 48 }'));
  await variables.getByRole('button', { name: 'Remove berths' }).click();
  await expect.poll(() => read('_site.yaml')).toBe(before);
  await panel.getByRole('tab', { name: 'Content' }).click();
  const dialogs = panel.getByRole('group', { name: 'Dialogs' });
  await dialogs.getByLabel('Name of the new dialog').fill('call-me');
  await page.keyboard.press('Enter');
  await dialogs.getByRole('button', { name: 'call-me', exact: true }).waitFor();
  expect(read('_site.yaml')).toBe(before);
  expect(logs.filter((line) => /^(?:error|pageerror)/.test(line))).toEqual([]);
});

test('Escape closes an open list, then the panel, wherever the focus is', async () => {
  const { page } = await open('/escape', toPageYaml(heroBlock('Escape')));
  const panel = await openSettings(page, 0);
  const settings = page.locator('pagewright-editor .bar').getByRole('button', { name: 'Page settings' });
  await settings.focus();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(await isFocused(settings)).toBe(true);
  await openSettings(page, 0);
  await panel.getByRole('button', { name: 'Add a fact' }).click();
  await panel.getByRole('button', { name: 'Choose: Icon' }).click();
  await panel.getByRole('searchbox', { name: 'Search: Icon' }).press('Escape');
  await panel.getByRole('searchbox').waitFor({ state: 'detached' });
  await page.evaluate(() => document.querySelector<HTMLElement>('pagewright-editor')?.blur());
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  // If the block has the focus, the first Escape closes only the panel, and the block stays selected.
  await openSettings(page, 0);
  await page.locator('main > section').first().focus();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(await page.locator('pagewright-editor .tab').isVisible()).toBe(true);
  await waitForFocus(page.locator('main > section').first());
  // Escape also works while the panel waits for its settings.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/__api', async (route) => {
    if (route.request().postData()?.includes('"settings"')) await released;
    await route.continue();
  });
  const settingsRequest = page.waitForRequest(
    (request) => request.postData()?.includes('"settings"') === true,
  );
  await page.keyboard.press('o');
  await settingsRequest;
  await page.keyboard.press('Escape');
  const settingsResponse = page.waitForResponse('**/__api');
  release();
  await settingsResponse;
  // The next click requests the settings of the page, which arrive after those of the block.
  await settings.click();
  await panel.getByRole('heading', { name: 'Escape' }).waitFor();
});

const types = takeSample(blockTypes, 14);
test.each(types.flatMap((_type, index) => (index % 7 === 0 ? [types.slice(index, index + 7)] : [])))(
  'opening every item in the settings of %s, %s and others changes no file',
  async (...types) => {
    const examples = types.map((type) =>
      readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8')
        .trimEnd()
        .replaceAll(/\n(?=[^\n])/g, '\n    '),
    );
    const source = toPageYaml(examples.map((item) => `  - ${item}\n`).join('\n'));
    const { page, logs } = await open('/all', source);
    const panel = locatePanel(page);
    const names = new Set<string>();
    for (let index = 0; index < types.length; index++) {
      await openSettings(page, index);
      // The panel shows the previous block until the settings of the selected block arrive.
      await expect
        .poll(async () => names.add(String(await panel.getByRole('heading').first().textContent())).size)
        .toBe(index + 1);
      await panel.evaluate(async (element) => {
        const waitForFrame = () => new Promise(requestAnimationFrame);
        const findAll = (selector: string) => [...element.querySelectorAll<HTMLElement>(selector)];
        for (const tab of findAll('[role=tab]:not(#tab-file)')) {
          tab.click();
          await waitForFrame();
          for (let collapsed = findAll('.open[aria-expanded=false]'); collapsed.length > 0;) {
            collapsed.forEach((item) => item.click());
            await waitForFrame();
            collapsed = findAll('.open[aria-expanded=false]');
          }
          findAll('input,textarea,select').forEach((field) => field.focus());
        }
      });
    }
    expect(read('all.yaml')).toBe(source);
    const undo = page.locator('pagewright-editor').getByRole('button', { name: 'Undo' });
    expect(await undo.isDisabled()).toBe(true);
    expect(logs.filter((line) => /^(?:error|pageerror)/.test(line) && !line.includes('404'))).toEqual([]);
  },
);

test('the panel passes axe beside and below the page in light and dark schemes', async () => {
  const { page } = await open('/axe', toPageYaml(heroBlock('Axe') + faqBlock));
  const panel = await openSettings(page, 1);
  await panel.getByRole('button', { name: 'Does it rain?' }).click();
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [768, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const tab of ['Content', 'Look', 'More']) {
      await panel.getByRole('tab', { name: tab }).click();
      expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
    }
    // The panel does not cover the selected block: beside the panel, the whole block is visible; above the panel, at
    // least its top.
    const box = await panel.boundingBox(); // the panel is visible
    const block = await page.locator('main > section').nth(1).boundingBox();
    const isBelow = width < 1100;
    expect(isBelow ? block!.y + 40 : block!.x + block!.width).toBeLessThanOrEqual(isBelow ? box!.y : box!.x);
  }
});
