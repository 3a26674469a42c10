import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = join(import.meta.dirname, '../../scripts/run.mjs');
const dependencies = { sirv: '3.0.2' };

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'pagewright-run-'));
  copyFileSync(launcher, inProject('scripts/run.mjs'));
  for (const part of ['bundled-commands.mjs', 'install-lock.mjs', 'node-settings.mjs'])
    copyFileSync(join(dirname(launcher), 'base', part), inProject(`scripts/base/${part}`));
  write('package.json', {
    type: 'module',
    scripts: { hello: 'node scripts/run.mjs hello', planned: 'node scripts/run.mjs planned', other: 'true' },
    dependencies,
  });
  write('package-lock.json', {
    packages: { '': { dependencies }, 'node_modules/sirv': { version: '3.0.2' } },
  });
  write('node_modules/.package-lock.json', { packages: {} });
  write('node_modules/sirv/package.json', { version: '3.0.2' });
  // An npm that would answer for itself shows whether an installation was attempted, without any network.
  write('npm-cli.js', 'console.error("npm was asked: " + process.argv[2]); process.exit(1);');
  write(
    'scripts/hello.ts',
    'const words: string[] = process.argv.slice(2);\nconsole.log(words);\nprocess.exit(7);',
  );
});

afterEach(() => {
  rmSync(project, { recursive: true, force: true });
});

describe('running a command', () => {
  it('hands on the arguments and the exit code', () => {
    const result = run('hello', 'two words', '--flag');
    expect(result.stdout).toContain("[ 'two words', '--flag' ]");
    expect(result.status).toBe(7);
  });

  it('puts its own Node and the programs of the packages first in PATH', () => {
    write('scripts/hello.ts', 'console.log(process.env.PATH);');
    const [first, second] = run('hello').stdout.split(':');
    expect(first).toBe(dirname(process.execPath));
    expect(second).toBe(join(project, 'node_modules/.bin'));
  });

  it('prefers the Node that came with the packages', () => {
    symlinkSync(process.execPath, inProject('node_modules/node/bin/node'));
    write('scripts/hello.ts', 'console.log(process.env.PATH);');
    expect(run('hello').stdout).toMatch(`${join(project, 'node_modules/node/bin')}:`);
  });

  it.each(['24.1.0', '23.9.0'])('passes over a Node %s there, which lacks `import.meta.main`', (version) => {
    const old = 'node_modules/node/bin/node';
    write(old, `#!/bin/sh\necho v${version}\n`);
    chmodSync(inProject(old), 0o755);
    write('scripts/hello.ts', 'console.log(process.env.PATH);');
    expect(run('hello').stdout).toMatch(`${dirname(process.execPath)}:`);
  });

  it('needs the version of Node that package.json names', () => {
    const read = (file: string) => readFileSync(join(dirname(launcher), '..', file), 'utf8');
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const lock = JSON.parse(read('package-lock.json')) as { packages: { '': { engines: object } } };
    expect(engines.node).toBe('>=24.2');
    expect(lock.packages[''].engines).toEqual(engines);
    expect(read('scripts/run.mjs')).toContain(`const NEEDED_NODE = '${engines.node.slice(2)}';`);
  });

  it.each([[['nope']], [['planned']], [['../hello']], [[]]])(
    'refuses %j, naming the commands there are',
    (args) => {
      const result = run(...args);
      expect(result.status).toBe(2);
      expect(result.stderr).toContain('The commands are: hello.');
    },
  );
});

describe('a bundle of commands', () => {
  const places = ['schema/page.ts', 'src/app.ts', 'supabase/functions/send.ts'];
  const files = ['index.html', 'tsconfig.json', 'vite.config.ts'];
  /** As if all code had been written some time ago. */
  function age(): void {
    for (const file of [...places, ...files]) write(file, '');
    const then = new Date(Date.now() - 60_000);
    for (const file of globSync('**/*', { cwd: project })) utimesSync(inProject(file), then, then);
  }
  const folderNow = () => run('hello', 'where').stdout.trim();

  beforeEach(() => {
    write('scripts/hello.ts', 'console.log(process.env.PAGEWRIGHT_COMMANDS || "nowhere");');
  });

  it('is run in place of the code that it was made of, as long as that is the same', () => {
    age();
    const folder = folderNow();
    expect(folder).toContain(join(project, 'node_modules/.cache/pagewright/commands/'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'hello.js'), 'console.log("bundled", process.argv.slice(2).join());');
    expect(run('hello', 'one', 'two').stdout).toBe('bundled one,two\n');
    for (const file of [...places, ...files, 'scripts/hello.ts']) {
      const then = new Date(Date.now() - 30_000);
      utimesSync(inProject(file), then, then);
      expect(run('hello').stdout, file).not.toContain('bundled');
      age();
      rmSync(join(project, 'node_modules/.cache'), { recursive: true });
      mkdirSync(folderNow(), { recursive: true });
      writeFileSync(join(folderNow(), 'hello.js'), 'console.log("bundled");');
    }
  });

  it('is neither run nor made while code has just been written', () => {
    age();
    write('schema/page.ts', 'now');
    expect(folderNow()).toBe('nowhere');
  });
});

describe('installing', () => {
  it.each([
    ['nothing is installed yet', () => rmSync(inProject('node_modules'), { recursive: true })],
    ['a package has another version', () => write('node_modules/sirv/package.json', { version: '3.0.1' })],
    ['an installation was broken off', () => rmSync(inProject('node_modules/.package-lock.json'))],
  ])('is tried when %s, and its failure explained', (_case, spoil) => {
    spoil();
    const result = run('hello');
    expect(result.status).toBe(1);
    expect(result.stderr).toContain('npm was asked: ci');
    expect(result.stderr).toContain('The packages could not be installed');
  });

  it('is refused while package-lock.json does not match package.json', () => {
    write('package-lock.json', { packages: { '': { dependencies: { sirv: '3.0.1' } } } });
    const result = run('hello');
    expect(result.status).toBe(1);
    expect(result.stderr).toContain('Run "npm install" once');
    expect(result.stderr).not.toContain('npm was asked');
  });
});

function run(...args: string[]) {
  const env = {
    ...process.env,
    npm_execpath: join(project, 'npm-cli.js'),
    npm_node_execpath: process.execPath,
  };
  return spawnSync(process.execPath, ['scripts/run.mjs', ...args], { cwd: project, env, encoding: 'utf8' });
}

function inProject(path: string): string {
  const full = join(project, path);
  mkdirSync(dirname(full), { recursive: true });
  return full;
}

function write(path: string, content: string | object): void {
  writeFileSync(inProject(path), typeof content === 'string' ? content : JSON.stringify(content));
}
