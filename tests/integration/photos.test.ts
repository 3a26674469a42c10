import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { encodedPhoto } from '../../scripts/assets/photos.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { createSamplePhoto, writePhonePhoto } from '../support/photo.ts';
import { isFullRun } from '../support/sample.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const folder = createSuiteFolder();
const [pages, pictures, out] = ['pages', 'public/pictures', 'dist'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
/** Size of a portrait photo in pixels. Phone photos have 12 megapixels; quick runs use a quarter of that. */
const [width, height] = isFullRun ? [3024, 4032] : [1512, 2016];
const readKilobytes = (file: string) => statSync(file).size / 1000;

beforeAll(async () => {
  mkdirSync(pages);
  await writePhonePhoto(join(pictures, 'team.jpg'), height, width);
  await createSamplePhoto(500, 300).png().toFile(join(pictures, 'small.png'));
  copyFileSync(join(pictures, 'team.jpg'), join(pictures, 'unused.jpg'));
  writeFileSync(join(pages, '_site.yaml'), `${siteYaml}pictures: { hosts: [images.example.org] }\n`);
  writeFileSync(
    join(pages, 'index.yaml'),
    toPageYaml(`  - type: hero
    heading: Our team
    layout: split
    image: { src: /pictures/team.jpg, alt: Six people on a pier }
  - type: media
    layout: wide
    items:
      - { src: /pictures/small.png, alt: A pier }
      - { src: "https://images.example.org/sea.jpg?w=1600", alt: The sea, width: 1600, height: 900 }
`),
  );
  await build();
});

const build = async () =>
  expect(filterErrors((await buildSite({ pages, out })).diagnostics).map(formatDiagnostic)).toEqual([]);

/** Returns the files in the `srcset` of a picture, with their declared widths. */
function findSources(src: string): { file: string; width: number; format: string }[] {
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  const picture = /<picture>(?:(?!<picture>).)*?<img src="([^"]+)"/g;
  const [pictureHtml = ''] = [...html.matchAll(picture)].find(([, address]) => address === src) ?? [];
  return [...pictureHtml.matchAll(/<source type="image\/(\w+)" srcSet="([^"]+)"/g)].flatMap(
    ([, format = '', set = '']) =>
      set.split(',').map((entry) => {
        const [address = '', width = ''] = entry.split(' ');
        return { file: join(out, address), width: Number.parseInt(width, 10), format };
      }),
  );
}

test('a large photo becomes small AVIF and WebP files of the stated widths', async () => {
  expect(readKilobytes(join(pictures, 'team.jpg'))).toBeGreaterThan(1500);
  const files = findSources('/pictures/team.jpg');
  const widths = [512, 704, 1088];
  expect(files.map(({ format, width }) => `${format} ${width}`)).toEqual([
    ...widths.map((width) => `avif ${width}`),
    ...widths.map((width) => `webp ${width}`),
  ]);
  for (const { file, width, format } of files) {
    const metadata = await sharp(file).metadata();
    expect(
      [metadata.width, metadata.format === 'heif' ? metadata.compression : metadata.format],
      file,
    ).toEqual([width, format === 'avif' ? 'av1' : format]);
    expect(readKilobytes(file), file).toBeLessThan(width * (format === 'avif' ? 0.25 : 0.4));
  }
});

test('a portrait photo is upright and has no metadata', async () => {
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain(
    '<img src="/pictures/team.jpg" alt="Six people on a pier" ' +
      `width="${width}" height="${height}" ` +
      'fetchPriority="high"',
  );
  for (const { file } of [...findSources('/pictures/team.jpg'), { file: join(out, 'pictures/team.jpg') }]) {
    const { width, height, orientation, exif, xmp } = await sharp(file).metadata();
    expect(width / height, file).toBeCloseTo(3 / 4, 2);
    expect({ orientation, exif, xmp }, file).toEqual({});
  }
});

test('crops of a photo with different focal points are encoded separately', async () => {
  const photo = { file: join(pictures, 'small.png'), contentHash: 'small', versions: 'small' };
  const cache = join(folder, 'cache');
  const [left, right] = await Promise.all(
    (['left', 'right'] as const).map((focus) =>
      encodedPhoto(photo, 'png', { width: 100, cut: { crop: 'square', focus } }, cache),
    ),
  );
  expect(readFileSync(left!).equals(readFileSync(right!))).toBe(false);
});

test.each([
  [1, 65_535],
  [65_535, 1],
  [40, 18_000],
])(
  'a photo of %i × %i pixels is scaled down to the size that all formats support',
  async (photoWidth, photoHeight) => {
    const photo = {
      file: join(folder, `${photoWidth}x${photoHeight}.png`),
      contentHash: `${photoWidth}x${photoHeight}`,
      versions: '',
    };
    await sharp({
      create: { width: photoWidth, height: photoHeight, channels: 3, background: '#888' },
    }).toFile(photo.file);
    const cut = { crop: 'panorama', focus: 'top' } as const;
    const sizes = [
      { width: Math.min(photoWidth, 2880) },
      { width: 1, cut },
      { width: 1200, height: 630, focus: 'center' } as const,
    ];
    for (const size of sizes)
      for (const format of ['avif', 'webp', 'jpg', 'png'] as const) {
        const metadata = await sharp(
          await encodedPhoto(photo, format, size, join(folder, 'cache')),
        ).metadata();
        expect(Math.max(metadata.width, metadata.height)).toBeLessThanOrEqual(16_383);
      }
  },
);

test('the first picture of a page is preloaded', () => {
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  // A portrait photo is up to 60 % as high as the window (60vh).
  const sizes = '(min-width:56rem) min(39.3vw,31.5rem,60vh,33rem),min(86.1vw,69rem,60vh,33rem)';
  expect(/<link rel="preload" as="image"[^>]*>/.exec(html)?.[0]).toBe(
    `<link rel="preload" as="image" type="image/avif" imageSrcSet="${findSources('/pictures/team.jpg')
      .filter(({ format }) => format === 'avif')
      .map(({ file, width }) => `${file.slice(out.length)} ${width}w`)
      .join(',')}" imageSizes="${sizes}" fetchPriority="high"/>`,
  );
  expect(html).toContain('width="500" height="300" loading="lazy" decoding="async"');
});

test('an external picture has the dimensions given in the page file', () => {
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  expect(html).toContain(
    '<picture><img src="https://images.example.org/sea.jpg?w=1600" alt="The sea" width="1600" ' +
      'height="900" loading="lazy" decoding="async"',
  );
});

test('photos are never enlarged', () => {
  expect(findSources('/pictures/small.png').map(({ format, width }) => `${format} ${width}`)).toEqual([
    'avif 500',
    'webp 500',
  ]);
});

test('the fallback version of a photo is small, and unused files are copied unchanged', async () => {
  expect(await sharp(join(out, 'pictures/team.jpg')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 1600,
  });
  expect(
    readFileSync(join(out, 'pictures/unused.jpg')).equals(readFileSync(join(pictures, 'unused.jpg'))),
  ).toBe(true);
});

test('a photo is encoded once, even if two files contain it', async () => {
  const [first] = findSources('/pictures/team.jpg');
  const contentHash = /-([0-9a-f]{12})-/.exec(first?.file ?? '')?.[1];
  const cache = join(folder, '.cache/photos');
  const readCacheTimes = () =>
    globSync(join(cache, `${contentHash}-*`))
      .toSorted()
      .map((file) => [file, statSync(file).ctimeMs]);
  const before = readCacheTimes();
  // The site cache contains each version that the page uses and the fallback version.
  const versions = findSources('/pictures/team.jpg').map(({ width, format }) => `${width}.${format}`);
  expect(versions).toHaveLength(6);
  expect(before.map(([file]) => file)).toEqual(
    [...versions, '1600x1600.jpg'].map((version) => join(cache, `${contentHash}-${version}`)).toSorted(),
  );
  copyFileSync(join(pictures, 'team.jpg'), join(pictures, 'crew.jpg'));
  const page = readFileSync(join(pages, 'index.yaml'), 'utf8');
  writeFileSync(join(pages, 'index.yaml'), page.replace('team.jpg', 'crew.jpg'));
  await build();
  expect(findSources('/pictures/crew.jpg')).toHaveLength(6);
  expect(readCacheTimes()).toEqual(before);
  writeFileSync(join(pages, 'index.yaml'), page);
});

test('a changed photo gets new file names', async () => {
  const before = findSources('/pictures/small.png').map(({ file }) => file);
  await createSamplePhoto(501, 300).png().toFile(join(pictures, 'small.png'));
  await build();
  expect(findSources('/pictures/small.png').filter(({ file }) => before.includes(file))).toEqual([]);
  expect(
    before.filter((file) => globSync(file).length > 0),
    'old versions are deleted',
  ).toEqual([]);
});
