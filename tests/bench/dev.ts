import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { engineFolder } from '../../scripts/system/project.ts';
import type { BenchSite } from './bench-site.ts';
import { readServerAddress, installedProgram, programEnv } from './measure.ts';

/** The latency of `npm run dev` in milliseconds. */
export interface DevLatency {
  /** From the start of the command, with a warm cache, until the first page has loaded. */
  start: number;
  /** From each save until the data of the changed page has loaded, in milliseconds. */
  saves: number[];
}

/**
 * Starts the dev server once to fill its caches. Then starts
 * it again and saves a page `saves` times. Returns the delays.
 */
export async function measureDev(site: BenchSite, saves: number): Promise<DevLatency> {
  await runWithDevServer(site, async () => {});
  return runWithDevServer(site, async (address, start) => {
    // Connect to the live socket as a page in a browser does.
    const socket = new WebSocket(`${address.replace('http', 'ws')}/@live`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('The dev server refused the connection.')));
    });
    socket.send(JSON.stringify(['pagewright:page', { path: site.route }]));
    const pageData = async () => (await fetch(`${address}${site.route}.page.json`)).text();
    let onMessage = (_text: string) => Promise.resolve();
    socket.addEventListener('message', ({ data }) => void onMessage(String(data)));
    const save = () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const word = site.edit('page');
        // Each message either contains the page data, or announces new data that must be fetched.
        onMessage = async (text) => {
          if (text.includes(word) || (await pageData()).includes(word)) resolve(performance.now() - start);
        };
      });
    // The file watcher may still be starting and may miss the first saves, so save until one is noticed.
    while ((await Promise.race([save(), pause(1000, 'missed')])) === 'missed');
    const times: number[] = [];
    while (times.length < saves) {
      await pause(200);
      times.push(await save());
    }
    socket.close();
    return { start, saves: times };
  });
}

/** Starts a dev server, waits until it has sent its first page, and runs `work`. */
export async function runWithDevServer<Result>(
  site: BenchSite,
  work: (address: string, start: number) => Promise<Result>,
  command: 'dev' | 'edit' = 'dev',
): Promise<Result> {
  const start = performance.now();
  const args = [installedProgram, command, '--pages', site.pages, '--port', '0'];
  const env = { ...programEnv, BROWSER: 'none' };
  const server = spawn(process.execPath, args, { cwd: engineFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closing = once(server, 'close');
  try {
    const address = await readServerAddress(server);
    const response = await fetch(address + site.route);
    const html = await response.text();
    if (!response.ok) throw new Error(`npm run ${command} responded with ${response.status}:\n${html}`);
    return await work(address, performance.now() - start);
  } finally {
    server.kill();
    await closing;
  }
}
