import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toPictureData, readPictures } from '../../scripts/assets/pictures.ts';
import { addPublishedSizes } from '../../scripts/assets/published-sizes.ts';
import { loadBundle } from '../../scripts/build/bundle.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { getSiteFolders } from '../../scripts/system/project.ts';
import { buildCachedFixture } from '../support/built-site.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { renderSite } from '../support/render-site.ts';

test('a site rendered in memory has the same text files as a build', async () => {
  const out = await buildCachedFixture();
  const { files, assets, website } = readSite(fixturePages);
  if (!website) throw new Error('The fixture site has errors.');
  const folders = getSiteFolders(fixturePages);
  const published = await addPublishedSizes(website, website.pages.values(), folders);
  const { loader } = await loadBundle();
  const rendered = await renderSite(Object.fromEntries(files.sources.map(({ path, text }) => [path, text])), {
    at: '2026-11-01T12:00Z',
    assets: { ...assets, sizes: published.files },
    pictures: toPictureData(readPictures(website, folders.public)),
    start: `<script>${loader('')}</script>`,
  });
  // Leave out the licences, which depend on the bundle on disk.
  const isText = (path: string) =>
    path !== 'licenses.txt' && /\.(?:html|xml|txt|json|ics|webmanifest|conf)$|^_/.test(path);
  const builtPaths = [...readTree(out).keys()].filter(
    (path) => isText(path) && !assets.files.has(`/${path}`),
  );
  expect([...rendered.files.keys()].filter(isText).toSorted()).toEqual(builtPaths.toSorted());
  const isDifferent = (path: string) => rendered.text(path) !== readFileSync(join(out, path), 'utf8');
  expect(builtPaths.filter(isDifferent)).toEqual([]);
});
