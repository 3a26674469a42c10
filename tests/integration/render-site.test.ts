import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictureData, readPictures } from '../../scripts/assets/pictures.ts';
import { withPublishedSizes } from '../../scripts/assets/published-sizes.ts';
import { bundle } from '../../scripts/build/bundle.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { siteOf } from '../../scripts/system/project.ts';
import { builtFixture } from '../support/built-site.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { renderSite } from '../support/render-site.ts';

test('a site in memory has exactly the texts of a build', async () => {
  const out = await builtFixture();
  const { files, assets, website } = readSite(fixturePages);
  if (!website) throw new Error('The fixture site has errors.');
  const folders = siteOf(fixturePages);
  const published = await withPublishedSizes(website, website.pages.values(), folders);
  const { loader } = await bundle();
  const rendered = await renderSite(Object.fromEntries(files.sources.map(({ path, text }) => [path, text])), {
    at: '2026-11-01T12:00Z',
    assets: { ...assets, sizes: published.files },
    pictures: pictureData(readPictures(website, folders.public)),
    start: `<script>${loader('')}</script>`,
  });
  // The licences depend on the bundle on disk.
  const isText = (path: string) =>
    path !== 'licenses.txt' && /\.(?:html|xml|txt|json|ics|webmanifest|conf)$|^_/.test(path);
  const built = [...readTree(out).keys()].filter((path) => isText(path) && !assets.files.has(`/${path}`));
  expect([...rendered.files.keys()].filter(isText).toSorted()).toEqual(built.toSorted());
  const isOther = (path: string) => rendered.text(path) !== readFileSync(join(out, path), 'utf8');
  expect(built.filter(isOther)).toEqual([]);
});
