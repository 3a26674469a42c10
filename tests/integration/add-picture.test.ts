import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edit } from '../../scripts/edit.ts';
import { addPicture, maxPicture } from '../../scripts/source/add-picture.ts';
import { readTree } from '../support/read-tree.ts';
import { type RunningCommand, startCommand } from '../support/run-command.ts';
import { scratchFolder, writerIn } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const folder = scratchFolder();
const write = writerIn(folder);
const publicFolder = join(folder, 'site/public');
const svg = (inner = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">${inner}<path d="M0 0h9v9z"/></svg>`,
  );
const jpeg = (last = 0) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, last]);
let server: RunningCommand;
let address: string;
let token: string;

beforeAll(async () => {
  write('site/pages/_site.yaml', siteYaml);
  write('site/pages/index.yaml', pageYaml('  - type: hero\n    heading: Home\n'));
  mkdirSync(publicFolder, { recursive: true });
  server = startCommand(edit, ['--pages', join(folder, 'site/pages'), '--port', '0'], { BROWSER: 'none' });
  address = await server.says(/http:\/\/127\.0\.0\.1:\d+/);
  [, token = ''] = /data-token="(\w+)"/.exec(await (await fetch(`${address}/`)).text()) ?? [];
});
afterAll(() => server.stop());

const pictures = () => readdirSync(join(publicFolder, 'pictures')).toSorted();

test('a picture gets a plain name with the ending of its content, and never replaces another one', () => {
  const own = scratchFolder();
  const add = (name: string, bytes: Uint8Array) => addPicture(own, name, bytes);
  expect(add('Tëam Photo (2).PNG', jpeg())).toEqual({ path: '/pictures/team-photo-2.jpg' });
  expect(add('team photo 2.jpeg', jpeg(1))).toEqual({ path: '/pictures/team-photo-2-2.jpg' });
  // The same picture is there already.
  expect(add('team-photo-2.jpg', jpeg(1))).toEqual({ path: '/pictures/team-photo-2-2.jpg' });
  expect(readFileSync(join(own, 'pictures/team-photo-2.jpg')).equals(jpeg())).toBe(true);
  for (const [name, path] of [
    ['../../evil.svg', '/pictures/evil.svg'],
    ['..\\..\\evil-2.svg', '/pictures/evil-2.svg'],
    ['.htaccess', '/pictures/htaccess.svg'],
    ['', '/pictures/picture.svg'],
    ['日本.svg', '/pictures/picture.svg'],
    [`${'a'.repeat(300)}.svg`, `/pictures/${'a'.repeat(60)}.svg`],
    ['a\0b.svg', '/pictures/a-b.svg'],
  ] as const)
    expect(add(name, svg()), name).toEqual({ path });
  expect(readdirSync(own)).toEqual(['pictures']);
});

test('what is no picture, or an unsafe one, is not written', () => {
  const own = scratchFolder();
  for (const bytes of [
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('GIF89a'),
    Buffer.from(''),
    Buffer.from('%PDF-1.7'),
    svg('<script>alert(1)</script>'),
    svg('<foreignObject/>'),
  ])
    expect(addPicture(own, 'a.svg', bytes), String(bytes)).toHaveProperty('problem');
  expect(readdirSync(own)).toEqual([]);
});

test('no link leads a picture elsewhere', () => {
  const own = scratchFolder();
  const elsewhere = scratchFolder();
  symlinkSync(elsewhere, join(own, 'pictures'));
  expect(addPicture(own, 'a.svg', svg())).toHaveProperty('problem');
  rmSync(join(own, 'pictures'));
  mkdirSync(join(own, 'pictures'));
  writeFileSync(join(elsewhere, 'other.svg'), 'other');
  symlinkSync(join(elsewhere, 'other.svg'), join(own, 'pictures/a.svg'));
  expect(addPicture(own, 'a.svg', svg())).toEqual({ path: '/pictures/a-2.svg' });
  expect(readFileSync(join(elsewhere, 'other.svg'), 'utf8')).toBe('other');
});

test('only a page of this server may add a picture', async () => {
  const own = {
    'Content-Type': 'application/octet-stream',
    Origin: address,
    'X-Pagewright-Token': token,
    'X-Pagewright-Name': encodeURIComponent('Karte für alle.svg'),
  };
  const post = (headers: Record<string, string>, body: Uint8Array = svg()) =>
    fetch(`${address}/__picture`, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: new Uint8Array(body),
    });
  const before = readTree(publicFolder);
  for (const [status, headers] of [
    [403, { Origin: 'https://evil.example' }],
    [403, { 'X-Pagewright-Token': '' }],
    [403, { 'Sec-Fetch-Site': 'cross-site' }],
    [415, { 'Content-Type': 'image/svg+xml' }],
    [415, { 'Content-Type': 'text/plain' }],
    [415, { 'X-Pagewright-Name': '%E0%A4%A' }],
  ] as const)
    expect((await post(headers)).status, JSON.stringify(headers)).toBe(status);
  expect((await fetch(`${address}/__picture`, { headers: own })).status).toBe(405);
  expect((await post({}, Buffer.from('no picture'))).status).toBe(422);
  expect((await post({}, Buffer.alloc(maxPicture + 1))).status).toBe(413);
  expect(readTree(publicFolder)).toEqual(before);
  const answer = await post({});
  expect(await answer.json()).toEqual({ path: '/pictures/karte-fur-alle.svg' });
  expect(pictures()).toEqual(['karte-fur-alle.svg']);
  expect((await fetch(`${address}/pictures/karte-fur-alle.svg`)).status).toBe(200);
});
