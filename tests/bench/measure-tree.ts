import { spawn } from 'node:child_process';
import { text as readAll } from 'node:stream/consumers';
import type { Cost } from './measure-process.ts';
import { childrenOf, inProc } from '../support/process-children.ts';

/** What a program costs with all that it starts. */
export interface TreeCost extends Cost {
  /** The most memory in MB that each process ever held, added up; 0 where there is no /proc. */
  memory: number;
}

/**
 * Runs any program and measures it by what Linux says in /proc: processor time of all children that have
 * ended (in steps of 10 ms), and the peak (VmHWM) of each process, asked 50 times a second. Elsewhere only
 * wall time is known, and the rest is 0. Only one such run may be under way.
 */
export async function measureTree(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<TreeCost> {
  const cpuBefore = childrenSeconds();
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const peaks = new Map<number, number>();
  const look = () => notePeaks(child.pid, peaks);
  const timer = setInterval(look, 20);
  look();
  const said = Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('exit', resolve),
  ).finally(() => clearInterval(timer));
  const wall = (performance.now() - start) / 1000;
  const output = (await said).join('');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  const kilobytes = [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
  return { wall, cpu: childrenSeconds() - cpuBefore, memory: kilobytes / 1024 };
}

function notePeaks(pid: number | undefined, peaks: Map<number, number>): void {
  if (pid === undefined) return;
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(inProc(`${pid}/status`))?.[1] ?? 0);
  peaks.set(pid, Math.max(peak, peaks.get(pid) ?? 0));
  for (const child of childrenOf(pid)) notePeaks(child, peaks);
}

/** User and system time of all children that have ended: fields 16 and 17 of proc(5)'s `stat`. */
function childrenSeconds(): number {
  const [, fields = ''] = /.*\) (.*)/s.exec(inProc('self/stat')) ?? [];
  const [user = '0', system = '0'] = fields.split(' ').slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}
