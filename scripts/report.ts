import { type Fault, formatFault } from '../schema/fault.ts';

/** Prints every fault and a closing line on stderr. */
export function reportFaults(faults: readonly Fault[]): void {
  for (const fault of faults) console.error(formatFault(fault));
  const files = new Set(faults.map(({ file }) => file)).size;
  console.error(`\n${count(faults.length, 'fault')} in ${count(files, 'file')}.`);
}

/** `1 page`, `2 pages`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
