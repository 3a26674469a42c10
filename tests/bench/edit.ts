import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumFlags, findChromium } from '../../scripts/system/chromium.ts';
import type { BenchOptions } from './bench.ts';
import { type BenchSite, writeBenchSite } from './bench-site.ts';
import { runWithDevServer } from './dev.ts';
import { buildPackage } from '../../scripts/build/package.ts';
import { median } from './measure.ts';

const savesPerRound = 20;
const keysPerRound = 20;
/** The pause after the last key press before the editor saves the text, in milliseconds (src/editor/text-draft.ts). */
const writeDelayMs = 300;
/** The longest delays that still feel instant to authors, in milliseconds. */
const limits = { key: 16, disk: 150, save: 30, lateSave: 60 };

/**
 * Measures three delays in `npm run edit`: from a key press until the browser paints it, from the end of the pause
 * after typing until the text is on disk, and from a save in a different program until the browser paints the change.
 */
export async function benchEdit({ pages, rounds, write }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  await buildPackage();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  write(
    `edit: medians of ${rounds * keysPerRound} keys until painted in Chromium (at most ${limits.key} ms), of ${rounds} texts from ` +
      `the pause until on disk (${limits.disk} ms),\nand of ${rounds * savesPerRound} external saves until painted ` +
      `(${limits.save} ms, 90th percentile ${limits.lateSave} ms)\n` +
      `Milliseconds depend on this machine (${cpus().length} cores) and its load.\n\n` +
      'pages       key    disk    save  90th %  loads  load of the machine\n',
  );
  try {
    for (const count of pages) {
      const site = writeBenchSite(join(folder, String(count)), count, join(folder, 'trash'));
      await runWithDevServer(
        site,
        async (address) => {
          const { keys, disk } = await measureTyping(browser, address + site.route, site, rounds);
          const { times, loads } = await measureSaves(
            browser,
            address + site.route,
            site,
            rounds * savesPerRound,
          );
          const latePercentile = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? NaN;
          const columns = [median(keys), median(disk), median(times), latePercentile];
          const load = loadavg()[0]?.toFixed(1) ?? '';
          write(
            `${String(count).padEnd(7)}${columns.map((time) => time.toFixed(1).padStart(8)).join('')}` +
              `${String(loads).padStart(7)}  ${load}\n`,
          );
        },
        'edit',
      );
      rmSync(join(folder, String(count)), { recursive: true, force: true });
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the delays while typing in the page heading. */
async function measureTyping(
  browser: Browser,
  url: string,
  site: BenchSite,
  rounds: number,
): Promise<{ keys: number[]; disk: number[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator('html[data-awake][data-editing]').waitFor();
  await page.locator('pagewright-editor .page b').waitFor();
  await pause(5000);
  await page.locator('h1').click({ position: { x: 8, y: 12 } });
  const text = page.locator('[data-pagewright-writing]');
  await text.waitFor();
  const painted = await page.evaluateHandle(() => {
    const times: number[] = [];
    const state = { times, last: 0 };
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        state.last = performance.timeOrigin + timeStamp;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage('');
        });
      },
      true,
    );
    return state;
  });
  const disk: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let key = 0; key < keysPerRound; key++) {
      await page.keyboard.press(key % 5 === 4 ? 'Space' : 'x');
      await pause(40);
    }
    await page.keyboard.press('y');
    const currentText = await text.textContent();
    while (!readFileSync(site.file, 'utf8').includes(currentText ?? '')) await pause(2);
    disk.push(Date.now() - (await painted.evaluate(({ last }) => last)) - writeDelayMs);
  }
  const keys = await painted.evaluate(({ times }) => times);
  await page.close();
  return { keys, disk };
}

async function measureSaves(
  browser: Browser,
  url: string,
  site: BenchSite,
  count: number,
): Promise<{ times: number[]; loads: number }> {
  const page = await browser.newPage();
  // After the first page, the server still reads the rest of a
  // large site. At its first start, it also prepares packages.
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator('html[data-awake]').waitFor();
  await pause(5000);
  await page.locator('html[data-awake]').waitFor();
  let loads = 0;
  page.on('load', () => loads++);
  const times: number[] = [];
  for (let number = 1; times.length < count; number++) {
    const painted = await watchPaint(page, `Edited${number}`);
    const start = performance.timeOrigin + performance.now();
    site.edit('page');
    const end = await Promise.race([painted(), pause(5000)]);
    if (end !== undefined) times.push(end - start);
    // The file watcher may still be starting and may miss the first saves.
    else if (times.length > 0) throw new Error(`The page did not show the save of Edited${number}.`);
    await pause(200);
  }
  await page.close();
  return { times, loads };
}

/**
 * Watches the page for a word. Returns a function that resolves
 * with the time at which the browser has painted the word.
 */
async function watchPaint(page: Page, word: string): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle((expectedWord) => {
    const seen = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('main')?.textContent?.includes(expectedWord)) return;
        observer.disconnect();
        // A message sent in an animation frame arrives after the browser has painted that frame.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()));
          port1.start();
          port2.postMessage('');
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { seen };
  }, word);
  return () => handle.evaluate(({ seen }) => seen);
}
