import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readServerAddress } from '../bench/measure.ts';
import { createScratchClone } from '../support/scratch-clone.ts';
import { createWriter } from '../support/site-on-disk.ts';
import { errorPageYaml, toPageYaml, siteYaml } from '../support/small-site.ts';

/** A repository whose path contains all the characters that have a meaning in URLs. */
let clone: string;
beforeAll(() => {
  const { folder } = createScratchClone();
  clone = join(dirname(folder), `C# what? %20 ü's & (neu) ${process.pid}`);
  renameSync(folder, clone);
  const write = createWriter(clone);
  write('pages/_site.yaml', siteYaml);
  write('pages/404.yaml', errorPageYaml);
  write('pages/index.yaml', toPageYaml('  - type: hero\n    heading: Home page\n'));
  write('pages/about.yaml', toPageYaml('  - type: hero\n    heading: About us\n'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Starts a command as npm does. */
const start = (command: string, ...args: string[]) =>
  spawn(process.execPath, ['scripts/run.mjs', command, ...args], { cwd: clone });

async function run(command: string, ...args: string[]) {
  const child = start(command, ...args);
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number | null];
  const output = (await texts).join('');
  expect(output).not.toContain('Internal error');
  return { status, output };
}

type Case = [command: string, args: string[], output: RegExp, file: string];

// All commands run in one process, because each process is slow to start.
const commands: Case[] = [
  ['validate', [], /0 errors and 1 warning/, 'pages/index.yaml'],
  ['fix', ['--dry-run'], /0 fixes/, 'pages/index.yaml'],
  ['move', ['/about', '/team'], /team/, 'pages/team.yaml'],
  ['build', ['--out', 'built'], /built/, 'built/index.html'],
  ['catalogue', [], /examples written/, 'catalogue/index.html'],
  ['schema', [], /^/, 'schema/page.schema.json'],
  ['new', ['site', 'its site #2'], /./, 'its site #2/pages/index.yaml'],
  ['messages', [], /No messages yet/, 'pages/index.yaml'],
  ['new', ['page', '/prices'], /prices/, 'pages/prices.yaml'],
];
const batchProgram = `
for (const [name, args] of ${JSON.stringify(commands)}) {
  const { run } = Object.values(await import(\`./scripts/commands/\${name}.ts\`)).find((one) => one.run);
  let output = '';
  const stream = { write: (text) => (output += text) };
  const signal = new AbortController().signal;
  const status = await run({ args, stdout: stream, stderr: stream, env: process.env, signal });
  console.log(JSON.stringify({ status, output }));
}`;

test('commands work in a folder with URL characters in its name', async () => {
  writeFileSync(join(clone, 'commands.mjs'), batchProgram);
  const child = spawn(process.execPath, ['commands.mjs'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  expect(lines).toHaveLength(commands.length);
  for (const [index, [command, , output, file]] of commands.entries()) {
    expect(JSON.parse(lines[index] ?? ''), command).toEqual({
      status: 0,
      output: expect.stringMatching(output),
    });
    expect(existsSync(join(clone, file)), file).toBe(true);
  }
});

test('in a folder with URL characters in its name, `npm test` explains why no test can run', async () => {
  const { status, output } = await run('test', 'unit/modules');
  expect([status, output]).toEqual([1, expect.stringContaining('Rename the folder')]);
  expect(output).toContain(clone);
  expect(output).not.toMatch(/\n\s+at /);
});

// Two of the four servers are enough: `dev` is `edit` without the bar, and `preview` is `start` without the build.
test.each([
  ['edit', ['/', '/@vite/client', '/src/client/loader.ts', '/src/client/entry-client.tsx', '/__state']],
  ['start', ['/', '/index.page.json']],
])('in a folder with URL characters in its name, %s serves pages', async (command, paths) => {
  const server = start(command, '--port', '0');
  try {
    const address = await readServerAddress(server);
    for (const path of paths) expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    expect(await (await fetch(address)).text()).toContain('Home page');
  } finally {
    server.kill();
    await once(server, 'close');
  }
});
