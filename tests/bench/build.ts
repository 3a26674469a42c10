import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { bundle } from '../../scripts/build/bundle.ts';
import { engineCache, displayPath } from '../../scripts/system/project.ts';
import { limitLines } from './build-limits.ts';
import { figure, type Measured, resultLines } from './build-results.ts';
import { prepareSteps, type Round, stepLabels, type StepName } from './build-steps.ts';
import { hugoVersion } from './hugo-site.ts';
import { measureDev } from './measure-dev.ts';
import { timeChart } from './time-chart.ts';

export interface BuildBench {
  /** Numbers of pages. */
  pages: readonly number[];
  rounds: number;
  /** Where to write the chart, if not into the cache. */
  chart?: string | undefined;
  write(text: string): unknown;
}

const savesInRound = 5;
const charted: StepName[] = ['hugo', 'floor', 'cold', 'pictures', 'unchanged', 'page', 'shared', 'validate'];

/** Measures builds, checks and editing against Hugo and the floor, on generated sites. */
export async function benchBuild({ pages, rounds, chart, write }: BuildBench): Promise<void> {
  const hugo = hugoVersion();
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-build-'));
  write(`${introduction(folder, hugo)}\n`);
  // The code is the same for all pages: its bundles are no part of what is measured.
  await bundle();
  const all: Measured[] = [];
  try {
    for (const count of pages) {
      const measured = await measureSize(join(folder, String(count)), count, rounds);
      all.push(measured);
      write(`${resultLines(measured).join('\n')}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  write(`Limits, by the wall time of medians\n${limitLines(all).join('\n')}\n`);
  const file = resolve(chart ?? join(engineCache, 'build-time.svg'));
  mkdirSync(dirname(file), { recursive: true });
  const series = charted.map((step) => ({
    label: stepLabels[step],
    points: all.flatMap((one) => {
      const seconds = figure(one, step, 'wall');
      return Number.isNaN(seconds) ? [] : [[one.pages, seconds] as const];
    }),
  }));
  writeFileSync(file, timeChart('Seconds against pages', series));
  write(`The chart is in ${displayPath(file)}.\n`);
}

async function measureSize(folder: string, pages: number, count: number): Promise<Measured> {
  const { site, round } = prepareSteps(folder, pages);
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await round());
  const editing = await measureDev(site, count * savesInRound);
  rmSync(folder, { recursive: true, force: true });
  return { pages, rounds, editing };
}

function introduction(folder: string, hugo: string | undefined): string {
  const peer = hugo === undefined ? 'no hugo in PATH to compare with' : `Hugo ${hugo} on the same content`;
  return `build: generated pages of seven blocks, every second one as authors write
Node ${process.versions.node}, ${availableParallelism()} cores, ${peer}
Sites lie in ${folder}; TMPDIR moves them.
All steps of a round run one after the other, so that other load hits them alike; a ratio is the median of
the rounds' own. Times are of "npm run COMMAND" without npm, with the code bundled before. Processor time and
memory (VmHWM, added up over all processes) come from /proc. The floor checks each value by itself, and makes
neither styles nor scripts nor pictures.
`;
}
