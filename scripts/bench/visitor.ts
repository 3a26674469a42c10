import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { errorsIn } from '../../schema/diagnostics/diagnostic.ts';
import { chromiumFlags, findChromium } from '../base/find-chromium.ts';
import { buildSite } from '../site/build-site.ts';
import { findLighthouse, howToInstall, lighthouse, type Verdict } from './lighthouse.ts';
import { type Load, loadOnce } from './one-load.ts';
import { serveVariant, type Variant, variants } from './variants.ts';

const rounds = 24;
const names = Object.keys(variants) as Variant[]; // the keys of that very object

/** What a visitor on a slow phone feels, beside the same pages without any script. */
export async function benchVisitor(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const { diagnostics } = await buildSite('pages', folder);
  if (errorsIn(diagnostics).length > 0)
    throw new Error('The pages have faults: `npm run validate` says which.');
  const routes = chosenRoutes(folder);
  const servers = await Promise.all(
    names.map(async (name) => [name, await serveVariant(folder, name)] as const),
  );
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const lines = [
    `visitor: ${rounds} first visits on slow 4G (1.6 Mbit/s, 150 ms) with the processor at a quarter of its speed, each figure the mean`,
    `of the middle half, the ways of serving a page taking turns. Milliseconds depend on this machine (${cpus().length} cores) and what else it does, ratios hardly.`,
    '',
    `${''.padEnd(28)}        as built         without script          started at load`,
    `${'route'.padEnd(28)}   LCP   TBT     CLS     LCP   TBT   ratio     LCP   TBT   ratio`,
  ];
  try {
    for (const route of routes) {
      const loads: Record<Variant, Load[]> = { whole: [], plain: [], forced: [] };
      for (let round = 0; round < rounds; round++) {
        // Whoever comes first finds another machine than whoever comes second, so everybody is first equally often.
        for (let turn = 0; turn < servers.length; turn++) {
          const [name, { address }] = servers[(round + turn) % servers.length]!; // within its length
          loads[name].push(await loadOnce(browser, address + route));
        }
      }
      const of = (name: Variant, figure: keyof Load) => middle(loads[name].map((load) => load[figure]));
      const ratio = (name: Variant) => (of(name, 'lcp') / of('plain', 'lcp')).toFixed(2);
      const cells = [
        of('whole', 'lcp').toFixed(0),
        of('whole', 'tbt').toFixed(0),
        of('whole', 'cls').toFixed(4),
        of('plain', 'lcp').toFixed(0),
        of('plain', 'tbt').toFixed(0),
        ratio('whole'),
        of('forced', 'lcp').toFixed(0),
        of('forced', 'tbt').toFixed(0),
        ratio('forced'),
      ];
      const widths = [6, 6, 8, 8, 6, 8, 8, 6, 8];
      lines.push(route.padEnd(28) + cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join(''));
    }
    lines.push(
      '',
      ...(await lighthouseLines(
        Object.fromEntries(servers.map(([name, { address }]) => [name, address])),
        routes,
      )),
    );
  } finally {
    await browser.close();
    for (const [, server] of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return `${lines.join('\n')}\n`;
}

/** `addresses` are those of the variants. */
async function lighthouseLines(
  addresses: Record<string, string>,
  routes: readonly string[],
): Promise<string[]> {
  const program = findLighthouse();
  if (program === undefined) return [howToInstall];
  const lines = [
    'Lighthouse, mobile: performance/accessibility/best practices/search, the audits that fail, and by its simulation LCP and TBT in ms',
  ];
  for (const route of routes) {
    const built = await lighthouse(program, `${addresses['whole']}${route}`);
    const forced = await lighthouse(program, `${addresses['forced']}${route}`);
    lines.push(
      `${route.padEnd(28)} ${[built.scores.join('/'), ...built.failed].join(' ')}, ${figures(built)}; started at load ${figures(forced)}`,
    );
  }
  return lines;
}

const figures = ({ lcp, tbt }: Verdict) => `LCP ${lcp.toFixed(0)} TBT ${tbt.toFixed(0)}`;

/** The home page, the lightest page and the heaviest. */
function chosenRoutes(folder: string): string[] {
  const pages = globSync('**/index.html', { cwd: folder }).map((file) => ({
    route: `/${dirname(file).replace(/^\.$/, '')}`,
    size: statSync(join(folder, file)).size,
  }));
  // A redirect is no page.
  const bySize = pages
    .filter(({ route }) => existsSync(join(folder, route, 'page.json')))
    .toSorted((one, other) => one.size - other.size);
  return [...new Set(['/', bySize[0]?.route ?? '/', bySize.at(-1)?.route ?? '/'])];
}

/** The mean without the lowest and the highest quarter: less blind than a median, and no slower moment of the machine counts. */
function middle(values: number[]): number {
  const quarter = Math.floor(values.length / 4);
  const half = values.toSorted((one, other) => one - other).slice(quarter, values.length - quarter);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}
