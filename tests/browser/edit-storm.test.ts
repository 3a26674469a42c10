import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { createDice } from '../support/mutants.ts';
import { startBrowser } from '../support/browser.ts';
import { findTextPoint, locateEditedText } from '../support/editor.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { KillableServer } from '../support/killable-server.ts';
import { isFullRun } from '../support/sample.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';
import { errorPageYaml, toPageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const folder = createSuiteFolder();
const pages = join(folder, 'pages');
const toFilePath = (name: string) => join(pages, `${name}.yaml`);
const read = (name: string) => readFileSync(toFilePath(name), 'utf8');
const write = (name: string, text: string) => createWriter(pages)(`${name}.yaml`, text);

const names = ['harbour', 'pier', 'mast'];
const words = ['Heading', 'Lead', 'First paragraph', 'Second paragraph', 'Question', 'Answer'];
const template = readFileSync(join(casesFolder, 'edit-storm.yaml'), 'utf8');
const fillTemplate = (page: string) => template.replaceAll('{page}', page);

interface Value {
  page: string;
  /** The word that begins the initial text. */
  word: string;
  /** The tokens added to the initial text. */
  added: string[];
  isFree: boolean;
}

const toCurrentText = ({ page, word, added }: Value) => [`${word} ${page}`, ...added].join(' ');

test('killing the server and reloading neither lose nor duplicate text typed in two windows and a text editor', async () => {
  const editCount = Number(process.env['PAGEWRIGHT_EDITS'] ?? (isFullRun ? 60 : 15));
  const [reloadCount, killCount] = [Math.ceil(editCount / 6), Math.ceil(editCount / 12)];
  write('_site', siteYaml);
  write('404', errorPageYaml);
  write('index', toPageYaml('  - type: hero\n    heading: Home\n'));
  for (const name of names) write(name, fillTemplate(name));
  const server = new KillableServer(folder);
  onTestFinished(() => server.kill());
  await server.start();
  const roll = createDice(Number(process.env['PAGEWRIGHT_SEED'] ?? 7));
  const values = names.flatMap((page) =>
    words.map((word): Value => ({ page, word, added: [], isFree: true })),
  );
  const open = async (name: string) => {
    const { page } = await visit(`${server.address}/${name}`, { reducedMotion: 'reduce' });
    const window = { page, name };
    // Retry a failed page load, as a person would.
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('chrome-error:')) void loadWindow(window);
    });
    return window;
  };
  const loading = new Map<Page, Promise<void>>();
  const loadWindow = ({ page, name }: { page: Page; name: string }): Promise<void> => {
    const attempt = async (): Promise<void> => {
      try {
        await page.goto(`${server.address}/${name}`);
      } catch {
        await wait(100); // the test has just killed the server
        await attempt();
      }
    };
    // If the window is already loading, wait for that load, because a second load would cancel it.
    const loadPromise = loading.get(page) ?? attempt().finally(() => loading.delete(page));
    loading.set(page, loadPromise);
    return loadPromise;
  };
  const windows = [await open('harbour'), await open('pier')];
  /** Waits for the editor. If its code cannot be loaded, loads the page again. */
  const waitForEditor = async (window: { page: Page; name: string }): Promise<void> => {
    const { page } = window;
    for (;;)
      try {
        await page.locator('html[data-awake][data-editing]').waitFor({ timeout: 15_000 });
        await page.locator('pagewright-editor .page b').waitFor({ timeout: 15_000 });
        return;
      } catch {
        await loadWindow(window);
      }
  };
  let lastToken = 0;
  /** Reserves a value that no writer is editing. `waitUntilWritten` releases it once its text is on disk. */
  const reserveValue = (page?: string): { value: Value; token: string } => {
    const freeValues = values.filter((value) => value.isFree && (page === undefined || value.page === page));
    const value = freeValues[roll(freeValues.length)]!; // there are more values than writers
    value.isFree = false;
    return { value, token: `t${++lastToken}` };
  };
  const waitUntilWritten = async (value: Value, token: string) => {
    await expect.poll(() => read(value.page), { timeout: 240_000 }).toContain(token);
    value.added.push(token);
    value.isFree = true;
  };

  /**
   * Types at the end of some text in a window. If `shouldReload` is true, reloads the window immediately afterwards.
   */
  async function writeInWindow(index: number, shouldReload: boolean): Promise<void> {
    const window = windows[index]!; // one of two
    const { page } = window;
    if (roll(6) === 0) {
      window.name = names[roll(names.length)]!; // one of the page names
      await loadWindow(window);
    }
    await waitForEditor(window);
    const { value, token } = reserveValue(window.name);
    const element = page
      .locator('main')
      .getByText(toCurrentText(value), { exact: true })
      .filter({ visible: true })
      .first();
    // When the server is back, Vite may reload the page and close the text that has just been opened.
    for (;;)
      try {
        await waitForEditor(window);
        const { x, y } = await findTextPoint(element, 5000);
        await page.mouse.click(x, y);
        await locateEditedText(page)
          .filter({ hasText: toCurrentText(value) })
          .waitFor({ timeout: 3000 });
        break;
      } catch {
        await page.keyboard.press('Escape');
      }
    // Press Control+End instead of End, because a heading may have several lines.
    await page.keyboard.press('Control+End');
    await page.keyboard.type(` ${token}`);
    if (shouldReload) {
      await page.waitForTimeout(roll(400));
      await page.reload().catch(() => undefined);
    } else if (roll(2) === 0) await page.keyboard.press('Escape');
    await waitUntilWritten(value, token);
  }

  /** Changes a file as text editors do: overwrites it, or writes a new file and renames it over the old one. */
  async function writeInTextEditor(): Promise<void> {
    const { value, token } = reserveValue();
    const file = toFilePath(value.page);
    const newText = read(value.page).replace(toCurrentText(value), `${toCurrentText(value)} ${token}`);
    if (roll(2) === 0) writeFileSync(file, newText);
    else {
      writeFileSync(`${file}~`, newText);
      renameSync(`${file}~`, file);
    }
    await waitUntilWritten(value, token);
  }

  /** The number of texts written by each of the three writers. */
  const writtenCounts = [0, 0, 0];
  let [reloadsDone, killsDone] = [0, 0];
  const countRemaining = () => editCount - writtenCounts.reduce((sum, count) => sum + count, 0);
  const writeRepeatedly = async (index: number, write: () => Promise<void>) => {
    while (countRemaining() > 0) {
      writtenCounts[index]!++; // one of three
      await write();
      // Wait for any writer that is more than three texts behind, so that slow page loads do not reduce its share.
      await expect
        .poll(() => countRemaining() <= 0 || Math.min(...writtenCounts) >= writtenCounts[index]! - 3, {
          timeout: 240_000,
        })
        .toBe(true); // one of three
    }
  };
  const killRepeatedly = async () => {
    while (killsDone < killCount) {
      const startCounts = [...writtenCounts];
      const pause = 1 + roll(3);
      await expect
        .poll(
          () =>
            countRemaining() <= 0 ||
            writtenCounts.every((count, index) => count >= startCounts[index]! + pause),
          {
            timeout: 240_000,
          },
        ) // one of three
        .toBe(true);
      await wait(roll(300));
      await server.kill();
      killsDone++;
      await wait(roll(600));
      await server.start();
    }
  };
  const decideReload = () => {
    const isDue = reloadsDone < reloadCount && roll(Math.ceil((2 * editCount) / 3 / reloadCount)) === 0;
    if (isDue) reloadsDone++;
    return isDue;
  };
  await Promise.all([
    writeRepeatedly(0, () => writeInWindow(0, decideReload())),
    writeRepeatedly(1, () => writeInWindow(1, decideReload())),
    writeRepeatedly(2, writeInTextEditor),
    killRepeatedly(),
  ]);
  for (const name of names) {
    const expected = values
      .filter(({ page }) => page === name)
      .reduce(
        (text, value) => text.replace(`${value.word} ${name}`, toCurrentText(value)),
        fillTemplate(name),
      );
    expect(read(name)).toBe(expected);
  }
  expect(values.flatMap(({ added }) => added).length).toBe(lastToken);
  expect(killsDone).toBe(killCount);
}, 1_200_000);
