import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFiles } from '../support/golden.ts';
import { isFullRun } from '../support/sample.ts';
import { type ScratchClone, createScratchClone } from '../support/scratch-clone.ts';
import { siteYaml } from '../support/small-site.ts';

// According to CONTRIBUTING, a new block type needs three files, and one line in each of two lists. One of the two
// types tested here has no layout, but tells the engine more about its data.
const files = 'tests/fixtures/cases/new-blocks/files.txt';
const lists = {
  'schema/blocks/index.ts': `  offers: (await import('./offers/schema.ts')).offers,
  'tide-times': (await import('./tide-times/schema.ts')).tideTimes,`,
  'src/blocks/registry.tsx': `  offers: { load: () => import('./offers.tsx').then((m) => m.OfferList) },
  'tide-times': { load: () => import('./tide-times.tsx').then((m) => m.TideTimes) },`,
};

let clone: ScratchClone;

beforeAll(() => {
  clone = createScratchClone({ withTests: true });
  clone.write('pages/_site.yaml', siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'));
  for (const [path, text] of Object.entries(parseFiles(readFileSync(files, 'utf8')))) clone.write(path, text);
  for (const [path, line] of Object.entries(lists))
    clone.write(path, read(path).replace(/^};$/m, `${line}\n};`));
});

afterAll(() => clone.remove());

const read = (path: string) => readFileSync(join(clone.folder, path), 'utf8');

function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone.folder, encoding: 'utf8' });
  return stdout + stderr;
}

test('a new block type needs no further code to compile', () => {
  // Leave out browser tests and tests of whole sites, which contain no lists of block types.
  const include = ['schema', 'src', 'scripts', 'tests/unit', 'tests/golden'];
  clone.write('tsconfig.part.json', JSON.stringify({ extends: './tsconfig.json', include }));
  const compileArgs = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.part.json', '--singleThreaded'];
  expect(run(...compileArgs)).toBe('');
});

test('a build needs only the block definition to handle a new block type', () => {
  expect(run('scripts/commands/build.ts', '--out', 'built')).toContain('this tide-times is no longer shown');
  const html = read('built/office.html');
  expect(html).toContain('In summer');
  expect(html).not.toContain('In winter');
  expect(html).toContain('"@type":"OpeningHoursSpecification","dayOfWeek":"https://schema.org/Monday"');
  const words = Object.keys(JSON.parse(read('built/search/words-.json')) as object);
  expect(words).toContain('ringtwice');
  expect(words).not.toContain('maralind');
});

test('editor schemas include new block types', () => {
  expect(run('scripts/commands/schema.ts')).toBe('');
  expect(read('schema/page.schema.json')).toContain('"offers-block"');
});

interface Report {
  numPassedTests: number;
  testResults: {
    message: string;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

test('existing tests of block types pass for new block types', () => {
  const unit = ['blocks', 'rendering', 'editor-schema', 'fixture-site', 'modules', 'check/changed-data'];
  const names = ['tests/golden/diagnostics', ...unit.map((name) => `tests/unit/${name}`)];
  const nightlyTests = isFullRun ? ['tests/integration/editor.test', 'tests/integration/language-sites'] : [];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1'];
  const reporter = ['--reporter=json', '--outputFile=report.json'];
  // Skip tests for other types, which are slow, and tests of the docs, which do not list the new types.
  const pattern = '^(?!.*docs/).*(offers|tide-times|block|types|imports?|schema)';
  const output = run(...vitest, ...names, ...nightlyTests, ...reporter, '-t', pattern);
  expect(existsSync(join(clone.folder, 'report.json')), output).toBe(true);
  const report = JSON.parse(read('report.json')) as Report;
  const failures = report.testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages }) => `${title}: ${failureMessages[0]}`),
  ]);
  expect(failures, failures.join('\n')).toEqual([]);
  expect(report.numPassedTests).toBeGreaterThanOrEqual(100);
});
