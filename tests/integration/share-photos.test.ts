import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { readBuiltDocument, parseHead } from '../support/document-head.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { completePage, siteYaml } from '../support/small-site.ts';

const { pages, out, write } = createSiteOnDisk();
const build = async () => (await buildSite({ pages, out })).diagnostics.map(formatDiagnostic);
const readImagePath = (route: string) =>
  new URL(parseHead(readBuiltDocument(out, route)).meta('og:image') ?? '').pathname;
const shareSettings = (name: string, focus = 'center') =>
  `share: { image: { src: "/pictures/${name}", alt: Boats in the sun, focus: ${focus} } }\n`;
const page = (title: string, settings = '') =>
  completePage(`${settings}- { type: hero, heading: ${title} }\n`);
/** Creates a photo whose upper part is orange. */
const createPhoto = (background: string, width = 1500, height = 1500) =>
  sharp({ create: { width, height, channels: 3, background } })
    .composite([
      { input: { create: { width, height: 500, channels: 3, background: '#e94' } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();

test('a photo for link previews is cropped to the selected part, and its page gets no share image', async () => {
  write('../public/pictures/Our boat.jpg', await createPhoto('#345'));
  write('one.yaml', page('Page one', shareSettings('Our boat.jpg', 'top')));
  write('two.yaml', page('Page two', shareSettings('Our boat.jpg', 'bottom')));
  write('index.yaml', completePage('- { type: hero, heading: Home, lead: "[Two](/two), [one](/one)." }\n'));
  expect(await build()).toEqual([]);
  const findImageFile = (route: string) => join(out, readImagePath(route));
  const [first, second] = await Promise.all(
    ['/one', '/two'].map((route) => sharp(findImageFile(route)).stats()),
  );
  expect(first?.channels[0]?.mean).toBeGreaterThan(130);
  expect(second?.channels[0]?.mean).toBeLessThan(100);
  expect(await sharp(findImageFile('/one')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  });
  expect(globSync('**/share.png', { cwd: out })).toEqual(['share.png']);
  // A second build, which uses the cache, produces the same result.
  const before = readFileSync(join(out, 'one.html'), 'utf8');
  expect(await build()).toEqual([]);
  expect(readFileSync(join(out, 'one.html'), 'utf8')).toBe(before);
  expect(existsSync(findImageFile('/two'))).toBe(true);
});

test('replacing the link preview photo of a site creates a new file that all pages use', async () => {
  write('../public/pictures/site.jpg', await createPhoto('#c33', 1500, 800));
  write('_site.yaml', siteYaml + shareSettings('site.jpg'));
  expect(await build()).toEqual([]);
  const before = readImagePath('/');
  write('../public/pictures/site.jpg', await createPhoto('#3c3', 1300, 700));
  expect(await build()).toEqual([]);
  expect(readImagePath('/')).not.toBe(before);
  expect(existsSync(join(out, readImagePath('/')))).toBe(true);
  expect(globSync('**/share.png', { cwd: out })).toEqual([]);
});
