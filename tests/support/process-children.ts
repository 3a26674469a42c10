import { readFileSync } from 'node:fs';

/** A file of /proc, or nothing if the process has ended, or the system has no such folder. */
export function inProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes that a process has started, where the system lists them. */
export function childrenOf(id = 0): number[] {
  return inProc(`${id}/task/${id}/children`).split(' ').filter(Boolean).map(Number);
}

/** Processor time in seconds of a process, of all that it has started, and of those that have ended. */
export function secondsOf(id = 0): number {
  // Fields 14 to 17 of proc(5)'s `stat`, in steps of 10 ms.
  const [, fields = ''] = /.*\) (.*)/s.exec(inProc(`${id}/stat`)) ?? [];
  const own = fields.split(' ').slice(11, 15).map(Number);
  return [...own.map((ticks) => ticks / 100), ...childrenOf(id).map(secondsOf)].reduce((a, b) => a + b, 0);
}
