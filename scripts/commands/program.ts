import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, runAsProgram } from '../system/command.ts';
import { engineFolder } from '../system/project.ts';

/** The commands of the installed package. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).start,
  dev: async () => (await import('./dev.ts')).dev,
  edit: async () => (await import('./edit.ts')).edit,
  build: async () => (await import('./build.ts')).build,
  preview: async () => (await import('./preview.ts')).preview,
  validate: async () => (await import('./validate.ts')).validate,
  fix: async () => (await import('./fix.ts')).fix,
  new: async () => (await import('./new.ts')).newCommand,
  move: async () => (await import('./move.ts')).move,
  messages: async () => (await import('./messages.ts')).messages,
  mcp: async () => (await import('./mcp.ts')).mcp,
  report: async () => (await import('./report.ts')).report,
  schema: async () => (await import('./schema.ts')).schema,
  catalogue: async () => (await import('./catalogue.ts')).catalogue,
};

/** Runs the command in the first argument: `pagewright build --out site`. */
export async function runCommandLine([name = '', ...args]: readonly string[]): Promise<void> {
  const loadCommand = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (loadCommand) return runAsProgram(await loadCommand(), args);
  if (name === '--version' || name === '-v') {
    const { version } = JSON.parse(readFileSync(join(engineFolder, 'package.json'), 'utf8')) as {
      version: string;
    }; // npm requires a version
    process.stdout.write(`${version}\n`);
  } else if (name === '--help' || name === '-h') {
    const loadedCommands = await Promise.all(Object.values(commands).map((command) => command()));
    const rows = loadedCommands.map((command) => `  ${command.name.padEnd(9)}  ${command.description}\n`);
    process.stdout.write(`Usage: npx pagewright COMMAND [options]\n\nCommands:\n${rows.join('')}`);
  } else {
    const problem = name === '' ? 'No command given' : `Unknown command '${name}'`;
    process.stderr.write(`${problem}. The commands are ${Object.keys(commands).join(', ')}.\n`);
    process.exitCode = 2;
  }
}
