import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readServerAddress } from '../bench/measure.ts';

/** A process of `npm run edit` that tests can kill and restart. It always uses the same port. */
export class KillableServer {
  address = '';
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port;
    const folders = ['--pages', join(this.#folder, 'pages'), '--data', join(this.#folder, 'data')];
    const args = ['scripts/run.mjs', 'edit', ...folders, '--port', port];
    const child = spawn(process.execPath, args, { env: { ...process.env, BROWSER: 'none' }, detached: true });
    this.#child = child;
    this.address = await readServerAddress(child);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exit;
  }
}
