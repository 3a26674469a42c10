import { Readable } from 'node:stream';
import type { Command } from '../../scripts/system/command.ts';

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs a command in this process, by default with an empty environment. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  {
    input = '',
    env = {},
    usesEnvFile = false,
  }: { input?: string; env?: NodeJS.ProcessEnv; usesEnvFile?: boolean } = {},
): Promise<Run> {
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

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** The output so far. */
  said(): string;
  /** Resolves with the first output that matches a pattern. Rejects if the command ends before. */
  says(pattern: RegExp): Promise<string>;
  /** Stops the command and resolves with its exit code. */
  stop(): Promise<number>;
}

/** Starts a command in this process that serves or watches until it is stopped. */
export function startCommand(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  usesEnvFile = false,
): RunningCommand {
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let text = '';
  const write = (more: string) => {
    text += more;
    for (const listener of listeners) listener();
  };
  const ended = command.run({
    args,
    stdin: Readable.from([]),
    stdout: { write },
    stderr: { write },
    env,
    usesEnvFile,
    signal: stopping.signal,
  });
  return {
    said: () => text,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text);
          if (!found) return;
          listeners.delete(look);
          resolve(found[0]);
        };
        listeners.add(look);
        look();
        void ended.then((code) => reject(new Error(`The command ended with ${code}:\n${text}`)));
      }),
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
