import { once } from 'node:events';
import { inspect, parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { systemErrorMessage } from './errors.ts';

/** Wrong use of a command: the sentence is printed, and the command ends with 2. */
export class UsageError extends Error {
  override name = 'WrongUse';
}

/** What the machine does not let a command do: the sentence is printed, and the command ends with 1. */
export class CommandError extends Error {
  override name = 'NotDone';
}

/** Where a command writes. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** All that a command uses of its process, so that it can also be called within one. */
export interface CommandContext {
  args: readonly string[];
  stdin: NodeJS.ReadableStream;
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** Aborted when the command shall end. Read only by commands that go on until then. */
  readonly signal: AbortSignal;
}

/** A command of package.json. Its result is the exit code. */
export type CommandFunction = (call: CommandContext) => Promise<number>;

/**
 * A command whose result is 0 unless it says otherwise, 1 where it could not be done, 2 after wrong use and 3
 * after a crash of our own.
 */
export function defineCommand(run: (call: CommandContext) => Promise<number | void>): CommandFunction {
  return async (call) => {
    try {
      return (await run(call)) ?? 0;
    } catch (problem) {
      if (problem instanceof UsageError || problem instanceof CommandError) {
        call.stderr.write(`${problem.message}\n`);
        return problem instanceof UsageError ? 2 : 1;
      }
      const reason = systemErrorMessage(problem);
      if (reason !== undefined) {
        call.stderr.write(`This could not be done, because ${reason}.\n`);
        return 1;
      }
      call.stderr.write(
        'This is a fault of Pagewright itself, not of your pages. Please report it with the lines below.\n' +
          `${inspect(problem)}\n`,
      );
      return 3;
    }
  };
}

/** Runs a command as the program of this process. */
export async function runAsProgram(defineCommand: CommandFunction): Promise<void> {
  const stop = new AbortController();
  process.exitCode = await defineCommand({
    args: process.argv.slice(2),
    // Merely to look at it would open it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // Whoever does not ask for it is ended by a signal at once, as any program.
    get signal() {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
      return stop.signal;
    },
  });
  // Something may still be open that nobody needs any more.
  if (stop.signal.aborted) process.exit();
}

/** Waits until the command is asked to end. */
export async function waitForStop(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The options and arguments after `npm run COMMAND --`; what a command does not know is wrong use. */
export function parseOptions<T extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: T,
  { files = false } = {},
) {
  const known = Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');
  const wrongUse = (what: string) =>
    new UsageError(`${what}.${known === '' ? '' : ` This command knows ${known}.`}`);
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (problem) {
    throw wrongUse(problem instanceof Error ? (problem.message.split('.')[0] ?? '') : 'Unknown option');
  }
  const [first] = parsed.positionals;
  if (first !== undefined && !files) throw wrongUse(`\`${first}\` means nothing here`);
  return parsed;
}
