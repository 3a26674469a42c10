import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageOf, siteYaml } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk();
const build = async () => (await buildSite({ pages, out })).diagnostics.map(formatDiagnostic);
const imageOf = (route: string) => new URL(headOf(documentAt(out, route)).meta('og:image') ?? '').pathname;
const share = (name: string, focus = 'center') =>
  `share: { image: { src: "/pictures/${name}", alt: Boats in the sun, focus: ${focus} } }\n`;
const page = (title: string, settings = '') => pageOf(`${settings}- { type: hero, heading: ${title} }\n`);
/** Creates a photo whose upper part is orange. */
const photo = (background: string, width = 1500, height = 1500) =>
  sharp({ create: { width, height, channels: 3, background } })
    .composite([
      { input: { create: { width, height: 500, channels: 3, background: '#e94' } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();

test('the photo for link previews is cropped to the chosen part, and no share image is drawn for its page', async () => {
  write('../public/pictures/Our boat.jpg', await photo('#345'));
  write('one.yaml', page('Page one', share('Our boat.jpg', 'top')));
  write('two.yaml', page('Page two', share('Our boat.jpg', 'bottom')));
  write('index.yaml', pageOf('- { type: hero, heading: Home, lead: "[Two](/two), [one](/one)." }\n'));
  expect(await build()).toEqual([]);
  const fileOf = (route: string) => join(out, imageOf(route));
  const [one, two] = await Promise.all(['/one', '/two'].map((route) => sharp(fileOf(route)).stats()));
  expect(one?.channels[0]?.mean).toBeGreaterThan(130);
  expect(two?.channels[0]?.mean).toBeLessThan(100);
  expect(await sharp(fileOf('/one')).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(globSync('**/share.png', { cwd: out })).toEqual(['share.png']);
  // A warm build has the same result.
  const before = readFileSync(join(out, 'one.html'), 'utf8');
  expect(await build()).toEqual([]);
  expect(readFileSync(join(out, 'one.html'), 'utf8')).toBe(before);
  expect(existsSync(fileOf('/two'))).toBe(true);
});

test("replacing the site's link preview photo gives a new file, used by all pages", async () => {
  write('../public/pictures/site.jpg', await photo('#c33', 1500, 800));
  write('_site.yaml', siteYaml + share('site.jpg'));
  expect(await build()).toEqual([]);
  const before = imageOf('/');
  write('../public/pictures/site.jpg', await photo('#3c3', 1300, 700));
  expect(await build()).toEqual([]);
  expect(imageOf('/')).not.toBe(before);
  expect(existsSync(join(out, imageOf('/')))).toBe(true);
  expect(globSync('**/share.png', { cwd: out })).toEqual([]);
});
