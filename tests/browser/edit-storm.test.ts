import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { dice } from '../support/mutants.ts';
import { startBrowser } from '../support/browser.ts';
import { pointAt, writtenText } from '../support/editor.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { KilledServer } from '../support/killed-server.ts';
import { unsampled } from '../support/sampled.ts';
import { scratchFolder, writerIn } from '../support/site-on-disk.ts';
import { errorPageYaml, pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const folder = scratchFolder();
const pages = join(folder, 'pages');
const fileOf = (name: string) => join(pages, `${name}.yaml`);
const read = (name: string) => readFileSync(fileOf(name), 'utf8');
const write = (name: string, text: string) => writerIn(pages)(`${name}.yaml`, text);

const names = ['harbour', 'pier', 'mast'];
const words = ['Heading', 'Lead', 'First paragraph', 'Second paragraph', 'Question', 'Answer'];
const template = readFileSync(join(casesFolder, 'edit-storm.yaml'), 'utf8');
const fillTemplate = (page: string) => template.replaceAll('{page}', page);

interface Value {
  page: string;
  /** The initial text, and the tokens added since then. */
  word: string;
  added: string[];
  isFree: boolean;
}

const textOf = ({ page, word, added }: Value) => [`${word} ${page}`, ...added].join(' ');

test('text written at once in two windows and a text editor survives kills and reloads, with nothing lost or doubled', async () => {
  const edits = Number(process.env['PAGEWRIGHT_EDITS'] ?? (unsampled ? 60 : 15));
  const [reloads, kills] = [Math.ceil(edits / 6), Math.ceil(edits / 12)];
  write('_site', siteYaml);
  write('404', errorPageYaml);
  write('index', pageYaml('  - type: hero\n    heading: Home\n'));
  for (const name of names) write(name, fillTemplate(name));
  const server = new KilledServer(folder);
  onTestFinished(() => server.kill());
  await server.start();
  const roll = dice(Number(process.env['PAGEWRIGHT_SEED'] ?? 7));
  const values = names.flatMap((page) =>
    words.map((word): Value => ({ page, word, added: [], isFree: true })),
  );
  const open = async (name: string) => {
    const { page } = await visit(`${server.address}/${name}`, { reducedMotion: 'reduce' });
    const window = { page, name };
    // Retry a failed load, as a person would.
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('chrome-error:')) void load(window);
    });
    return window;
  };
  const loading = new Map<Page, Promise<void>>();
  const load = ({ page, name }: { page: Page; name: string }): Promise<void> => {
    const attempt = async (): Promise<void> => {
      try {
        await page.goto(`${server.address}/${name}`);
      } catch {
        await wait(100); // the server has been killed
        await attempt();
      }
    };
    // Concurrent loads of one window would cancel each other.
    const one = loading.get(page) ?? attempt().finally(() => loading.delete(page));
    loading.set(page, one);
    return one;
  };
  const windows = [await open('harbour'), await open('pier')];
  /** Waits for the editor. If its code cannot be loaded, loads the page again. */
  const isReady = async (window: { page: Page; name: string }): Promise<void> => {
    const { page } = window;
    for (;;)
      try {
        await page.locator('html[data-awake][data-editing]').waitFor({ timeout: 15_000 });
        await page.locator('pagewright-editor .page b').waitFor({ timeout: 15_000 });
        return;
      } catch {
        await load(window);
      }
  };
  let lastToken = 0;
  /** Reserves a value that is not being edited. It is free again when its text is on disk. */
  const take = (page?: string): { value: Value; token: string } => {
    const free = values.filter((one) => one.isFree && (page === undefined || one.page === page));
    const value = free[roll(free.length)]!; // there are more values than writers
    value.isFree = false;
    return { value, token: `t${++lastToken}` };
  };
  const isWritten = async (value: Value, token: string) => {
    await expect.poll(() => read(value.page), { timeout: 240_000 }).toContain(token);
    value.added.push(token);
    value.isFree = true;
  };

  /** Types at the end of a text in a window, and sometimes reloads the window at once. */
  async function inWindow(at: number, isReloaded: boolean): Promise<void> {
    const window = windows[at]!; // one of two
    const { page } = window;
    if (roll(6) === 0) {
      window.name = names[roll(names.length)]!; // one of them
      await load(window);
    }
    await isReady(window);
    const { value, token } = take(window.name);
    const element = page
      .locator('main')
      .getByText(textOf(value), { exact: true })
      .filter({ visible: true })
      .first();
    // When the server is back, Vite may reload the page and close a text that was just opened.
    for (;;)
      try {
        await isReady(window);
        const { x, y } = await pointAt(element, 5000);
        await page.mouse.click(x, y);
        await writtenText(page)
          .filter({ hasText: textOf(value) })
          .waitFor({ timeout: 3000 });
        break;
      } catch {
        await page.keyboard.press('Escape');
      }
    // Control+End, because a heading may have several lines.
    await page.keyboard.press('Control+End');
    await page.keyboard.type(` ${token}`);
    if (isReloaded) {
      await page.waitForTimeout(roll(400));
      await page.reload().catch(() => undefined);
    } else if (roll(2) === 0) await page.keyboard.press('Escape');
    await isWritten(value, token);
  }

  /** Saves a file as text editors do: either overwrites it or replaces it with a new file. */
  async function inTextEditor(): Promise<void> {
    const { value, token } = take();
    const file = fileOf(value.page);
    const now = read(value.page).replace(textOf(value), `${textOf(value)} ${token}`);
    if (roll(2) === 0) writeFileSync(file, now);
    else {
      writeFileSync(`${file}~`, now);
      renameSync(`${file}~`, file);
    }
    await isWritten(value, token);
  }

  /** Number of texts that each of the three writers has written. */
  const done = [0, 0, 0];
  let [reloaded, killed] = [0, 0];
  const left = () => edits - done.reduce((sum, one) => sum + one, 0);
  const writer = async (at: number, write: () => Promise<void>) => {
    while (left() > 0) {
      done[at]!++; // one of three
      await write();
      // Each writer writes about a third of the texts, even if its loads take longer.
      await expect
        .poll(() => left() <= 0 || Math.min(...done) >= done[at]! - 3, { timeout: 240_000 })
        .toBe(true); // one of three
    }
  };
  const killing = async () => {
    while (killed < kills) {
      const from = [...done];
      const pause = 1 + roll(3);
      await expect
        .poll(() => left() <= 0 || done.every((count, at) => count >= from[at]! + pause), {
          timeout: 240_000,
        }) // one of three
        .toBe(true);
      await wait(roll(300));
      await server.kill();
      killed++;
      await wait(roll(600));
      await server.start();
    }
  };
  const isTimeToReload = () => {
    const isTime = reloaded < reloads && roll(Math.ceil((2 * edits) / 3 / reloads)) === 0;
    if (isTime) reloaded++;
    return isTime;
  };
  await Promise.all([
    writer(0, () => inWindow(0, isTimeToReload())),
    writer(1, () => inWindow(1, isTimeToReload())),
    writer(2, inTextEditor),
    killing(),
  ]);
  for (const name of names) {
    const expected = values
      .filter(({ page }) => page === name)
      .reduce((text, value) => text.replace(`${value.word} ${name}`, textOf(value)), fillTemplate(name));
    expect(read(name)).toBe(expected);
  }
  expect(values.flatMap(({ added }) => added).length).toBe(lastToken);
  expect(killed).toBe(kills);
}, 1_200_000);
