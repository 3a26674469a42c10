import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../schema/check/check.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { createSamplePhoto } from '../support/photo.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { createSiteOnDisk, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = createSiteOnDisk();
const validPhoto = await createSamplePhoto(320, 200).jpeg().toBuffer();
const truncatedPhoto = validPhoto.subarray(0, validPhoto.length / 2);
const otherFormats = await Promise.all(
  (['png', 'webp', 'avif'] as const).map(async (format) => {
    const bytes = await createSamplePhoto(320, 200).toFormat(format).toBuffer();
    return [`cut.${format}`, bytes] as const;
  }),
);
/** Damaged photo files by file name. */
const damagedPhotos: Record<string, Uint8Array | string> = {
  'half.jpg': truncatedPhoto,
  'last-bytes.jpg': validPhoto.subarray(0, -40),
  'beginning.jpg': validPhoto.subarray(0, 20),
  'middle.jpg': Buffer.from(validPhoto).fill(0xff, 5000, 5040),
  'empty.jpg': '',
  'text.jpg': 'Here comes a photo.',
  ...Object.fromEntries(otherFormats.map(([name, bytes]) => [name, bytes.subarray(0, bytes.length - 200)])),
};

const writePublicFile = createWriter(join(folder, 'site/public'));
const showPictures = (...addresses: string[]) =>
  write(
    'index.yaml',
    toPageYaml(
      '  - type: media\n    heading: Photos\n    items:\n' +
        addresses.map((address) => `      - { src: ${address}, alt: A pier with boats }\n`).join(''),
    ),
  );
const build = async () => filterErrors((await buildSite({ pages, out })).diagnostics).map(formatDiagnostic);

test('each damaged photo is reported at the line that uses it, by validate and by build', async () => {
  for (const [name, bytes] of Object.entries(damagedPhotos)) writePublicFile(`pictures/${name}`, bytes);
  showPictures(...Object.keys(damagedPhotos).map((name) => `/pictures/${name}`));
  const { code, out: report } = await runCommand(validate, ['--pages', pages, '--format', 'line']);
  expect(code).toBe(1);
  for (const [index, name] of Object.keys(damagedPhotos).entries())
    expect(report, name).toMatch(new RegExp(`index\\.yaml:${7 + index}:16: .*broken-picture`));
  expect(await build()).toHaveLength(Object.keys(damagedPhotos).length);
  for (const name of Object.keys(damagedPhotos)) writePublicFile(`pictures/${name}`, validPhoto);
  for (const [name, bytes] of otherFormats) writePublicFile(`pictures/${name}`, bytes);
  expect(await build()).toEqual([]);
});

test('the development server reports a problem with a photo, and shows the page once the photo is fixed', async () => {
  const file = writePublicFile('pictures/pier.jpg', truncatedPhoto);
  showPictures('/pictures/pier.jpg');
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  try {
    const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    const brokenResponse = await fetch(address);
    expect([brokenResponse.status, await brokenResponse.text()]).toEqual([
      200,
      expect.stringContaining('This photo is damaged'),
    ]);
    writeFileSync(file, validPhoto);
    const fixedResponse = await fetch(address);
    expect([fixedResponse.status, await fixedResponse.text()]).toEqual([
      200,
      expect.stringContaining('width="320"'),
    ]);
  } finally {
    await server.stop();
  }
});

test('a photo file can have any name', async () => {
  // Some file systems store the last name in the list in decomposed form (NFD).
  const names = ['IMG_2041.JPG', 'My Photo (1).JPEG', '100% sure? #1.jpg', 'Büro.jpg'];
  const namesOnDisk = names.map((name, index) => (index === 3 ? name.normalize('NFD') : name));
  for (const name of namesOnDisk) writePublicFile(`Fotos 2026/${name}`, validPhoto);
  showPictures(...names.map((name) => `"/Fotos 2026/${name}"`));
  expect(await build()).toEqual([]);
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  const imagePaths = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
  expect(imagePaths).toEqual([
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
  for (const address of [...imagePaths, ...versions])
    expect(readFileSync(join(out, decodeURIComponent(address))).length).toBeGreaterThan(100);
});

test('a folder named like a picture is reported only if a page uses it', async () => {
  writePublicFile('pictures/mark.svg/notes.txt', 'Not a drawing.');
  mkdirSync(join(folder, 'site/public/pictures/team.jpg'), { recursive: true });
  showPictures('/pictures/mark.svg', '/pictures/team.jpg');
  expect(await build()).toEqual([
    expect.stringContaining('`public/pictures/mark.svg` is a folder, not a file'),
    expect.stringContaining('`public/pictures/team.jpg` is a folder, not a file'),
  ]);
  write('index.yaml', toPageYaml('  - type: hero\n    heading: Home page\n'));
  expect(await build()).toEqual([]);
});

test('photos with the same content are decoded once and cached', async () => {
  const cacheFile = join(folder, 'site/.cache/check/photos.json');
  const first = writePublicFile('pictures/pier.jpg', validPhoto);
  const second = join(dirname(first), 'quay.jpg');
  copyFileSync(first, second);
  for (const photo of [first, second]) utimesSync(photo, new Date('2026-01-01'), new Date('2026-01-01'));
  showPictures('/pictures/pier.jpg');
  const readSizes = () =>
    [...(readSite(pages).assets.photos ?? [])].map(([address, state]) => [address, state]);
  const size = { width: 320, height: 200, contentHash: expect.any(String) };
  expect(readSizes()).toEqual([
    ['/pictures/pier.jpg', size],
    ['/pictures/quay.jpg', size],
  ]);
  const text = readFileSync(cacheFile, 'utf8');
  // The cache contains the size once for both copies, and the next run does not change it.
  const [key, , body = ''] = text.split('\n');
  expect([key, body.match(/"width":320/g)]).toEqual([expect.any(String), ['"width":320']]);
  expect(readSizes()).toEqual([
    ['/pictures/pier.jpg', size],
    ['/pictures/quay.jpg', size],
  ]);
  expect(readFileSync(cacheFile, 'utf8')).toBe(text);
  rmSync(second);
  expect(readSizes()).toEqual([['/pictures/pier.jpg', size]]);
});

test('a replaced photo is detected even if its file size and time are the same', async () => {
  const oldDate = new Date('2026-01-01');
  const writeBackdated = (end: string) => {
    utimesSync(
      writePublicFile('pictures/pier.jpg', Buffer.concat([validPhoto, Buffer.from(end)])),
      oldDate,
      oldDate,
    );
    utimesSync(writePublicFile('files/prices.txt', end), oldDate, oldDate);
    utimesSync(
      write('index.yaml', toPageYaml(mediaBlock.replace('Photos', `Photos ${end}`))),
      oldDate,
      oldDate,
    );
  };
  const mediaBlock =
    '  - type: media\n    heading: Photos\n    items: [{ src: /pictures/pier.jpg, alt: A pier with boats }]\n';
  const addresses = new Set<string>();
  for (const end of ['a', 'b']) {
    writeBackdated(end);
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

test.each(['team.heic', 'IMG_2041.HEIC', 'team.heif'])(
  'the photo %s passes the check if it can be decoded; otherwise the checker explains how to convert it',
  (name) => {
    const src = `/pictures/${name}`;
    const checkContent = (content: string) => {
      const example = {
        'index.yaml': `- { type: media, heading: Crew, items: [{ src: ${src}, alt: Six people on a pier }] }\n`,
        [`public${src}`]: content,
      };
      return check(createExampleFiles(example), createExampleAssets(example)).diagnostics.filter(
        ({ file, rule }) => file === 'pages/index.yaml' && rule.startsWith('picture'),
      );
    };
    expect(checkContent('1200 by 630')).toEqual([]);
    const [problem] = checkContent('\0\0\0$ftypheic\0\0\0\0mif1heic');
    expect(problem?.message).toContain('HEIC');
    expect(problem?.advice).toContain('JPEG');
  },
);
