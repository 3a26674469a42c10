import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from '../support/site-on-disk.ts';

const launcher = join(import.meta.dirname, '../../scripts/run.mjs');
const dependencies = { sirv: '3.0.2' };

let project: string;

beforeEach(() => {
  project = createTestFolder();
  copyFileSync(launcher, ensurePath('scripts/run.mjs'));
  write('package.json', {
    type: 'module',
    scripts: { hello: 'node scripts/run.mjs hello', planned: 'node scripts/run.mjs planned', other: 'true' },
    dependencies,
  });
  write('package-lock.json', {
    packages: { '': { dependencies }, 'node_modules/sirv': { version: '3.0.2' } },
  });
  writeInstalled({ 'node_modules/sirv': { version: '3.0.2' } });
  // A fake npm shows whether an installation was attempted. No network is needed.
  write('npm-cli.js', 'console.error("npm was asked: " + process.argv[2]); process.exit(1);');
  write(
    'scripts/commands/hello.ts',
    'const words: string[] = process.argv.slice(2);\nconsole.log(words);\nprocess.exit(7);',
  );
});

describe('running a command', () => {
  it('forwards the arguments and the exit code', () => {
    const result = run('hello', 'two words', '--flag');
    expect(result.stdout).toContain("[ 'two words', '--flag' ]");
    expect(result.status).toBe(7);
  });

  it("puts the project's Node and package binaries first in PATH", () => {
    write('scripts/commands/hello.ts', 'console.log(process.env.PATH);');
    const [first, second] = run('hello').stdout.split(':');
    expect(first).toBe(dirname(process.execPath));
    expect(second).toBe(join(project, 'node_modules/.bin'));
  });

  it('prefers the version of Node installed with the packages', () => {
    symlinkSync(process.execPath, ensurePath('node_modules/node/bin/node'));
    write('scripts/commands/hello.ts', 'console.log(process.env.PATH);');
    expect(run('hello').stdout).toMatch(`${join(project, 'node_modules/node/bin')}:`);
  });

  it.each(['24.1.0', '23.9.0'])('skips a pinned Node %s, which lacks `import.meta.main`', (version) => {
    const old = 'node_modules/node/bin/node';
    write(old, `#!/bin/sh\necho v${version}\n`);
    chmodSync(ensurePath(old), 0o755);
    write('scripts/commands/hello.ts', 'console.log(process.env.PATH);');
    expect(run('hello').stdout).toMatch(`${dirname(process.execPath)}:`);
  });

  it('requires the same version of Node in package.json, the lock file and bin/pagewright.js', () => {
    const read = (file: string) => readFileSync(join(dirname(launcher), '..', file), 'utf8');
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const lock = JSON.parse(read('package-lock.json')) as { packages: { '': { engines: object } } };
    expect(engines.node).toBe('>=22.13');
    expect(lock.packages[''].engines).toEqual(engines);
    expect(read('bin/pagewright.js')).toContain(`Pagewright needs Node ${engines.node.slice(2)} or newer`);
  });

  it.each([[['nope']], [['planned']], [['../hello']], [[]]])('rejects %j and lists the commands', (args) => {
    const result = run(...args);
    expect(result.status).toBe(2);
    expect(result.stderr).toContain('Commands: hello\n');
  });
});

it.each([
  ['scripts/commands/schema.ts', '--foo', 2],
  ['tests/bench/bench.ts', '--help', 0],
])('running %s %s exits with code %d', (file, option, code) => {
  expect(spawnSync(process.execPath, [file, option]).status).toBe(code);
});

it('a command ends when the shell that npm started has exited', async () => {
  write('scripts/commands/hello.ts', 'console.log(process.pid); setInterval(() => {}, 1000);');
  const line = `${process.execPath} ${ensurePath('scripts/run.mjs')} hello; true`;
  const shell = spawn('sh', ['-c', line], {
    env: { ...process.env, npm_lifecycle_event: 'hello' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(shell.stdout, 'data')) as [Buffer];
  const closed = once(shell.stdout, 'close');
  onTestFinished(() => {
    spawnSync('kill', ['-KILL', String(printed).trim()], { stdio: 'ignore' });
  });
  expect(() => process.kill(Number(printed), 0)).not.toThrow();
  shell.kill('SIGKILL');
  // The stream closes only when every process that could write to it has ended.
  expect(await closed).toBeDefined();
});

it('the launcher forwards a signal and waits for the command', async () => {
  write(
    'scripts/commands/hello.ts',
    `process.on('SIGTERM', () => setTimeout(() => process.exit(5), 100));
     setInterval(() => {}, 1000); console.log('ready');`,
  );
  const launchedProcess = spawn(process.execPath, ['scripts/run.mjs', 'hello'], { cwd: project });
  await once(launchedProcess.stdout, 'data');
  launchedProcess.kill('SIGTERM');
  expect(await once(launchedProcess, 'close')).toEqual([5, null]);
});

describe('installing packages', () => {
  it.each<[string, () => void]>([
    ['nothing is installed yet', () => rmSync(ensurePath('node_modules'), { recursive: true })],
    ['a package has another version', () => writeInstalled({ 'node_modules/sirv': { version: '3.0.1' } })],
    ['a package is missing', () => writeInstalled({})],
    ['an installation was interrupted', () => rmSync(ensurePath('node_modules/.package-lock.json'))],
    [
      'the packages are for another kind of machine',
      () => {
        const machine = { os: [process.platform], cpu: [process.arch] };
        const packages = { '': { dependencies }, 'node_modules/for-this': { ...machine, optional: true } };
        write('package-lock.json', { packages });
      },
    ],
  ])('is attempted when %s, and a failure is explained', (_case, breakInstallation) => {
    breakInstallation();
    const result = run('hello');
    expect(result.status).toBe(1);
    expect(result.stderr).toContain('npm was asked: ci');
    expect(result.stderr).toContain('npm ci failed.');
  });

  it('happens once when two commands start at the same time', async () => {
    rmSync(ensurePath('node_modules'), { recursive: true });
    const installed = JSON.stringify({ packages: { 'node_modules/sirv': { version: '3.0.2' } } });
    // The fake npm exits once the other command is waiting.
    write(
      'npm-cli.js',
      `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
       console.error('npm ran'); mkdirSync('node_modules');
       const timer = setInterval(() => {
         if (!existsSync('waiting')) return;
         writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(installed)});
         clearInterval(timer);
       }, 10);`,
    );
    const [first, second] = await Promise.all([runConcurrently('hello'), runConcurrently('hello')]);
    expect([first.code, second.code]).toEqual([7, 7]);
    expect((first.text + second.text).match(/npm ran|Waiting for another command/g)?.toSorted()).toEqual([
      'Waiting for another command',
      'npm ran',
    ]);
  });

  it('does not wait for a command that is no longer running', () => {
    rmSync(ensurePath('node_modules'), { recursive: true });
    const { pid } = spawnSync('true');
    write('.cache/installing.pid', String(pid));
    expect(run('hello').stderr).toContain('npm was asked: ci');
  });
});

const createNpmEnv = () => ({
  ...process.env,
  npm_execpath: join(project, 'npm-cli.js'),
  npm_node_execpath: process.execPath,
});

function run(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: project,
    env: createNpmEnv(),
    encoding: 'utf8',
  });
}

/** Runs a command. Writes the file `waiting` when this command waits for another one. */
async function runConcurrently(...args: string[]): Promise<{ code: unknown; text: string }> {
  const launchedProcess = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: project,
    env: createNpmEnv(),
  });
  let text = '';
  launchedProcess.stderr.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    if (text.includes('Waiting for another command')) write('waiting', '');
  });
  const [code] = (await once(launchedProcess, 'close')) as unknown[];
  return { code, text };
}

function writeInstalled(packages: object): void {
  write('node_modules/.package-lock.json', { packages });
}

function ensurePath(path: string): string {
  const fullPath = join(project, path);
  mkdirSync(dirname(fullPath), { recursive: true });
  return fullPath;
}

function write(path: string, content: string | object): void {
  writeFileSync(ensurePath(path), typeof content === 'string' ? content : JSON.stringify(content));
}
