import { formatFault } from '../../schema/fault.ts';
import type { FaultsReport } from './faults-report.ts';

/** One fault a line, for editors and scripts. */
export function lineReport({ faults }: FaultsReport): string {
  return faults.map((fault) => `${formatFault(fault)}\n`).join('');
}
