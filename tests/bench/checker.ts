import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFolder, siteOf } from '../../scripts/system/project.ts';
import { commandLine } from './command-line.ts';
import { type Cost, measure } from './measure-process.ts';
import { median } from './median.ts';
import { writePlainPages } from './many-pages.ts';

const pages = 1000;
const rounds = 5;

/** Measures `npm run validate` against its lower bound: parsing the same files with `yaml`. */
export async function benchChecker(): Promise<string> {
  const site = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const folder = join(site, 'pages');
  const { cache } = siteOf(folder);
  const costs: Record<'yaml' | 'cold' | 'warm', Cost[]> = { yaml: [], cold: [], warm: [] };
  const validate = [...commandLine('validate'), '--pages', folder];
  try {
    writePlainPages(folder, pages);
    // Alternating, so that other load on the machine affects all of them alike. The first round fills its
    // caches.
    for (let round = 0; round <= rounds; round++) {
      const yaml = await measure([join(import.meta.dirname, 'parse-only.ts'), folder], engineFolder);
      rmSync(cache, { recursive: true, force: true });
      const cold = await measure(validate, engineFolder);
      const warm = await measure(validate, engineFolder);
      if (round === 0) continue;
      costs.yaml.push(yaml);
      costs.cold.push(cold);
      costs.warm.push(warm);
    }
  } finally {
    rmSync(site, { recursive: true, force: true });
  }
  const [yaml, cold, warm] = [costs.yaml, costs.cold, costs.warm].map((some) => ({
    cpu: median(some.map(({ cpu }) => cpu)),
    wall: median(some.map(({ wall }) => wall)),
  })) as [Cost, Cost, Cost]; // three in, three out
  const line = (what: string, { cpu, wall }: Cost) => {
    const ratio = (cpu / yaml.cpu).toFixed(2).padStart(5);
    const times = `${cpu.toFixed(2)} s of processor time, ${wall.toFixed(2)} s wall time`;
    return `  ${what.padEnd(34)} ${ratio} ×   ${times}\n`;
  };
  const more = (cold.cpu - yaml.cpu).toFixed(2);
  return [
    `checker: ${pages} pages of seven blocks, median of ${rounds} rounds, Node ${process.versions.node}\n`,
    line('parsing them with yaml alone', yaml),
    line('npm run validate, nothing kept', cold),
    line('npm run validate, nothing changed', warm),
    `  Checking takes ${more} s of processor time more than parsing. npm's own start is not counted.\n`,
  ].join('');
}
