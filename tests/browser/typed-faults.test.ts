import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { contrast, minContrast } from '../../schema/fields/colors.ts';
import { findAxeDiagnostics, toHex } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import { locateBar, locateNote, openSettings, locateEditedText } from '../support/editor.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const heroBlock = (heading: string) => `  - type: hero\n    heading: ${heading}\n    lead: Call us.\n`;

const site = startEditedSite(visit, {
  'pages/index.yaml': toPageYaml(
    heroBlock('Home') +
      '  - type: cta\n    heading: Next\n    actions: [{ label: Read on, to: /about#our-crew }]\n',
  ),
  'pages/about.yaml': toPageYaml(
    `${heroBlock('About')}  - type: text\n    heading: Who\n    body: |\n      ## Our crew\n\n      They sail in {{rain}}.\n`,
  ),
});
const { open, read, validate: validated } = site;

/** Opens the text of an element for editing, with the caret at its end. */
async function openAtEnd(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .click({ position: { x: 6, y: 10 } });
  await locateEditedText(page).press('End');
}

/** Starts recording announcements for screen readers. */
const recordAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const status = document.querySelector('pagewright-editor')?.shadowRoot?.querySelector('[role=status]');
    const announcements: string[] = [];
    Object.assign(globalThis, { heard: announcements });
    new MutationObserver(() => announcements.push(status?.textContent ?? '')).observe(status!, {
      childList: true,
    });
  });
/**
 * Returns the parts of the note with too little contrast. axe cannot check them, because it cannot determine the
 * background of overlays.
 */
async function findFaintTexts(page: Page): Promise<string[]> {
  const words = await locateNote(page).evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter((element) =>
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
      )
      .map((element) => {
        let backgroundElement: Element | null = element;
        while (
          backgroundElement &&
          getComputedStyle(backgroundElement).backgroundColor === 'rgba(0, 0, 0, 0)'
        )
          backgroundElement = backgroundElement.parentElement;
        const background = backgroundElement ? getComputedStyle(backgroundElement).backgroundColor : '';
        return { text: element.textContent, color: getComputedStyle(element).color, background };
      }),
  );
  expect(words.length).toBeGreaterThan(1);
  return words
    .filter(({ color, background }) => contrast(toHex(color), toHex(background)) < minContrast)
    .map(({ text }) => text);
}
const readAnnouncements = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

/** Delays all writes until the returned function is called. */
async function holdWrites(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/__api', async (route) => {
    const { operations, check } = route.request().postDataJSON() as Record<string, unknown>;
    if (operations && !check) await released;
    await route.continue();
  });
  return release;
}

test('a diagnostic appears beside the text before it is saved, is announced once, and disappears when fixed', async () => {
  const source = toPageYaml(heroBlock('Wind'));
  const { page } = await open('/wind', source);
  await openAtEnd(page, 'main p');
  await recordAnnouncements(page);
  const release = await holdWrites(page);
  // Insert the whole text at once, because incomplete text would cause other announcements.
  await page.keyboard.insertText(' {{phone}');
  const diagnostic = locateNote(page).locator('.fault');
  await diagnostic.waitFor();
  const message = '{{phone} needs exactly two braces on each side';
  expect(await diagnostic.allTextContents()).toEqual([message]);
  const field = page.getByRole('textbox', { name: 'Introduction' });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(read('wind.yaml')).toBe(source);
  release();
  // When the text is saved, validation reports the same diagnostic. The page is updated when the focus leaves the text.
  await expect.poll(() => read('wind.yaml')).toBe(source.replace('Call us.', 'Call us. {{phone}'));
  expect(validated('wind.yaml')).toEqual([message]);
  // Further typing does not repeat the announcement.
  for (const words of ['now', 'now here']) {
    await page.keyboard.type(` ${words.split(' ').at(-1)}`);
    await expect.poll(() => read('wind.yaml')).toContain(`{{phone} ${words}`);
  }
  expect(await diagnostic.allTextContents()).toEqual([message]);
  const announcement = `${message}. Press Ctrl and full stop to apply the fix`;
  expect(await readAnnouncements(page)).toEqual([announcement]);
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  expect(await findFaintTexts(page)).toEqual([]);
  await page.keyboard.press('Control+.');
  await diagnostic.waitFor({ state: 'detached' });
  expect(await locateEditedText(page).textContent()).toBe('Call us. {{phone}} now here');
  await expect.poll(() => read('wind.yaml')).toContain('Call us. {{phone}} now here');
  await expect.poll(() => validated('wind.yaml')).toEqual([]);
  expect(await readAnnouncements(page)).toEqual([announcement, '']);
});

test('an unknown variable is reported in the card that edits a question', async () => {
  const { page } = await open(
    '/cards',
    toPageYaml(`${heroBlock('Cards')}  - type: faq\n    items: [{ question: "Rain?", answer: Often. }]\n`),
  );
  await page.locator('main summary').click({ position: { x: 6, y: 20 } });
  const field = locateNote(page).getByRole('textbox', { name: 'Question' });
  await field.fill('Rain at {{harbour}}?');
  const diagnostic = locateNote(page).locator('.fault', { hasText: 'is not defined' });
  await diagnostic.waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => validated('cards.yaml')).toEqual([await diagnostic.textContent()]);
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  expect(await findFaintTexts(page)).toEqual([]);
  await field.fill('Rain at the harbour?');
  await diagnostic.waitFor({ state: 'detached' });
  expect(await field.getAttribute('aria-invalid')).toBe('false');
  await field.fill('Rain at {{phone}?');
  await locateNote(page)
    .getByRole('button', { name: /^Fix: / })
    .waitFor();
  await page.keyboard.press('Control+.');
  await expect.poll(() => field.inputValue()).toBe('Rain at {{phone}}?');
  // A diagnostic that remains after saving is shown on the page.
  await field.fill('Rain at {{the}} harbour?');
  await diagnostic.waitFor();
  await page.keyboard.press('Enter');
  await page.locator('pagewright-fault h2', { hasText: '{{the}}' }).waitFor();
});

test('in a long text, only the edited part shows diagnostics, including links broken by a changed heading', async () => {
  const { page } = await open('/about');
  // Another part of the text already has a diagnostic.
  expect(validated('about.yaml')).toEqual(['{{rain}} is not defined']);
  await openAtEnd(page, '#our-crew');
  await page.keyboard.type(' now');
  const diagnostic = locateNote(page).locator('.fault');
  await diagnostic.waitFor();
  expect(await diagnostic.allTextContents()).toEqual([
    expect.stringMatching(/pages\/index\.yaml, line 9: no block on \/about has the id our-crew$/),
  ]);
  for (let key = 0; key < 4; key++) await page.keyboard.press('Backspace');
  await diagnostic.waitFor({ state: 'detached' });
});

test('a dead link in the settings panel is reported before it is saved', async () => {
  const source = toPageYaml(
    `${heroBlock('Links')}  - type: cta\n    heading: Next\n    actions: [{ label: Go on, to: /about }]\n`,
  );
  const { page } = await open('/links', source);
  const panel = await openSettings(page, 1);
  await panel.getByRole('button', { name: 'Go on', exact: true }).click();
  const targetField = panel.getByRole('combobox', { name: 'Page or file' });
  await targetField.focus();
  await recordAnnouncements(page);
  await page.keyboard.press('End');
  await page.keyboard.insertText('-of-2030');
  const diagnostic = panel.locator('.fault', { hasText: '/about-of-2030' });
  await diagnostic.waitFor();
  const message = await diagnostic.textContent();
  expect(await targetField.getAttribute('aria-invalid')).toBe('true');
  expect(read('links.yaml')).toBe(source);
  expect(await findAxeDiagnostics(page, ['pagewright-editor'])).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('/about');
  await diagnostic.waitFor({ state: 'detached' });
  expect(await targetField.getAttribute('aria-invalid')).toBeNull();
  expect(read('links.yaml')).toBe(source);
  // The diagnostic is the same after saving.
  await targetField.fill('/about-of-2030');
  await page.keyboard.press('Enter');
  await expect.poll(() => read('links.yaml')).toContain('to: /about-of-2030');
  await expect.poll(() => validated('links.yaml')).toEqual([message]);
  await expect.poll(() => diagnostic.allTextContents()).toEqual([message]);
  expect(await readAnnouncements(page)).toEqual([message]);
  await openSettings(page, 0);
  // Wait for the heading of this block, because the other block also has an introduction.
  await panel.getByRole('heading', { name: 'Opening' }).waitFor();
  const lead = panel.getByRole('textbox', { name: 'Introduction' });
  await lead.focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' {{phone}');
  await panel.getByRole('button', { name: 'Fix: change {{phone} to {{phone}}' }).click();
  await expect.poll(() => read('links.yaml')).toContain('lead: Call us. {{phone}}\n');
  expect(await lead.inputValue()).toBe('Call us. {{phone}}');
  await panel.locator('.fix').waitFor({ state: 'detached' });
  // The bar with all diagnostics opens beside the panel.
  const bar = page.locator('pagewright-faults');
  await locateBar(page)
    .getByRole('button', { name: /to fix$/ })
    .click();
  await bar.locator('summary').waitFor();
  const [barBox, panelBox] = [await bar.boundingBox(), await panel.boundingBox()];
  expect((barBox?.x ?? 0) + (barBox?.width ?? 0)).toBeCloseTo(panelBox?.x ?? 0, 0);
});

test('if the checker does not respond, the text is saved without diagnostics', async () => {
  const source = toPageYaml(heroBlock('Quiet'));
  const { page } = await open('/quiet', source);
  await page.route('**/__api', (route) =>
    (route.request().postDataJSON() as { check?: unknown }).check ? route.abort() : route.continue(),
  );
  await openAtEnd(page, 'main p');
  await page.keyboard.type(' {{fog}}');
  await expect.poll(() => read('quiet.yaml')).toContain('Call us. {{fog}}');
  expect(await locateNote(page).filter({ visible: true }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.locator('pagewright-fault').first().waitFor();
});
