import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { restoreOutput } from '../../scripts/build/output-folder.ts';
import { buildFiles, type Files } from '../support/build-files.ts';
import { readTree } from '../support/read-tree.ts';
import { takeSample } from '../support/sample.ts';
import { watchOutput } from '../support/watch-output.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const root = createSuiteFolder();

const createText = (name: string) => `${name} ${'.'.repeat(5000)} end`;
const commonFiles: Files = Object.fromEntries(
  Array.from({ length: 24 }, (_, number) => [`page-${number}/index.html`, createText(`page ${number}`)]),
);
const oldFiles: Files = {
  ...commonFiles,
  'old/deep/index.html': createText('old'),
  'page-3/extra.json': createText('extra'),
};
const changes: Record<string, Files> = {
  'changes a few files': {
    ...commonFiles,
    'page-1/index.html': createText('changed'),
    'page-2/index.html': createText('changed too'),
    'new/deep/index.html': createText('new'),
  },
  'changes all files': Object.fromEntries(
    Object.keys(commonFiles).map((path, index) => [path, createText(`other ${index < 12 ? path : ''}`)]),
  ),
};

const program = join(import.meta.dirname, '../support/build-files.ts');
const hook = join(import.meta.dirname, '../support/stop-at-step.ts');

/** The time limit for testing all steps, in milliseconds. */
const timeout = 20 * 60_000;

describe.each(Object.entries(changes))('a build that %s', { timeout }, (name, files) => {
  const [oldList, list] = [join(root, `${name} old.json`), join(root, `${name} new.json`)];
  /** The output before the build, and the expected output: that of a build into an empty folder. */
  let [before, expected] = [new Map<string, string>(), new Map<string, string>()];
  beforeAll(async () => {
    writeFileSync(oldList, JSON.stringify(oldFiles));
    writeFileSync(list, JSON.stringify(files));
    before = readTree(join(await buildFolder(oldFiles), 'dist'));
    expected = readTree(join(await buildFolder(files), 'dist'));
  });

  async function buildFolder(builtFiles: Files): Promise<string> {
    const folder = mkdtempSync(join(root, 'run-'));
    await buildFiles(join(folder, 'dist'), join(folder, 'site/pages'), builtFiles);
    return folder;
  }

  /** Runs the build in a child process. */
  function run(folder: string, env: NodeJS.ProcessEnv) {
    const args = [program, join(folder, 'dist'), join(folder, 'site/pages'), list, oldList];
    const options = { encoding: 'utf8', env: { ...process.env, STEPS_IN: folder, ...env } } as const;
    return spawnSync(process.execPath, ['--import', hook, ...args], options);
  }

  /** Returns the numbers of the build steps to test: a sample, or all steps in a full run. */
  async function selectSteps(env: NodeJS.ProcessEnv = {}): Promise<readonly number[]> {
    const count = join(root, `${name} count`);
    expect(run(await buildFolder(oldFiles), { ...env, COUNT_INTO: count })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const steps = Array.from({ length: Number(readFileSync(count, 'utf8')) }, (_, index) => index + 1);
    expect(steps.length).toBeGreaterThan(20);
    return takeSample(steps, env['STOP_BY'] ? 2 : 3);
  }

  test('can be killed at any step: the next build completes it, and readers find no partial output', async () => {
    for (const step of await selectSteps()) {
      const folder = await buildFolder(oldFiles);
      const out = join(folder, 'dist');
      const paths = Object.keys(commonFiles);
      const texts = paths.map((path): [string, string[]] => [
        path,
        [oldFiles[path] ?? '', files[path] ?? ''],
      ]);
      const stop = await watchOutput(out, { ...Object.fromEntries(texts), '.pagewright': readMarks() });
      expect(run(folder, { STOP_AT: String(step) }).signal, `step ${step}`).toBe('SIGKILL');
      // For every second step, the preview restores the output before the next build.
      if (step % 2 === 0) restoreOutput(out);
      const remaining = step % 2 === 0 ? [readTree(out), readdirSync(folder)] : [before, ['dist', 'site']];
      expect([before, expected], `step ${step}`).toContainEqual(remaining[0]);
      expect(remaining[1], `step ${step}`).toEqual(['dist', 'site']);
      await buildFiles(out, join(folder, 'site/pages'), files, oldFiles);
      const observations = await stop();
      expect(readTree(out), `step ${step}`).toEqual(expected);
      expect(readdirSync(folder), `step ${step}`).toEqual(['dist', 'site']);
      expect(observations.looks).toBeGreaterThan(1);
      expect(observations.half, `step ${step}`).toEqual([]);
      // Do not check whether files are missing: some may be missing between the two renames of the swap.
      rmSync(folder, { recursive: true });
    }
  });

  const readMarks = () => [before, expected].map((tree) => tree.get('.pagewright') ?? '');

  test('can fail at any step: it reports the reason, and nothing has changed', async () => {
    const failure = { STOP_BY: 'ENOSPC' };
    for (const step of await selectSteps(failure)) {
      const folder = await buildFolder(oldFiles);
      const { status, stderr } = run(folder, { ...failure, STOP_AT: String(step) });
      // Errors after the swap do not fail the build.
      expect(stderr, `step ${step}`).toMatch(
        status === 0
          ? /^$/
          : /^CommandError: Nothing was built: the disk is full \(.*\)\. .*dist\/ is unchanged\.\n$/,
      );
      expect(readTree(join(folder, 'dist')), `step ${step}`).toEqual(status === 0 ? expected : before);
      expect(readdirSync(folder), `step ${step}`).toEqual(['dist', 'site']);
      rmSync(folder, { recursive: true });
    }
  });
});
