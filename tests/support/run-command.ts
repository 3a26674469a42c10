import { Readable } from 'node:stream';
import type { Command } from '../../scripts/system/command.ts';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** Runs a command in this process. By default, the environment is empty. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  {
    input = '',
    env = {},
    usesEnvFile = false,
  }: { input?: string; env?: NodeJS.ProcessEnv; usesEnvFile?: boolean } = {},
): Promise<CommandResult> {
  const texts = { out: '', err: '' };
  const code = await command.run({
    args,
    stdin: Readable.from([input]),
    stdout: { write: (text) => (texts.out += text) },
    stderr: { write: (text) => (texts.err += text) },
    env,
    usesEnvFile,
    signal: new AbortController().signal,
  });
  return { code, ...texts };
}

/** A running command that continues until it is stopped. */
export interface RunningCommand {
  /** Returns the output so far. */
  output(): string;
  /** Resolves with the first match of a pattern in the output. Rejects if the command ends before that. */
  waitForOutput(pattern: RegExp): Promise<string>;
  /** Stops the command and resolves with its exit code. */
  stop(): Promise<number>;
}

/** Starts a command in this process that runs until it is stopped, such as a server. */
export function startCommand(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  usesEnvFile = false,
): RunningCommand {
  const abortController = new AbortController();
  const listeners = new Set<() => void>();
  let text = '';
  const write = (chunk: string) => {
    text += chunk;
    for (const listener of listeners) listener();
  };
  const exitCode = command.run({
    args,
    stdin: Readable.from([]),
    stdout: { write },
    stderr: { write },
    env,
    usesEnvFile,
    signal: abortController.signal,
  });
  return {
    output: () => text,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const checkOutput = () => {
          const match = pattern.exec(text);
          if (!match) return;
          listeners.delete(checkOutput);
          resolve(match[0]);
        };
        listeners.add(checkOutput);
        checkOutput();
        void exitCode.then((code) => reject(new Error(`The command ended with ${code}:\n${text}`)));
      }),
    stop: () => {
      abortController.abort();
      return exitCode;
    },
  };
}
