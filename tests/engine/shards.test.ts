import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeManyPages } from '../support/generated-site.ts';
import { build } from '../../scripts/build.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pagewright-shards-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const sites = {
  fixture: (folder: string) => cpSync(fixtureFolder, folder, { recursive: true }),
  generated: (folder: string) => writeManyPages(join(folder, 'pages'), 100),
};

test.each(Object.entries(sites))('the shards of a site together are the whole (%s)', async (name, make) => {
  const folder = join(scratch, name);
  make(folder);
  const pages = join(folder, 'pages');
  const whole = join(folder, 'whole');
  const { pages: all } = await buildSite(pages, whole);
  const wholeTree = readTree(whole);
  const pagesIn = (tree: typeof wholeTree) =>
    [...tree.keys()].filter((path) => path.endsWith('index.html')).length;
  const merged = join(folder, 'merged');
  let documents = 0;
  for (const number of [1, 2, 3]) {
    const part = join(folder, `part-${number}`);
    // As on a machine of its own.
    for (const kept of ['check', 'facts-pages.json'])
      rmSync(join(folder, '.cache', kept), { recursive: true, force: true });
    const built = await buildSite(pages, part, {}, { shard: { number, of: 3 } });
    // A page or two are made in every shard.
    expect(Math.abs(built.pages - all / 3)).toBeLessThan(3);
    const partTree = readTree(part);
    documents += pagesIn(partTree);
    expect(new Map([...partTree.keys()].map((path) => [path, wholeTree.get(path)]))).toEqual(partTree);
    cpSync(part, merged, { recursive: true });
  }
  expect(readTree(merged)).toEqual(wholeTree);
  expect(documents).toBeLessThan(pagesIn(wholeTree) * 1.5);
  // The next build takes the folder for its own.
  await buildSite(pages, merged);
  expect(readTree(merged)).toEqual(wholeTree);
});

test.each(['0/3', '4/3', '2', 'a/b', '-1/3', '1/0'])('“--shard %s” is wrong use', async (shard) => {
  const { code, err } = await runCommand(build, [`--shard=${shard}`, '--out', join(scratch, 'none')]);
  expect(code).toBe(2);
  expect(err).toBe(
    `\`--shard ${shard}\` names no part of a build. Write \`--shard 2/5\` for the second of five parts.\n`,
  );
});
