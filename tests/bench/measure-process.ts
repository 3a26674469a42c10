import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Cost {
  /** Seconds of wall time. */
  wall: number;
  /** Seconds of processor time, all cores together. */
  cpu: number;
}

/**
 * Runs a Node program and measures it with the Node processes that it starts. Any exit code but 0 is an
 * error.
 */
export async function measure(args: readonly string[], cwd: string): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-meter-'));
  const file = join(folder, 'used');
  // Each process reports its processor time when it exits.
  const meter = `
    import { appendFileSync } from 'node:fs';
    process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      appendFileSync(${JSON.stringify(file)}, user + system + '\\n');
    });`;
  try {
    const wall = await seconds(args, cwd, `--import "data:text/javascript,${encodeURIComponent(meter)}"`);
    const cpu = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line) / 1e6, 0);
    return { wall, cpu };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seconds(args: readonly string[], cwd: string, nodeOptions: string): Promise<number> {
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: nodeOptions }, maxBuffer: Infinity };
  const start = performance.now();
  await promisify(execFile)(process.execPath, args, options).catch((problem: ExecFileException) => {
    const { code, stdout, stderr } = problem;
    throw new Error(`node ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  });
  return (performance.now() - start) / 1000;
}
