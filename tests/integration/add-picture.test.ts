import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edit } from '../../scripts/commands/edit.ts';
import { maxPictureBytes } from '../../schema/edit/picture-name.ts';
import { addPicture } from '../../scripts/site/add-picture.ts';
import { createEditorClient } from '../support/editor-requests.ts';
import { type RunningCommand, startCommand } from '../support/run-command.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

const folder = createSuiteFolder();
const write = createWriter(folder);
const publicFolder = join(folder, 'site/public');
const svg = (inner = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">${inner}<path d="M0 0h9v9z"/></svg>`,
  );
const jpeg = (lastByte = 0) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, lastByte]);
let server: RunningCommand;
let address: string;

beforeAll(async () => {
  write('site/pages/_site.yaml', siteYaml);
  write('site/pages/index.yaml', toPageYaml('  - type: hero\n    heading: Home\n'));
  mkdirSync(publicFolder, { recursive: true });
  server = startCommand(edit, ['--pages', join(folder, 'site/pages'), '--port', '0'], { BROWSER: 'none' });
  address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
});
afterAll(() => server.stop());

test('an added picture gets a plain name and the extension of its format, and replaces no file', () => {
  const targetFolder = createSuiteFolder();
  const add = (name: string, bytes: Uint8Array) => addPicture(targetFolder, name, bytes);
  expect(add('Tëam Photo (2).PNG', jpeg())).toEqual({ path: '/pictures/team-photo-2.jpg' });
  expect(add('team photo 2.jpeg', jpeg(1))).toEqual({ path: '/pictures/team-photo-2-2.jpg' });
  // The folder already contains the same picture, so it is not added again.
  expect(add('team-photo-2.jpg', jpeg(1))).toEqual({ path: '/pictures/team-photo-2-2.jpg' });
  expect(readFileSync(join(targetFolder, 'pictures/team-photo-2.jpg')).equals(jpeg())).toBe(true);
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
  expect(readdirSync(targetFolder)).toEqual(['pictures']);
});

test('unsafe files and files that are not pictures are rejected', () => {
  const targetFolder = createSuiteFolder();
  for (const bytes of [
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('GIF89a'),
    Buffer.from(''),
    Buffer.from('%PDF-1.7'),
    svg('<script>alert(1)</script>'),
    svg('<foreignObject/>'),
  ])
    expect(addPicture(targetFolder, 'a.svg', bytes), String(bytes)).toHaveProperty('problem');
  expect(readdirSync(targetFolder)).toEqual([]);
});

test('symbolic links cannot redirect an added picture to another folder', () => {
  const targetFolder = createSuiteFolder();
  const otherFolder = createSuiteFolder();
  symlinkSync(otherFolder, join(targetFolder, 'pictures'));
  expect(addPicture(targetFolder, 'a.svg', svg())).toHaveProperty('problem');
  rmSync(join(targetFolder, 'pictures'));
  mkdirSync(join(targetFolder, 'pictures'));
  writeFileSync(join(otherFolder, 'other.svg'), 'other');
  symlinkSync(join(otherFolder, 'other.svg'), join(targetFolder, 'pictures/a.svg'));
  expect(addPicture(targetFolder, 'a.svg', svg())).toEqual({ path: '/pictures/a-2.svg' });
  expect(readFileSync(join(otherFolder, 'other.svg'), 'utf8')).toBe('other');
});

test("the editor's server stores an added picture and serves it", async () => {
  const { send } = await createEditorClient(address);
  const headers = {
    'Content-Type': 'application/octet-stream',
    'X-Pagewright-Name': encodeURIComponent('Karte für alle.svg'),
  };
  expect((await send('/__picture', Buffer.alloc(maxPictureBytes + 1), headers)).status).toBe(413);
  expect(await send('/__picture', svg(), headers)).toEqual({
    status: 200,
    body: JSON.stringify({ path: '/pictures/karte-fur-alle.svg' }),
  });
  expect(readdirSync(join(publicFolder, 'pictures'))).toEqual(['karte-fur-alle.svg']);
  expect((await fetch(`${address}/pictures/karte-fur-alle.svg`)).status).toBe(200);
});
