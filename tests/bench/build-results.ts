import { type Round, type StepName, stepLabels, stepNames } from './build-steps.ts';
import type { Editing } from './measure-dev.ts';
import type { TreeCost } from './measure-tree.ts';
import { median } from './median.ts';

/** All that was measured with so many pages. */
export interface Measured {
  pages: number;
  rounds: Round[];
  editing: Editing;
}

/** The median of a figure over all rounds; NaN if the step was not measured. */
export function figure({ rounds }: Measured, step: StepName, of: keyof TreeCost): number {
  return median(rounds.flatMap((round) => round[step]?.[of] ?? []));
}

/** The median of what each round says of two steps, as rounds differ by the load of the machine; or NaN. */
export function ratio(
  { rounds }: Measured,
  step: StepName,
  base: StepName,
  of: keyof TreeCost = 'wall',
): number {
  return median(
    rounds.flatMap(({ [step]: one, [base]: other }) => (one && other?.[of] ? one[of] / other[of] : [])),
  );
}

const columns = ['wall s', 'cpu s', 'MB', '× Hugo', 'by cpu', '× floor', 'by cpu'];

/** The lines on one number of pages. */
export function resultLines(measured: Measured): string[] {
  const { pages, rounds, editing } = measured;
  const row = (label: string, cells: readonly string[]) =>
    `  ${label.padEnd(50)}${cells.map((cell) => cell.padStart(9)).join('')}`;
  const shown = (value: number, digits: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits));
  const rows = stepNames.map((step) =>
    row(stepLabels[step], [
      shown(figure(measured, step, 'wall'), 2),
      shown(figure(measured, step, 'cpu'), 2),
      shown(figure(measured, step, 'memory'), 0),
      ...(['hugo', 'floor'] as const).flatMap((base) => [
        shown(ratio(measured, step, base), 2),
        shown(ratio(measured, step, base, 'cpu'), 2),
      ]),
    ]),
  );
  const some = `${pages.toLocaleString('en')} pages, median of ${rounds.length}`;
  const saves = `median of ${editing.saves.length}, ${Math.min(...editing.saves).toFixed(0)} to `;
  return [
    row(some, columns),
    ...rows,
    `  dev: start to first page ${editing.start.toFixed(0)} ms; save to data sent ` +
      `${median(editing.saves).toFixed(0)} ms (${saves}${Math.max(...editing.saves).toFixed(0)})`,
    '',
  ];
}
