import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { build } from '../../scripts/commands/build.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { messages } from '../../scripts/commands/messages.ts';
import { preview } from '../../scripts/commands/preview.ts';
import { start } from '../../scripts/commands/start.ts';
import { mergeEnvFile } from '../../scripts/system/env-file.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { createSiteOnDisk, createTestFolder, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

const site = createSiteOnDisk();
const { pages, out } = site;
const usesEnvFile = true;
const writeEnv = (text: string) => createWriter(join(pages, '..'))('.env', text);

const servers = [
  ['dev', dev, ['--port', '0']],
  ['preview', preview, ['--port', '0', '--out', out]],
  ['start', start, ['--port', '0', '--out', out]],
] as const;

test.each([['messages', messages, []], ...servers] as const)(
  '%s reads the store URL from `.env`',
  async (_name, command, args) => {
    await runCommand(build, ['--pages', pages, '--out', out]);
    writeEnv('# The store\nDATABASE_URL="mysql://nobody@127.0.0.1/x"\n');
    const allArgs = ['--pages', pages, ...args];
    const result = await runCommand(command, allArgs, { usesEnvFile });
    expect([result.code, result.err]).toEqual([2, expect.stringMatching(/DATABASE_URL must be a URL like/)]);
  },
);

test.each(servers)(
  'environment variables override `.env` in %s, and `.env` is not published',
  async (_name, command, args) => {
    await runCommand(build, ['--pages', pages, '--out', out]);
    writeEnv('DATABASE_URL="mysql://nobody@127.0.0.1/x"\nMESSAGES_PER_ADDRESS=7\n');
    const running = startCommand(command, ['--pages', pages, ...args], { DATABASE_URL: '' }, usesEnvFile);
    onTestFinished(async () => void (await running.stop()));
    const address = await running.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    const response = await fetch(`${address}/.env`);
    expect([response.status, await response.text()]).toEqual([404, expect.not.stringContaining('nobody')]);
    // `dev` does not print the message limits, so match its start message instead.
    expect(running.output()).toMatch(/Each IP address can send 35 messages per hour|Editing at/);
  },
);

test('a build reads the backend URL from `.env` and includes no secret', async () => {
  site.write(
    'ask.yaml',
    toPageYaml(
      '  - type: hero\n    heading: Ask us\n  - type: form\n    id: ask\n    fields:\n' +
        '      - { name: message, label: Text, kind: long-text }\n' +
        '    submit: { label: Send, function: send-contact-email }\n',
    ),
  );
  writeEnv(
    'SUPABASE_URL=https://own.example\nSUPABASE_ANON_KEY=public-key\nSUPABASE_SERVICE_ROLE_KEY=secret-one\n' +
      'VITE_SECRET=secret-two\nSMTP_URL=smtps://me:secret-three@mail.example\n',
  );
  expect(await runCommand(build, ['--pages', pages, '--out', out], { usesEnvFile })).toMatchObject({
    code: 0,
  });
  const files = readTree(out);
  const texts = [...files.values()].map(String).join('\n');
  expect(texts).toContain('public-key');
  expect(texts).not.toMatch(/secret-(?:one|two|three)/);
  expect([...files.keys()].filter((path) => /\.env/.test(path))).toEqual([]);
});

test.each([
  ['A=1\n', { A: '1' }],
  ['\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['export A="two words" # why\n', { A: 'two words' }],
  ["A='x#y'\n\n# B=2\n", { A: 'x#y' }],
  ['not a variable\n', {}],
])('%j is parsed as %j', (text, expected) => {
  const folder = createTestFolder();
  createWriter(folder)('.env', text);
  expect(mergeEnvFile(folder, {})).toEqual(expected);
  expect(mergeEnvFile(folder, { A: 'own' })).toEqual({ ...expected, A: 'own' });
});

test('a missing `.env`, or one that is a symbolic link or a folder, is ignored', () => {
  const folder = createTestFolder();
  expect(mergeEnvFile(folder, { A: '1' })).toEqual({ A: '1' });
  const secret = createWriter(folder)('secret', 'B=2\n');
  symlinkSync(secret, join(folder, '.env'));
  expect(mergeEnvFile(folder, {})).toEqual({});
  createWriter(folder)('inner/.env/file', 'B=2\n');
  expect(mergeEnvFile(join(folder, 'inner'), {})).toEqual({});
});

test('git ignores `.env` in this repository and in new sites', () => {
  const folder = createTestFolder();
  for (const ignored of ['.gitignore', 'recipes/site/gitignore']) {
    cpSync(ignored, join(folder, '.gitignore'));
    spawnSync('git', ['init', '-q'], { cwd: folder });
    const { stdout } = spawnSync('git', ['check-ignore', '.env', '.env.local'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('.env\n.env.local\n');
  }
});
