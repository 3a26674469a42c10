import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/source/load-site.ts';
import { shareCards } from '../../scripts/assets/share-cards.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk();
const page = (title: string) =>
  pageYaml('  - { type: hero, heading: Hello }\n').replaceAll('Test page', title);

test('a changed title changes the share image of that page alone; the site keeps the others', async () => {
  for (const name of ['one', 'two', 'three']) write(`${name}.yaml`, page(`Page ${name}`));
  await buildSite(pages, out);
  const pictures = () =>
    globSync('**/share.png', { cwd: out }).map((file) => ({
      file,
      picture: readFileSync(join(out, file)).toString('base64'),
      // A rewritten file has another inode.
      id: statSync(join(out, file)).ino,
    }));
  const before = pictures();
  expect(new Set(before.map(({ picture }) => picture)).size).toBe(4);

  write('two.yaml', page('Page two again'));
  await buildSite(pages, out);
  const after = pictures();
  const changed = after.filter(
    ({ file }, at) => file !== before[at]?.file || after[at]?.id !== before[at]?.id,
  );
  expect(changed.map(({ file }) => file)).toEqual([join('two', 'share.png')]);
  expect(before.map(({ picture }) => picture)).not.toContain(changed[0]?.picture);

  // A change of every page that no image shows.
  write('_site.yaml', siteYaml.replace('menu: Menu', 'menu: All pages'));
  await buildSite(pages, out);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('All pages');
  expect(pictures()).toEqual(after);
});

/** Pages in two folders, of which one has a page above them. */
function writeFolders(share: string): string[] {
  const menu = 'items: [{ label: Home, to: / }, { label: Our house, items: [{ label: Us, to: /about/us }] }]';
  write('_site.yaml', siteYaml.replace('items: [{ label: Home, to: / }]', menu) + share);
  const files = {
    'about/jobs': 'Jobs',
    'about/us': 'People',
    'trips/north/bay': 'Bay',
    'trips/sea': 'Sea',
    trips: 'Trips',
  };
  for (const [path, title] of Object.entries(files)) write(`${path}.yaml`, page(title));
  return ['/', ...Object.keys(files).map((path) => `/${path}`)];
}

test.each([
  [
    'share: pages',
    { '/trips/north/bay': '/trips/north/bay/share.png', '/about/us': '/about/us/share.png' },
    6,
  ],
  [
    'share: sections',
    { '/trips/north/bay': '/trips/share.png', '/trips': '/trips/share.png', '/': '/share.png' },
    3,
  ],
  ['share: site', { '/trips/north/bay': '/share.png', '/about/us': '/share.png', '/': '/share.png' }, 1],
])('“%s” draws the images that pages name', async (share, expected, count) => {
  const paths = writeFolders(share);
  await buildSite(pages, out);
  const imageOf = (path: string) => new URL(headOf(documentAt(out, path)).meta('og:image') ?? '').pathname;
  expect(Object.fromEntries(Object.keys(expected).map((path) => [path, imageOf(path)]))).toEqual(expected);
  const written = globSync('**/share.png', { cwd: out }).map((file) => `/${file}`);
  expect(written.toSorted()).toEqual([...new Set(paths.map(imageOf))].toSorted());
  expect(written).toHaveLength(count);
});

test('the image of a section shows the page above its pages, or the name of the section', () => {
  writeFolders('share: sections');
  const { website } = readSite(pages);
  const cards = website ? shareCards(website) : undefined;
  expect([...(cards ?? [])].map(([path, { title }]) => [path, title])).toEqual([
    ['/share.png', 'Home page'],
    ['/about/share.png', 'Our house'],
    ['/trips/share.png', 'Trips'],
  ]);
});
