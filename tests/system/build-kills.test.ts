import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { readTree } from '../support/read-tree.ts';
import { isFullRun } from '../support/sample.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { toPageYaml, mergeSiteYaml } from '../support/small-site.ts';
import { watchOutput } from '../support/watch-output.ts';

const { folder, pages, out, write } = createSiteOnDisk();
const kills = isFullRun ? 50 : 2;
const program = join(import.meta.dirname, '../../scripts/commands/build.ts');
const hook = join(import.meta.dirname, '../support/stop-at-step.ts');

/** Runs `npm run build` in a child process. */
const run = (env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['--import', hook, program, '--pages', pages, '--out', out], {
    encoding: 'utf8',
    env: { ...process.env, STEPS_IN: folder, ...env },
  });

// Each kill takes about as long as two and a half builds.
const timeout = kills * 60_000 + 300_000;

test(
  'a build killed at any step is completed by the next build, and no reader finds a partial file',
  { timeout },
  async () => {
    const changePage = (text: string) =>
      write('about.yaml', toPageYaml(`  - type: hero\n    heading: ${text}\n`));
    write('_site.yaml', mergeSiteYaml('share: site\n'));
    for (let number = 0; number < 8; number++)
      write(`page-${number}.yaml`, toPageYaml(`  - type: hero\n    heading: Page ${number}\n`));
    changePage('Zero');
    await buildSite({ pages, out });
    const trees = [readTree(out)];
    changePage('One');
    const count = join(folder, 'count');
    expect(run({ COUNT_INTO: count })).toMatchObject({ status: 0 });
    const steps = Number(readFileSync(count, 'utf8'));
    rmSync(count);
    for (let kill = 0; kill < kills; kill++) {
      changePage(kill % 2 === 0 ? 'Two' : 'Three');
      const expectedFolder = join(folder, 'wanted/dist');
      mkdirSync(join(expectedFolder, '..'), { recursive: true });
      await buildSite({ pages, out: expectedFolder });
      trees.push(readTree(out), readTree(expectedFolder));
      rmSync(join(folder, 'wanted'), { recursive: true });
      const paths = ['index.html', 'about.html', 'about.page.json', 'sitemap.xml', '.pagewright'];
      const stop = await watchOutput(
        out,
        Object.fromEntries(
          paths.map((path) => [
            path,
            trees.map((tree) => Buffer.from(tree.get(path) ?? '', 'latin1').toString()),
          ]),
        ),
      );
      const step = Math.ceil(((kill + 1) * steps) / (kills + 1));
      expect(run({ STOP_AT: String(step) }).signal, `step ${step}`).toBe('SIGKILL');
      await buildSite({ pages, out });
      const observations = await stop();
      expect(readTree(out), `step ${step}`).toEqual(trees.at(-1));
      expect(readdirSync(folder).toSorted()).toEqual(['dist', 'site']);
      expect(observations.half, `step ${step}`).toEqual([]);
      // Do not check whether files are missing: some may be missing between the two renames of the swap.
    }
  },
);
