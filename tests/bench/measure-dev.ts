import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { engineFolder } from '../../scripts/system/project.ts';
import type { MeasuredSite } from './measured-site.ts';

/** What an author waits for while editing, in milliseconds. */
export interface Editing {
  /** From the start of `npm run dev`, with what an earlier one kept, to the whole first page. */
  start: number;
  /** From each save to the end of the changed page's data. */
  saves: number[];
}

/** Starts the dev server twice, the first time to fill its caches, and saves a page so many times. */
export async function measureDev(site: MeasuredSite, saves: number): Promise<Editing> {
  await withServer(site, async () => {});
  return withServer(site, async (address, start) => {
    const told = new EventTarget();
    // What Vite's client does in a browser.
    const socket = new WebSocket(address.replace('http', 'ws'), 'vite-hmr');
    await once(socket, 'open');
    socket.addEventListener('message', (message) => {
      told.dispatchEvent(new MessageEvent('told', { data: String(message.data) }));
    });
    let word = '';
    const edit = () => (word = site.editPage());
    const save = async () => {
      const start = performance.now();
      const next = () => once(told, 'told') as Promise<[MessageEvent<string>]>; // sent above
      let message = next();
      edit();
      for (;;) {
        const [{ data }] = await message;
        message = next();
        // The server may send the page itself, or only say that there is a new one.
        if (data.includes(word) || (await pageData(address, site)).includes(word))
          return performance.now() - start;
      }
    };
    // The watcher may still be looking at the folder, and miss the first save.
    const first = save();
    for (let seen = false; !seen;) {
      seen = await Promise.race([first.then(() => true), pause(1000, false)]);
      if (!seen) edit();
    }
    const times: number[] = [];
    for (let count = 0; count < saves; count++) {
      // Authors save one thing after the other.
      await pause(200);
      times.push(await save());
    }
    socket.close();
    return { start, saves: times };
  });
}

async function pageData(address: string, site: MeasuredSite): Promise<string> {
  return (await fetch(`${address}${site.route}/page.json`)).text();
}

/** Runs `npm run dev` for as long as `work` takes, with its address and the time to its first page. */
async function withServer<T>(
  site: MeasuredSite,
  work: (address: string, start: number) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const args = ['scripts/run.mjs', 'dev', '--pages', site.pages, '--port', '0'];
  const server = spawn(process.execPath, args, { cwd: engineFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'close');
  let said = '';
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [found] = /http:\/\/127\.0\.0\.1:\d+(?=\/)/.exec(said) ?? [];
        if (found) resolve(found);
      });
    server.on('close', (code) => reject(new Error(`npm run dev ended with ${code}:\n${said}`)));
  });
  try {
    const answer = await fetch((await address) + site.route);
    const html = await answer.text();
    if (!answer.ok) throw new Error(`npm run dev answered with ${answer.status}:\n${html}`);
    return await work(await address, performance.now() - start);
  } finally {
    server.kill();
    await ended;
  }
}
