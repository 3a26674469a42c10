import { readFileSync } from 'node:fs';

/** Reads a file in /proc. Returns an empty string if the process has ended, or if the system has no /proc. */
export function readProcFile(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the ids of a process's child processes, or an empty list without /proc. */
export function listChildren(id = 0): number[] {
  return readProcFile(`${id}/task/${id}/children`).split(' ').filter(Boolean).map(Number);
}

/** Returns the processor time used by a process and its children, in seconds; 0 without /proc. */
export function readCpuSeconds(id = 0): number {
  // Fields 14 to 17 of `stat` contain the processor time in steps of 10 ms (see proc(5)).
  const [, fields = ''] = /.*\) (.*)/s.exec(readProcFile(`${id}/stat`)) ?? [];
  const ownTicks = fields.split(' ').slice(11, 15).map(Number);
  return [...ownTicks.map((ticks) => ticks / 100), ...listChildren(id).map(readCpuSeconds)].reduce(
    (a, b) => a + b,
    0,
  );
}

/**
 * Returns how long the processes and their children have waited for a processor core, in milliseconds; 0 without /proc.
 */
export const readWaitMs = (...ids: (number | undefined)[]): number =>
  ids.reduce<number>((sum, id) => {
    const waitedMs = Number(readProcFile(`${id}/schedstat`).split(' ')[1] ?? 0) / 1e6;
    return sum + waitedMs + readWaitMs(...listChildren(id));
  }, 0);
