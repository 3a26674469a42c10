import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Website } from '../../schema/checker/check.ts';
import { bench } from '../bench/bench.ts';
import { stepLabels, stepNames } from '../bench/build-steps.ts';
import { hugoVersion, runHugo, writeHugoSite } from '../bench/hugo-site.ts';
import { measure } from '../bench/measure-process.ts';
import { fileOf, routeOf, writeManyPages, writePlainPages } from '../bench/many-pages.ts';
import { benchMessages } from '../bench/messages.ts';
import { measureTree } from '../bench/measure-tree.ts';
import { timeChart } from '../bench/time-chart.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { hasPostgres } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';
import { unsampled } from '../support/sampled.ts';

/** Works for 0.3 seconds of processor time. */
const busy =
  'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; )' +
  ' for (let round = 0; round < 1e6; round++);';

const root = mkdtempSync(join(tmpdir(), 'pagewright-many-'));
const newFolder = () => mkdtempSync(join(root, 'site-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The pages of a generated site, besides the one for wrong addresses. */
const pagesOf = (website: Website | undefined) =>
  [...(website?.pages.values() ?? [])].filter(({ path }) => path !== '/404');

test('plain pages are whole, each with seven blocks, and without any fault', () => {
  const folder = newFolder();
  writePlainPages(folder, 12);
  const { website, diagnostics } = readSite(folder);
  expect(diagnostics).toEqual([]);
  expect(pagesOf(website).map(({ blocks }) => blocks.length)).toEqual(Array.from({ length: 12 }, () => 7));
});

test('every second page of a larger site is as authors write, in folders, and none has a fault', () => {
  const folder = newFolder();
  writeManyPages(folder, 240);
  const { website, diagnostics } = readSite(folder);
  expect(diagnostics).toEqual([]);
  const pages = pagesOf(website);
  expect(pages.map(({ path }) => path).toSorted()).toEqual(
    Array.from({ length: 240 }, (_, number) => routeOf(number)).toSorted(),
  );
  const counted = (type: string) => pages.filter(({ blocks }) => blocks.some((block) => block.type === type));
  for (const type of ['hero', 'stats', 'card-grid', 'timeline', 'faq', 'text', 'cta'])
    expect([type, counted(type).length]).toEqual([type, 240]);
  expect(counted('form').length).toBe(24);
  expect(pages.filter(({ kind }) => kind === 'article').length).toBe(40);
  const texts = Array.from({ length: 240 }, (_, number) =>
    readFileSync(join(folder, fileOf(number)), 'utf8'),
  );
  expect(texts.filter((text) => text.includes('\n  - use: call\n')).length).toBe(100);
  const authored = texts.filter((_, number) => number % 2 === 1).join('');
  const kinds = [/: >-\n/, /: \|\n/, /^ *# /m, /“.*”/, /: "[^"\n]*\n/, /: '[^\n]*''/, /: \[\{/, /\]\(\//];
  for (const written of kinds) expect(authored).toMatch(written);
});

test('the same seed makes the same site, another one another', () => {
  const written = (seed: number) => {
    const folder = newFolder();
    writeManyPages(folder, 30, seed);
    const files = globSync('**/*.yaml', { cwd: folder }).toSorted();
    return files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
  };
  expect(written(1)).toEqual(written(1));
  expect(written(1)).not.toEqual(written(2));
});

// Some twenty processes: each night.
test.runIf(unsampled)('the build bench measures every step and judges what it has measured', async () => {
  const chart = join(newFolder(), 'chart.svg');
  const args = ['build', '--pages', '3', '--rounds', '1', '--chart', chart];
  const { code, out, err } = await runCommand(bench, args);
  expect([code, err]).toEqual([0, '']);
  const steps = stepNames.filter((step) => step !== 'hugo' || hugoVersion() !== undefined);
  for (const label of steps.map((step) => stepLabels[step])) {
    const line = out.split('\n').find((line) => line.startsWith(`  ${label}  `));
    expect([label, line]).toEqual([label, expect.stringMatching(/\d\.\d\d/)]);
  }
  expect(out).toMatch(/dev: start to first page \d+ ms; save to data sent \d+ ms \(median of 5/);
  expect(out).toMatch(/^ {2}not measured +– {3}at most/m);
  expect(readFileSync(chart, 'utf8')).toContain(stepLabels.unchanged);
});

test.runIf(hugoVersion() !== undefined)('Hugo and the floor make the same of each page', async () => {
  const [pages, hugo, floor] = [newFolder(), newFolder(), newFolder()];
  writeManyPages(pages, 12);
  writeHugoSite(pages, hugo);
  await runHugo(hugo);
  await measureTree(process.execPath, ['legacy/scripts/bench/floor.ts', pages, floor], { cwd: '.' });
  const elements = (file: string) =>
    Object.entries(
      Object.groupBy(
        readFileSync(file, 'utf8').match(
          /<(?:section|h[1-3]|p|li|div|dt|a|strong|em|use|summary|input)\b/g,
        ) ?? [],
        (element) => element,
      ),
    ).map(([element, all = []]) => `${all.length} ${element}`);
  for (let number = 0; number < 12; number++) {
    const file = join(routeOf(number), 'index.html');
    expect(elements(join(hugo, 'public', file))).toEqual(elements(join(floor, file)));
  }
});

test('the build bench takes numbers of pages only', async () => {
  const { code, err } = await runCommand(bench, ['build', '--pages', '30,pages']);
  expect([code, err]).toEqual([2, '--pages takes whole numbers from 2 on, not `pages`.\n']);
});

test('a chart has a place for every label, and stands by powers of ten', () => {
  const line = (label: string, seconds: number) => ({
    label,
    points: [[10, 1] as const, [1000, seconds] as const],
  });
  const svg = timeChart('Time & pages', [line('one', 10), line('other', 10), line('none', 100)]);
  expect(svg).toContain('<title>Time &amp; pages</title>');
  const ends = [...svg.matchAll(/<text x="542" y="(\d+)"[^>]*>(\w+)</g)].map(([, y, label]) => [
    label,
    Number(y),
  ]);
  expect(ends).toEqual([
    ['one', 260],
    ['other', 279],
    ['none', 56],
  ]);
  // ten pages and a hundred are as far from each other as a hundred and a thousand
  expect(svg).toMatch(/M64 .*M292 .*M520 /s);
});

test('messages are sent and counted', async () => {
  const shown = await benchMessages(40, 1);
  const line = String.raw` {2}\S.* in a second, \d+\.\d\d ×, +\d+ µs of processor time\n`;
  const answers = String.raw` {2}an answer took [\d.]+ ms.*\n.*first on a new folder.* \d+ ms.*\n`;
  const each = (name: string) => `${name}.*\n(${line}){3}${answers}`;
  const stores = ['SQLite', ...(hasPostgres ? ['PostgreSQL'] : [])];
  expect(shown).toMatch(new RegExp(`^messages: 40 in each of 1 rounds.*\n${stores.map(each).join('')}$`));
});

test('a measurement counts the processes that a command starts, and a failure is no result', async () => {
  const alone = await measure(['-e', busy], '.');
  expect(alone.cpu).toBeGreaterThan(0.3);
  const both = await measure(
    ['-e', `${busy} require('node:child_process').execFileSync(process.execPath, ['-e', '${busy}'])`],
    '.',
  );
  expect(both.cpu).toBeGreaterThan(0.6);
  await expect(measure(['-e', 'console.error("broken"); process.exit(1)'], '.')).rejects.toThrow(
    /ended with 1:\nbroken/,
  );
});

test.runIf(process.platform === 'linux')(
  'a program is measured with all that it starts, and a failure is no result',
  async () => {
    const inner = `globalThis.held = Buffer.alloc(60e6, 1); ${busy}`;
    const outer = `${inner} require('node:child_process').execFileSync(process.execPath, ['-e', '${inner}'])`;
    const { wall, cpu, memory } = await measureTree(process.execPath, ['-e', outer], { cwd: '.' });
    expect(wall).toBeGreaterThan(0.6);
    expect(cpu).toBeGreaterThan(0.6);
    expect(memory).toBeGreaterThan(120);
    await expect(
      measureTree(process.execPath, ['-e', 'console.error("broken"); process.exit(1)'], { cwd: '.' }),
    ).rejects.toThrow(/ended with 1:\nbroken/);
    await expect(measureTree('no-such-program', [], { cwd: '.' })).rejects.toThrow(/ENOENT/);
  },
);
