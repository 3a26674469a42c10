import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineCache } from '../../scripts/base/project.ts';
import { bundleCommands } from '../../scripts/bundle/command-bundle.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';

mkdirSync(engineCache, { recursive: true });
const cache = mkdtempSync(join(engineCache, 'commands-of-a-test-'));
const scratch = mkdtempSync(join(tmpdir(), 'pagewright-commands-'));
const commands = join(cache, 'bundled');
const site = join(scratch, 'site');

beforeAll(async () => {
  cpSync(fixtureFolder, site, { recursive: true });
  await bundleCommands(commands);
});
afterAll(() => [cache, scratch].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Runs a command from a site of its own, so that nothing is known of it. */
const run = (program: string, ...args: string[]) => runBy([], program, ...args);

function runBy(settings: string[], program: string, ...args: string[]) {
  rmSync(join(site, '.cache'), { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [...settings, resolve(program), ...args], {
    cwd: scratch,
    encoding: 'utf8',
    // A machine with much to do is not asked how far it is.
    env: { ...process.env, PAGEWRIGHT_COMMANDS: '', npm_config_loglevel: 'silent' },
  });
  return { status, stdout: stdout.replace(/\(\d+ ms\)/, ''), stderr };
}

test('a command from the bundle makes the same site as the code that it was made of', () => {
  for (const [program, out] of [
    ['scripts/build.ts', 'one'],
    [join(commands, 'build.js'), 'other'],
  ] as const)
    expect(run(program, '--pages', 'site/pages', '--out', out)).toMatchObject({ status: 0, stderr: '' });
  const made = readTree(join(scratch, 'one'));
  expect(made.size).toBeGreaterThan(20);
  expect(readTree(join(scratch, 'other'))).toEqual(made);
});

test('it starts from few files, and without the modules of Node that it does not call', () => {
  const tell = 'process.on("exit", () => process.stderr.write(process.moduleLoadList.join()))';
  const settings = [`--import=data:text/javascript,${tell}`];
  const { status, stderr } = runBy(settings, join(commands, 'validate.js'), '--explain', 'dead-link');
  expect(status).toBe(0);
  const loaded = stderr.split(',');
  expect(loaded).toContain('NativeModule crypto');
  for (const name of ['child_process', 'zlib', 'v8']) expect(loaded).not.toContain(`NativeModule ${name}`);
  expect(readdirSync(join(commands, 'parts')).length).toBeLessThan(30);
});

test('it finds the same faults, and knows what the other has found', () => {
  appendFileSync(join(site, 'pages/ask.yaml'), '  - type: heroo\n    heading: "\n');
  const args = ['--pages', 'site/pages'] as const;
  const found = run('scripts/validate.ts', ...args);
  expect(found.status).toBe(1);
  expect(run(join(commands, 'validate.js'), ...args)).toEqual(found);
  const wrong = run('scripts/validate.ts', '--nonsense');
  expect(wrong.status).toBe(2);
  expect(run(join(commands, 'validate.js'), '--nonsense')).toEqual(wrong);
});
