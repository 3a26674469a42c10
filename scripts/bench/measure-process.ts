import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

function seconds(args: readonly string[], cwd: string, nodeOptions: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: nodeOptions },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve((performance.now() - start) / 1000);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}:\n${output}`));
    });
  });
}
