import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { completePage, siteYaml } from '../support/small-site.ts';

const { pages, out, write } = createSiteOnDisk();
const page = (title: string) => completePage(`- { type: hero, heading: ${title} }\n`);

test('changing a title changes only the share image of that page', async () => {
  for (const name of ['one', 'two', 'three']) write(`${name}.yaml`, page(`Page ${name}`));
  await buildSite({ pages, out });
  const readPictures = () =>
    globSync('**/share.png', { cwd: out }).map((file) => ({
      file,
      picture: readFileSync(join(out, file)).toString('base64'),
      // A file that is written again has a different inode.
      id: statSync(join(out, file)).ino,
    }));
  const before = readPictures();
  expect(new Set(before.map(({ picture }) => picture)).size).toBe(4);

  write('two.yaml', page('Page two again'));
  await buildSite({ pages, out });
  const after = readPictures();
  const changedImages = after.filter(
    ({ file }, index) => file !== before[index]?.file || after[index]?.id !== before[index]?.id,
  );
  expect(changedImages.map(({ file }) => file)).toEqual([join('two', 'share.png')]);
  expect(before.map(({ picture }) => picture)).not.toContain(changedImages[0]?.picture);

  // This setting changes every page, but no share image.
  write('_site.yaml', siteYaml.replace('menu: Menu', 'menu: All pages'));
  await buildSite({ pages, out });
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('All pages');
  expect(readPictures()).toEqual(after);
});

test('share images are drawn only for pages that use them', async () => {
  write('_site.yaml', `${siteYaml}share: sections\n`);
  for (const path of ['about/jobs', 'about/us', 'trips/north/bay', 'trips'])
    write(`${path}.yaml`, page(`Page ${path}`));
  await buildSite({ pages, out });
  const namedImages = globSync('**/*.html', { cwd: out }).flatMap((file) => {
    const html = readFileSync(join(out, file), 'utf8');
    const [, path] = /property="og:image" content="https:\/\/www\.example\.org\/([^"]*)"/.exec(html) ?? [];
    return path ?? [];
  });
  expect(globSync('**/share.png', { cwd: out }).toSorted()).toEqual([...new Set(namedImages)].toSorted());
  expect(namedImages).toHaveLength(5);
});
