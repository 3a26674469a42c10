import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/site/load-site.ts';
import { bench } from '../bench/bench.ts';
import { compareWithLimits, stepLabels } from '../bench/build.ts';
import { hugoVersion } from '../bench/hugo.ts';
import { measure } from '../bench/measure.ts';
import { benchMessages } from '../bench/messages.ts';
import { toGeneratedRoute, writeGeneratedSite } from '../support/generated-site.ts';
import { hasPostgres } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';
import { isFullRun } from '../support/sample.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const root = createSuiteFolder();
const newFolder = () => mkdtempSync(join(root, 'site-'));

test('a generated site is valid and has the expected numbers of blocks, articles, forms and shared blocks', () => {
  const folder = newFolder();
  writeGeneratedSite(folder, 240);
  const { website, diagnostics } = readSite(folder);
  expect(diagnostics).toEqual([]);
  const pages = [...(website?.pages.values() ?? [])].filter(({ path }) => path !== '/404');
  expect(pages.map(({ path }) => path).toSorted()).toEqual(
    Array.from({ length: 240 }, (_, number) => toGeneratedRoute(number)).toSorted(),
  );
  const countPages = (type: string) =>
    pages.filter(({ blocks }) => blocks.some((block) => block.type === type)).length;
  for (const type of ['hero', 'stats', 'card-grid', 'timeline', 'faq', 'text', 'cta'])
    expect([type, countPages(type)]).toEqual([type, 240]);
  expect(countPages('form')).toBe(24);
  expect(pages.filter(({ kind }) => kind === 'article').length).toBe(40);
  const texts = globSync('**/*.yaml', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  expect(texts.filter((text) => text.includes('\n  - use: call\n')).length).toBe(100);
});

test('the same seed generates the same site', () => {
  const generateSite = (seed: number) => {
    const folder = newFolder();
    writeGeneratedSite(folder, 30, seed);
    const files = globSync('**/*.yaml', { cwd: folder }).toSorted();
    return files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
  };
  expect(generateSite(1)).toEqual(generateSite(1));
  expect(generateSite(1)).not.toEqual(generateSite(2));
});

// The two benchmarks start many processes, so they run only at night.
test.runIf(isFullRun)('`bench build` measures every step and compares the results with limits', async () => {
  const { code, out, err } = await runCommand(bench, ['build', '--pages', '3', '--rounds', '1']);
  expect([code, err]).toEqual([0, '']);
  const labels = Object.entries(stepLabels).filter(
    ([step]) => step !== 'hugo' || hugoVersion() !== undefined,
  );
  for (const [, label] of labels) expect(out).toMatch(new RegExp(`^ {2}${label} .*\\d\\.\\d\\d`, 'm'));
  expect(out).toMatch(/dev: start to first page \d+ ms; save to data sent \d+ ms \(median of 5/);
  expect(out).toMatch(/^ {2}not measured +– {3}at most/m);
});

test('benchmark limits are relative to the floor measurement, and limits without a measurement are met', () => {
  const cost = (wall: number) => ({ wall, cpu: wall, memory: 1 });
  const compare = (unchanged: number) =>
    compareWithLimits([{ pages: 1000, rounds: [{ floor: cost(2), unchanged: cost(unchanged) }] }]);
  expect(compare(0.1).areMet).toBe(true);
  expect(compare(0.2)).toMatchObject({
    areMet: false,
    table: expect.stringMatching(
      /NOT MET +0\.100 +at most 0\.08 +× floor: 1,000 pages, build, nothing changed\n/,
    ),
  });
});

test('`bench` rejects unknown benchmarks and page counts that are not numbers', async () => {
  const runInvalid = async (...args: string[]) => {
    const { code, err } = await runCommand(bench, args);
    return [code, err];
  };
  expect(await runInvalid('build', '--pages', '30,pages')).toEqual([2, expect.stringContaining("'pages'")]);
  expect(await runInvalid('speed')).toEqual([2, expect.stringContaining("Unknown benchmark 'speed'")]);
});

test.runIf(isFullRun)('`bench messages` sends messages to every kind of store and counts them', async () => {
  let output = '';
  await benchMessages({ pages: [], rounds: 1, write: (text) => (output += text) }, 40);
  const stores = ['SQLite', ...(hasPostgres ? ['PostgreSQL'] : [])];
  const rows = String.raw`.*\n( {2}\S.*/s +[\d.]+ × +\d+ µs cpu\n){3}`;
  expect(output).toMatch(new RegExp(`^messages: .*\n${stores.map((name) => name + rows).join('')}$`));
});

test.runIf(process.platform === 'linux')(
  'a measurement includes child processes and fails if the program fails',
  async () => {
    const work =
      'globalThis.memory = Buffer.alloc(60e6, 1);' +
      'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; )' +
      ' for (let round = 0; round < 1e6; round++);';
    const child = `require('node:child_process').execFileSync(process.execPath, ['-e', '${work}'])`;
    const { wall, cpu, memory } = await measure(process.execPath, ['-e', `${work} ${child}`]);
    expect(wall).toBeGreaterThan(0.6);
    expect(cpu).toBeGreaterThan(0.6);
    expect(memory).toBeGreaterThan(120);
    const failingMeasurement = measure(process.execPath, ['-e', 'console.error("broken"); process.exit(1)']);
    await expect(failingMeasurement).rejects.toThrow(/exited with 1:\nbroken/);
    await expect(measure('no-such-program', [])).rejects.toThrow(/ENOENT/);
  },
);
