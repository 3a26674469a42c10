import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Command } from '../../scripts/system/command.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { runCommand } from '../support/run-command.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
// `test:all` and `test:site` only add an option to `test`. `prepack` is run only by npm.
const names = Object.keys(scripts).filter((name) => !name.includes(':') && name !== 'prepack');
const docs = readFileSync('docs/commands.md', 'utf8');
const findCommandFile = (name: string) =>
  name === 'bench' ? 'tests/bench/bench.ts' : `scripts/commands/${name}.ts`;
const formatNpmCommand = (name: string) =>
  name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;

async function loadCommand(name: string): Promise<Command> {
  const commandExports = (await import(`../../${findCommandFile(name)}`)) as Record<string, unknown>;
  return commandExports[name === 'new' ? 'newCommand' : name] as Command; // each command is exported under its name
}

// Each input is the name of a command. The output is the command's help.
const helpCases = testGoldenTexts('help', async (name) => {
  const { code, out, err } = await runCommand(await loadCommand(name.trim()), ['--help']);
  return (code === 0 ? '' : `exit code ${code}\n`) + err + out;
});

test('every command module describes its command', () => {
  expect(helpCases.map(({ input }) => input.trim()).toSorted()).toEqual(names.toSorted());
});

test.each(names.filter((name) => name !== 'test'))(
  'npm run %s exits with code 2 for an unknown option and suggests --help',
  async (name) => {
    expect(await runCommand(await loadCommand(name), ['--foo'])).toEqual({
      code: 2,
      out: '',
      err: `Unknown option '--foo'. Run \`${formatNpmCommand(name)} -- --help\` for the options.\n`,
    });
  },
);

test.each(names)('npm run %s and its options are in docs/commands.md', async (name) => {
  const command = await loadCommand(name);
  const readSection = (title: string) =>
    new RegExp(`^## ${title}\n(.*?)(?=^## |(?![^]))`, 'ms').exec(docs)?.[1] ?? '';
  expect(command.name).toBe(name);
  expect(docs).toContain(`| \`${formatNpmCommand(name)}\` |`);
  for (const option of Object.keys(command.options))
    expect(readSection('Common options') + readSection(name)).toMatch(
      new RegExp(`(?:--|npm run ${name}:)${option}\\b`),
    );
});

test.each(names)('the file of npm run %s runs the command when it is started directly', (name) => {
  expect(readFileSync(findCommandFile(name), 'utf8')).toMatch(
    new RegExp(`^if \\(import\\.meta\\.main\\) await runAsProgram\\(${name}(?:Command)?\\);$`, 'm'),
  );
});

test('an installed package has all commands except those for developing Pagewright', () => {
  const program = readFileSync('scripts/commands/program.ts', 'utf8');
  const packageCommands = [...program.matchAll(/^ {2}(\w+): async/gm)].map(([, name]) => name);
  const developerCommands = ['bench', 'docs', 'pack', 'test'];
  expect(packageCommands.toSorted()).toEqual(
    names.filter((name) => !developerCommands.includes(name)).toSorted(),
  );
});

test.each(['all', 'site'])('npm run test:%s runs `npm test` with an option', (option) => {
  expect(scripts[`test:${option}`]).toBe(`${scripts['test']} --${option}`);
});
