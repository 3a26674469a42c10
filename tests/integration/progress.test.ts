import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeGeneratedSite } from '../support/generated-site.ts';
import { build } from '../../scripts/commands/build.ts';
import { Progress } from '../../scripts/system/progress.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const scratch = createSuiteFolder();

/** Returns the progress output for 1,000 tasks in batches of ten, with the given milliseconds per task. */
function runProgress(isTTY: boolean, milliseconds: number, env: NodeJS.ProcessEnv = {}): string[] {
  const texts: string[] = [];
  let now = 0;
  const progress = new Progress({ isTTY, write: (text) => texts.push(text) }, env, () => now);
  progress.begin(1000);
  for (let finishedCount = 0; finishedCount < 1000; finishedCount += 10) {
    now += 10 * milliseconds;
    progress.done(10);
  }
  progress.end();
  return texts;
}

test('a terminal shows a progress bar and removes it at the end', () => {
  const texts = runProgress(true, 5);
  expect(texts[0]).toBe(
    '\r[####....................] 200 of 1000 pages and share images, 200 a second, 4 s left\u001B[K',
  );
  expect(texts.at(-2)).toMatch(/^\r\[#{23}\.\] 980 of 1000 .*, 1 s left/);
  expect(texts.at(-1)).toBe('\r\u001B[K');
});

test('outputs other than a terminal get a progress line every five seconds', () => {
  expect(runProgress(false, 20)).toEqual([
    '250 of 1000 pages and share images, 50 a second, 15 s left\n',
    '500 of 1000 pages and share images, 50 a second, 10 s left\n',
    '750 of 1000 pages and share images, 50 a second, 5 s left\n',
  ]);
});

test('short tasks and `--silent` show no progress', () => {
  expect(runProgress(true, 0.9)).toEqual([]);
  expect(runProgress(true, 20, { npm_config_loglevel: 'silent' })).toEqual([]);
});

test('with `--verbose`, a build lists its work and the slowest and largest pages', async () => {
  const pages = join(scratch, 'pages');
  // The site has twelve pages and the 404 page.
  writeGeneratedSite(pages, 12);
  const run = () => runCommand(build, ['--pages', pages, '--out', join(scratch, 'dist'), '--verbose']);
  const first = await run();
  expect(first.err).toMatch(/^Rendered in \d+\.\d s: 13 pages, 12 share images\. Unchanged: 0 pages\.$/m);
  expect(first.err).toMatch(/\nSlowest: (?:\/\S* \([\d.]+ ms\), ){4}\/\S* \([\d.]+ ms\)\.\n/);
  expect(first.err).toMatch(/\nLargest: (?:\/\S* \(\d+ kB\), ){4}\/\S* \(\d+ kB\)\.\n$/);
  expect((await run()).err).toMatch(
    /^Rendered in \d+\.\d s: 0 pages, 0 share images\. Unchanged: 13 pages\.\n$/,
  );
});
