import { commandText } from './command-text.ts';
import { once } from 'node:events';
import { inspect, parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { withEnvFile } from './env-file.ts';
import { CommandError, systemErrorMessage, UsageError } from './errors.ts';
import { undoStoppedChanges } from './change-plan.ts';
import { siteOf } from './project.ts';

export { CommandError, UsageError };

/** Where a command writes. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** What a command uses of its process. Tests pass their own. */
export interface CommandContext {
  args: readonly string[];
  stdin: NodeJS.ReadableStream;
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** Whether the file `.env` next to the pages adds variables. Tests must not read that of this repository. */
  usesEnvFile?: boolean;
  /** Aborted on SIGINT and SIGTERM. Without a reader, a signal ends the process at once. */
  readonly signal: AbortSignal;
}

/** An option as `parseArgs` takes it, with its line of the help. */
interface CommandOption extends ParseArgsOptionDescriptor {
  description: string;
  /** The name of the value in the help, for options of type `string`: `DIR`. */
  value?: string;
}

/** Everything that the help of a command lists. */
interface CommandHelp {
  /** As in package.json. */
  name: string;
  /** One sentence. */
  description: string;
  /** Descriptions of the positional arguments. A command without any rejects them. */
  arguments?: Readonly<Record<string, string>>;
  options: Readonly<Record<string, CommandOption>>;
  /** What to write after `npm run NAME --`. */
  examples?: readonly string[];
  /** Further lines. */
  notes?(): string;
}

/** A command of package.json. */
export interface Command extends CommandHelp {
  /** Resolves with the exit code: 0 success, 1 failure, 2 usage error, 3 internal error. */
  run(context: CommandContext): Promise<number>;
}

interface Arguments<Options extends CommandHelp['options']> {
  values: ReturnType<
    typeof parseArgs<{ options: { -readonly [Name in keyof Options]: Options[Name] } }>
  >['values'];
  positionals: string[];
}

interface CommandDefinition<Options extends CommandHelp['options']> extends CommandHelp {
  options: Options;
  /** Set if other options belong to another program, which gets `context.args`. */
  acceptsUnknownOptions?: boolean;
  /** Resolves with the exit code, 0 if undefined. */
  run(parsed: Arguments<Options>, context: CommandContext): Promise<number | void>;
}

/** Defines a command: parses its options, prints its help and reports its errors. */
export function defineCommand<const Options extends CommandHelp['options']>({
  run,
  acceptsUnknownOptions = false,
  ...definition
}: CommandDefinition<Options>): Command {
  const help: CommandOption = { type: 'boolean', short: 'h', description: 'Show this help' };
  const command: CommandHelp = { ...definition, options: { ...definition.options, help } };
  return {
    ...command,
    async run(context) {
      try {
        const parsed = parseCommandLine(command, context.args, acceptsUnknownOptions);
        if (parsed.values['help'] === true) {
          context.stdout.write(helpText(command));
          return 0;
        }
        const { pages } = parsed.values as Record<string, unknown>; // of any command
        if (typeof pages === 'string') undoStopped(pages, context.stderr);
        // parseArgs infers the types of values only from options that are not generic.
        return (await run(parsed as Arguments<Options>, contextOf(parsed.values, context))) ?? 0;
      } catch (error) {
        const [code, message] = exitCodeOf(error);
        context.stderr.write(`${message}\n`);
        return code;
      }
    },
  };
}

/** Undoes the changes of a command that was killed. */
function undoStopped(pages: string, stderr: Output): void {
  const stopped = undoStoppedChanges(siteOf(pages).cache);
  if (!stopped) return;
  stderr.write('A command was stopped before it had changed all its files. Its changes have been undone.\n');
  if (stopped.length > 0)
    stderr.write(`These could not be undone:\n${stopped.map((one) => `  ${one}\n`).join('')}`);
}

/** Adds what `.env` says of a site to the environment of a command that works on one. */
function contextOf({ pages }: Record<string, unknown>, context: CommandContext): CommandContext {
  if (!context.usesEnvFile || typeof pages !== 'string') return context;
  const env = withEnvFile(siteOf(pages).folder, context.env);
  // Getters stay getters.
  return Object.create(context, { env: { value: env } }) as CommandContext; // with all of its members
}

function exitCodeOf(error: unknown): [code: number, message: string] {
  if (error instanceof UsageError) return [2, error.message];
  if (error instanceof CommandError) return [1, error.message];
  const reason = systemErrorMessage(error);
  if (reason !== undefined) return [1, `The command failed: ${reason}.`];
  const explanation =
    'This is a bug in Pagewright, not in your pages. Please report it with the lines below.';
  return [3, `Internal error. ${explanation}\n${inspect(error)}`];
}

function parseCommandLine(command: CommandHelp, args: readonly string[], acceptsUnknownOptions: boolean) {
  try {
    return parseArgs({
      args,
      options: command.options,
      allowPositionals: command.arguments !== undefined,
      strict: !acceptsUnknownOptions,
    });
  } catch (error) {
    // The first sentence of Node says what is wrong; the others are about escaping dashes.
    const [message] = error instanceof Error ? error.message.split(/\.\s/) : [];
    throw new UsageError(`${message}. Run \`${commandText(command.name, '--help')}\` for the options.`);
  }
}

/** The help of a command, with the default of each option. */
export function helpText({
  name,
  description,
  arguments: args,
  options,
  examples = [],
  notes,
}: CommandHelp): string {
  const optionRows = Object.entries(options).map(
    ([option, { short, value, description, default: preset }]) =>
      [
        `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
        description + (typeof preset === 'string' ? ` (default: ${preset})` : ''),
      ] as const,
  );
  const sections = [
    `Usage: ${commandText(name, `${args ? '[arguments] ' : ''}[options]`)}\n\n${description}\n`,
    args && `Arguments:\n${table(Object.entries(args))}`,
    `Options:\n${table(optionRows)}`,
    examples.length > 0 &&
      `Examples:\n${examples.map((example) => `  ${commandText(name, example)}\n`).join('')}`,
    notes?.(),
  ];
  return sections.filter(Boolean).join('\n');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}\n`).join('');
}

/** Runs a command as the program of this process. */
export async function runAsProgram(command: Command, args = process.argv.slice(2)): Promise<void> {
  const stop = new AbortController();
  process.exitCode = await command.run({
    args,
    // A getter, because reading process.stdin opens it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    usesEnvFile: true,
    get signal() {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
      return stop.signal;
    },
  });
  // Open handles would keep a stopped command alive.
  if (stop.signal.aborted) process.exit();
}

/** Waits until the command is asked to end. */
export async function waitForStop(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
