import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { move } from '../../scripts/commands/move.ts';
import { ChangePlan } from '../../scripts/system/change-plan.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { parseFiles, testGoldenTexts } from '../support/golden.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { toPageYaml } from '../support/small-site.ts';
import {
  describeChangedFiles,
  readSiteFiles,
  decodeSigns,
  toRelativePaths,
  writeCase,
} from '../support/site-changes.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';

// The golden texts move pages, files and blocks of the site in tests/golden/moves/site. Each case has the commands
// (`old → new options`) and additional files. The command output follows, then all changed files, each from its first
// changed line.

const folder = createSuiteFolder();
const site = join(folder, 'site');
const [pages, writeSiteFile] = [join(site, 'pages'), createWriter(site)];

function resetSite(): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(import.meta.dirname, '../golden/moves/site'), site, { recursive: true });
}
beforeEach(resetSite);

const run = (...args: string[]) => runCommand(move, [...args, '--pages', pages]);
const read = (path: string) => readFileSync(join(site, path), 'utf8');
const readSiteTree = () => readSiteFiles(site);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

function addLinks(): void {
  writeSiteFile('elsewhere/ada.yaml', toPageYaml('  - type: hero\n    heading: Ada\n'));
  symlinkSync(join(site, 'elsewhere'), join(pages, 'linked-folder'));
  symlinkSync(join(site, 'elsewhere'), join(site, 'public/linked-folder'));
  symlinkSync(join(site, 'elsewhere/ada.yaml'), join(pages, 'linked.yaml'));
  symlinkSync(join(site, 'public/pictures/c.svg'), join(site, 'public/pictures/link.svg'));
}

/** Runs a `move` command of a case, and returns its output without the duration. */
async function runMove(command: string): Promise<string> {
  const [addresses = '', ...options] = command.split(/ (?=--)/);
  const { code, out, err } = await run(...decodeSigns(addresses).split(' → '), ...options);
  const [done = '', ...report] = toRelativePaths((out + err).replaceAll(` --pages ${pages}`, ''), site)
    .trimEnd()
    .split('\n\n');
  const summary = report.at(-1)?.replace(/ \(\d+ ms\)/, '');
  return [...(code === 0 ? [] : [`exit code ${code}`]), done, ...(summary ? [summary] : [])].join('\n');
}

const diagnosticsByTree = new Map<string, string[]>();

/** Returns the diagnostics of the site. They are cached, because many cases start with the same site. */
function readDiagnosticsCached(tree: Map<string, string>): string[] {
  const key = JSON.stringify([...tree]);
  const diagnostics = diagnosticsByTree.get(key) ?? readDiagnostics();
  diagnosticsByTree.set(key, diagnostics);
  return diagnostics;
}

function readDiagnostics(): string[] {
  const diagnosticsByMessage = Map.groupBy(
    readSite(pages).diagnostics,
    ({ rule, message }) => `${message} [${rule}]`,
  );
  return [...diagnosticsByMessage].map(([message, { length }]) =>
    length === 1 ? message : `${length} times: ${message}`,
  );
}

const compareDiagnostics = (before: readonly string[], after: readonly string[]) => [
  ...before.filter((message) => !after.includes(message)).map((message) => `no fault any more: ${message}`),
  ...after.filter((message) => !before.includes(message)).map((message) => `new fault: ${message}`),
];

testGoldenTexts('moves', async (input, headline) => {
  resetSite();
  if (headline.includes('symbolic link')) addLinks();
  writeCase(site, parseFiles(input));
  const before = readSiteTree();
  const diagnosticsBefore = readDiagnosticsCached(before);
  const [commands = ''] = input.split(/^@ /m, 1);
  const texts: string[] = [];
  for (const command of commands.trimEnd().split('\n')) texts.push(await runMove(command));
  const after = readSiteTree();
  texts.push(
    ...compareDiagnostics(diagnosticsBefore, readDiagnosticsCached(after)),
    ...describeChangedFiles(before, after),
  );
  return texts.join('\n');
});

// Each case has a move and a setting that refers to a file. The output is the setting after the move.
testGoldenTexts('moved-files', async (input) => {
  resetSite();
  const [command = '', setting = ''] = input.split(' in ');
  const [block, indent] = setting.startsWith('body')
    ? ['  - type: text\n', '    ']
    : ['  - type: media\n    items:\n', '      - '];
  writeSiteFile('public/pictures/Ca\u0301fe\u0301.svg', svg);
  const path = writeSiteFile('pages/files.yaml', toPageYaml(`${block}${indent}${decodeSigns(setting)}\n`));
  const [textBefore = '', textAfter = ''] = readFileSync(path, 'utf8').split(decodeSigns(setting));
  const diagnosticsBefore = readDiagnostics();
  await runMove(command);
  const text = read('pages/files.yaml');
  const isRestUnchanged = text.startsWith(textBefore) && text.endsWith(textAfter);
  const now = isRestUnchanged ? text.slice(textBefore.length, text.length - textAfter.length) : text;
  return [now, ...compareDiagnostics(diagnosticsBefore, readDiagnostics())].join('\n');
});

// The remaining tests check the files on disk and in git.
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: site,
    encoding: 'utf8',
  });

function commit(): void {
  writeSiteFile('.gitignore', '.cache\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All');
}

/** Returns the command in the output that undoes the move. */
const findUndoCommand = (err: string) => /^To undo this with git: (.+)$/m.exec(err)?.[1] ?? '';
const shell = (command: string) => spawnSync('sh', ['-c', command], { encoding: 'utf8' });

test.each([
  ['/products', '/store/all-offers'],
  ['/about/us', '/we'],
  ['/pictures', '/images'],
  ['/pictures/a.svg', "/it's here/ü b.svg"],
  ['/about/us#story', '#history'],
])(
  'moving %s can be undone with the git command in the output, and --dry-run prints the same change as a patch',
  async (from, to) => {
    commit();
    const readSiteFiles = () => [...readSiteTree()].filter(([, text]) => text !== '(folder)');
    const before = readSiteFiles();
    const dryRun = await run(from, to, '--dry-run');
    expect(readSiteFiles()).toEqual(before);
    expect(dryRun).toMatchObject({ code: 0, err: expect.stringContaining('Nothing was written') });
    const { err } = await run(from, to);
    const after = readSiteFiles();
    expect(after).not.toEqual(before);
    expect(err).not.toContain('not committed');
    expect(shell(findUndoCommand(err))).toMatchObject({ status: 0, stderr: '' });
    expect(readSiteFiles()).toEqual(before);
    // The paths in the patch are relative to the working directory, but `git apply` runs in the site folder.
    const sitePrefix = new RegExp(`(?<=[ /"])${relative(process.cwd(), site)}/`, 'g');
    const patch = dryRun.out.replaceAll(sitePrefix, '');
    writeFileSync(join(folder, 'patch'), patch);
    expect(git('apply', join(folder, 'patch'))).toMatchObject({ status: 0, stderr: '' });
    expect(readSiteFiles()).toEqual(after);
  },
);

test('uncommitted changes do not prevent a move, and the output names those that undoing it would discard', async () => {
  commit();
  writeSiteFile('pages/index.yaml', `# Mine\n${read('pages/index.yaml')}`);
  const { code, err } = await run('/about/us', '/we');
  expect(code).toBe(0);
  expect(read('pages/index.yaml')).toContain('# Mine');
  expect(err).toMatch(
    /also discards uncommitted changes in \S*pages\/index\.yaml\. To keep them, move it back: npm run move -- \/we \/about\/us/,
  );
});

test('for an uncommitted page, the output suggests moving it back instead of a git command', async () => {
  commit();
  writeSiteFile('pages/new.yaml', toPageYaml('  - type: hero\n    heading: New page\n'));
  const { code, err } = await run('/new', '/newer');
  expect([code, findUndoCommand(err)]).toEqual([0, '']);
  expect(err).toContain(`To undo this, move it back: npm run move -- /newer /new --pages ${pages}\n`);
});

test('the command for moving back quotes paths for the shell', async () => {
  const { err } = await run('/pictures/a.svg', "/it's here/my $HOME.svg");
  const [, quotedArgs = ''] = /move it back: npm run move -- (.*)$/m.exec(err) ?? [];
  const { stdout } = shell(`printf '%s\\n' ${quotedArgs}`);
  expect(stdout).toBe(`/it's here/my $HOME.svg\n/pictures/a.svg\n--pages\n${pages}\n`);
});

test('if a file cannot be written, all files are restored', async () => {
  const before = readSiteTree();
  // A folder blocks the temporary file of a page that is written after other files have moved.
  const obstacle = join(pages, `.index.yaml.${process.pid}`);
  mkdirSync(obstacle);
  const { code, err } = await run('/products', '/offers');
  expect([code, err]).toEqual([1, expect.stringContaining('Nothing was moved. All files are unchanged.')]);
  rmSync(obstacle, { recursive: true });
  expect(readSiteTree()).toEqual(before);
  expect(await run('/products', '/offers')).toMatchObject({ code: 0 });
});

test('all changes are undone if another program has created the target file', () => {
  const [from, to] = [join(pages, 'products/one.yaml'), join(pages, 'one.yaml')];
  const text = join(pages, 'index.yaml');
  const changes = new ChangePlan(join(pages, '../.cache'));
  const before = readFileSync(text, 'utf8');
  changes.move(from, to);
  changes.replace(text, 'other');
  // Another program creates the same file before the changes are carried out.
  changes.create(join(pages, 'blocked.yaml'), '');
  const obstacle = join(pages, 'blocked.yaml');
  writeSiteFile('pages/blocked.yaml', 'text');
  const failure = (_: unknown, remaining: string[]) => new Error(remaining.join());
  rmSync(to, { force: true });
  expect(() => changes.carryOut(failure)).toThrow(new Error(''));
  expect([readFileSync(text, 'utf8'), existsSync(to), readFileSync(obstacle, 'utf8')]).toEqual([
    before,
    false,
    'text',
  ]);
});

test.each([
  ['a file outside the site', { file: join(folder, 'new'), before: 'bmV3', mode: 493 }],
  ['a hidden file', { file: join(site, '.git/hooks/post-checkout'), before: 'bmV3', mode: 493 }],
  ['a file behind a symbolic link', { file: join(pages, 'outside/new'), before: 'bmV3', mode: 493 }],
  ['no steps', undefined],
])('a forged plan with %s is rejected', async (_, step) => {
  mkdirSync(join(site, '.git/hooks'), { recursive: true });
  symlinkSync(folder, join(pages, 'outside'));
  const before = readTree(folder);
  const steps = step && [{ kind: 'delete', ...step }];
  writeSiteFile('.cache/changes/plan.json', JSON.stringify({ process: 1, steps }));
  const { err } = await run('/about/us', '/nowhere/at all');
  expect(err).toContain('These could not be undone:');
  rmSync(join(site, '.cache'), { recursive: true });
  expect(readTree(folder)).toEqual(before);
});

test('a move does not overwrite an existing file', async () => {
  mkdirSync(join(pages, 'we.yaml'));
  const before = readSiteTree();
  const { code, err } = await run('/about/us', '/we');
  expect([code, err]).toEqual([1, expect.stringContaining('we.yaml already exists')]);
  expect(readSiteTree()).toEqual(before);
});

test('a moved file keeps its mode, and its bytes if it is not UTF-8', async () => {
  const text = toPageYaml('  - type: hero\n    heading: Caf\u00E9\n    lead: "[a](/cafe)"\n');
  const bytes = Buffer.from(text, 'latin1');
  chmodSync(writeSiteFile('pages/cafe.yaml', bytes), 0o640);
  const { code, err } = await run('/cafe', '/bar');
  expect(code).toBe(0);
  expect(err).toContain('cafe.yaml was not changed: it is not saved as UTF-8');
  expect(readFileSync(join(pages, 'bar.yaml')).equals(bytes)).toBe(true);
  expect(statSync(join(pages, 'bar.yaml')).mode & 0o777).toBe(0o640);
});
