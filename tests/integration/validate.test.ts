import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { getFactsFile, readFactsCache, writeFactsCache } from '../../scripts/site/facts-cache.ts';
import { validate as validateCommand } from '../../scripts/commands/validate.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

const { folder, pages, write } = createSiteOnDisk(
  '  - type: hero\n    heading: Home page\n    actions: [{ label: See our work, to: /about/work }]\n',
);
beforeEach(() => void write('about/work.yaml', toPageYaml('  - type: hero\n    heading: Our work\n')));

const validate = (args: string[], more?: { input?: string; env?: NodeJS.ProcessEnv }) =>
  runCommand(validateCommand, ['--pages', pages, ...args], more);

const wrongHero = toPageYaml('  - type: hero\n    heading: Our harbour\n    layout: wied\n');

test('validate reports only on the given files, folders or patterns, but checks them within the whole site', async () => {
  const [wrong] = [
    write('wrong.yaml', wrongHero),
    write('about/more.yaml', wrongHero.replaceAll('Our harbour', 'Our boats')),
  ];
  const listReported = async (...args: string[]) =>
    [...(await validate([...args, '--format', 'line'])).out.matchAll(/^\S*pages\/(\S+?):.* \[(.+)\]$/gm)].map(
      ([, file, rule]) => `${file} ${rule}`,
    );
  const diagnostics = { more: ['about/more.yaml wrong-value'], wrong: ['wrong.yaml wrong-value'] };
  expect(await listReported()).toEqual([...diagnostics.more, ...diagnostics.wrong]);
  expect(await listReported(wrong)).toEqual(diagnostics.wrong);
  expect(await listReported(join(pages, 'about'))).toEqual(diagnostics.more);
  expect(await listReported(join(pages, '*.yaml'))).toEqual(diagnostics.wrong);
  expect(await validate([join(pages, 'index.yaml')])).toMatchObject({ code: 0 });
});

test.each([
  [['--format', 'xml'], "Unknown format 'xml'. The formats are pretty, line, json, github, sarif, junit."],
  [['--output', 'x'], '`--output` needs a format'],
  [['nowhere.yaml'], 'nowhere.yaml matches no file in the pages folder.'],
  [['-'], '--as'],
  [['-', '--as', '/elsewhere/a.yaml'], 'cannot be a page'],
  [['--changed', 'main'], 'is not in a git repository'],
  [['--watch', '--format', 'json'], 'only the formats pretty and line'],
  [['--fix'], "Unknown option '--fix'"],
  [['--explain', 'dead-lnk'], 'Did you mean `dead-link`? The rules are:\n  not-text\n'],
])('%j is a usage error', async (args, sentence) => {
  expect(await validate(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
});

test('an internal error ends `validate` with exit code 3', async () => {
  const summary = join(folder, 'site');
  expect(await validate([], { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } })).toMatchObject(
    { code: 3, err: expect.stringContaining('a bug in Pagewright') },
  );
});

test('validate prints up to three problems per rule, and all problems with `--all`', async () => {
  write('wrong.yaml', toPageYaml('  - type: hero\n    heading: Our harbour\n    colour: red\n'.repeat(5)));
  const printed = async (...args: string[]) => (await validate(args)).out.match(/-->/g);
  expect([await printed(), await printed('--all')]).toEqual([Array(3).fill('-->'), Array(5).fill('-->')]);
});

test('validate explains a rule', async () => {
  const { code, out } = await validate(['--explain', 'tab']);
  expect(code).toBe(0);
  expect(out).toBe(
    [
      'error[tab]',
      'Lines must be indented with spaces, not with tabs.',
      'The width of a tab differs between programs, so YAML cannot tell which lines belong together.',
      'Wrong:',
      '    blocks:\n      - type: hero\n      ⇥heading: Hello',
      'Right:',
      '    blocks:\n      - type: hero\n        heading: Hello',
      '`⇥` stands for a tab.\n',
    ].join('\n\n'),
  );
});

test('validate checks unsaved text from stdin like a file of the site', async () => {
  write('wrong.yaml', wrongHero);
  const unsavedText = toPageYaml(
    '  - type: hero\n    heading: Our prices\n    actions: [{ label: Our work, to: /about/wrok }]\n',
  );
  const { code, out } = await validate(['-', '--as', join(pages, 'about/work.yaml'), '--format', 'line'], {
    input: unsavedText,
  });
  expect(code).toBe(1);
  expect(out.split('\n').filter((line) => line.includes('yaml'))).toEqual([
    expect.stringMatching(
      /about\/work\.yaml:6:38: error: no page .* `\/about\/wrok`; did you mean `\/about\/work`\? \[dead-link\]$/,
    ),
  ]);
});

test('validate writes a report to a file and also prints readable text', async () => {
  write('wrong.yaml', wrongHero);
  const output = join(folder, 'report.json');
  const { code, out } = await validate(['--format', 'json', '--output', output]);
  expect(code).toBe(1);
  expect(out).toContain('did you mean `wide`?');
  expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ version: 1, summary: { errors: 1 } });
});

test('in GitHub Actions, validate prints readable text, annotates lines and writes the summary', async () => {
  write('wrong.yaml', wrongHero);
  const summary = join(folder, 'summary.md');
  writeFileSync(summary, '# Before\n');
  const { code, out } = await validate([], {
    env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: join(folder, 'site') },
  });
  expect(code).toBe(1);
  expect(out).toContain('did you mean `wide`?');
  expect(out).toMatch(
    /^::error file=pages\/wrong\.yaml,line=6,endLine=6,col=13,endColumn=17,title=wrong-value::/m,
  );
  expect(readFileSync(summary, 'utf8')).toMatch(
    /^# Before\n### Pages: 1 error to fix before these pages can go live\n/,
  );
});

describe('validating changed files', () => {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: join(folder, 'site'),
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  const findDiagnosticsSince = async (base: string) =>
    [
      ...(await validate(['--changed', base, '--format', 'line'])).out.matchAll(
        /pages\/(\S+?):.*\[(.+)\]$/gm,
      ),
    ].map(([, file, rule]) => `${file} ${rule}`);

  beforeEach(() => {
    write('old.yaml', wrongHero);
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'Start');
  });

  test('reports problems in changed and new files', async () => {
    expect(await validate(['--changed', 'main'])).toMatchObject({ code: 0 });
    write('index.yaml', readFileSync(join(pages, 'index.yaml'), 'utf8').replace('hero', 'heroo'));
    write('new.yaml', wrongHero.replaceAll('Our harbour', 'Our boats'));
    expect(await findDiagnosticsSince('main')).toEqual(['index.yaml unknown-block', 'new.yaml wrong-value']);
  });

  test('reports new problems in other files', async () => {
    rmSync(join(pages, 'about/work.yaml'));
    expect(await findDiagnosticsSince('HEAD')).toEqual(['index.yaml dead-link']);
  });

  test('rejects an unknown commit', async () => {
    expect(await validate(['--changed', 'mian'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('git finds no common ancestor of mian'),
    });
  });
});

test('validate --watch checks again when a file is saved', async () => {
  const watchCommand = startCommand(validateCommand, ['--pages', pages, '--watch', '--format', 'line']);
  expect(await watchCommand.waitForOutput(/^[^]*Waiting for changes/)).not.toContain('error');
  write('about/work.yaml', wrongHero);
  await watchCommand.waitForOutput(
    /work\.yaml:6:13: error: .*\[wrong-value\]\n(?:not checked: .*\n)*Checked at/,
  );
  // The command clears the screen only in a terminal.
  expect(watchCommand.output()).not.toContain('\u001B');
  expect(await watchCommand.stop()).toBe(0);
});

describe('the facts cache', () => {
  const cacheFile = getFactsFile(pages);

  /** Adds a marker to the cached facts of the page `/`. `validate` prints the marker as long as it uses these facts. */
  async function plantMarker(): Promise<void> {
    expect(await validate([])).toMatchObject({ code: 0 });
    const cache = readFactsCache(pages);
    const home = cache.files.get('index.yaml');
    if (!home) throw new Error('The page is not cached.');
    const result = { diagnostics: [], quality: [], unread: [], notChecked: ['planted'] };
    cache.files.set('index.yaml', { ...home, line: undefined, facts: { ...home.facts, result } });
    writeFactsCache(pages, cache);
    expect(await isCacheUsed()).toBe(true);
  }

  function writeOtherVersion(): void {
    const [, ...rest] = readFileSync(cacheFile, 'utf8').split('\n');
    writeFileSync(cacheFile, ['other', ...rest].join('\n'));
  }

  const isCacheUsed = async () => (await validate([])).out.includes('planted');

  test.each([
    [
      'another page is changed',
      () => write('about/work.yaml', toPageYaml('  - type: hero\n    heading: Our ways\n')),
    ],
    ['a page is added', () => write('about/us.yaml', toPageYaml('  - type: hero\n    heading: About us\n'))],
    ['a file is saved unchanged', () => write('index.yaml', readFileSync(join(pages, 'index.yaml'), 'utf8'))],
  ])('is still used if %s', async (_what, change) => {
    await plantMarker();
    change();
    expect(await isCacheUsed()).toBe(true);
  });

  test.each([
    [
      'the page is changed',
      () => write('index.yaml', `${readFileSync(join(pages, 'index.yaml'), 'utf8')}# more\n`),
    ],
    ['a variable of the site is changed', () => write('_site.yaml', siteYaml.replace('Example', 'Sample'))],
    ['it is truncated', () => writeFileSync(cacheFile, readFileSync(cacheFile, 'utf8').slice(0, -1))],
    [
      'its content is changed',
      () => writeFileSync(cacheFile, readFileSync(cacheFile, 'utf8').replace('index', 'intex')),
    ],
    ['it is emptied', () => writeFileSync(cacheFile, '')],
    ['it was written by other code', writeOtherVersion],
  ])('is ignored if %s', async (_what, change) => {
    await plantMarker();
    change();
    expect(await isCacheUsed()).toBe(false);
    expect(await isCacheUsed()).toBe(false);
  });

  test('does not have to be writable', async () => {
    rmSync(join(pages, '../.cache'), { recursive: true, force: true });
    writeFileSync(join(pages, '../.cache'), '');
    expect(await validate([])).toMatchObject({ code: 0 });
  });

  test('does not hide an SVG that becomes invalid or is fixed', async () => {
    const [svg, broken] = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', '<svg'];
    const writeSvg = (text: string) => writeFileSync(join(pages, '../public/mark.svg'), text);
    mkdirSync(join(pages, '../public'), { recursive: true });
    writeSvg(svg);
    expect(await validate([])).toMatchObject({ code: 0 });
    writeSvg(broken);
    expect(await validate([])).toMatchObject({ code: 1, out: expect.stringContaining('public/mark.svg') });
    writeSvg(svg);
    expect(await validate([])).toMatchObject({ code: 0 });
  });
});
