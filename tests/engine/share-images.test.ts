import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/site/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk();
const page = (title: string) =>
  pageYaml('  - { type: hero, heading: Hello }\n').replaceAll('Test page', title);

test('a changed title changes the share image of that page alone; the site keeps the others', async () => {
  for (const name of ['one', 'two', 'three']) write(`${name}.yaml`, page(`Page ${name}`));
  await buildSite(pages, out);
  const pictures = () =>
    new Map(
      globSync('**/share.png', { cwd: out }).map((file) => [
        file,
        readFileSync(join(out, file)).toString('base64'),
      ]),
    );
  const drawn = () =>
    new Map(
      globSync(join(dirname(pages), '.cache/pictures/*.png')).map((file) => [
        readFileSync(file).toString('base64'),
        statSync(file).mtimeMs,
      ]),
    );
  const [before, drawnBefore] = [pictures(), drawn()];
  expect([before.size, [...before.values()].every((picture) => drawnBefore.has(picture))]).toEqual([4, true]);

  write('two.yaml', page('Page two again'));
  await buildSite(pages, out);
  const [after, drawnAfter] = [pictures(), drawn()];
  expect([...after].filter(([file, picture]) => before.get(file) !== picture).map(([file]) => file)).toEqual([
    join('two', 'share.png'),
  ]);
  expect(
    [...before.values()].filter((picture) => drawnAfter.get(picture) !== drawnBefore.get(picture)),
  ).toEqual([]);
});
