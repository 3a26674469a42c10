import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { errorsIn } from '../../schema/fault.ts';
import { buildSite } from '../build-site.ts';
import { chromiumFlags, findChromium } from '../find-chromium.ts';
import { findLighthouse, howToInstall, lighthouse } from './lighthouse.ts';
import { type Load, loadOnce } from './one-load.ts';
import { serveVariant, type Variant, variants } from './variants.ts';

const routes = ['/', '/contact', '/insights/blogs'];
const rounds = 5;
const names = Object.keys(variants) as Variant[]; // the keys of that very object

/** What a visitor on a slow phone feels, beside the same pages without any script. */
export async function benchVisitor(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const { faults } = await buildSite('pages', folder);
  if (errorsIn(faults).length > 0) throw new Error('The pages have faults: `npm run validate` says which.');
  const servers = await Promise.all(names.map(async (name) => [name, await serveVariant(folder, name)] as const));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const lines = [
    `visitor: medians of ${rounds} first visits on slow 4G (1.6 Mbit/s, 150 ms) with the processor at a quarter of its speed,`,
    `the ways of serving a page taking turns. Milliseconds depend on this machine (${cpus().length} cores) and what else it does, ratios hardly.`,
    '',
    `${''.padEnd(20)}        as built         without script          started at load`,
    `${'route'.padEnd(20)}   LCP   TBT     CLS     LCP   TBT   ratio     LCP   TBT   ratio`,
  ];
  try {
    for (const route of routes) {
      const loads: Record<Variant, Load[]> = { whole: [], plain: [], forced: [] };
      for (let round = 0; round < rounds; round++) {
        for (const [name, { address }] of servers) loads[name].push(await loadOnce(browser, address + route));
      }
      const of = (name: Variant, figure: keyof Load) => median(loads[name].map((load) => load[figure]));
      const ratio = (name: Variant) => (of(name, 'lcp') / of('plain', 'lcp')).toFixed(2);
      const cells = [of('whole', 'lcp').toFixed(0), of('whole', 'tbt').toFixed(0), of('whole', 'cls').toFixed(4), of('plain', 'lcp').toFixed(0), of('plain', 'tbt').toFixed(0), ratio('whole'), of('forced', 'lcp').toFixed(0), of('forced', 'tbt').toFixed(0), ratio('forced')];
      const widths = [6, 6, 8, 8, 6, 8, 8, 6, 8];
      lines.push(route.padEnd(20) + cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join(''));
    }
    lines.push('', ...(await lighthouseLines(servers[0]?.[1].address ?? '')));
  } finally {
    await browser.close();
    for (const [, server] of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return `${lines.join('\n')}\n`;
}

async function lighthouseLines(address: string): Promise<string[]> {
  const program = findLighthouse();
  if (program === undefined) return [howToInstall];
  const lines = ['Lighthouse, mobile: performance/accessibility/best practices/search, and the audits that fail'];
  for (const route of routes) lines.push(`${route.padEnd(20)} ${await lighthouse(program, address + route)}`);
  return lines;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
