import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hostFiles } from '../../scripts/outputs/host-files.ts';
import { startBrowser } from '../support/browser.ts';
import { loggedOnTheWay } from '../support/console.ts';
import { everyRoute } from '../support/every-route.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { watchPreparing } from '../support/preparing.ts';
import { unsampled } from '../support/sampled.ts';
import { hydrateAll } from '../support/settle.ts';

const visit = startBrowser();
let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
beforeAll(async () => {
  if (hasNginx) nginx = await startNginx(inject('out'));
});
afterAll(() => nginx?.stop());
const address = () => nginx?.address ?? '';

/**
 * What an address is answered with, but for what each server has of its own: the hour, its name, its way to
 * number versions.
 */
async function answerOf(url: string, accepted: string): Promise<object> {
  const answer = await fetch(url, { redirect: 'manual', headers: { 'Accept-Encoding': accepted } });
  const own = [
    'accept-ranges',
    'connection',
    'content-length',
    'date',
    'etag',
    'keep-alive',
    'last-modified',
    'server',
    'transfer-encoding',
  ];
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  return {
    status: answer.status,
    headers,
    body: createHash('sha256')
      .update(await answer.bytes())
      .digest('hex'),
  };
}

/** Files of every kind, by their addresses, and every page as it is linked. */
function addresses(): string[] {
  const files = globSync('**/*.*', { cwd: inject('out') }).filter(
    (file) =>
      statSync(join(inject('out'), file)).isFile() && !/\.(gz|br)$/.test(file) && !hostFiles.includes(file),
  );
  const kinds = new Map(files.map((file) => [extname(file) + file.startsWith('assets'), `/${file}`]));
  return [
    ...kinds.values(),
    // The page for unknown addresses has no address of its own with nginx.
    ...everyRoute.filter((route) => route !== '/404'),
    '/contact/',
    '/feed.xml',
    '/llms.txt',
    '/robots.txt',
    '/speculation-rules.json',
    '/manifest.webmanifest',
  ];
}

test.skipIf(!hasNginx)(
  'nginx sends every kind of file with the same headers and bytes as the preview (needs nginx)',
  async () => {
    expect(addresses().length).toBeGreaterThan(15);
    for (const path of addresses()) {
      for (const accepted of ['gzip', 'identity'])
        expect(await answerOf(address() + path, accepted), `${path} ${accepted}`).toEqual(
          await answerOf(inject('site') + path, accepted),
        );
    }
  },
);

test.skipIf(!hasNginx)(
  'nginx answers unknown addresses, files for other hosts and redirects as the preview does (needs nginx)',
  async () => {
    for (const path of ['/no/such/page', '/assets/no-such-file.js', ...hostFiles.map((file) => `/${file}`)]) {
      expect(await answerOf(address() + path, 'identity'), path).toEqual(
        await answerOf(inject('site') + path, 'identity'),
      );
    }
    const redirect = await fetch(`${address()}/home`, { redirect: 'manual' });
    expect([
      redirect.status,
      redirect.headers.get('location'),
      redirect.headers.get('x-content-type-options'),
    ]).toEqual([301, '/', 'nosniff']);
  },
);

test.skipIf(!hasNginx)(
  'nginx compresses by itself what the build has not, and nothing else (needs nginx)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
    // A server of its own group may run as somebody else.
    chmodSync(folder, 0o755);
    cpSync(inject('out'), folder, { recursive: true, filter: (file) => !/\.(gz|br)$/.test(file) });
    const plain = await startNginx(folder);
    try {
      for (const path of addresses()) {
        const [answer, prepared] = await Promise.all(
          [plain.address, address()].map((server) =>
            fetch(server + path, { headers: { 'Accept-Encoding': 'gzip' } }),
          ),
        );
        const encodingOf = (one?: Response) => one?.headers.get('content-encoding');
        expect(encodingOf(answer), path).toBe(encodingOf(prepared));
        expect(await answer?.text(), path).toBe(await prepared?.text());
      }
    } finally {
      await plain.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.skipIf(!hasNginx)('served by nginx, pages let browsers prepare the next one (needs nginx)', async () => {
  const { page } = await visit(address());
  const { diagnostics, ready } = await watchPreparing(page);
  await expect.poll(ready).toContain('/contact');
  expect(diagnostics).toEqual([]);
});

test.skipIf(!hasNginx)('nginx does not send again what has not changed (needs nginx)', async () => {
  const first = await fetch(address());
  const again = await fetch(address(), { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test.skipIf(!hasNginx)(
  'served by nginx, no page is refused or logs anything, whether it is loaded or come to by a link (needs nginx)',
  async () => {
    const { page, said } = await visit(`${address()}/contact`);
    await hydrateAll(page);
    await page.waitForLoadState('networkidle');
    expect(said).toEqual([]);
    // Ten are followed in the preview, which sends the same bytes and headers.
    expect(await loggedOnTheWay(await visit(address()), unsampled ? 10 : 2)).toEqual([]);
  },
);
