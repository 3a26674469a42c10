import { Readable } from 'node:stream';
import type { CommandFunction } from '../../scripts/system/command.ts';

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs a command in this process, on an environment that has nothing of a continuous integration. */
export async function runCommand(
  command: CommandFunction,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  const texts = { out: '', err: '' };
  const code = await command({
    args,
    stdin: Readable.from([input]),
    stdout: { write: (text) => (texts.out += text) },
    stderr: { write: (text) => (texts.err += text) },
    env,
    signal: new AbortController().signal,
  });
  return { code, ...texts };
}

/** A command that goes on until it is told to stop. */
export interface RunningCommand {
  /** All that it has said so far. */
  said(): string;
  /** What it says at first that matches; an error if it ends before. */
  says(pattern: RegExp): Promise<string>;
  /** Asks it to end; its exit code. */
  stop(): Promise<number>;
}

/** Starts a command in this process that serves or watches. */
export function startCommand(
  command: CommandFunction,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): RunningCommand {
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  let text = '';
  const write = (more: string) => {
    text += more;
    for (const listener of listeners) listener();
  };
  const ended = command({
    args,
    stdin: Readable.from([]),
    stdout: { write },
    stderr: { write },
    env,
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
