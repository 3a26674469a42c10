import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumFlags, findChromium } from '../../scripts/system/chromium.ts';
import type { BenchOptions } from './bench.ts';
import { type BenchSite, writeBenchSite } from './bench-site.ts';
import { withDevServer } from './dev.ts';
import { median } from './measure.ts';

const savesPerRound = 20;
/** Milliseconds that an author sees as at once: the median, and the 90th percentile. */
const limits = [30, 60] as const;

/** Measures how long a save in another program takes until it is painted in a window of `npm run dev`. */
export async function benchEdit({ pages, rounds, write }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  write(
    `edit: ${rounds * savesPerRound} saves each, until painted in Chromium (at most ${limits[0]} ms, ` +
      `90th percentile ${limits[1]} ms)\n` +
      `Milliseconds depend on this machine (${cpus().length} cores) and its load.\n\n` +
      'pages    median  90th %  loads  load of the machine\n',
  );
  try {
    for (const count of pages) {
      const site = writeBenchSite(join(folder, String(count)), count);
      const { times, loads } = await withDevServer(site, (address) =>
        measureSaves(browser, address + site.route, site, rounds * savesPerRound),
      );
      const late = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? NaN;
      const figures = [median(times), late].map((time) => time.toFixed(1).padStart(8)).join('');
      const load = loadavg()[0]?.toFixed(1) ?? '';
      write(`${String(count).padEnd(7)}${figures}${String(loads).padStart(7)}  ${load}\n`);
      rmSync(join(folder, String(count)), { recursive: true, force: true });
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSaves(
  browser: Browser,
  url: string,
  site: BenchSite,
  count: number,
): Promise<{ times: number[]; loads: number }> {
  const page = await browser.newPage();
  // A large site is read as a whole after its first page, and packages are prepared at the first start.
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator('html[data-awake]').waitFor();
  await pause(5000);
  await page.locator('html[data-awake]').waitFor();
  let loads = 0;
  page.on('load', () => loads++);
  const times: number[] = [];
  for (let number = 1; times.length < count; number++) {
    const painted = await paintOf(page, `Edited${number}`);
    const start = performance.timeOrigin + performance.now();
    site.edit('page');
    const end = await Promise.race([painted(), pause(5000)]);
    if (end !== undefined) times.push(end - start);
    // The watcher may still be starting and miss the first saves.
    else if (times.length > 0) throw new Error(`The save of Edited${number} was not shown.`);
    await pause(200);
  }
  await page.close();
  return { times, loads };
}

/** Watches for a word. Returns a function that resolves with the time at which the browser has painted it. */
async function paintOf(page: Page, word: string): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle((wanted) => {
    const seen = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('main')?.textContent?.includes(wanted)) return;
        observer.disconnect();
        // A message that is sent in a frame arrives after it.
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
