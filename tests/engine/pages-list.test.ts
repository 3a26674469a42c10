import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openPages } from '../../scripts/server/pages-request.ts';
import { DevSite } from '../../scripts/source/dev-site.ts';
import { pageYaml } from '../support/small-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';

const { pages, write } = siteOnDisk();
const titled = (title: string, settings = '') =>
  settings + pageYaml(`  - type: hero\n    heading: ${title}\n`);

/** The part of the dev server with the list of pages. */
async function listOf() {
  const list = openPages(pages, new DevSite(pages), () => '');
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '', 'http://x');
    void list.answer(incoming, pathname, search.slice(1)).then(
      ({ status, body }) => outgoing.writeHead(status).end(body),
      (problem: unknown) => outgoing.writeHead(500).end(String(problem)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens to a port
  const html = async (path: string) => (await fetch(address + path)).text();
  /** The rows as text: title, address, status, faults. */
  const rows = async (query = '') => {
    const [, list = ''] = /<ul class="pages"[^>]*>(.*?)<\/ul>/s.exec(await html(`/__pages${query}`)) ?? [];
    return list
      .split('<li')
      .slice(1)
      .map((row) =>
        row
          .slice(row.indexOf('>') + 1)
          .replace(/<p class="soft">.*/s, '')
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
  };
  return { address, html, rows };
}

test('the list has each page with a file, its state and its faults', async () => {
  write('products.yaml', titled('All products'));
  write('products/one.yaml', titled('The first product', 'status: draft\n'));
  write('products-old.yaml', 'redirect: /products\n');
  write('soon.yaml', titled('Later on', 'publish: 2099-12-01\n'));
  write('over.yaml', titled('Long ago', 'expire: 2001-01-01\n'));
  write('bad.yaml', titled('Bad & <b>').replace('heading:', 'headin:'));
  const { rows } = await listOf();
  expect(await rows()).toEqual([
    'Home page / Live',
    'Not here /404 Live',
    'Test page /bad Held back 1 to fix',
    'Long ago /over Expired',
    'All products /products Live',
    'The first product /products/one Draft',
    '/products-old /products-old leads to /products Redirect',
    'Later on /soon From 1 Dec',
  ]);
  expect(await rows('?show=drafts')).toEqual(['The first product /products/one Draft']);
  expect(await rows('?show=later')).toHaveLength(2);
  expect(await rows('?show=faults')).toHaveLength(1);
  expect(await rows('?show=toString')).toHaveLength(8);
});

test('the search finds parts of words in title, address and description, whatever their marks', async () => {
  write('cafe.yaml', titled('Our kitchen').replace('description: Our', 'description: Café, our'));
  const { rows, html } = await listOf();
  for (const words of ['cafe', 'KITCH our', 'café', '/caf'])
    expect(await rows(`?q=${encodeURIComponent(words)}`), words).toEqual(['Our kitchen /cafe Live']);
  expect(await rows('?q=kitchen&show=drafts')).toEqual([]);
  const page = await html(`/__pages?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(page).toContain('No page is called that.');
  expect(page).not.toContain('<script>alert');
});

test('of many pages the first are shown, and the others are counted', async () => {
  for (let at = 0; at < 230; at++) write(`many/p${at}.yaml`, titled(`Page number ${at}`));
  const { rows, html } = await listOf();
  expect(await rows()).toHaveLength(200);
  expect(await html('/__pages')).toContain('And 32 more pages.');
  expect(await rows('?q=number+229')).toEqual(['Page number 229 /many/p229 Live']);
});

test('other methods, and frames of other sites, are refused', async () => {
  const { address } = await listOf();
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    expect((await fetch(`${address}/__pages`, { method })).status).toBe(405);
  const framed = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' };
  expect((await fetch(`${address}/__pages`, { headers: framed })).status).toBe(403);
});
