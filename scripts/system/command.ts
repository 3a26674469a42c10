import { formatCommand } from './command-text.ts';
import { once } from 'node:events';
import { inspect, parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { mergeEnvFile } from './env-file.ts';
import { CommandError, formatSystemError, UsageError } from './errors.ts';
import { undoInterruptedChanges } from './change-plan.ts';
import { getSiteFolders } from './project.ts';

export { CommandError, UsageError };

/** A stream that a command writes to. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** The parts of the process that a command uses. Tests pass their own context. */
export interface CommandContext {
  args: readonly string[];
  stdin: NodeJS.ReadableStream;
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /**
   * Whether the file `.env` next to the pages adds variables. Tests turn this off, because the repository may have such
   * a file.
   */
  usesEnvFile?: boolean;
  /** Aborted on SIGINT and SIGTERM. If a command never reads this property, these signals end the process at once. */
  readonly signal: AbortSignal;
}

/** An option for `parseArgs`, with its description in the help. */
interface CommandOption extends ParseArgsOptionDescriptor {
  description: string;
  /** The name of the value in the help, for options of type `string`: `DIR`. */
  value?: string;
}

/** The parts of a command that its help shows. */
interface CommandHelp {
  /** The name of the script in package.json. */
  name: string;
  /** What the command does, in one sentence. */
  description: string;
  /** Descriptions of the positional arguments. Without them, arguments are rejected. */
  arguments?: Readonly<Record<string, string>>;
  options: Readonly<Record<string, CommandOption>>;
  /** Example arguments. The help shows each of them after the command, such as `npm run NAME --`. */
  examples?: readonly string[];
  /** Returns additional lines for the end of the help. */
  notes?(): string;
}

/** A command that package.json can run. */
export interface Command extends CommandHelp {
  /** Runs the command. Resolves with the exit code: 0 success, 1 failure, 2 usage error, 3 internal error. */
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
  /** Whether to accept unknown options. Set this if the command passes `context.args` to another program. */
  acceptsUnknownOptions?: boolean;
  /** Runs the command. Resolves with the exit code. Undefined means 0. */
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
          context.stdout.write(formatHelp(command));
          return 0;
        }
        const { pages } = parsed.values as Record<string, unknown>; // `pages` is an option of all commands
        if (typeof pages === 'string') undoInterruptedCommand(pages, context.stderr);
        // `parseArgs` cannot infer the types of values from generic options.
        return (await run(parsed as Arguments<Options>, addEnvFile(parsed.values, context))) ?? 0;
      } catch (error) {
        const [code, message] = toExitCode(error);
        context.stderr.write(`${message}\n`);
        return code;
      }
    },
  };
}

/** Undoes the changes of an earlier command that was killed, and prints what it has undone. */
function undoInterruptedCommand(pages: string, stderr: Output): void {
  const notUndone = undoInterruptedChanges(getSiteFolders(pages).cache);
  if (!notUndone) return;
  stderr.write('A command was interrupted before it had changed all its files. Its changes were undone.\n');
  if (notUndone.length > 0)
    stderr.write(`These could not be undone:\n${notUndone.map((change) => `  ${change}\n`).join('')}`);
}

/** Returns a context whose environment includes the variables from the `.env` file of a site. */
function addEnvFile({ pages }: Record<string, unknown>, context: CommandContext): CommandContext {
  if (!context.usesEnvFile || typeof pages !== 'string') return context;
  const env = mergeEnvFile(getSiteFolders(pages).folder, context.env);
  // Inherit from the context instead of copying it, so that its getters stay lazy.
  return Object.create(context, { env: { value: env } }) as CommandContext; // it inherits all members
}

function toExitCode(error: unknown): [code: number, message: string] {
  if (error instanceof UsageError) return [2, error.message];
  if (error instanceof CommandError) return [1, error.message];
  const reason = formatSystemError(error);
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
    // Only the first sentence of Node’s message describes the problem. The others are about escaping dashes.
    const [message] = error instanceof Error ? error.message.split(/\.\s/) : [];
    throw new UsageError(`${message}. Run \`${formatCommand(command.name, '--help')}\` for the options.`);
  }
}

/** Returns the help of a command, with the default of each option. */
export function formatHelp({
  name,
  description,
  arguments: args,
  options,
  examples = [],
  notes,
}: CommandHelp): string {
  const optionRows = Object.entries(options).map(
    ([option, { short, value, description, default: defaultValue }]) =>
      [
        `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
        description + (typeof defaultValue === 'string' ? ` (default: ${defaultValue})` : ''),
      ] as const,
  );
  const sections = [
    `Usage: ${formatCommand(name, `${args ? '[arguments] ' : ''}[options]`)}\n\n${description}\n`,
    args && `Arguments:\n${formatTable(Object.entries(args))}`,
    `Options:\n${formatTable(optionRows)}`,
    examples.length > 0 &&
      `Examples:\n${examples.map((example) => `  ${formatCommand(name, example)}\n`).join('')}`,
    notes?.(),
  ];
  return sections.filter(Boolean).join('\n');
}

function formatTable(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}\n`).join('');
}

/** Runs a command as the main program of this process. */
export async function runAsProgram(command: Command, args = process.argv.slice(2)): Promise<void> {
  const stop = new AbortController();
  process.exitCode = await command.run({
    args,
    // This is a getter, because reading process.stdin opens it.
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
  // Exit explicitly, because open handles would keep a stopped command alive.
  if (stop.signal.aborted) process.exit();
}

/** Waits until the command is stopped. */
export async function waitForStop(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
