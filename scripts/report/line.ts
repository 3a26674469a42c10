import { formatFault } from '../../schema/diagnostics/diagnostic.ts';
import { printable } from './printable.ts';
import type { FaultsReport } from './report.ts';

/** One fault a line, for editors and scripts. */
export function lineReport({ faults, notChecked }: FaultsReport): string {
  const lines = [
    ...faults.map((fault) => printable(formatFault(fault))),
    ...notChecked.map((sentence) => `not checked: ${sentence}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
