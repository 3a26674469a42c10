import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import {
  listBlockTypes,
  selectBlock,
  locateEditor,
  locatePanel,
  removeExampleFrames,
  waitForFocus,
} from '../support/editor.ts';
import { measureBox, measureBoxes } from '../support/boxes.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const blocks =
  '  # The opening\n  - type: hero\n    heading: Home\n\n  - type: text\n    heading: Words\n    body: One line.\n\n' +
  '  - type: faq\n    heading: Questions\n    items: [{ question: "Does it rain?", answer: It does. }]\n';
const site = startEditedSite(visit, {
  'pages/index.yaml': toPageYaml(blocks),
  'pages/_shared/fog.yaml': 'type: faq\nitems: [{ question: Fog?, answer: Yes. }]\n',
});
const { read } = site;

/** Opens a new page with three blocks, and selects one with the keyboard. */
async function openWithBlock(
  name: string,
  type: string,
): Promise<{ page: Page; file: string; source: string }> {
  const file = `${name}.yaml`;
  const source = toPageYaml(blocks);
  const { page } = await site.open(`/${name}`, source);
  await removeExampleFrames(page);
  await selectBlock(page, type);
  return { page, file, source };
}

const locateCatalogue = (page: Page) => page.frameLocator('pagewright-editor iframe[title=Blocks]');
const locateToolbar = (page: Page, name: string) =>
  locateEditor(page).getByRole('toolbar', { name, exact: true });
/** Opens the menu of a block, and returns the button of an action. */
async function openMenu(page: Page, block: string, action: string) {
  const item = await waitForAction(page, block, action);
  await locateToolbar(page, block).getByRole('button', { name: 'More' }).click();
  return item;
}

/** Waits until the menu of the selected block offers an action. The menu can be closed. */
async function waitForAction(page: Page, block: string, action: string) {
  const item = locateToolbar(page, block).getByRole('button', { name: action, includeHidden: true });
  await item.waitFor({ state: 'attached' });
  return item;
}

test('a block can be inserted from the catalogue with the keyboard and contains placeholder text', async () => {
  const { page, file, source } = await openWithBlock('insert', 'text');
  const catalogue = locateCatalogue(page);
  // Escape inserts nothing.
  await page.keyboard.press('a');
  await catalogue.locator('#filter:focus').press('Escape');
  await expect.poll(() => locateEditor(page).locator('dialog').count()).toBe(0);
  expect(read(file)).toBe(source);
  await page.keyboard.press('b');
  await expect.poll(() => catalogue.locator('#filter:focus').count()).toBe(1);
  await locateEditor(page).getByRole('group', { name: 'Shared blocks' }).waitFor();
  await catalogue.getByRole('heading', { name: 'Opening', exact: true }).waitFor();
  expect(await findAxeDiagnostics(page)).toEqual([]);
  await catalogue.locator('#filter').fill('numbers');
  await expect.poll(() => catalogue.locator('.count').textContent()).toContain('of');
  await catalogue.getByRole('button', { name: 'Insert Figures, Row' }).press('Enter');
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'text', 'stats', 'faq']);
  const [before, after] = source.split('\n  - type: faq');
  const writtenSource = read(file);
  expect(writtenSource.startsWith(`${before}\n  - type: stats\n    layout: row\n`)).toBe(true);
  expect(writtenSource.endsWith(`\n\n  - type: faq${after}`)).toBe(true);
  // The new block is selected, its placeholders are reported, and undo removes it without a trace.
  await locateToolbar(page, 'Figures').waitFor();
  await expect.poll(() => page.locator('main > [data-block=stats]:focus').count()).toBe(1);
  await page.locator('pagewright-faults').getByText('unfinished work').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(source);
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'text', 'faq']);
  // The block in its place has the focus.
  await waitForFocus(page.locator('main > [data-block=faq]'));
});

test('hovering over a block shows its name, and the plus button on its edge inserts a block below it', async () => {
  const { page } = await openWithBlock('plus', 'hero');
  await page.mouse.move(0, 0);
  const text = page.locator('main > [data-block=text]');
  const { height } = (await text.boundingBox()) ?? { height: 0 };
  await text.hover({ position: { x: 4, y: height - 4 } });
  await expect.poll(() => locateEditor(page).locator('.frame.quiet').getAttribute('data-label')).toBe('Text');
  await locateEditor(page).getByRole('button', { name: 'Insert a block here' }).click();
  // Enter in the search inserts the first match.
  await locateCatalogue(page).locator('#filter:focus').fill('numbers');
  await locateCatalogue(page).locator('#filter').press('Enter');
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'text', 'stats', 'faq']);
});

test('an inserted block gets a new id if its id already exists on the page', async () => {
  const { page, file } = await openWithBlock('contact', 'faq');
  site.write(`pages/${file}`, read(file).replace('type: faq', 'type: faq\n    id: contact'));
  await page.locator('main #contact').waitFor();
  await selectBlock(page, 'hero');
  await locateToolbar(page, 'Opening').getByRole('button', { name: 'Insert below' }).click();
  await locateCatalogue(page).getByRole('button', { name: 'Insert Form, Below the heading' }).click();
  await expect.poll(() => read(file)).toContain('    id: contact-2\n');
  await locateToolbar(page, 'Form').waitFor();
});

test('dragging the handle of a block moves it, and undo moves it back', async () => {
  const { page, file, source } = await openWithBlock('drag', 'faq');
  const handle = locateToolbar(page, 'Questions').locator('.handle');
  await handle.hover();
  await page.mouse.down();
  const top = await page.locator('main > [data-block=text]').evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return element.getBoundingClientRect().top;
  });
  await page.mouse.move(300, top + 30);
  await page.mouse.move(300, top + 4);
  await locateEditor(page).locator('.drop').waitFor();
  await page.mouse.up();
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'faq', 'text']);
  expect(read(file)).toContain('  # The opening\n  - type: hero');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(source);
});

test('on a phone, the toolbar of a block is at the bottom, and its buttons are large enough for fingers', async () => {
  const { page } = await openWithBlock('phone', 'hero');
  await page.setViewportSize({ width: 390, height: 844 });
  const toolbar = locateEditor(page).locator('.tab');
  await expect.poll(() => measureBox(toolbar)).toMatchObject({ left: 0, top: 800, width: 390, height: 44 });
  await toolbar.getByRole('button', { name: 'More' }).click();
  await expect.poll(async () => (await measureBox(toolbar.locator('.menu'))).bottom).toBe(792);
  const buttons = await measureBoxes(toolbar.getByRole('button'));
  expect(buttons.length).toBe(10);
  for (const { left, top, right, bottom, width, height } of buttons) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(Math.min(left, top, 390 - right, 844 - bottom)).toBeGreaterThanOrEqual(0);
  }
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  await page.keyboard.press('Escape');
  // The settings open at the bottom of the window, and the toolbar is above them.
  await toolbar.getByRole('button', { name: 'Settings' }).click();
  await locatePanel(page).waitFor();
  const { top } = await measureBox(locatePanel(page));
  await expect.poll(() => measureBox(toolbar)).toMatchObject({ bottom: top });
  // The frame of the block does not cross the header or the bar.
  await page.setViewportSize({ width: 390, height: 300 });
  await page.locator('main > [data-block=hero]').evaluate((element) => {
    scrollBy({ top: element.getBoundingClientRect().top - 20, behavior: 'instant' });
  });
  await expect
    .poll(() => locateEditor(page).locator('.frame:not(.quiet)').getAttribute('style'))
    .toMatch(/inset\([1-9][\d.]+px -2px -2px\)/);
});

test('a block can be hidden from visitors and shown again', async () => {
  const { page, file, source } = await openWithBlock('hide', 'text');
  const section = page.locator('main > [data-block=text]');
  await page.keyboard.press('h');
  await section.getByText('Hidden: visitors do not see this block.').waitFor();
  expect(read(file)).toContain('  - type: text\n    hidden: true\n    heading: Words\n');
  await locateEditor(page).getByText('Text hidden from visitors').first().waitFor({ state: 'attached' });
  expect(await findAxeDiagnostics(page)).toEqual([]);
  const more = locateToolbar(page, 'Text').getByRole('button', { name: 'More' });
  await (await openMenu(page, 'Text', 'Show to visitors')).press('Escape');
  await waitForFocus(more);
  await (await openMenu(page, 'Text', 'Show to visitors')).press('Enter');
  await waitForFocus(section);
  await expect.poll(() => read(file)).toBe(source);
  await expect.poll(() => section.getByText('Hidden:').count()).toBe(0);
});

test('a block can be shared with other pages, and a page can replace a shared block with its own copy', async () => {
  const { page, file, source } = await openWithBlock('share', 'faq');
  const section = page.locator('main > [data-block=faq]');
  const nameField = locateEditor(page).getByLabel('Name of the shared block');
  await (await openMenu(page, 'Questions', 'Share with other pages')).press('Enter');
  await waitForFocus(nameField);
  await locateEditor(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await waitForFocus(section);
  await (await openMenu(page, 'Questions', 'Share with other pages')).click();
  await nameField.fill('Rain, rain');
  await page.keyboard.press('Enter');
  await waitForFocus(section);
  await locateEditor(page).getByText('is already used, or contains').first().waitFor();
  expect(read(file)).toBe(source);
  await (await openMenu(page, 'Questions', 'Share with other pages')).click();
  await nameField.fill('rain');
  await page.keyboard.press('Enter');
  await (await openMenu(page, 'Questions', 'Make my own copy')).waitFor();
  expect(read('_shared/rain.yaml')).toContain('type: faq\nheading: Questions\n');
  const withSharedBlock = `${source.split('\n  - type: faq')[0]}\n  - use: rain\n`;
  expect(read(file)).toBe(withSharedBlock);
  // Undo and redo also delete and restore the file of the shared block.
  const sharedFileExists = () => existsSync(join(site.folder, 'pages/_shared/rain.yaml'));
  await page.keyboard.press('Control+z');
  await expect.poll(() => [read(file), sharedFileExists()]).toEqual([source, false]);
  await waitForAction(page, 'Questions', 'Share with other pages');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => [read(file), sharedFileExists()]).toEqual([withSharedBlock, true]);
  await selectBlock(page, 'faq');
  await (await openMenu(page, 'Questions', 'Make my own copy')).click();
  await (await openMenu(page, 'Questions', 'Share with other pages')).waitFor();
  expect(read(file)).toBe(source);
  expect(sharedFileExists()).toBe(true);
  // The catalogue also offers the site's shared blocks.
  await selectBlock(page, 'text');
  await page.keyboard.press('b');
  // The catalogue receives the focus when it has loaded.
  await locateCatalogue(page).locator('#filter:focus').waitFor();
  const shared = locateEditor(page).getByRole('group', { name: 'Shared blocks' });
  await shared.getByRole('button', { name: 'rain' }).press('Enter');
  await expect.poll(() => listBlockTypes(page)).toEqual(['hero', 'text', 'faq', 'faq']);
  expect(read(file)).toContain('    body: One line.\n\n  - use: rain\n\n  - type: faq\n');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(source);
});
