import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pageToken } from '../../scripts/server/own-page.ts';
import { openPages } from '../../scripts/server/pages-request.ts';
import { newCommand } from '../../scripts/new.ts';
import { DevSite } from '../../scripts/source/dev-site.ts';
import { pageRecipes } from '../../scripts/source/new-page.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';

const { pages, write } = siteOnDisk();
const read = (path: string) => readFileSync(join(pages, path), 'utf8');
const titled = (title: string, settings = '') =>
  settings + pageYaml(`  - type: hero\n    heading: ${title}\n`);

interface Answer {
  message?: string;
  address?: string;
  problem?: string;
  open?: string;
}

/** The part of the dev server with the list of pages. */
async function listOf() {
  const list = openPages(
    pages,
    new DevSite(pages),
    () => '',
    ({ title }) => Promise.resolve(`Drawn: ${title}`),
  );
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
  const post = async (body: object) => {
    const answer = await fetch(`${address}/__pages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': pageToken, Origin: address },
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };
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
  return { address, html, post, rows };
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

test('a new page is what the command makes, but for its title', async () => {
  const { post, html, rows } = await listOf();
  const before = readTree(pages);
  const text = pageRecipes().find(({ name }) => name === 'page')?.text ?? '';
  const page = { do: 'new', recipe: 'page', folder: '/', title: 'Yes: we "can"', address: '/offers/ours' };
  expect(await post(page)).toMatchObject({ status: 200, open: '/offers/ours' });
  expect(await rows('?q=we')).toEqual(['Yes: we &quot;can&quot; /offers/ours Draft']);
  const title = `'Yes: we "can"'`;
  const expected = text.replaceAll(/Say what this page is about$/gm, title).replace('to: /contact', 'to: /');
  expect(read('offers/ours.yaml')).toBe(expected);
  expect([...readTree(pages)].filter(([path]) => !path.startsWith('offers'))).toEqual([...before]);
  // Only the title tells it from a page of the command.
  await runCommand(newCommand, ['page', '/offers/two', '--recipe', 'job', '--pages', pages]);
  await post({
    ...page,
    recipe: 'job',
    title: 'Say what the post is, and its town',
    address: 'offers/three/',
  });
  expect(read('offers/three.yaml')).toBe(read('offers/two.yaml'));
  expect(await html('/__pages/recipe?name=job')).toBe('Drawn: Say what the post is, and its town');
  expect(await html('/__pages/recipe?name=../page')).toContain('There is no such recipe.');
});

test('addresses that no new page can have are refused, and nothing is written', async () => {
  write('_site.yaml', `${siteYaml}redirects: [{ from: /was, to: / }]\n`);
  write('us/index.yaml', titled('About us'));
  const { post } = await listOf();
  const before = readTree(pages);
  const problems = {
    '': 'Write an address like `/about/us`.',
    '/': 'is the address of ',
    '/us': 'is the address of ',
    '/was': '`/was` is an old address that leads to another page.',
    '/About Us': 'Write `/about-us`.',
    '/../../etc': 'it may hold lower-case letters',
    '/assets/x': 'are kept for the scripts',
    '/_site': 'it may hold lower-case letters',
    '/a\\b': 'it may hold lower-case letters',
  };
  for (const [address, problem] of Object.entries(problems)) {
    const answer = await post({ do: 'new', recipe: 'page', folder: '/', title: 'Title', address });
    expect(answer, address).toMatchObject({ status: 422, message: expect.stringContaining(problem) });
    expect((await post({ do: 'check', address })).problem).toBe(answer.message);
  }
  expect((await post({ do: 'new', recipe: 'none', folder: '/', title: 'Title', address: '/x' })).status).toBe(
    400,
  );
  expect((await post({ do: 'new', recipe: 'page', folder: '/', title: ' ', address: '/x' })).status).toBe(
    400,
  );
  symlinkSync(dirname(pages), join(pages, 'linked'));
  const linked = await post({ do: 'new', recipe: 'page', folder: '/', title: 'Title', address: '/linked/x' });
  expect(linked).toMatchObject({ status: 422, message: expect.stringContaining('symbolic link') });
  rmSync(join(pages, 'linked'));
  expect(readTree(pages)).toEqual(before);
});

test('an address is proposed from the title', async () => {
  write('us/our-team.yaml', titled('Our team'));
  const { post } = await listOf();
  const proposals = [
    ['Über uns & Größe', '/', '/uber-uns-grosse'],
    ['Our Team!', '/us', '/us/our-team-2'],
    ['日本語', '/', '/new-page'],
    ['24/7 help', '/', '/24-7-help'],
    [`${'many '.repeat(20)}words`, '/', '/many-many-many-many-many-many-many-many-many-many'],
  ];
  for (const [title, folder, address] of proposals)
    expect(await post({ do: 'propose', title, folder })).toEqual({ status: 200, address });
});
