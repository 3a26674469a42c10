import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { parseDocument, visit as visitNodes } from 'yaml';
import { expect, test } from 'vitest';
import { routeOf } from '../../schema/base/routes.ts';
import { startBrowser } from '../support/browser.ts';
import { editedSite } from '../support/edited-site.ts';
import { barOf, followed, paste, writtenText } from '../support/editor.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { dice } from '../support/mutants.ts';
import { unsampled } from '../support/sampled.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

// Texts anywhere on the pages of a site, edited in the ways that authors have: the value below the pointer changes, and
// no other one.

const visit = startBrowser();
const folder = scratchFolder();
cpSync(fixtureFolder, folder, { recursive: true });
const pages = join(folder, 'pages');
const site = editedSite(visit, {}, { on: { folder } });
const routes = globSync('**/*.yaml', { cwd: pages })
  .filter((file) => !/(?:^|\/)_|404/.test(file))
  .filter((file) => !readFileSync(join(pages, file), 'utf8').startsWith('redirect: '))
  .map(routeOf);

type Way = (page: Page, word: string) => Promise<void>;

const ways: Record<string, Way> = {
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
  'pasted in strong letters': (page, word) => paste(page, ` ${word}`, `<p> <b>${word}</b></p>`),
  composed: async (page, word) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'とう', selectionStart: 2, selectionEnd: 2 });
    await devtools.send('Input.insertText', { text: ` ${word}` });
    await devtools.detach();
  },
};

/** The values of all files, each with its file. */
function readTexts(): string[] {
  const found: string[] = [];
  for (const file of globSync('**/*.yaml', { cwd: pages }).toSorted())
    visitNodes(parseDocument(readFileSync(join(pages, file), 'utf8'), { schema: 'failsafe' }), {
      Scalar: (_, { value }) => void found.push(`${file}: ${String(value)}`),
    });
  return found;
}

/** A visible text of the page, and a point on its first letters which nothing covers. */
const pointOnText = (page: Page, pick: number): Promise<{ x: number; y: number; text: string } | undefined> =>
  page.evaluate((pick) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode as Text; // SHOW_TEXT yields nothing else
      const owner = node.parentElement;
      if (!owner || owner.closest('pagewright-editor, pagewright-faults, #announcer, form')) continue;
      if (/\p{L}{3}/u.test(node.data) && owner.checkVisibility({ opacityProperty: true })) nodes.push(node);
    }
    const node = nodes[pick % nodes.length];
    if (!node) return undefined;
    node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(node);
    const [box] = range.getClientRects();
    if (!box || box.width < 8) return undefined;
    const [x, y] = [box.left + 4, box.top + box.height / 2];
    const hit = document.caretRangeFromPoint(x, y)?.startContainer;
    return hit === node ? { x, y, text: node.data } : undefined;
  }, pick);

/** Whether a text holds another, whatever the signs between its words. */
const isPartOf = (part: string, whole: string) => lettersIn(whole).includes(lettersIn(part));

const lettersIn = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

test('the value below the pointer changes, and no other one', { timeout: 3_600_000 }, async () => {
  const edits = unsampled ? 500 : 8;
  const roll = dice(Number(process.env['PAGEWRIGHT_SEED'] ?? 11));
  const wrong: string[] = [];
  let written = 0;
  for (let edit = 0; written < edits; edit++) {
    const route = routes[roll(routes.length)] ?? '/';
    const [way, write] = Object.entries(ways)[edit % Object.keys(ways).length]!; // within it
    const { page } = await site.open(route);
    const point = await pointOnText(page, roll(1000));
    if (!point) continue;
    const before = readTexts();
    await page.mouse.click(point.x, point.y);
    const opened = await Promise.race([
      writtenText(page)
        .waitFor({ timeout: 5000 })
        .then(() => true),
      page
        .locator('pagewright-editor .note')
        .first()
        .waitFor({ timeout: 5000 })
        .then(() => false),
    ]).catch(() => false);
    const what = `${edit} ${route} ${way} “${point.text.trim().slice(0, 60)}”`;
    const word = `Wort${edit}`;
    if (opened) {
      await page.keyboard.press('End');
      await write(page, word);
      await page.keyboard.press('Escape');
      await barOf(page).getByText('Saved', { exact: true }).waitFor();
      await followed(page);
      written++;
    }
    const after = readTexts();
    const removed = before.filter((text) => !after.includes(text));
    const added = after.filter((text) => !before.includes(text));
    // A built-in text that is edited becomes a setting of its block.
    const isRight = opened
      ? removed.length <= 1 &&
        added.length === 1 &&
        added.every((text) => text.includes(word)) &&
        removed.every(
          (text) =>
            text.includes('{{') ||
            isPartOf(point.text, text) ||
            isPartOf(text.replace(/^.*?: /, ''), point.text),
        )
      : removed.length + added.length === 0;
    if (!isRight) wrong.push(`${what}: ${removed.join(' | ')} → ${added.join(' | ') || 'nothing'}`);
  }
  expect(wrong.join('\n')).toBe('');
});
