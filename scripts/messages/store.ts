import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Budget,
  ReceivedMessage,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';

/** Where messages of visitors are stored. */
export interface MessageStore {
  /** Resolves when messages can be stored. */
  open(): Promise<void>;
  /** Resolves when the message is on the disk. Rejects in time if that is not certain. */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Takes some of each of these budgets, if all have room. */
  take(budgets: readonly Budget[]): Promise<boolean>;
  /** Whether a notification is due for more than an hour. Rejects if nothing can be stored. */
  isLate(): Promise<boolean>;
  close(): Promise<void>;
}

type StoreCommand =
  | { kind: 'store'; arrival: ReceivedMessage }
  | { kind: 'take'; budgets: readonly Budget[] }
  | { kind: 'open' | 'is-late' };

/** A task of the process that writes messages. */
export type Task = { id: number } & StoreCommand;
export type TaskResult = { id: number; result?: unknown; error?: string };

/** The folder with the messages in a data directory. */
export const contactFolder = (directory: string): string => resolve(directory, 'contact');

/** How long a task may take, and how long the process may take to end, in milliseconds. */
interface Timeouts {
  task: number;
  end: number;
}
const defaultTimeouts: Timeouts = { task: 5000, end: 2000 };
/** Pause between the end of a process and the start of the next, in milliseconds. */
const restartPause = 50;
/** More cannot be stored within the timeout of a task. */
const maxWaiting = 1000;

/** The process has ended. Another one can repeat the task. */
class ProcessEndedError extends Error {}

/**
 * Opens the messages in a data directory through a child process, which is replaced if it does not respond.
 * Several stores, also of other processes, may have the same directory open.
 */
export function openMessageStore(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
  timeouts = defaultTimeouts,
): MessageStore {
  const folder = contactFolder(directory);
  let child: StoreProcess | undefined;
  let closing: Promise<void> | undefined;

  async function run(work: StoreCommand): Promise<unknown> {
    const deadline = Date.now() + timeouts.task;
    for (;;) {
      if (closing) throw new Error('The message store is closed.');
      if (!child?.isUsable()) child = startStoreProcess(folder, env, timeouts);
      try {
        return await child.run(work, deadline);
      } catch (problem) {
        // The message may be stored already. Its key keeps it from being stored twice.
        if (!(problem instanceof ProcessEndedError) || Date.now() >= deadline) throw problem;
        await pause(restartPause);
      }
    }
  }

  return {
    open: async () => void (await run({ kind: 'open' })),
    // store-process.ts answers a task of this kind so.
    store: async (arrival) => (await run({ kind: 'store', arrival })) as StoreResult,
    take: async (budgets) => (await run({ kind: 'take', budgets })) as boolean,
    isLate: async () => (await run({ kind: 'is-late' })) as boolean,
    close: () => (closing ??= child?.close() ?? Promise.resolve()),
  };
}

type StoreProcess = ReturnType<typeof startStoreProcess>;

function startStoreProcess(folder: string, env: NodeJS.ProcessEnv, timeouts: Timeouts) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'store-process.ts'), [folder], {
    // Options of this process, such as `--eval`, are not for the child.
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, { resolve(result: TaskResult): void; reject(problem: Error): void }>();
  let unsent: Task[] = [];
  let lastId = 0;
  let isUsable = true;

  const ended = new Promise<void>((done) => {
    const end = () => {
      isUsable = false;
      for (const { reject } of waiting.values())
        reject(new ProcessEndedError(`The process that stores messages in ${folder} ended.`));
      done();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.on('message', (results: TaskResult[]) => {
    for (const result of results) waiting.get(result.id)?.resolve(result);
  });

  /** Sends tasks of the same moment together: a message between processes costs as much as storing one. */
  function sendAll(): void {
    const tasks = unsent;
    unsent = [];
    if (tasks.length === 0) return;
    child.send(tasks, (problem) => {
      if (problem)
        for (const { id } of tasks) waiting.get(id)?.reject(new ProcessEndedError(problem.message));
    });
  }

  function kill(): void {
    isUsable = false;
    child.kill('SIGKILL');
  }

  /** Only a task keeps this process alive. */
  function keepAlive(isNeeded: boolean): void {
    const method = isNeeded ? 'ref' : 'unref';
    child[method]();
    child.channel?.[method]();
  }

  return {
    isUsable: () => isUsable && child.connected,
    async run(work: StoreCommand, deadline: number): Promise<unknown> {
      if (waiting.size >= maxWaiting) throw new Error('Too many messages are waiting to be stored.');
      const id = ++lastId;
      keepAlive(true);
      let timer: NodeJS.Timeout | undefined;
      const { result, error } = await new Promise<TaskResult>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        timer = setTimeout(() => {
          reject(new Error(`The messages in ${folder} did not respond within ${timeouts.task / 1000} s.`));
          kill();
        }, deadline - Date.now());
        if (unsent.push({ id, ...work }) === 1) setImmediate(sendAll);
      }).finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
        if (waiting.size === 0) keepAlive(false);
      });
      if (error !== undefined) throw new Error(`The message could not be stored: ${error}`);
      return result;
    },
    async close(): Promise<void> {
      keepAlive(true);
      if (!isUsable) return ended;
      // The child finishes its tasks and ends.
      sendAll();
      if (child.connected) child.disconnect();
      const timer = setTimeout(kill, timeouts.end);
      await ended;
      clearTimeout(timer);
    },
  };
}
