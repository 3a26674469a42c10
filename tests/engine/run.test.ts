import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
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
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const launcher = join(import.meta.dirname, '../../scripts/run.mjs');
const { startSettings } = (await import(join(dirname(launcher), 'base/node-settings.mjs'))) as {
  startSettings: string[]; // plain JavaScript
};
const dependencies = { sirv: '3.0.2' };

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'pagewright-run-'));
  copyFileSync(launcher, inProject('scripts/run.mjs'));
  const base = join(dirname(launcher), 'base');
  for (const part of globSync('*.mjs', { cwd: base }))
    copyFileSync(join(base, part), inProject(`scripts/base/${part}`));
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

  it.each(['build', 'validate'])('starts %s with the room that it needs', (name) => {
    const { scripts } = JSON.parse(readFileSync(join(dirname(launcher), '../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts[name]).toBe(`node ${startSettings.join(' ')} scripts/run.mjs ${name}`);
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
  const places = ['schema/content/page.ts', 'src/app.ts', 'supabase/functions/send.ts'];
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

  /** Puts the pinned Node and a bundled program there. */
  function pinnedWith(program: string): { pinned: string; bundled: string } {
    const pinned = inProject('node_modules/node/bin/node');
    try {
      linkSync(process.execPath, pinned);
    } catch {
      copyFileSync(process.execPath, pinned); // to another disk
    }
    age();
    const folder = folderNow();
    mkdirSync(folder, { recursive: true });
    const bundled = join(folder, 'hello.js');
    writeFileSync(bundled, program);
    return { pinned, bundled };
  }

  it('is run without another Node by the pinned one, where it was started as commands are', () => {
    const { pinned, bundled } = pinnedWith(
      'console.log(process.ppid, process.cwd(), process.argv.slice(1).join()); process.exitCode = 7;',
    );
    const said = (settings: string[]) => {
      const given = [...settings, inProject('scripts/run.mjs'), 'hello', 'one'];
      const { status, stdout } = spawnSync(pinned, given, { cwd: tmpdir(), encoding: 'utf8' });
      expect(status).toBe(7);
      const [parent, ...rest] = stdout.trim().split(' ');
      expect(rest).toEqual([project, `${bundled},one`]);
      return Number(parent);
    };
    expect(said(startSettings)).toBe(process.pid);
    expect(said([])).not.toBe(process.pid);
    expect(said(startSettings.slice(1))).not.toBe(process.pid);
  });

  it.each([true, false])('ends with the shell of npm, in one process: %s', async (isOne) => {
    const { pinned } = pinnedWith('console.log(process.pid); setInterval(() => {}, 1000);');
    const settings = isOne ? startSettings : [];
    const line = [pinned, ...settings, inProject('scripts/run.mjs'), 'hello', '--on'];
    const shell = spawn('sh', ['-c', `${line.join(' ')}; true`], {
      env: { ...process.env, npm_lifecycle_event: 'hello' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(shell.stdout, 'data')) as [Buffer];
    const ended = once(shell.stdout, 'close');
    onTestFinished(() => {
      spawnSync('kill', ['-KILL', String(said).trim()], { stdio: 'ignore' });
    });
    expect(() => process.kill(Number(said), 0)).not.toThrow();
    shell.kill('SIGKILL');
    // This closes when nobody is left who could write there.
    expect(await ended).toBeDefined();
  });

  it('is neither run nor made while code has just been written', () => {
    age();
    write('schema/content/page.ts', 'now');
    expect(folderNow()).toBe('nowhere');
  });
});

describe('installing', () => {
  const note = 'node_modules/.cache/pagewright/installed';
  const cases: [string, () => void][] = [
    ['nothing is installed yet', () => rmSync(inProject('node_modules'), { recursive: true })],
    ['a package has another version', () => write('node_modules/sirv/package.json', { version: '3.0.1' })],
    ['a package is gone', () => rmSync(inProject('node_modules/sirv/package.json'))],
    ['an installation was broken off', () => rmSync(inProject('node_modules/.package-lock.json'))],
    [
      'packages of another kind of machine are there',
      () => {
        const machine = { os: [process.platform], cpu: [process.arch] };
        const packages = { '': { dependencies }, 'node_modules/for-this': { ...machine, optional: true } };
        write('package-lock.json', { packages });
      },
    ],
  ];
  const expectTried = () => {
    const result = run('hello');
    expect(result.status).toBe(1);
    expect(result.stderr).toContain('npm was asked: ci');
    expect(result.stderr).toContain('The packages could not be installed');
  };

  it.each(cases)('is tried when %s, and its failure explained', (_case, spoil) => {
    spoil();
    expectTried();
  });

  it.each(cases)('is tried when %s, though all was as it should be a moment ago', (_case, spoil) => {
    const then = new Date(Date.now() - 60_000);
    for (const file of globSync('**/*', { cwd: project, exclude: ['scripts/**'] }))
      utimesSync(inProject(file), then, then);
    utimesSync(inProject('node_modules/.package-lock.json'), then, then);
    expect(run('hello').status).toBe(7);
    expect(readFileSync(inProject(note), 'utf8')).toContain('node_modules/sirv/package.json');
    expect(run('hello').status).toBe(7);
    spoil();
    expectTried();
  });

  it('is noted as done only when files have been left alone for a while', () => {
    expect(run('hello').status).toBe(7);
    expect(existsSync(inProject(note))).toBe(false);
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
