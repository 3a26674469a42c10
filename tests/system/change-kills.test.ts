import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '../support/read-tree.ts';
import { isFullRun } from '../support/sample.ts';
import { createSiteOnDisk, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

const { folder, pages, write } = createSiteOnDisk(
  '  - type: hero\n    heading: Home\n    lead: "[a](/a/one) [b](/a/two)"\n',
);
const kills = isFullRun ? 100 : 6;
const hook = join(import.meta.dirname, '../support/stop-at-step.ts');

/** Runs a command in a child process that can be killed. */
const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(
    process.execPath,
    [
      '--import',
      hook,
      join(import.meta.dirname, `../../scripts/commands/${command}.ts`),
      ...args,
      '--pages',
      pages,
    ],
    { encoding: 'utf8', env: { ...process.env, STEPS_IN: join(folder, 'site'), ...env } },
  );

const readSiteTree = () => [readTree(pages), readTree(join(folder, 'site/public'))];

test.each([
  ['move', ['/a', '/b/c']],
  ['move', ['/pictures', '/photos']],
  ['fix', []],
])(
  'after %s %j is killed at any step, the next command restores or completes the change',
  { timeout: kills * 30_000 },
  (command, args) => {
    const resetSite = () => {
      rmSync(join(folder, 'site'), { recursive: true });
      const writePicture = createWriter(join(folder, 'site/public/pictures'));
      for (const name of ['one', 'two']) {
        writePicture(`${name}.svg`, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
        write(
          `a/${name}.yaml`,
          toPageYaml(
            `  - type: hero\n    headng: Page ${name}\n    image: { src: /pictures/${name}.svg, alt: A }\n    lead: "[a](/a/one)"\n`,
          ),
        );
      }
      write(
        'index.yaml',
        toPageYaml('  - type: hero\n    heading: Home\n    lead: "[a](/a/one) [b](/a/two)"\n'),
      );
    };
    resetSite();
    const before = readSiteTree();
    const count = join(folder, 'count');
    expect(run(command, args, { COUNT_INTO: count }).status).not.toBe(2);
    const expected = readSiteTree();
    expect(expected).not.toEqual(before);
    const steps = Number(readFileSync(count, 'utf8'));
    for (let kill = 0; kill < kills; kill++) {
      resetSite();
      const step = Math.ceil(((kill + 1) * steps) / (kills + 1));
      expect(run(command, args, { STOP_AT: String(step) }).signal, `step ${step}`).toBe('SIGKILL');
      run('validate', []);
      expect([before, expected], `step ${step}`).toContainEqual(readSiteTree());
      run(command, args);
      expect(readSiteTree(), `step ${step}`).toEqual(expected);
    }
  },
);
