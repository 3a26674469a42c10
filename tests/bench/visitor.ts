import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { chromiumFlags, findChromium } from '../../scripts/system/chromium.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { type Load, loadPage } from './load-page.ts';
import { serveVariant, type Variant, variants } from './serve-variant.ts';

const rounds = 24;
const names = Object.keys(variants) as Variant[]; // the keys of that very object

/** Measures what a visitor on a slow phone experiences, against the same pages without any script. */
export async function benchVisitor(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const { diagnostics } = await buildSite('pages', folder);
  if (filterErrors(diagnostics).length > 0)
    throw new Error('The pages have faults: `npm run validate` says which.');
  const routes = chosenRoutes(folder);
  const servers = await Promise.all(
    names.map(async (name) => [name, await serveVariant(folder, name)] as const),
  );
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const lines = [
    `visitor: ${rounds} first visits on slow 4G (1.6 Mbit/s, 150 ms) at a quarter of the processor speed,`,
    'each figure the mean of the middle half, the variants taking turns. Milliseconds depend on this machine',
    `(${cpus().length} cores) and its load, ratios hardly.`,
    '',
    `${''.padEnd(28)}        as built         without script          started at load`,
    `${'route'.padEnd(28)}   LCP   TBT     CLS     LCP   TBT   ratio     LCP   TBT   ratio`,
  ];
  try {
    for (const route of routes) {
      const loads: Record<Variant, Load[]> = { asBuilt: [], withoutScript: [], startedAtLoad: [] };
      for (let round = 0; round < rounds; round++) {
        // The first of a round finds the machine in another state than the second, so each is first equally
        // often.
        for (let turn = 0; turn < servers.length; turn++) {
          const [name, { address }] = servers[(round + turn) % servers.length]!; // within its length
          loads[name].push(await loadPage(browser, address + route));
        }
      }
      const of = (name: Variant, figure: keyof Load) =>
        interquartileMean(loads[name].map((load) => load[figure]));
      const ratio = (name: Variant) => (of(name, 'lcp') / of('withoutScript', 'lcp')).toFixed(2);
      const cells = [
        of('asBuilt', 'lcp').toFixed(0).padStart(6),
        of('asBuilt', 'tbt').toFixed(0).padStart(6),
        of('asBuilt', 'cls').toFixed(4).padStart(8),
        of('withoutScript', 'lcp').toFixed(0).padStart(8),
        of('withoutScript', 'tbt').toFixed(0).padStart(6),
        ratio('asBuilt').padStart(8),
        of('startedAtLoad', 'lcp').toFixed(0).padStart(8),
        of('startedAtLoad', 'tbt').toFixed(0).padStart(6),
        ratio('startedAtLoad').padStart(8),
      ];
      lines.push(route.padEnd(28) + cells.join(''));
    }
  } finally {
    await browser.close();
    for (const [, server] of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return `${lines.join('\n')}\n`;
}

/** The home page, the lightest page and the heaviest. */
function chosenRoutes(folder: string): string[] {
  const pages = globSync('**/index.html', { cwd: folder }).map((file) => ({
    route: `/${dirname(file).replace(/^\.$/, '')}`,
    size: statSync(join(folder, file)).size,
  }));
  // A redirect has no data for navigation.
  const bySize = pages
    .filter(({ route }) => existsSync(join(folder, route, 'page.json')))
    .toSorted((one, other) => one.size - other.size);
  return [...new Set(['/', bySize[0]?.route ?? '/', bySize.at(-1)?.route ?? '/'])];
}

/** The interquartile mean: finer than a median, and slow moments of the machine do not count. */
function interquartileMean(values: number[]): number {
  const quarter = Math.floor(values.length / 4);
  const half = values.toSorted((one, other) => one - other).slice(quarter, values.length - quarter);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}
