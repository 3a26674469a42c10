import { readFileSync } from 'node:fs';

/** Reads a file of /proc. Returns an empty text if the process has ended, or without /proc. */
export function readProcFile(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the child processes of a process; none without /proc. */
export function listChildren(id = 0): number[] {
  return readProcFile(`${id}/task/${id}/children`).split(' ').filter(Boolean).map(Number);
}

/** Returns the processor time of a process and its children, in seconds; 0 without /proc. */
export function readCpuSeconds(id = 0): number {
  // Fields 14 to 17 of proc(5)'s `stat`, in steps of 10 ms.
  const [, fields = ''] = /.*\) (.*)/s.exec(readProcFile(`${id}/stat`)) ?? [];
  const ownTicks = fields.split(' ').slice(11, 15).map(Number);
  return [...ownTicks.map((ticks) => ticks / 100), ...listChildren(id).map(readCpuSeconds)].reduce(
    (a, b) => a + b,
    0,
  );
}

/** Returns how long processes and their children have waited for a core, in milliseconds; 0 without /proc. */
export const readWaitMs = (...ids: (number | undefined)[]): number =>
  ids.reduce<number>((sum, id) => {
    const waitedMs = Number(readProcFile(`${id}/schedstat`).split(' ')[1] ?? 0) / 1e6;
    return sum + waitedMs + readWaitMs(...listChildren(id));
  }, 0);
