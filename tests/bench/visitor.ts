import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { getDataPath, getDocumentPath, outputPaths, pathToRoute } from '../../schema/base/routes.ts';
import { outputTypes } from '../../scripts/outputs/outputs.ts';
import { listen } from '../../scripts/server/listen.ts';
import { chromiumFlags, findChromium } from '../../scripts/system/chromium.ts';
import { contentTypes, textExtensions, defaultContentType } from '../../scripts/system/content-types.ts';
import type { BenchOptions } from './bench.ts';

/** The number of visits per round. With fewer visits, the means would differ by more than the limit of 5 %. */
const visitsPerRound = 20;

const movingPointer =
  'addEventListener("load",()=>setInterval(()=>dispatchEvent(new Event("pointermove")),50))';

/** The variants of a site that are compared. Each function changes the HTML of a page. */
const variants = {
  'as built': (html: string) => html,
  'without script': (html: string) =>
    html.replaceAll(/<script(?! type="application\/ld\+json").*?<\/script>|<!--.*?-->/gs, ''),
  /** Simulates a moving pointer from the load event on, so that the application starts as early as possible. */
  'started at load': (html: string) => html.replace(/(?=<\/head>)/, `<script>${movingPointer}</script>`),
};
type Variant = keyof typeof variants;
const variantNames = Object.keys(variants) as Variant[]; // the keys of `variants`

/** Measures page loads on a slow phone, and compares them with the same pages without JavaScript. */
export async function benchVisitor({ rounds, write }: BenchOptions): Promise<void> {
  const visits = rounds * visitsPerRound;
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const { diagnostics } = await buildSite({ out: folder });
  if (filterErrors(diagnostics).length > 0) throw new Error('The pages have errors. Run `npm run validate`.');
  const servers = await Promise.all(
    variantNames.map(async (name) => ({ name, ...(await serveVariant(folder, name)) })),
  );
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  write(`visitor: ${visits} first visits on slow 4G (1.6 Mbit/s, 150 ms) at a quarter of the processor speed
All values are interquartile means. The variants take turns. Milliseconds depend on this machine
(${cpus().length} cores) and its load. Ratios hardly do.

${'route'.padEnd(28)}${'variant'.padEnd(18)} LCP ms  ratio  TBT ms    CLS
`);
  try {
    for (const route of sampleRoutes(folder)) {
      const loads: Record<Variant, Load[]> = { 'as built': [], 'without script': [], 'started at load': [] };
      for (let visit = 0; visit < visits; visit++)
        // Each variant comes first equally often, because the first load in a round is faster on the idle machine.
        for (let turn = 0; turn < servers.length; turn++) {
          const { name, address } = servers[(visit + turn) % servers.length]!; // the index is within the list
          loads[name].push(await loadPage(browser, address + route));
        }
      const mean = (name: Variant, metric: keyof Load) =>
        interquartileMean(loads[name].map((load) => load[metric]));
      for (const name of variantNames) {
        const [lcp, tbt, cls] = [mean(name, 'lcp'), mean(name, 'tbt'), mean(name, 'cls')];
        const ratio = (lcp / mean('without script', 'lcp')).toFixed(2);
        write(
          route.padEnd(28) +
            name.padEnd(18) +
            `${lcp.toFixed(0).padStart(7)}${ratio.padStart(7)}${tbt.toFixed(0).padStart(8)}${cls.toFixed(4).padStart(8)}\n`,
        );
      }
    }
  } finally {
    await browser.close();
    for (const { close } of servers) close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the routes of the home page, the smallest page and the largest page. */
function sampleRoutes(folder: string): string[] {
  const pagesBySize = globSync('**/*.html', { cwd: folder })
    .map((file) => ({
      route: pathToRoute(`/${file}`),
      size: statSync(join(folder, file)).size,
    }))
    // Skip redirects, which have no page data.
    .filter(({ route }) => existsSync(join(folder, getDataPath(route))))
    .toSorted((a, b) => a.size - b.size);
  return [...new Set(['/', pagesBySize[0]?.route ?? '/', pagesBySize.at(-1)?.route ?? '/'])];
}

/** Returns the interquartile mean, which is finer than a median and ignores moments when the machine is slow. */
function interquartileMean(values: number[]): number {
  const quarter = Math.floor(values.length / 4);
  const middleValues = values.toSorted((a, b) => a - b).slice(quarter, values.length - quarter);
  return middleValues.reduce((sum, value) => sum + value, 0) / middleValues.length;
}

/**
 * Serves a variant of a built site with compression and speculation rules. Other headers are omitted, because they cost
 * browsers no time.
 */
async function serveVariant(folder: string, name: Variant): Promise<{ address: string; close(): void }> {
  const extraHeaders =
    name === 'without script' ? {} : { 'Speculation-Rules': `"${outputPaths.speculationRules}"` };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = extname(path) ? path : getDocumentPath(path);
    readFile(join(folder, file)).then(
      (bytes) => {
        const body = file.endsWith('.html') ? Buffer.from(variants[name](bytes.toString())) : bytes;
        const extension = extname(file).slice(1);
        const isText = textExtensions.includes(extension);
        const type = outputTypes[path] ?? contentTypes[extension] ?? defaultContentType;
        const encoding = isText ? { 'Content-Encoding': 'gzip' } : {};
        response.writeHead(200, { 'Content-Type': type, ...encoding, ...extraHeaders });
        response.end(isText ? gzipSync(body) : body);
      },
      () => response.writeHead(404).end(),
    );
  });
  const address = await listen(server, 0, '127.0.0.1');
  return {
    address,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * A measured page load: largest contentful paint and total blocking time in milliseconds, and cumulative layout shift.
 */
interface Load {
  lcp: number;
  tbt: number;
  cls: number;
}

/** How long a page is observed after its load event, in milliseconds. Without input, the application starts later. */
const observationMs = 2000;
/** The network conditions of slow 4G as in Lighthouse: latency in milliseconds, throughput in bytes per second. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Loads a page as a new visitor on a slow phone, and returns the measurements. */
async function loadPage(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    // TypeScript does not have types for layout shift and paint entries yet.
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const load = { lcp: 0, cls: 0 };
    const tasks: PerformanceEntry[] = [];
    Object.assign(window, { load, tasks });
    const observe = (type: string, add: (entry: Entry) => void) =>
      new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(add)).observe({
        type,
        buffered: true,
      });
    observe('largest-contentful-paint', ({ startTime }) => (load.lcp = startTime));
    observe('longtask', (task) => tasks.push(task));
    observe('layout-shift', ({ value, hadRecentInput }) => (load.cls += hadRecentInput ? 0 : value));
  });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(observationMs);
  const load = await page.evaluate(() => {
    // The init script above sets these properties of `window`.
    const { load, tasks } = window as unknown as { load: Omit<Load, 'tbt'>; tasks: PerformanceEntry[] };
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    // As Lighthouse does, count only tasks after the first contentful paint, and only the part of each task over 50 ms.
    const measureBlocking = ({ startTime, duration }: PerformanceEntry) =>
      Math.max(0, startTime + duration - Math.max(startTime, firstPaint) - 50);
    return { ...load, tbt: tasks.reduce((sum, task) => sum + measureBlocking(task), 0) };
  });
  await context.close();
  return load;
}
