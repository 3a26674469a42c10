import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { parseDocument, visit as visitNodes } from 'yaml';
import { expect, test } from 'vitest';
import { toRoute } from '../../schema/base/routes.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import { locateBar, waitForSavedTexts, locateNote, paste, locateEditedText } from '../support/editor.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { createDice } from '../support/mutants.ts';
import { isFullRun } from '../support/sample.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

// Edits random text on random pages by typing, pasting and IME input. Only the edited value may change.

const visit = startBrowser();
const folder = createSuiteFolder();
cpSync(fixtureFolder, folder, { recursive: true });
const pages = join(folder, 'pages');
const site = startEditedSite(visit, {}, { existingSite: { folder } });
const routes = globSync('**/*.yaml', { cwd: pages })
  .filter((file) => !/(?:^|\/)_|404/.test(file))
  .filter((file) => !readFileSync(join(pages, file), 'utf8').startsWith('redirect: '))
  .map(toRoute);

type WriteMethod = (page: Page, word: string) => Promise<void>;

const methods: Record<string, WriteMethod> = {
  typed: (page, word) => page.keyboard.type(` ${word}`),
  'after a no-break space': (page, word) => page.keyboard.insertText(`\u00a0${word}`),
  'after Shift+Enter': async (page, word) => {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type(word);
  },
  'after Enter': async (page, word) => {
    await page.keyboard.type(` ${word}`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('he');
  },
  pasted: (page, word) => paste(page, ` ${word}`),
  'pasted in bold': (page, word) => paste(page, ` ${word}`, `<p> <b>${word}</b></p>`),
  composed: async (page, word) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'とう', selectionStart: 2, selectionEnd: 2 });
    await devtools.send('Input.insertText', { text: ` ${word}` });
    await devtools.detach();
  },
};

/** Returns all keys and values in the YAML files, each in the form `file: value`. */
function readTexts(): string[] {
  const texts: string[] = [];
  for (const file of globSync('**/*.yaml', { cwd: pages }).toSorted())
    visitNodes(parseDocument(readFileSync(join(pages, file), 'utf8'), { schema: 'failsafe' }), {
      Scalar: (_, { value }) => void texts.push(`${file}: ${String(value)}`),
    });
  return texts;
}

/**
 * Returns a visible piece of text and a point on its first letters, or `undefined` if the text cannot be clicked there.
 */
const findPointOnText = (
  page: Page,
  choice: number,
): Promise<{ x: number; y: number; text: string } | undefined> =>
  page.evaluate((choice) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode as Text; // `SHOW_TEXT` yields only text nodes
      const parent = node.parentElement;
      if (!parent || parent.closest('pagewright-editor, pagewright-faults, #announcer, form')) continue;
      if (/\p{L}{3}/u.test(node.data) && parent.checkVisibility({ opacityProperty: true })) nodes.push(node);
    }
    const node = nodes[choice % nodes.length];
    if (!node) return undefined;
    node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(node);
    const [box] = range.getClientRects();
    if (!box || box.width < 8) return undefined;
    const [x, y] = [box.left + 4, box.top + box.height / 2];
    const hitNode = document.caretRangeFromPoint(x, y)?.startContainer;
    return hitNode === node ? { x, y, text: node.data } : undefined;
  }, choice);

/** Decodes `&#x…;`. Markdown requires this encoding for a character before bold text that begins with a symbol. */
const decodeMarkdown = (text: string) =>
  text.replaceAll(/&#x([0-9A-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Returns whether `whole` contains `part`, ignoring spaces, punctuation and case. */
const containsText = (part: string, whole: string) => toLetters(whole).includes(toLetters(part));

const toLetters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const editCount = isFullRun ? 500 : 8;

test('editing changes only the value under the pointer', { timeout: editCount * 30_000 }, async () => {
  const roll = createDice(Number(process.env['PAGEWRIGHT_SEED'] ?? 11));
  const problems: string[] = [];
  let writtenCount = 0;
  // Not every click leads to an edit: some points are covered, and some texts cannot be edited.
  for (let click = 0; writtenCount < editCount && click < 10 * editCount; click++) {
    const route = routes[roll(routes.length)] ?? '/';
    const [method, write] = Object.entries(methods)[click % Object.keys(methods).length]!; // the index is in range
    const { page } = await site.open(route);
    const point = await findPointOnText(page, roll(1000));
    if (!point) continue;
    const before = readTexts();
    await page.mouse.click(point.x, point.y);
    const hasOutcome = await locateEditedText(page)
      .or(locateNote(page))
      .first()
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    const isOpen = await locateEditedText(page).isVisible();
    const description = `${click} ${route} ${method} “${point.text.trim().slice(0, 60)}”`;
    const word = `Wort${click}`;
    if (isOpen) {
      await page.keyboard.press('End');
      await write(page, word);
      await page.keyboard.press('Escape');
      await locateBar(page).getByText('Saved', { exact: true }).waitFor();
      await waitForSavedTexts(page);
      writtenCount++;
    }
    // The editor outlines the text under the pointer if it can be edited.
    if (!hasOutcome && (await page.locator('[data-pagewright-text]').count()) > 0)
      problems.push(`${description}: is outlined, but neither opens nor shows a note`);
    const after = readTexts();
    const removedTexts = before.filter((text) => !after.includes(text));
    // Editing a built-in text adds a setting, so the setting name is also new.
    const addedTexts = after.filter(
      (text) => !before.includes(text) && !/^_site\.yaml: [a-zA-Z]+$/.test(text),
    );
    const isCorrect = isOpen
      ? removedTexts.length <= 1 &&
        addedTexts.length === 1 &&
        addedTexts.every((text) => decodeMarkdown(text).includes(word)) &&
        removedTexts.every(
          (text) =>
            text.includes('{{') ||
            containsText(point.text, text) ||
            containsText(text.replace(/^.*?: /, ''), point.text),
        )
      : removedTexts.length + addedTexts.length === 0;
    if (!isCorrect)
      problems.push(`${description}: ${removedTexts.join(' | ')} → ${addedTexts.join(' | ') || 'nothing'}`);
  }
  expect(problems.join('\n')).toBe('');
  expect(writtenCount).toBe(editCount);
});
