import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { engineCache, engineFolder } from '../../scripts/system/project.ts';
import { listChildren, readProcFile } from '../support/process-children.ts';

/** The resources used by a program and all processes that it starts. */
export interface Cost {
  /** Wall time, in seconds. */
  wall: number;
  /** Processor time on all cores, in seconds; 0 without /proc. */
  cpu: number;
  /** The sum of the memory peaks of all processes (VmHWM), in megabytes; 0 without /proc. */
  memory: number;
}

/**
 * Runs a program and measures it with /proc: its processor time in steps of 10 ms,
 * and the peak memory of each process, sampled 50 times a second. Measure only one
 * program at a time, because the processor time is that of all child processes.
 */
export async function measure(
  program: string,
  args: readonly string[],
  { cwd = engineFolder, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Cost> {
  const cpuBefore = readChildSeconds();
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnv, ...env },
  });
  const peaks = new Map<number, number>();
  const timer = setInterval(() => samplePeaks(child.pid, peaks), 20);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('exit', resolve),
  ).finally(() => clearInterval(timer));
  const wall = (performance.now() - start) / 1000;
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} exited with ${code}:\n${(await output).join('')}`);
  const kilobytes = [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
  return { wall, cpu: readChildSeconds() - cpuBefore, memory: kilobytes / 1024 };
}

function samplePeaks(pid: number | undefined, peaks: Map<number, number>): void {
  if (pid === undefined) return;
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readProcFile(`${pid}/status`))?.[1] ?? 0);
  peaks.set(pid, Math.max(peak, peaks.get(pid) ?? 0));
  for (const child of listChildren(pid)) samplePeaks(child, peaks);
}

/**
 * Returns the user and system time of all child processes that
 * have exited, in seconds (fields 16 and 17 of `stat`, proc(5)).
 */
function readChildSeconds(): number {
  const [, fields = ''] = /.*\) (.*)/s.exec(readProcFile('self/stat')) ?? [];
  const [user = '0', system = '0'] = fields.split(' ').slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}

/** The path of the program in the installed package. `buildPackage` builds its code. */
export const installedProgram: string = join(engineFolder, 'bin/pagewright.js');

/** The environment variables for all measured programs. They keep the compile cache inside the repository. */
export const programEnv: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(engineCache, 'compiled'),
};

/** Returns the median, or NaN if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Waits until a server prints its URL. Resolves with the URL, without a trailing slash. */
export function readServerAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const address = /http:\/\/127\.0\.0\.1:\d+(?=\/)/.exec(output)?.[0];
        if (address !== undefined) resolve(address);
      });
    server.once('close', (code) => reject(new Error(`The server exited with ${code}:\n${output}`)));
  });
}
