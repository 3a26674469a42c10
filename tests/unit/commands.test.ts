import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Command } from '../../scripts/system/command.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { runCommand } from '../support/run-command.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
// `test:all` and `test:site` are `test` with an option. Only npm runs `prepack`.
const names = Object.keys(scripts).filter((name) => !name.includes(':') && name !== 'prepack');
const docs = readFileSync('docs/commands.md', 'utf8');
const fileOf = (name: string) => (name === 'bench' ? 'tests/bench/bench.ts' : `scripts/commands/${name}.ts`);
const npmCommand = (name: string) =>
  name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;

async function commandOf(name: string): Promise<Command> {
  const exported = (await import(`../../${fileOf(name)}`)) as Record<string, unknown>;
  return exported[name === 'new' ? 'newCommand' : name] as Command; // exported under the name of the command
}

// Each input is the name of a command, each output its help.
const helps = testGoldenTexts('help', async (name) => {
  const { code, out, err } = await runCommand(await commandOf(name.trim()), ['--help']);
  return (code === 0 ? '' : `exit code ${code}\n`) + err + out;
});

test('every command describes itself there', () => {
  expect(helps.map(({ input }) => input.trim()).toSorted()).toEqual(names.toSorted());
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

test.each(names)('npm run %s and its options are in docs/commands.md', async (name) => {
  const command = await commandOf(name);
  const section = (title: string) =>
    new RegExp(`^## ${title}\n(.*?)(?=^## |(?![^]))`, 'ms').exec(docs)?.[1] ?? '';
  expect(command.name).toBe(name);
  expect(docs).toContain(`| \`${npmCommand(name)}\` |`);
  for (const option of Object.keys(command.options))
    expect(section('Common options') + section(name)).toMatch(
      new RegExp(`(?:--|npm run ${name}:)${option}\\b`),
    );
});

test.each(names)('the file of npm run %s runs the command when it is the main program', (name) => {
  expect(readFileSync(fileOf(name), 'utf8')).toMatch(
    new RegExp(`^if \\(import\\.meta\\.main\\) await runAsProgram\\(${name}(?:Command)?\\);$`, 'm'),
  );
});

test('an installed package has all commands except those for developing Pagewright', () => {
  const program = readFileSync('scripts/commands/program.ts', 'utf8');
  const own = [...program.matchAll(/^ {2}(\w+): async/gm)].map(([, name]) => name);
  const others = ['bench', 'docs', 'pack', 'test'];
  expect(own.toSorted()).toEqual(names.filter((name) => !others.includes(name)).toSorted());
});

test.each(['all', 'site'])('npm run test:%s is `npm test` with an option', (option) => {
  expect(scripts[`test:${option}`]).toBe(`${scripts['test']} --${option}`);
});
