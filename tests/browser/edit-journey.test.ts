import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newCommand } from '../../scripts/commands/new.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import {
  locateBar,
  locateEditor,
  waitForSavedTexts,
  locateNote,
  locatePanel,
  waitForFocus,
  removeExampleFrames,
  locateEditedText,
} from '../support/editor.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { createGitSite } from '../support/git-site.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

// Creates a page from a recipe, edits it and hands it in, with the keyboard and without writing YAML.

const visit = startBrowser();
const repository = createGitSite(createSuiteFolder());
const site = startEditedSite(visit, {}, { existingSite: repository });
const photo = readFileSync('tests/fixtures/site/public/pictures/pier-piles.jpg');

/** Locates the text that is being edited, either in place or in a field below it. */
const locateOpenText = (page: Page) => locateEditedText(page).or(locateNote(page).locator('textarea'));

/** Replaces the text that is being edited if it is a placeholder. Returns its previous value. */
async function replacePlaceholder(page: Page): Promise<string> {
  const openField = locateOpenText(page).first();
  await openField.waitFor();
  const previousText = await openField.evaluate((element) =>
    element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? ''),
  );
  if (!/^TODO\b/.test(previousText)) return previousText;
  const subject = previousText
    .slice(5, 25)
    .trim()
    .replaceAll(/[^\w ]/g, '');
  await page.keyboard.press('Control+a');
  // Insert the whole text at once, because typing it would save the file after each key.
  await page.keyboard.insertText(`About ${subject}.`);
  return previousText;
}

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.first().waitFor();
  const hasFocus = () =>
    target.first().evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot; // the element is in a document or a shadow tree
      return root.activeElement === element;
    });
  for (let presses = 0; !(await hasFocus()); presses++) {
    expect(presses, String(target)).toBeLessThan(250);
    await page.keyboard.press('Tab');
  }
}

async function pressControl(control: Locator): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press('Enter');
}

async function fillField(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.press('Control+a');
  await field.page().keyboard.insertText(text);
}

/** Selects a radio button with the arrow keys. */
async function selectRadio(radio: Locator): Promise<void> {
  const page = radio.page();
  const group = page.locator(`input[name="${await radio.getAttribute('name')}"]`);
  await tabTo(group.and(page.getByRole('radio', { checked: true })));
  while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
}

/** Selects a block of the page. */
async function selectBlock(block: Locator): Promise<void> {
  await tabTo(block);
  await locateEditor(block.page()).locator('.tab button').first().waitFor();
}

/** Replaces all placeholders on a page with the keyboard. */
async function replaceByKeyboard(page: Page): Promise<void> {
  await tabTo(page.locator('main > [data-block]').first());
  await page.keyboard.press('Enter');
  for (;;) {
    const countBefore = countPlaceholders();
    const previousText = await replacePlaceholder(page);
    await locateOpenText(page)
      .first()
      .evaluate((element) => element.setAttribute('data-replaced', ''));
    await page.keyboard.press('Tab');
    await locateOpenText(page).and(page.locator(':not([data-replaced])')).waitFor();
    await expect
      .poll(countPlaceholders)
      .toBeLessThan(previousText.startsWith('TODO') ? countBefore : countBefore + 1);
    if (countPlaceholders() === 0) break;
  }
  await page.keyboard.press('Escape');
}

/** Replaces all placeholders on a page with the mouse. */
async function replaceByMouse(page: Page): Promise<void> {
  for (;;) {
    const point = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT); // always there
      while (texts.nextNode()) {
        const node = texts.currentNode as Text; // `SHOW_TEXT` yields only text nodes
        if (!/^[\s“]*TODO\b/.test(node.data) || !node.parentElement?.checkVisibility()) continue;
        node.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
        const range = document.createRange();
        range.selectNodeContents(node);
        const [{ left, top, height } = new DOMRect()] = range.getClientRects();
        const point = { x: left + 3, y: top + height / 2 };
        // Skip text for screen readers, because it only repeats visible text.
        if (node.parentElement.contains(document.elementFromPoint(point.x, point.y))) return point;
      }
      return undefined;
    });
    if (!point) return;
    await page.mouse.click(point.x, point.y);
    await replacePlaceholder(page);
    await page.keyboard.press('Escape');
    // Wait, because rendering the page again may move the text below the edited one.
    await waitForSavedTexts(page);
  }
}

/** Deletes a page that will not be handed in. */
const deletePage = (file: string) => rmSync(join(site.folder, 'pages', file));

// Allow for several placeholders in each line of the file.
const placeholder = /(?<!^(?:\s*#|title|description).*)\bTODO\b/gm;
const countPlaceholders = () => site.read('night-shift.yaml').match(placeholder)?.length ?? 0;

test('a page is created from a recipe, and a block from the catalogue is added', async () => {
  const { page } = await site.open('/about/us');
  await pressControl(locateBar(page).getByRole('link', { name: 'Pages' }));
  await pressControl(page.getByRole('link', { name: 'New page' }));
  await page.waitForURL(/new/);
  await selectRadio(page.getByRole('radio', { name: /^Case study/ }));
  await fillField(page.getByLabel('Title'), 'Night shift');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.address}/night-shift`);
  await locateEditor(page).locator('.page b').waitFor();
  await selectBlock(page.locator('main > [data-block=text]').first());
  await removeExampleFrames(page);
  await page.keyboard.press('b');
  const catalogue = page.frameLocator('pagewright-editor iframe[title=Blocks]');
  await catalogue.locator('#filter:focus').waitFor();
  await page.keyboard.type('table');
  await pressControl(catalogue.getByRole('button', { name: 'Insert Table, Below the heading' }));
  await page.locator('main > [data-block=table]').waitFor();
  const { out, err } = await runCommand(validate, ['--pages', join(site.folder, 'pages')]);
  expect(out + err).toContain('0 errors');
  deletePage('night-shift.yaml');
});

test.each([
  ['with the mouse', replaceByMouse],
  ['with the keyboard alone', replaceByKeyboard],
])('every placeholder of a recipe can be replaced %s', async (_method, replaceTexts) => {
  const pages = join(site.folder, 'pages');
  await runCommand(newCommand, ['page', '/night-shift', '--recipe', 'case-study', '--pages', pages]);
  const { page } = await site.open('/night-shift');
  await replaceTexts(page);
  await expect.poll(countPlaceholders).toBe(0);
  deletePage('night-shift.yaml');
});

const caseStudy = readFileSync(join(casesFolder, 'edit-journey.yaml'), 'utf8');

test('numbers and a photo are added to a page', async () => {
  const { page } = await site.open('/night-shift', caseStudy);
  const panel = locatePanel(page);
  // Chart values are edited in the settings of the block.
  await selectBlock(page.locator('main > [data-block=chart]'));
  await page.keyboard.press('o');
  for (const [index, [label, value]] of [['First', '31'] as const, ['Second', '24'] as const].entries()) {
    await pressControl(panel.getByRole('button', { name: label, exact: true }));
    await fillField(panel.locator(`#setting-items-${index}-value`), value);
    await expect.poll(() => site.read('night-shift.yaml')).toContain(`value: ${value} }\n`);
  }
  await page.keyboard.press('Escape');
  // The hero shows the photo only when it has alternative text.
  await selectBlock(page.locator('main > [data-block=hero]'));
  await page.keyboard.press('o');
  await pressControl(panel.getByRole('button', { name: 'Add picture', exact: true }));
  const group = panel.getByRole('group', { name: 'Picture', exact: true });
  const upload = { name: 'Night Shift.jpg', mimeType: 'image/jpeg', buffer: photo };
  await group.locator('input[type=file]').first().setInputFiles(upload);
  await waitForFocus(group.getByRole('textbox', { name: 'What it shows' }));
  await group.getByText('required').first().waitFor();
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  expect(site.read('night-shift.yaml')).not.toContain('night-shift.jpg');
  await page.keyboard.insertText('Two people at a desk at night');
  await page.locator('main img[alt="Two people at a desk at night"]').waitFor();
  await page.keyboard.press('Escape');
  deletePage('night-shift.yaml');
  rmSync(join(site.folder, 'public/pictures/night-shift.jpg'));
});

test('a page is published, added to the menu and handed in', async () => {
  const { page } = await site.open('/night-shift', `status: draft\n${caseStudy}`);
  const panel = locatePanel(page);
  await pressControl(locateBar(page).getByRole('button', { name: 'Page settings' }));
  await fillField(panel.getByRole('textbox', { name: 'Title' }), 'How the night shift sleeps again');
  await selectRadio(panel.getByRole('radio', { name: 'Live' }));
  await expect.poll(() => site.read('night-shift.yaml')).not.toContain('status: draft');
  await pressControl(panel.getByRole('button', { name: 'Site settings' }));
  await panel.getByRole('heading', { name: 'Site' }).waitFor();
  await pressControl(panel.getByRole('button', { name: 'Add an entry' }));
  const menuItem = panel.locator('#setting-navigation-items li').last();
  await fillField(menuItem.getByRole('textbox', { name: 'Label' }), 'night-shift');
  await fillField(menuItem.getByRole('combobox', { name: 'Page or file' }), '/night-shift');
  await page.keyboard.press('Enter');
  await page.locator('header').getByRole('link', { name: 'night-shift' }).first().waitFor();
  await page.keyboard.press('Escape');
  // The new page has no diagnostics, and the commit contains only the two changed files.
  const { out, err } = await runCommand(validate, ['--pages', join(site.folder, 'pages')]);
  expect(out + err).toContain('0 errors');
  expect(out + err).not.toMatch(/night-shift|_site\.yaml/);
  await pressControl(locateBar(page).getByRole('link', { name: 'Hand in' }));
  await page.getByText('Nothing to fix.').waitFor();
  await pressControl(page.getByRole('button', { name: 'Send for review' }));
  await page.getByText('Your changes were sent.').first().waitFor();
  const [branch = ''] = repository
    .gitInRemote('branch', '--list', '--format=%(refname:short)', 'edit/*')
    .split('\n');
  expect(repository.gitInRemote('show', '--format=', '--name-only', branch).split('\n')).toEqual([
    'pages/_site.yaml',
    'pages/night-shift.yaml',
  ]);
  expect(repository.git('status', '--porcelain')).toBe('');
});
