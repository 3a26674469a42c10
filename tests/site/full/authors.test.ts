import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockTypes } from '../../../schema/blocks/index.ts';
import { edit } from '../../../scripts/commands/edit.ts';
import { fix } from '../../../scripts/commands/fix.ts';
import { move } from '../../../scripts/commands/move.ts';
import { newCommand } from '../../../scripts/commands/new.ts';
import { writeSchemas } from '../../../scripts/site/write-schemas.ts';
import { validate } from '../../../scripts/commands/validate.ts';
import { createPlainPhoto } from '../../support/photo.ts';
import { runCommand, type RunningCommand, startCommand } from '../../support/run-command.ts';
import { createSuiteFolder, createWriter } from '../../support/site-on-disk.ts';
import { type YamlClient, startYamlServer } from '../../support/yaml-language-server.ts';

// Follows docs/authors.md step by step on a copy of the shipped site. A code block is a file to create (yaml), a
// change to a file (diff), a command (sh) or the output of the last command (text). HTML comments are steps that no
// code block can express. To update the output after an intended change: `GOLDEN=write npm test -- site/full/authors`.

const root = process.cwd();
const guide = join(root, 'docs/authors.md');
const text = readFileSync(guide, 'utf8');
const commands = { validate, fix, move, new: newCommand };

const folder = createSuiteFolder();
const write = createWriter(folder);
const readCopy = (file: string) => readFileSync(join(folder, file), 'utf8');
let output = '';
let server: RunningCommand | undefined;
let editor: YamlClient;
const updates = new Map<number, string>();

/** The functions that carry out the steps, by the language of a code block or the name of a comment. */
const actions: Record<string, (target: string, content: string, line: number) => unknown> = {
  yaml: write,
  picture: async (file) => write(file, await createPlainPhoto(1200, 800).toBuffer()),
  diff: (file, content) => {
    const lines = content.split('\n').slice(0, -1);
    const takeSide = (prefix: string) =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(prefix))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const parts = readCopy(file).split(takeSide('-'));
    expect(parts, `occurrences in ${file} of\n${takeSide('-')}`).toHaveLength(2);
    write(file, parts.join(takeSide('+')));
  },
  sh: async (_, content) => {
    const [, name = '', options] = /^npm run (\w+)(?: -- (.+))?\n$/.exec(content) ?? [];
    if (name === 'edit') {
      server = startCommand(edit, ['--port', '0'], { BROWSER: 'none' });
      await server.waitForOutput(/Ctrl\+C/);
      output = server.output();
      return;
    }
    expect(commands).toHaveProperty(name);
    const command = commands[name as keyof typeof commands]; // a command name, as checked above
    const { out, err } = await runCommand(command, options?.split(' ') ?? []);
    output = out + err;
  },
  text: (_, content, line) => {
    const stableOutput = output
      .replaceAll(/\(\d+ ms\)/g, '(90 ms)')
      .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:3000')
      .replace(blockTypes.join(', '), `${blockTypes.slice(0, 3).join(', ')}, …`);
    if (process.env['GOLDEN'] === 'write') updates.set(line, stableOutput);
    else expect(content).toBe(stableOutput);
  },
  offered: async (file, content) => {
    const offers = await editor.complete(file, `${readCopy(file)}  - |\n`);
    expect(offers.find(({ label }) => label === content)?.insertText).toContain(`type: ${content}\n`);
  },
  see: async (route, content) => {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server?.output() ?? '')?.[0] ?? '';
    const page = async () => (await fetch(address + route)).text();
    await expect.poll(page, { timeout: 50_000 }).toContain(content);
  },
};

const matches = text.matchAll(
  /^(`{3,})(\w+)(?: (\S+))?\n(.*?)^\1$|^<!-- (\w+) ([^\s:]+)(?:: ([^\n]*))? -->$/gms,
);
const steps = [...matches].map(
  ({ index, 2: language, 3: file = '', 4: block, 5: comment = '', 6: target = file, 7: words = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    name: language ?? comment,
    target,
    content: block ?? words,
  }),
);

beforeAll(async () => {
  for (const part of ['pages', 'public']) cpSync(part, join(folder, part), { recursive: true });
  // Run commands in the site folder, so that they print the same paths that authors see.
  process.chdir(folder);
  await writeSchemas('pages');
  editor = await startYamlServer(folder, {});
});

afterAll(async () => {
  await Promise.all([server?.stop(), editor.close()]);
  process.chdir(root);
  if (updates.size === 0) return;
  const lines = text.split('\n');
  for (const [line, content] of [...updates].toReversed())
    lines.splice(line, lines.indexOf('```', line) - line, ...content.trimEnd().split('\n'));
  writeFileSync(guide, lines.join('\n'));
});

test.each(
  steps.map((step) => [step.line, step.name, step.target || step.content.split('\n')[0], step] as const),
)('the guide, line %i: %s %s', async (_line, name, _about, { line, target, content }) => {
  const action = actions[name];
  expect(action, `the step \`${name}\``).toBeDefined();
  await action?.(target, content, line);
});

test('the guide shows each of its pictures', () => {
  const pictureNames = [...text.matchAll(/!\[[^\]]+\]\(pictures\/([^)]+)\)/g)].map(([, name]) => name);
  expect(pictureNames.toSorted()).toEqual(readdirSync(join(root, 'docs/pictures')).toSorted());
});

test('after all steps of the guide, the checker reports no problems, and editors suggest the new page', async () => {
  expect(output).toContain('no problems');
  await expect.poll(() => readCopy('pages/_values.schema.json')).toContain('"/open-day"');
});
