import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { dev } from '../../scripts/dev.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { validate } from '../../scripts/validate.ts';
import { photo } from '../support/photo.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = siteOnDisk();
const whole = await photo(320, 200).jpeg().toBuffer();
const cutOff = whole.subarray(0, whole.length / 2);
const cases: Record<string, Uint8Array | string> = {
  'the second half is missing': cutOff,
  'the last bytes are missing': whole.subarray(0, -40),
  'nothing but the beginning is there': whole.subarray(0, 20),
  'a part in its middle is another': Buffer.from(whole).fill(0xff, 5000, 5040),
  'it is empty': '',
  'it is a text': 'Here comes a photo.',
};

function put(path: string, content: Uint8Array | string): string {
  const file = join(folder, 'site/public', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
const show = (...addresses: string[]) =>
  write(
    'index.yaml',
    pageYaml(
      '  - type: media\n    heading: Photos\n    items:\n' +
        addresses.map((address) => `      - { src: ${address}, alt: A pier with boats }\n`).join(''),
    ),
  );
const build = async () => filterErrors((await buildSite(pages, out)).diagnostics).map(formatDiagnostic);

test.each(Object.entries(cases))(
  'a photo is told at the line that shows it when %s',
  async (_what, bytes) => {
    put('pictures/pier.jpg', bytes);
    show('/pictures/pier.jpg');
    const { code, out: said } = await runCommand(validate, ['--pages', pages, '--format', 'line']);
    expect([code, said]).toEqual([1, expect.stringMatching(/index\.yaml:7:16: .*broken-picture/)]);
    expect(await build()).toHaveLength(1);
  },
);

test.each(['png', 'webp', 'avif'] as const)('a cut %s is told too', async (format) => {
  const bytes = await photo(320, 200).toFormat(format).toBuffer();
  put(`pictures/pier.${format}`, bytes.subarray(0, bytes.length - 200));
  show(`/pictures/pier.${format}`);
  expect(await build()).toEqual([expect.stringContaining('damaged')]);
  put(`pictures/pier.${format}`, bytes);
  expect(await build()).toEqual([]);
});

test('the development server shows what is wrong with a photo, and the page once it is mended', async () => {
  const file = put('pictures/pier.jpg', cutOff);
  show('/pictures/pier.jpg');
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  try {
    const address = await server.says(/http:\/\/127\.0\.0\.1:\d+/);
    const broken = await fetch(address);
    expect([broken.status, await broken.text()]).toEqual([
      500,
      expect.stringContaining('this photo is damaged'),
    ]);
    writeFileSync(file, whole);
    const mended = await fetch(address);
    expect([mended.status, await mended.text()]).toEqual([200, expect.stringContaining('width="320"')]);
  } finally {
    await server.stop();
  }
});

test('a photo goes in as it comes, whatever its name', async () => {
  // The last as some systems write it: a letter, and its mark behind it.
  const names = ['IMG_2041.JPG', 'My Photo (1).JPEG', '100% sure? #1.jpg', 'Büro.jpg'];
  const onDisk = names.map((name, at) => (at === 3 ? name.normalize('NFD') : name));
  for (const name of onDisk) put(`Fotos 2026/${name}`, whole);
  show(...names.map((name) => `"/Fotos 2026/${name}"`));
  expect(await build()).toEqual([]);
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  const shown = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
  expect(shown).toEqual([
    '/Fotos%202026/IMG_2041.JPG',
    '/Fotos%202026/My%20Photo%20(1).JPEG',
    '/Fotos%202026/100%25%20sure%3F%20%231.jpg',
    '/Fotos%202026/B%C3%BCro.jpg',
  ]);
  const versions = [...html.matchAll(/srcSet="([^ ]+) /g)].map(([, address = '']) => address);
  expect(
    versions.every((address) => /^\/assets\/[\w.-]+$/.test(address)),
    versions.join(),
  ).toBe(true);
  for (const address of [...shown, ...versions])
    expect(readFileSync(join(out, decodeURIComponent(address))).length).toBeGreaterThan(100);
});

test('a folder under the name of a picture is told, and does not stop the build of other pages', async () => {
  put('pictures/mark.svg/notes.txt', 'Not a drawing.');
  mkdirSync(join(folder, 'site/public/pictures/team.jpg'), { recursive: true });
  show('/pictures/mark.svg', '/pictures/team.jpg');
  expect(await build()).toEqual([
    expect.stringContaining('`public/pictures/mark.svg` is a folder, and no file'),
    expect.stringContaining('`public/pictures/team.jpg` is a folder, and no file'),
  ]);
  write('index.yaml', pageYaml('  - type: hero\n    heading: Home page\n'));
  expect(await build()).toEqual([]);
});

test('each photo is decoded once, whatever it is called, and is known from then on', async () => {
  const kept = join(folder, 'site/.cache/check/photos.json');
  const first = put('pictures/pier.jpg', whole);
  const second = join(dirname(first), 'quay.jpg');
  copyFileSync(first, second);
  for (const photo of [first, second]) utimesSync(photo, new Date('2026-01-01'), new Date('2026-01-01'));
  show('/pictures/pier.jpg');
  const sizes = () => [...(readSite(pages).assets.photos ?? [])].map(([address, state]) => [address, state]);
  const size = { width: 320, height: 200, contentHash: expect.any(String) };
  expect(sizes()).toEqual([
    ['/pictures/pier.jpg', size],
    ['/pictures/quay.jpg', size],
  ]);
  const text = readFileSync(kept, 'utf8');
  // What is known is believed: another run does not decode again.
  const [key, , body = ''] = text.split('\n');
  expect([key, body.match(/"width":320/g)]).toEqual([expect.any(String), ['"width":320']]);
  expect(sizes()).toEqual([
    ['/pictures/pier.jpg', size],
    ['/pictures/quay.jpg', size],
  ]);
  expect(readFileSync(kept, 'utf8')).toBe(text);
  rmSync(second);
  expect(sizes()).toEqual([['/pictures/pier.jpg', size]]);
});

test('a file that is replaced in place, with the size and the time of the old one, is seen', async () => {
  const past = new Date('2026-01-01');
  const putOld = (end: string) => {
    utimesSync(put('pictures/pier.jpg', Buffer.concat([whole, Buffer.from(end)])), past, past);
    utimesSync(put('files/prices.txt', end), past, past);
    utimesSync(write('index.yaml', pageYaml(shown.replace('Photos', `Photos ${end}`))), past, past);
  };
  const shown =
    '  - type: media\n    heading: Photos\n    items: [{ src: /pictures/pier.jpg, alt: A pier with boats }]\n';
  const addresses = new Set<string>();
  for (const end of ['a', 'b']) {
    putOld(end);
    expect(await build()).toEqual([]);
    expect(readFileSync(join(out, 'files/prices.txt'), 'utf8')).toBe(end);
    const html = readFileSync(join(out, 'index.html'), 'utf8');
    expect(html).toContain(`Photos ${end}`);
    addresses.add(/src="([^"]+pier[^"]+)"/.exec(html)?.[1] ?? '');
    expect(html).toMatch(/srcset="([^" ]+)/i);
    addresses.add(/srcset="([^" ]+)/i.exec(html)?.[1] ?? '');
  }
  expect(addresses.size).toBeGreaterThan(2);
});
