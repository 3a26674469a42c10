import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { readSite, openSiteLoader } from '../../scripts/site/load-site.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { isFullRun } from '../support/sample.ts';
import { createSiteOnDisk, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = createSiteOnDisk();
const writeSiteFile = createWriter(folder);
afterEach(() => vi.unstubAllEnvs());

/** The first bytes of a HEIC file. No program can decode them without the rest. */
const header = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
/** Creates a photo whose left half is red and whose right half is blue. */
const createTwoColourPhoto = async (orientation?: number) => {
  const left = { create: { width: 160, height: 200, channels: 3, background: '#f00' } } as const;
  const image = sharp({ create: { width: 320, height: 200, channels: 3, background: '#00f' } })
    .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
    .jpeg({ quality: 95 });
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
};

const showPicture = (src: string) =>
  write(
    'index.yaml',
    toPageYaml(
      `  - type: media\n    heading: Crew\n    items: [{ src: "${src}", alt: Six people on a pier }]\n`,
    ),
  );

const programs = ['heif-dec', 'heif-convert', 'sips', 'magick'];

/**
 * Replaces PATH with a folder that contains only the given program, if any. The program converts every file to
 * `photo`.
 */
function stubProgram(name?: string, photo: Uint8Array = Buffer.alloc(0), resultPath = '$target'): void {
  vi.stubEnv('PATH', join(folder, 'programs'));
  if (name === undefined) return;
  const convertedPhoto = writeSiteFile(`made-by-${name}.jpg`, photo);
  // Each of these programs gets the output path as its last argument.
  const script = `#!/bin/sh\nfor target; do :; done\n/bin/cp '${convertedPhoto}' "${resultPath}"\n`;
  chmodSync(writeSiteFile(`programs/${name}`, script), 0o755);
}

const readPhotoState = (name: string) => readSite(pages).assets.photos?.get(`/pictures/${name}`);
const report = async () => (await runCommand(validate, ['--pages', pages, '--format', 'line'])).out;

const files = ['100%d [1] of us.heic', '-q.heic', 'team.heic', 'IMG_2041.HEIC', 'team.heif', 'team.jpg'];

// Test the first two names with every program, because only their characters could confuse a program.
test.each(
  programs.flatMap((name, number) =>
    files
      .filter((_, index) => isFullRun || index < 2 || index % programs.length === number)
      .map((file) => [name, file] as const),
  ),
)('with %s installed, %s is treated like any other photo', async (name, file) => {
  writeSiteFile(`site/public/pictures/${file}`, header);
  showPicture(`/pictures/${file}`);
  stubProgram(name, await createTwoColourPhoto());
  expect(await report()).not.toContain('picture');
  expect(readPhotoState(file)).toMatchObject({ width: 320, height: 200 });
});

test.each([
  ['heif-dec', [320, 200]],
  ['heif-convert', [320, 200]],
  ['magick', [320, 200]],
  // `sips` does not rotate the pixels, so the orientation in the metadata of its output applies.
  ['sips', [200, 320]],
])('a rotated photo decoded by %s has the size %o', async (name, [width, height]) => {
  writeSiteFile('site/public/pictures/team.heic', header);
  stubProgram(name, await createTwoColourPhoto(6));
  expect(readPhotoState('team.heic')).toMatchObject({ width, height });
});

test('if a file contains several photos, the first is shown', async () => {
  writeSiteFile('site/public/pictures/team.heic', header);
  stubProgram('heif-convert', await createTwoColourPhoto(), 'photo-1.jpg');
  expect(readPhotoState('team.heic')).toMatchObject({ width: 320, height: 200 });
});

test('if a program cannot decode the photo or writes no file, the next program is tried', async () => {
  writeSiteFile('site/public/pictures/team.heic', header);
  stubProgram('magick', await createTwoColourPhoto());
  for (const [name, script] of [
    ['heif-dec', 'exit 1'],
    ['heif-convert', 'exit 0'],
    ['sips', 'echo "No." > "$8"'],
  ] as const)
    chmodSync(writeSiteFile(`programs/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  expect(readPhotoState('team.heic')).toMatchObject({ width: 320, height: 200 });
});

test.each(['team.heic', 'team.HEIF', 'team.jpg'])(
  'until a program is installed, the checker suggests converting %s or installing a program',
  async (file) => {
    const photo = writeSiteFile(`site/public/pictures/${file}`, header);
    // Backdate the file, because the state of a file that has just changed is not cached.
    utimesSync(photo, new Date('2026-01-01'), new Date('2026-01-01'));
    showPicture(`/pictures/${file}`);
    stubProgram();
    const loader = openSiteLoader(pages);
    const readProblems = () =>
      loader.read().diagnostics.map(({ message, advice }) => `${message}: ${advice}`);
    expect(readProblems()).toEqual([expect.stringMatching(/HEIC.*JPEG.*apt install libheif-examples/)]);
    expect(await report()).toContain('HEIC');
    expect(await report()).toContain('HEIC');
    stubProgram('heif-convert', await createTwoColourPhoto());
    expect(readProblems(), 'in a running command').toEqual([]);
    expect(await report(), 'in the next command').not.toContain('HEIC');
  },
);

test('a program that failed is tried again once its missing dependency is installed', async () => {
  const photo = writeSiteFile('site/public/pictures/team.heic', header);
  utimesSync(photo, new Date('2026-01-01'), new Date('2026-01-01'));
  stubProgram('heif-convert', Buffer.from('no photo'));
  const program = join(folder, 'programs/heif-convert');
  utimesSync(program, new Date('2026-01-01'), new Date('2026-01-01'));
  expect(readPhotoState('team.heic')).toEqual({ problem: 'heic' });
  writeSiteFile('made-by-heif-convert.jpg', await createTwoColourPhoto());
  expect(readPhotoState('team.heic')).toMatchObject({ width: 320 });
});

test('the development server shows a HEIC photo as JPEG', async () => {
  writeSiteFile('site/public/pictures/team.heic', header);
  showPicture('/pictures/team.heic');
  stubProgram('heif-convert', await createTwoColourPhoto());
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  try {
    const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    const response = await fetch(`${address}/pictures/team.heic`);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
    });
  } finally {
    await server.stop();
  }
});

const decoder = ['heif-dec', 'heif-convert'].find((name) => !spawnSync(name).error);
const encoder = spawnSync('heif-enc').error ? undefined : 'heif-enc';
const missingPrograms = [...(encoder ? [] : ['heif-enc']), ...(decoder ? [] : ['heif-convert'])];

test.skipIf(missingPrograms.length > 0)(
  `a real HEIC photo is published in all versions${missingPrograms.length > 0 ? ` (needs ${missingPrograms.join(' and ')})` : ''}`,
  async () => {
    const jpeg = writeSiteFile('photo.jpg', await createTwoColourPhoto());
    const photo = writeSiteFile('site/public/pictures/team.heic', '');
    expect(spawnSync('heif-enc', [jpeg, '-o', photo]).status).toBe(0);
    showPicture('/pictures/team.heic');
    const { diagnostics } = await buildSite({ pages, out });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const versions = readdirSync(join(out, 'assets')).filter((name) => name.startsWith('team-'));
    expect(versions.map((name) => name.slice(name.lastIndexOf('.') + 1)).toSorted()).toEqual(
      expect.arrayContaining(['avif', 'webp']),
    );
    for (const file of [...versions.map((name) => join('assets', name)), 'pictures/team.heic']) {
      const image = sharp(readFileSync(join(out, file)));
      const { width, height } = await image.metadata();
      expect(width / height, file).toBeCloseTo(1.6, 1);
      const [left, right] = await Promise.all(
        [0.1, 0.9].map(async (index) => {
          const part = { left: Math.floor(index * width) - 1, top: 5, width: 2, height: 2 };
          return sharp(await image.clone().extract(part).toBuffer()).stats();
        }),
      );
      expect(left?.dominant, file).toMatchObject({ r: expect.toSatisfy((r: number) => r > 200) });
      expect(right?.dominant, file).toMatchObject({ b: expect.toSatisfy((b: number) => b > 200) });
    }
  },
);
