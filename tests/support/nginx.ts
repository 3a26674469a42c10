import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Some systems install nginx in an `sbin` folder, which may not be in PATH.
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

export const hasNginx: boolean = spawnSync('nginx', ['-v'], { env }).status === 0;

/** Starts nginx with the `nginx.conf` that a build wrote. Returns its URL and a function that stops it. */
export async function startNginx(
  root: string,
  configFile = 'nginx.conf',
): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagewright-nginx-')));
  const port = await findFreePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  const config = join(folder, 'nginx.conf');
  // A single nginx process needs no user account, and a signal stops it.
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${temporary} server { listen 127.0.0.1:${port}; root ${root}; include ${root}/${configFile}; } }
`,
  );
  const server = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', config], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (text) => (log += String(text)));
  const closed = new Promise<void>((resolve) => void server.on('close', () => resolve()));
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(address).catch(() => undefined))) {
    if (server.exitCode !== null) throw new Error(`nginx did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    address,
    stop: async () => {
      server.kill();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a free port, because nginx cannot choose one itself. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}
