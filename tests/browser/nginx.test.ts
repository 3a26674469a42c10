import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hostFiles } from '../../scripts/outputs/host-files.ts';
import { hydrateAll, followLinks, startBrowser, watchPrefetching } from '../support/browser.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { liveRoutes } from '../support/routes.ts';
import { isFullRun } from '../support/sample.ts';

const visit = startBrowser();
let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
beforeAll(async () => {
  if (hasNginx) nginx = await startNginx(inject('out'));
});
afterAll(() => nginx?.stop());
const readAddress = () => nginx?.address ?? '';

/**
 * Returns the status, headers and body hash of a response. Omits headers that differ between servers, such as the date,
 * server name and ETag.
 */
async function fetchComparable(url: string, acceptedEncoding: string): Promise<object> {
  const response = await fetch(url, { redirect: 'manual', headers: { 'Accept-Encoding': acceptedEncoding } });
  const serverHeaders = [
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
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !serverHeaders.includes(name)));
  // Ignore the bodies of redirects: nginx sends HTML of its own.
  if (response.status === 301) return { status: 301, location: headers['location'] };
  return {
    status: response.status,
    headers,
    body: createHash('sha256')
      .update(await response.bytes())
      .digest('hex'),
  };
}

/**
 * Returns the paths to compare: all pages, one file of each type, and variants such as `/contact/` and `/contact.html`.
 */
function collectPaths(): string[] {
  const files = globSync('**/*.*', { cwd: inject('out') }).filter(
    (file) =>
      statSync(join(inject('out'), file)).isFile() && !/\.(gz|br)$/.test(file) && !hostFiles.includes(file),
  );
  const fileByType = new Map(files.map((file) => [extname(file) + file.startsWith('assets'), `/${file}`]));
  return [
    ...fileByType.values(),
    // nginx does not serve the 404 page at its own path.
    ...liveRoutes.filter((route) => route !== '/404'),
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

test.skipIf(!hasNginx)('nginx sends the same headers and bytes as the preview (needs nginx)', async () => {
  const files = collectPaths();
  expect(files.length).toBeGreaterThan(15);
  const missing = ['/no/such/page', '/assets/no-such-file.js', ...hostFiles.map((file) => `/${file}`)];
  for (const path of [...files, ...missing])
    for (const acceptedEncoding of missing.includes(path) ? ['identity'] : ['gzip', 'identity'])
      expect(
        await fetchComparable(readAddress() + path, acceptedEncoding),
        `${path} ${acceptedEncoding}`,
      ).toEqual(await fetchComparable(inject('site') + path, acceptedEncoding));
  const { status, headers } = await fetch(`${readAddress()}/home`, { redirect: 'manual' });
  expect([status, headers.get('location'), headers.get('x-content-type-options')]).toEqual([
    301,
    '/',
    'nosniff',
  ]);
  const first = await fetch(readAddress());
  const conditionalResponse = await fetch(readAddress(), {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  });
  expect(conditionalResponse.status, 'an unchanged file').toBe(304);
});

test.skipIf(!hasNginx)(
  'nginx compresses exactly the files that have no compressed copy (needs nginx)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
    // nginx may run as a different user, who must be able to read the files.
    chmodSync(folder, 0o755);
    cpSync(inject('out'), folder, { recursive: true, filter: (file) => !/\.(gz|br)$/.test(file) });
    const uncompressedServer = await startNginx(folder);
    try {
      for (const path of collectPaths()) {
        const [response, precompressed] = await Promise.all(
          [uncompressedServer.address, readAddress()].map((server) =>
            fetch(server + path, { headers: { 'Accept-Encoding': 'gzip' } }),
          ),
        );
        const readEncoding = (reply?: Response) => reply?.headers.get('content-encoding');
        expect(readEncoding(response), path).toBe(readEncoding(precompressed));
        expect(await response?.text(), path).toBe(await precompressed?.text());
      }
    } finally {
      await uncompressedServer.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.skipIf(!hasNginx)(
  'pages served by nginx let browsers prefetch the next page (needs nginx)',
  async () => {
    const { page } = await visit(readAddress());
    const { diagnostics, candidates } = await watchPrefetching(page);
    await expect.poll(candidates).toContain('/contact');
    expect(diagnostics).toEqual([]);
  },
);

test.skipIf(!hasNginx)(
  'pages served by nginx log nothing to the console after loads and navigation (needs nginx)',
  async () => {
    const { page, logs } = await visit(`${readAddress()}/contact`);
    await hydrateAll(page);
    await page.waitForLoadState('networkidle');
    expect(logs).toEqual([]);
    // `headers.test.ts` tests ten navigations with the preview server, which sends the same bytes and headers.
    expect(await followLinks(await visit(readAddress()), isFullRun ? 10 : 2)).toEqual([]);
  },
);
