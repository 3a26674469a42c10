import { spawn, spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchClone } from '../support/scratch-clone.ts';
import { writerIn } from '../support/site-on-disk.ts';
import { errorPageYaml, pageYaml, siteYaml } from '../support/small-site.ts';

/** A repository with all signs that mean something in URLs. */
let clone: string;
beforeAll(() => {
  const { folder } = scratchClone();
  clone = join(dirname(folder), `C# what? %20 ü's & (neu) ${process.pid}`);
  renameSync(folder, clone);
  const write = writerIn(clone);
  write('pages/_site.yaml', siteYaml);
  write('pages/404.yaml', errorPageYaml);
  write('pages/index.yaml', pageYaml('  - type: hero\n    heading: Home page\n'));
  write('pages/about.yaml', pageYaml('  - type: hero\n    heading: About us\n'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Runs a command as npm does. */
function run(command: string, ...args: string[]) {
  const options = { cwd: clone, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', command, ...args],
    options,
  );
  expect(stderr).not.toContain('Internal error');
  return { status, said: stdout + stderr };
}

test.each<[command: string, args: string[], said: RegExp, file: string]>([
  ['validate', [], /0 errors and 1 warning/, 'pages/index.yaml'],
  ['build', [], /built/, 'dist/index.html'],
  ['schema', [], /^/, 'schema/page.schema.json'],
  ['fix', ['--dry-run'], /0 fixes/, 'pages/index.yaml'],
  ['new', ['page', '/prices'], /prices/, 'pages/prices.yaml'],
  ['new', ['site', 'its site #2'], /./, 'its site #2/pages/index.yaml'],
  ['move', ['/about', '/team'], /team/, 'pages/team.yaml'],
  ['messages', [], /No messages yet/, 'pages/index.yaml'],
  ['catalogue', [], /examples written/, 'catalogue/index.html'],
])('in a folder with signs of URLs, %s works with %j', (command, args, said, file) => {
  expect(run(command, ...args)).toEqual({ status: 0, said: expect.stringMatching(said) });
  expect(existsSync(join(clone, file))).toBe(true);
});

test('in a folder with signs of URLs, `npm test` says why no test can run', () => {
  const { status, said } = run('test', 'unit/rooms');
  expect([status, said]).toEqual([1, expect.stringContaining('Rename the folder')]);
  expect(said).toContain(clone);
  expect(said).not.toMatch(/\n\s+at /);
});

test.each([
  ['dev', ['/', '/@vite/client', '/src/client/loader.ts', '/src/client/entry-client.tsx', '/__state']],
  ['edit', ['/', '/src/client/loader.ts']],
  ['preview', ['/', '/page.json']],
  ['start', ['/', '/page.json']],
])('in a folder with signs of URLs, %s serves pages', async (command, paths) => {
  const server = spawn(process.execPath, ['scripts/run.mjs', command, '--port', '0'], { cwd: clone });
  try {
    let said = '';
    const address = await new Promise<string>((resolve, reject) => {
      const hear = (text: Buffer) => {
        said += String(text);
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      server.once('exit', () => reject(new Error(said)));
    });
    for (const path of paths) expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    expect(await (await fetch(address)).text()).toContain('Home page');
  } finally {
    server.kill();
  }
});
