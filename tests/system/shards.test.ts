import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildMarkerName } from '../../scripts/system/project.ts';
import { build } from '../../scripts/commands/build.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { buildCachedFixture, fixtureBuildTime } from '../support/built-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const scratch = createSuiteFolder();

test('the shards of a site together equal the whole site, with one thread or several', async () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', fixtureBuildTime);
  onTestFinished(() => void vi.unstubAllEnvs());
  cpSync(fixtureFolder, scratch, { recursive: true });
  const [pages, mergedFolder] = [join(scratch, 'pages'), join(scratch, 'merged')];
  const wholeTree = readTree(await buildCachedFixture());
  const pagesIn = (tree: typeof wholeTree) =>
    [...tree.keys()].filter((path) => path.endsWith('.html')).length;
  let [documentCount, builtCount] = [0, 0];
  for (const number of [1, 2]) {
    const part = join(scratch, `part-${number}`);
    // Delete caches, because in CI each shard runs on a different machine.
    for (const cacheName of ['check', 'facts-pages.json'])
      rmSync(join(scratch, '.cache', cacheName), { recursive: true, force: true });
    // A small site is built by one thread unless `threads` is set.
    const threads = number === 2 ? { threads: 2 } : {};
    const buildResult = await buildSite({ pages, out: part, env: {}, shard: { number, of: 2 }, ...threads });
    builtCount += buildResult.pages;
    const partTree = readTree(part);
    // The list of files that the next build may replace must contain the files of all shards.
    expect(partTree.get(buildMarkerName)?.split('\n')).toEqual(
      expect.arrayContaining(wholeTree.get(buildMarkerName)?.split('\n') ?? []),
    );
    partTree.delete(buildMarkerName);
    documentCount += pagesIn(partTree);
    expect(new Map([...partTree.keys()].map((path) => [path, wholeTree.get(path)]))).toEqual(partTree);
    cpSync(part, mergedFolder, { recursive: true });
  }
  const mergedTree = readTree(mergedFolder);
  mergedTree.set(buildMarkerName, wholeTree.get(buildMarkerName) ?? '');
  expect(mergedTree).toEqual(wholeTree);
  // At most two pages are built by both shards.
  const routes = [...wholeTree.keys()].filter((path) => /\.page\.json$|^404\.html$/.test(path));
  expect(builtCount - routes.length).toBeLessThan(3);
  expect(documentCount).toBeLessThan(pagesIn(wholeTree) * 1.5);
  // The next build accepts the merged folder as its output folder.
  await buildSite({ pages, out: mergedFolder });
  expect(readTree(mergedFolder)).toEqual(wholeTree);
});

test.each(['0/3', '4/3', '2', 'a/b', '-1/3', '1/0'])('`--shard %s` is a usage error', async (shard) => {
  const { code, err } = await runCommand(build, [`--shard=${shard}`, '--out', join(scratch, 'none')]);
  expect(code).toBe(2);
  expect(err).toBe(
    `\`--shard ${shard}\` is not valid. For the second of five parts, write \`--shard 2/5\`.\n`,
  );
});
