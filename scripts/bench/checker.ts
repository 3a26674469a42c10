import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFolder } from '../base/project.ts';
import { type Cost, measure } from './child.ts';
import { writeManyPages } from './many-pages.ts';

const pages = 1000;
const rounds = 5;

/** What checking costs beside the least that it can cost: parsing the same files with `yaml`. */
export async function benchChecker(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const kept = join(engineFolder, '.cache/check');
  const costs: Record<'yaml' | 'cold' | 'again', Cost[]> = { yaml: [], cold: [], again: [] };
  const validate = ['scripts/run.mjs', 'validate', '--pages', folder];
  try {
    writeManyPages(folder, pages);
    // In turns, so that whatever else the machine does falls on all of them alike. The first turn is for its caches.
    for (let round = 0; round <= rounds; round++) {
      const yaml = await measure([join(import.meta.dirname, 'parse-pages.ts'), folder], engineFolder);
      rmSync(kept, { recursive: true, force: true });
      const cold = await measure(validate, engineFolder);
      const again = await measure(validate, engineFolder);
      if (round === 0) continue;
      costs.yaml.push(yaml);
      costs.cold.push(cold);
      costs.again.push(again);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [yaml, cold, again] = [costs.yaml, costs.cold, costs.again].map((some) => ({
    cpu: median(some.map(({ cpu }) => cpu)),
    wall: median(some.map(({ wall }) => wall)),
  })) as [Cost, Cost, Cost]; // three in, three out
  const line = (what: string, { cpu, wall }: Cost) =>
    `  ${what.padEnd(34)} ${(cpu / yaml.cpu).toFixed(2).padStart(5)} ×   ${cpu.toFixed(2)} s of processor time, ${wall.toFixed(2)} s on the clock\n`;
  return [
    `checker: ${pages} pages of seven blocks, median of ${rounds} turns, Node ${process.versions.node}\n`,
    line('parsing them with yaml alone', yaml),
    line('npm run validate, nothing kept', cold),
    line('npm run validate, nothing changed', again),
    `  Checking takes ${(cold.cpu - yaml.cpu).toFixed(2)} s of processor time more than parsing. npm's own start is not counted.\n`,
  ].join('');
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
