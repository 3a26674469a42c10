import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../../scripts/build/package.ts';
import type { BenchOptions } from './bench.ts';
import { type BenchSite, moveToTrash, writeBenchSite } from './bench-site.ts';
import { type DevLatency, measureDev } from './dev.ts';
import { hugoVersion, runHugo, writeHugoSite } from './hugo.ts';
import { type Cost, installedProgram, measure, median } from './measure.ts';

/** The steps of a benchmark round with their labels, in the order in which they run. */
export const stepLabels = {
  hugo: 'hugo, all pages',
  floor: 'floor: yaml, zod and React only, 1 thread',
  parse: `parsing with yaml only, ${availableParallelism()} threads`,
  cold: 'build, cold cache, one share image',
  unchanged: 'build, nothing changed',
  page: 'build, one page edited',
  shared: 'build, a shared block edited',
  navigation: 'build, the navigation edited',
  validate: 'validate, cold cache',
  validateUnchanged: 'validate, nothing changed',
  validatePage: 'validate, one page edited',
  images: 'build, cold cache, a share image per page',
  cachedImages: 'build, the navigation edited, images cached',
  report: 'report, cold cache, the navigation edited',
} as const;
type StepName = keyof typeof stepLabels;
type Round = Partial<Record<StepName, Cost>>;

const stepNames = Object.keys(stepLabels) as StepName[]; // the keys of `stepLabels`
const stepsByBenchmark = {
  build: stepNames,
  checker: stepNames.filter((name) => name === 'parse' || name.startsWith('validate')),
};

interface Results {
  pages: number;
  rounds: Round[];
  dev?: DevLatency;
}

const savesPerRound = 5;

/**
 * Measures builds, the checker and `npm run dev`, and compares them
 * with Hugo and lower bounds. Returns whether all limits are met.
 */
export async function benchBuild(
  { pages, rounds, write }: BenchOptions,
  name: 'build' | 'checker' = 'build',
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  write(`${createIntroduction(name, folder)}\n`);
  await buildPackage();
  const allResults: Results[] = [];
  try {
    for (const count of pages) {
      const results: Results = { pages: count, rounds: [] };
      const siteFolder = join(folder, String(count));
      const trash = join(folder, 'trash');
      const site = writeBenchSite(join(siteFolder, 'site'), count, trash);
      const steps = createSteps(site, siteFolder, trash);
      for (let round = 0; round < rounds; round++) {
        const costs: Round = {};
        for (const step of stepsByBenchmark[name]) {
          const cost = await steps[step]();
          if (cost) costs[step] = cost;
        }
        results.rounds.push(costs);
      }
      if (name === 'build') results.dev = await measureDev(site, rounds * savesPerRound);
      moveToTrash(siteFolder, trash);
      allResults.push(results);
      write(`${resultTable(results, stepsByBenchmark[name])}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (name !== 'build') return true;
  const { table, areMet } = compareWithLimits(allResults);
  write(`Limits\n${table}`);
  return areMet;
}

function createSteps(
  site: BenchSite,
  folder: string,
  trash: string,
): Record<StepName, () => Promise<Cost | undefined>> {
  const hugo = join(folder, 'hugo');
  const hasHugo = hugoVersion() !== undefined;
  if (hasHugo) writeHugoSite(site.pages, hugo);
  const runProgram = (file: string, ...args: string[]) =>
    measure(process.execPath, [join(import.meta.dirname, file), ...args], {
      env: { NODE_ENV: 'production' },
    });
  const run = (command: string, ...args: string[]) =>
    measure(process.execPath, [installedProgram, command, '--pages', site.pages, ...args]);
  const buildAfterEdit = async (where: Parameters<BenchSite['edit']>[0]) => {
    const word = site.edit(where);
    const cost = await run('build');
    site.assertBuilt(word);
    return cost;
  };
  const coldBuild = (share: 'pages' | 'site') => {
    site.clear();
    site.shareImages(share);
    return run('build');
  };
  return {
    hugo: async () => {
      moveToTrash(join(hugo, 'public'), trash);
      return hasHugo ? runHugo(hugo) : undefined;
    },
    floor: () => {
      moveToTrash(join(folder, 'floor'), trash);
      return runProgram('floor.ts', site.pages, join(folder, 'floor'));
    },
    parse: () => runProgram('parse-only.ts', site.pages, String(availableParallelism())),
    cold: () => coldBuild('site'),
    unchanged: () => run('build'),
    page: () => buildAfterEdit('page'),
    shared: () => buildAfterEdit('shared'),
    navigation: () => buildAfterEdit('navigation'),
    validate: () => {
      site.clear();
      return run('validate');
    },
    validateUnchanged: () => run('validate'),
    validatePage: () => {
      site.edit('page');
      return run('validate');
    },
    images: () => coldBuild('pages'),
    cachedImages: () => buildAfterEdit('navigation'),
    report: () => {
      site.clear();
      site.commit();
      site.edit('navigation');
      return run('report', '--base', 'HEAD');
    },
  };
}

/** Returns the median of a measurement over all rounds, or NaN if the step was not measured. */
function medianCost({ rounds }: Results, step: StepName, metric: keyof Cost = 'wall'): number {
  return median(rounds.flatMap((round) => round[step]?.[metric] ?? []));
}

/**
 * Returns the median of the ratios in each round. Ratios within a round
 * are comparable, because the machine's load differs between rounds.
 */
function medianRatio(
  { rounds }: Results,
  step: StepName,
  base: StepName,
  metric: keyof Cost = 'wall',
): number {
  return median(
    rounds.flatMap(({ [step]: stepCost, [base]: baseCost }) =>
      stepCost && baseCost?.[metric] ? stepCost[metric] / baseCost[metric] : [],
    ),
  );
}

const format = (value: number, digits: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits));

function resultTable(results: Results, steps: readonly StepName[]): string {
  const row = (label: string, cells: readonly string[]) =>
    `  ${label.padEnd(46)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;
  const bases = (['hugo', 'floor', 'parse'] as const).filter((base) => results.rounds[0]?.[base]);
  const head = ['wall s', 'cpu s', 'MB', ...bases.flatMap((base) => [`× ${base}`, 'by cpu'])];
  const rows = steps.map((step) =>
    row(stepLabels[step], [
      format(medianCost(results, step), 2),
      format(medianCost(results, step, 'cpu'), 2),
      format(medianCost(results, step, 'memory'), 0),
      ...bases.flatMap((base) => [
        format(medianRatio(results, step, base), 2),
        format(medianRatio(results, step, base, 'cpu'), 2),
      ]),
    ]),
  );
  const { start, saves } = results.dev ?? { start: NaN, saves: [] };
  const devRow =
    `  dev: start to first page ${format(start, 0)} ms; save to data sent ${format(median(saves), 0)} ms ` +
    `(median of ${saves.length}, ${Math.min(...saves).toFixed(0)} to ${Math.max(...saves).toFixed(0)})\n`;
  const title = `${results.pages.toLocaleString('en')} pages, median of ${results.rounds.length}`;
  return row(title, head) + rows.join('') + (results.dev ? devRow : '');
}

type Limit = [value: number, max: number, what: string];

/** Returns the measured values that have a limit. Most are ratios to the floor in the same run. */
function createLimits(allResults: readonly Results[]): Limit[] {
  const findResults = (pages: number) =>
    allResults.find((siteResults) => siteResults.pages === pages) ?? { pages, rounds: [] };
  const limitByFloor = (pages: number, steps: Partial<Record<StepName, number>>) =>
    stepNames.flatMap((step): Limit[] => {
      const max = steps[step];
      const what = `× floor: ${pages.toLocaleString('en')} pages, ${stepLabels[step]}`;
      return max === undefined ? [] : [[medianRatio(findResults(pages), step, 'floor'), max, what]];
    });
  const limitDevStart = (pages: number, max: number): Limit => [
    (findResults(pages).dev?.start ?? NaN) / 1000,
    max,
    `s: ${pages.toLocaleString('en')} pages, dev, start to first page`,
  ];
  const large = findResults(10_000);
  return [
    ...limitByFloor(30, { cold: 1, unchanged: 0.35, validateUnchanged: 0.3 }),
    ...limitByFloor(1000, { cold: 1, unchanged: 0.08, page: 0.15 }),
    ...limitByFloor(10_000, { cold: 0.75, images: 3.5, unchanged: 0.035, page: 0.1, validatePage: 0.035 }),
    [medianRatio(large, 'cold', 'hugo'), 1.2, `× Hugo: 10,000 pages, ${stepLabels.cold}`],
    [medianCost(large, 'cold', 'memory'), 800, `MB: 10,000 pages, ${stepLabels.cold}`],
    [
      medianRatio(findResults(1000), 'report', 'cold'),
      1.5,
      `× cold build: 1,000 pages, ${stepLabels.report}`,
    ],
    limitDevStart(30, 0.7),
    limitDevStart(1000, 1),
    limitDevStart(10_000, 2),
    [median(large.dev?.saves ?? []), 15, 'ms: 10,000 pages, dev, save to data sent'],
  ];
}

/**
 * Compares the results with all limits. Returns a table of the
 * limits, and whether every measured value is within its limit.
 */
export function compareWithLimits(allResults: readonly Results[]): { table: string; areMet: boolean } {
  const limits = createLimits(allResults);
  return { table: limits.map(limitRow).join(''), areMet: !limits.some(([value, max]) => value > max) };
}

function limitRow([value, max, what]: Limit): string {
  const verdict = Number.isNaN(value) ? 'not measured' : value > max ? 'NOT MET' : 'met';
  return `  ${verdict.padEnd(13)}${format(value, 3).padStart(9)}   at most ${String(max).padEnd(5)} ${what}\n`;
}

function createIntroduction(name: string, folder: string): string {
  const hugo = hugoVersion();
  return `${name}: generated pages of seven blocks, Node ${process.versions.node}, ${availableParallelism()} cores
${hugo === undefined ? 'Hugo is not installed' : `Hugo ${hugo} on the same content`}; sites in ${folder} (set TMPDIR to move them)
Each round runs all steps in turn, so that other load affects all of them. Ratios are medians of the ratios of
all rounds. Times are those of "pagewright COMMAND" in an installed package. Processor time and memory cover
all processes of a command. The floor has no styles, no scripts and no checks across pages.
`;
}
