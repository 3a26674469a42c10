import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hostFiles } from '../../scripts/outputs/host-files.ts';
import { hydrateAll, followLinks, startBrowser, watchPrefetching } from '../support/browser.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { everyRoute } from '../support/routes.ts';
import { unsampled } from '../support/sampled.ts';

const visit = startBrowser();
let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
beforeAll(async () => {
  if (hasNginx) nginx = await startNginx(inject('out'));
});
afterAll(() => nginx?.stop());
const address = () => nginx?.address ?? '';

/** Returns a response without the headers that differ between servers, such as the date, server name and ETag. */
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
  // nginx adds its own HTML to redirects.
  if (answer.status === 301) return { status: 301, location: headers['location'] };
  return {
    status: answer.status,
    headers,
    body: createHash('sha256')
      .update(await answer.bytes())
      .digest('hex'),
  };
}

/** Returns the paths of all pages, and of one file of each type. */
function addresses(): string[] {
  const files = globSync('**/*.*', { cwd: inject('out') }).filter(
    (file) =>
      statSync(join(inject('out'), file)).isFile() && !/\.(gz|br)$/.test(file) && !hostFiles.includes(file),
  );
  const kinds = new Map(files.map((file) => [extname(file) + file.startsWith('assets'), `/${file}`]));
  return [
    ...kinds.values(),
    // nginx does not serve the 404 page at its own path.
    ...everyRoute.filter((route) => route !== '/404'),
    '/contact/',
    '/contact.html',
    '/contact/index.html',
    '/contact/index',
    '/index.html',
    '/index',
    '/home/',
    '/home.html',
    '/feed.xml',
    '/llms.txt',
    '/robots.txt',
    '/speculation-rules.json',
    '/manifest.webmanifest',
  ];
}

test.skipIf(!hasNginx)('nginx sends the headers and bytes of the preview (needs nginx)', async () => {
  const files = addresses();
  expect(files.length).toBeGreaterThan(15);
  const missing = ['/no/such/page', '/assets/no-such-file.js', ...hostFiles.map((file) => `/${file}`)];
  for (const path of [...files, ...missing])
    for (const accepted of missing.includes(path) ? ['identity'] : ['gzip', 'identity'])
      expect(await answerOf(address() + path, accepted), `${path} ${accepted}`).toEqual(
        await answerOf(inject('site') + path, accepted),
      );
  const { status, headers } = await fetch(`${address()}/home`, { redirect: 'manual' });
  expect([status, headers.get('location'), headers.get('x-content-type-options')]).toEqual([
    301,
    '/',
    'nosniff',
  ]);
  const first = await fetch(address());
  const again = await fetch(address(), { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect(again.status, 'an unchanged file').toBe(304);
});

test.skipIf(!hasNginx)(
  'nginx compresses exactly the files that have no compressed copy (needs nginx)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
    // nginx may run as another user.
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

test.skipIf(!hasNginx)(
  'pages served by nginx allow browsers to prefetch the next page (needs nginx)',
  async () => {
    const { page } = await visit(address());
    const { diagnostics, candidates } = await watchPrefetching(page);
    await expect.poll(candidates).toContain('/contact');
    expect(diagnostics).toEqual([]);
  },
);

test.skipIf(!hasNginx)(
  'pages served by nginx log nothing after loads and navigation (needs nginx)',
  async () => {
    const { page, logs } = await visit(`${address()}/contact`);
    await hydrateAll(page);
    await page.waitForLoadState('networkidle');
    expect(logs).toEqual([]);
    // Ten navigations are tested with the preview, which sends the same bytes and headers.
    expect(await followLinks(await visit(address()), unsampled ? 10 : 2)).toEqual([]);
  },
);
