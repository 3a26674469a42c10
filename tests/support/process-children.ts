import { readFileSync } from 'node:fs';

/** Reads a file of /proc. Returns an empty text if the process has ended, or without /proc. */
export function inProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the child processes of a process; none without /proc. */
export function childrenOf(id = 0): number[] {
  return inProc(`${id}/task/${id}/children`).split(' ').filter(Boolean).map(Number);
}

/** Returns the processor time of a process and its children, in seconds; 0 without /proc. */
export function secondsOf(id = 0): number {
  // Fields 14 to 17 of proc(5)'s `stat`, in steps of 10 ms.
  const [, fields = ''] = /.*\) (.*)/s.exec(inProc(`${id}/stat`)) ?? [];
  const own = fields.split(' ').slice(11, 15).map(Number);
  return [...own.map((ticks) => ticks / 100), ...childrenOf(id).map(secondsOf)].reduce((a, b) => a + b, 0);
}

/** Returns how long processes and their children have waited for a core, in milliseconds; 0 without /proc. */
export const waitOf = (...ids: (number | undefined)[]): number =>
  ids.reduce<number>((sum, id) => {
    const waited = Number(inProc(`${id}/schedstat`).split(' ')[1] ?? 0) / 1e6;
    return sum + waited + waitOf(...childrenOf(id));
  }, 0);
