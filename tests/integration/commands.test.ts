import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Command } from '../../scripts/system/command.ts';
import { runCommand } from '../support/run-command.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const names = Object.keys(scripts);
const docs = readFileSync('docs/commands.md', 'utf8');
const fileOf = (name: string) => (name === 'bench' ? 'tests/bench/bench.ts' : `scripts/${name}.ts`);
const npmCommand = (name: string) =>
  name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;

async function commandOf(name: string): Promise<Command> {
  const exported = (await import(`../../${fileOf(name)}`)) as Record<string, unknown>;
  const command = exported[name === 'new' ? 'newCommand' : name];
  return command as Command; // every command file exports its command under its name
}

/** Runs a command as npm does. */
async function start(name: string, ...args: string[]) {
  // The launcher sets this as well: compiling is half of the start time.
  const env = { ...process.env, NODE_COMPILE_CACHE: '.cache/node' };
  const child = spawn(process.execPath, [fileOf(name), ...args], { env });
  const exit = new Promise((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([exit, readAll(child.stdout), readAll(child.stderr)]);
  return { code, out, err };
}

test.concurrent.each(names)('npm run %s prints its help', async (name) => {
  const { code, out, err } = await start(name, '--help');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(new RegExp(`^Usage: ${npmCommand(name)} -- .*\\[options\\]\n\n[A-Z].*\\.\n`));
});

test.each(names.filter((name) => name !== 'test'))(
  'npm run %s exits with 2 for an unknown option and names its help',
  async (name) => {
    expect(await runCommand(await commandOf(name), ['--foo'])).toEqual({
      code: 2,
      out: '',
      err: `Unknown option '--foo'. Run \`${npmCommand(name)} -- --help\` for the options.\n`,
    });
  },
);

test('the exit code of a command is that of its process', async () => {
  expect(await start('schema', '--foo')).toMatchObject({ code: 2, out: '' });
});

test.each(names)('the options of npm run %s are in its help and in docs/commands.md', async (name) => {
  const command = await commandOf(name);
  const { out } = await runCommand(command, ['-h']);
  const section = (title: string) =>
    new RegExp(`^## ${title}\n(.*?)(?=^## |(?![^]))`, 'ms').exec(docs)?.[1] ?? '';
  expect(command.name).toBe(name);
  expect(docs).toContain(`| \`${npmCommand(name)}\` |`);
  for (const [option, { description }] of Object.entries(command.options)) {
    expect(out).toMatch(new RegExp(`^ {2}.*--${option}\\b.* {2}\\S`, 'm'));
    expect(out).toContain(description);
    expect(section('Common options') + section(name)).toMatch(new RegExp(`--${option}\\b`));
  }
});
