import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { checkPages } from '../../scripts/site/check-pages.ts';
import { createTextGenerator } from '../support/generated-site.ts';
import { isFullRun } from '../support/sample.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

// Whatever a file is called or contains, `validate` and `build` report the same errors, and the next build works.

const { folder, pages, out, write } = createSiteOnDisk();
const { pick, random } = createTextGenerator(46);

const characters = [
  ...'\n\r\t\u0007\u007F %#?&"\'<\\:*|船🚢\u202E\u00AD\u200B\u2028-.~${}[]@=+,;!`^ßﬁİ',
  ...'e\u0301 %2F %zz CON NUL a B __proto__ constructor index'.split(' '),
];
const extensions =
  'png jpg JPEG jfif webp avif svg heic gif pdf txt mp4 vtt woff2 html json xml ics js yaml br'.split(' ');
const fixedNames = (
  'robots.txt favicon.svg share.png index.html sitemap.xml index.page.json _headers assets odd.html odd 404 search/list.json ' +
  'feed.xml .well-known/a .well-known - ... favicon.svg/a robots.txt/a odd/a.png index.html/a icon-192.png/a'
).split(' ');

/** Returns a random file path, sometimes in a folder, in an unusual encoding, or with a name of the maximum length. */
function createName(): Buffer {
  if (random(5) === 0) return Buffer.from(pick(fixedNames));
  const part = () => Array.from({ length: 1 + random(4) }, () => pick(characters)).join('');
  const parentPath = random(4) === 0 ? `${part()}/` : '';
  const extension = random(6) === 0 ? '' : `.${pick(extensions)}`;
  const last = part() + pick(['x', 'é', '船']).repeat(random(6) === 0 ? 300 : 0);
  // Avoid `.` and `..`, which are folders.
  const name = Buffer.from(
    extension === '' ? last.replace(/^\.\.?$/, 'a') : last,
    random(12) === 0 ? 'latin1' : 'utf8',
  ).subarray(0, 255 - extension.length);
  return Buffer.concat([Buffer.from(parentPath.replace(/^\./, 'a')), name, Buffer.from(extension)]);
}

const formats = ['png', 'jpeg', 'webp', 'avif', 'tiff', 'gif'] as const;
const sideLengths = [1, 2, 40, 600, 4000, 16_383, 16_384, 65_500, 65_535, 200_000];
const texts = [
  '',
  '\0',
  '\uFEFFWords',
  '<html>',
  '{',
  'User-agent: *',
  'title: A',
  '- b',
  'x'.repeat(70_000),
];
const svgContents = [
  '>',
  'viewBox="0 0 0 0">',
  'viewBox="0 0 1 65535"><path d="M0 0h9"/>',
  'width="1e9" height="1">',
];

async function createContent(): Promise<Uint8Array> {
  const kind = random(8);
  if (kind === 0) return Buffer.from(pick(texts));
  if (kind === 1) return Buffer.from(Array.from({ length: 500 }, () => random(256)));
  if (kind === 2) return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${pick(svgContents)}</svg>`);
  const width = pick(sideLengths);
  const height = Math.min(pick(sideLengths), Math.ceil(9e6 / width));
  const image = await sharp({ create: { width, height, channels: pick([3, 4]), background: '#7891' } })
    .toFormat(pick(formats))
    .withMetadata({ orientation: 1 + random(8) })
    .toBuffer()
    .catch(() => Buffer.from('too large for this format'));
  return kind === 3 ? image.subarray(0, random(image.length)) : image;
}

/** Returns page settings and blocks that use a file in every way in which pages can use files. */
const createFileUsages = (src: string) => [
  ['', `  - { type: media, heading: Odd, items: [{ src: ${src}, alt: Odd }] }\n`],
  ['', `  - { type: gallery, heading: Odd, items: [{ src: ${src}, alt: A }, { src: ${src}, alt: B }] }\n`],
  ['', `  - { type: cta, heading: Odd, actions: [{ label: Open, to: ${src} }] }\n`],
  [`share: { picture: { src: ${src}, alt: Odd } }\n`, ''],
  ['', ''],
];

test.each(Array.from({ length: isFullRun ? 300 : 40 }, (_, index) => index))(
  'validate and build report the same errors for a site with random file %i',
  async () => {
    const root = random(5) === 0 ? pages : join(folder, 'site/public');
    const name = createName();
    const path = Buffer.concat([Buffer.from(`${root}/`), name]);
    mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
    writeFileSync(path, await createContent());
    const [settings, block] = pick(createFileUsages(JSON.stringify(`/${name.toString()}`)));
    write('odd.yaml', `${settings}${toPageYaml(`  - { type: hero, heading: Odd }\n${block}`)}`);
    const checked = filterErrors((await checkPages({ pages })).diagnostics).map(formatDiagnostic);
    for (const compress of [random(3) === 0, false]) {
      const { diagnostics } = await buildSite({ pages, out, compress });
      expect(filterErrors(diagnostics).map(formatDiagnostic), JSON.stringify(name.toString())).toEqual(
        checked,
      );
    }
    rmSync(out, { recursive: true, force: true });
  },
);
