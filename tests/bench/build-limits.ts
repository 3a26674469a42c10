import { figure, type Measured, ratio } from './build-results.ts';
import type { StepName } from './build-steps.ts';
import { median } from './median.ts';

/** What is demanded: at most `most`. The value is NaN where it was not measured. */
interface Limit {
  what: string;
  most: number;
  value: number;
}

/** Each limit with what was measured, and whether it is met. */
export function limitLines(all: readonly Measured[]): string[] {
  return limits(all).map(({ what, most, value }) => {
    const isValidChoice = !Number.isNaN(value);
    const verdict = !isValidChoice ? 'not measured' : value <= most ? 'met' : 'NOT MET';
    const shown = isValidChoice ? value.toFixed(Math.abs(value) < 10 ? 2 : 0) : '–';
    return `  ${verdict.padEnd(13)}${shown.padStart(8)}   at most ${String(most).padEnd(5)} ${what}`;
  });
}

const nothing: Measured = { pages: 0, rounds: [], editing: { start: NaN, saves: [] } };

function limits(all: readonly Measured[]): Limit[] {
  const at = (pages: number) => all.find((one) => one.pages === pages) ?? nothing;
  const [few, many, most] = [at(30), at(1000), at(10_000)];
  const toHugo = (step: StepName) => ratio(most, step, 'hugo');
  const wall = (one: Measured, step: StepName) => figure(one, step, 'wall');
  // With fewer pages, what else the machine does would count for more than pictures.
  const largest = most.rounds.length > 0 ? most : many;
  const more = (step: StepName, than: StepName) =>
    (1000 * (wall(largest, step) - wall(largest, than))) / largest.pages;
  const perPage = (one: Measured) => wall(one, 'cold') / one.pages;
  const saved = ({ editing }: Measured) => median(editing.saves);
  const validated = ratio(most, 'validate', 'parse');
  return [
    { value: toHugo('cold'), most: 1.3, what: '× Hugo: 10,000 pages from nothing, one share picture' },
    { value: toHugo('pictures'), most: 2, what: '× Hugo: the same with a share picture a page' },
    { value: figure(most, 'pictures', 'memory'), most: 1024, what: 'MB: the same at its peak' },
    { value: perPage(most) / perPage(many), most: 1.1, what: 'time a page at 10,000 against 1,000' },
    { value: more('pictures', 'cold'), most: 5, what: 'ms: a share picture from nothing' },
    { value: more('picturesKept', 'navigation'), most: 0.1, what: 'ms: a share picture that is kept' },
    { value: toHugo('unchanged'), most: 0.1, what: '× Hugo: 10,000 pages, nothing changed' },
    { value: toHugo('page'), most: 0.15, what: '× Hugo: one of them edited' },
    { value: toHugo('shared'), most: 0.25, what: '× Hugo: a block edited that 100 of them share' },
    { value: wall(few, 'cold'), most: 0.4, what: 's: 30 pages from nothing but the bundle' },
    { value: validated, most: 1.5, what: '× parsing on all cores: 10,000 pages validated from nothing' },
    { value: wall(most, 'validatePage'), most: 0.3, what: 's: the same after one edit' },
    { value: saved(many), most: 25, what: 'ms: save to data sent, 1,000 pages' },
    { value: saved(most), most: 25, what: 'ms: save to data sent, 10,000 pages' },
    { value: saved(most) / saved(many), most: 1.3, what: 'the second against the first' },
    { value: most.editing.start, most: 2000, what: 'ms: start of dev to the first page, 10,000 pages' },
  ];
}
