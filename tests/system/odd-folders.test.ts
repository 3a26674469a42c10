import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { Command } from '../../scripts/system/command.ts';
import { build } from '../../scripts/commands/build.ts';
import { fix } from '../../scripts/commands/fix.ts';
import { newCommand } from '../../scripts/commands/new.ts';
import { schema } from '../../scripts/commands/schema.ts';
import { start } from '../../scripts/commands/start.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { runCommand } from '../support/run-command.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

const { folder, pages } = createSiteOnDisk();
const file = join(pages, 'index.yaml');

const commands: [name: string, command: Command, words: string[]][] = [
  ['validate', validate, []],
  ['build', build, []],
  ['fix', fix, []],
  ['schema', schema, []],
  ['start', start, []],
  ['new page', newCommand, ['page', '/prices']],
];

test.each(commands)('%s reports a pages folder that is a file or inside one', async (_, command, args) => {
  for (const invalidPath of [file, join(file, 'pages')]) {
    const { code, err } = await runCommand(command, [...args, '--pages', invalidPath]);
    expect(code).toBe(2);
    expect(err).toMatch(/index\.yaml is a file. Choose the folder with all pages and `_site\.yaml`\.\n$/);
  }
});

test.each([
  ['build', build],
  ['start', start],
])('%s reports an output folder if a folder above it is a file', async (_, command) => {
  for (const invalidPath of [join(file, 'dist'), join(file, 'deep/dist')]) {
    const { code, err } = await runCommand(command, ['--pages', pages, '--out', invalidPath]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/cannot be created, because \S+index\.yaml is a file\. Nothing/),
    ]);
  }
});

test('a file name that is too long is reported', async () => {
  const { code, err } = await runCommand(build, ['--pages', pages, '--out', join(folder, 'a'.repeat(300))]);
  expect([code, err]).toEqual([1, expect.stringContaining('the file name is too long')]);
});

test('a site cannot be created inside a file or without a name', async () => {
  for (const invalidPath of [join(file, 'site'), '']) {
    const { code, err } = await runCommand(newCommand, ['site', invalidPath]);
    expect([code, err]).toEqual([2, expect.stringContaining('Nothing was written')]);
  }
});

test('without a pages folder, no schemas are written', async () => {
  writeFileSync(join(folder, 'notes.txt'), '');
  for (const invalidPath of [join(folder, 'nothing'), folder]) {
    expect((await runCommand(schema, ['--pages', join(invalidPath, 'public')])).code).toBe(2);
    expect(existsSync(join(invalidPath, 'schema'))).toBe(false);
  }
});

test('a file in public/ is reported by its path relative to the working directory', async () => {
  const file = join(folder, 'site/public/pictures/boat.svg');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '<svg');
  const reported = async () => (await runCommand(validate, ['--pages', pages, '--format', 'json'])).out;
  const path = relative(process.cwd(), file);
  expect(await reported()).toContain(`"file": "${path}"`);
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
  expect(await reported()).toMatch(/unused-picture/);
  expect(await reported()).toContain(`"file": "${path}"`);
});
