import { readFileSync } from 'node:fs';

/** When a process began, where the system tells it: numbers of processes are given again. */
export function startOf(pid: number): string {
  try {
    // The name of the program, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // One that has ended, and that nobody has asked how, does nothing any more.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** Whether the process of this number that began then is still at work. */
export function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (problem) {
    // Somebody else's process is one all the same.
    if ((problem as NodeJS.ErrnoException).code !== 'EPERM') return false; // what `kill` throws
  }
  const now = startOf(pid);
  return now === '' || start === '' || now === start;
}
