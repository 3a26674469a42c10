import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { restoreOutput } from '../../scripts/build/output-folder.ts';
import { buildFiles, type Files } from '../support/build-files.ts';
import { readTree } from '../support/read-tree.ts';
import { sampled } from '../support/sampled.ts';
import { watchOutput } from '../support/watch-output.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

const root = scratchFolder();

const text = (name: string) => `${name} ${'.'.repeat(5000)} end`;
const common: Files = Object.fromEntries(
  Array.from({ length: 24 }, (_, number) => [`page-${number}/index.html`, text(`page ${number}`)]),
);
const old: Files = { ...common, 'old/deep/index.html': text('old'), 'page-3/extra.json': text('extra') };
const changes: Record<string, Files> = {
  'changes a few files': {
    ...common,
    'page-1/index.html': text('changed'),
    'page-2/index.html': text('changed too'),
    'new/deep/index.html': text('new'),
  },
  'changes all files': Object.fromEntries(
    Object.keys(common).map((path, index) => [path, text(`other ${index < 12 ? path : ''}`)]),
  ),
};

const program = join(import.meta.dirname, '../support/build-files.ts');
const hook = join(import.meta.dirname, '../support/stop-at-step.ts');

/** The timeout for all steps, in milliseconds. */
const timeout = 20 * 60_000;

describe.each(Object.entries(changes))('a build that %s', { timeout }, (way, files) => {
  const [oldList, list] = [join(root, `${way} old.json`), join(root, `${way} new.json`)];
  /** The output before the build, and the output of a build into an empty folder. */
  let [before, wanted] = [new Map<string, string>(), new Map<string, string>()];
  beforeAll(async () => {
    writeFileSync(oldList, JSON.stringify(old));
    writeFileSync(list, JSON.stringify(files));
    before = readTree(join(await builtOf(old), 'dist'));
    wanted = readTree(join(await builtOf(files), 'dist'));
  });

  async function builtOf(some: Files): Promise<string> {
    const folder = mkdtempSync(join(root, 'run-'));
    await buildFiles(join(folder, 'dist'), join(folder, 'site/pages'), some);
    return folder;
  }

  /** Runs the build in a child process. */
  function run(folder: string, env: NodeJS.ProcessEnv) {
    const args = [program, join(folder, 'dist'), join(folder, 'site/pages'), list, oldList];
    const options = { encoding: 'utf8', env: { ...process.env, STEPS_IN: folder, ...env } } as const;
    return spawnSync(process.execPath, ['--import', hook, ...args], options);
  }

  /** Returns the numbers of some steps of the build, or of all steps in a full run. */
  async function someSteps(env: NodeJS.ProcessEnv = {}): Promise<readonly number[]> {
    const count = join(root, `${way} count`);
    expect(run(await builtOf(old), { ...env, COUNT_INTO: count })).toMatchObject({ status: 0, stderr: '' });
    const steps = Array.from({ length: Number(readFileSync(count, 'utf8')) }, (_, index) => index + 1);
    expect(steps.length).toBeGreaterThan(20);
    return sampled(steps, env['STOP_BY'] ? 2 : 3);
  }

  test('can be killed at any step: the next build completes it, and readers find no partial output', async () => {
    for (const step of await someSteps()) {
      const folder = await builtOf(old);
      const out = join(folder, 'dist');
      const paths = Object.keys(common);
      const texts = paths.map((path): [string, string[]] => [path, [old[path] ?? '', files[path] ?? '']]);
      const stop = await watchOutput(out, { ...Object.fromEntries(texts), '.pagewright': marks() });
      expect(run(folder, { STOP_AT: String(step) }).signal, `step ${step}`).toBe('SIGKILL');
      // Every second time, the preview restores the output first.
      if (step % 2 === 0) restoreOutput(out);
      const left = step % 2 === 0 ? [readTree(out), readdirSync(folder)] : [before, ['dist', 'site']];
      expect([before, wanted], `step ${step}`).toContainEqual(left[0]);
      expect(left[1], `step ${step}`).toEqual(['dist', 'site']);
      await buildFiles(out, join(folder, 'site/pages'), files, old);
      const watched = await stop();
      expect(readTree(out), `step ${step}`).toEqual(wanted);
      expect(readdirSync(folder), `step ${step}`).toEqual(['dist', 'site']);
      expect(watched.looks).toBeGreaterThan(1);
      expect(watched.half, `step ${step}`).toEqual([]);
      // Missing files are not checked: there may be some between the two renames of the swap.
      rmSync(folder, { recursive: true });
    }
  });

  const marks = () => [before, wanted].map((tree) => tree.get('.pagewright') ?? '');

  test('can fail at any step: it gives the reason, and nothing has changed', async () => {
    const failure = { STOP_BY: 'ENOSPC' };
    for (const step of await someSteps(failure)) {
      const folder = await builtOf(old);
      const { status, stderr } = run(folder, { ...failure, STOP_AT: String(step) });
      // Errors after the swap do not fail the build.
      expect(stderr, `step ${step}`).toMatch(
        status === 0
          ? /^$/
          : /^CommandError: Nothing was built: the disk is full \(.*\)\. .*dist\/ is unchanged\.\n$/,
      );
      expect(readTree(join(folder, 'dist')), `step ${step}`).toEqual(status === 0 ? wanted : before);
      expect(readdirSync(folder), `step ${step}`).toEqual(['dist', 'site']);
      rmSync(folder, { recursive: true });
    }
  });
});
