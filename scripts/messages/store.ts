import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  ReceivedMessage,
  StoreResult,
  StoredMessage,
} from '../../supabase/functions/send-contact-email/message.ts';

/** What the process that keeps messages is asked to do. */
export type Task = { id: number } & (
  | { kind: 'store'; arrival: ReceivedMessage }
  | { kind: 'list' | 'open' | 'is-late' }
);

/** Its answer. */
export type TaskResult = { id: number; result?: unknown; error?: string };

/** Where messages of visitors are kept on this machine. */
export interface MessageStore {
  /** Resolves once messages can be stored. */
  open(): Promise<void>;
  /** Resolves once the message is on the disk itself; rejects in time where it cannot be said to be. */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Whether somebody is still to be told of what came more than an hour ago. */
  isLate(): Promise<boolean>;
  /** All messages, newest last. */
  list(): Promise<StoredMessage[]>;
  close(): Promise<void>;
}

/** The folder inside a data directory that holds the messages. */
export function contactFolder(directory: string): string {
  return resolve(directory, 'contact');
}

/** How long a task, and ending, may take, in milliseconds. */
interface Patience {
  task: number;
  end: number;
}
const defaultTimeout: Patience = { task: 5000, end: 2000 };
/** Between the end of a process and the start of the next. */
const beforeNext = 50;
/** More than can be stored in that time. */
const maxQueued = 1000;

type Work = { kind: 'store'; arrival: ReceivedMessage } | { kind: 'list' | 'open' | 'is-late' };

interface Waiting {
  settle(result: TaskResult): void;
  fail(problem: Error): void;
}

/** The process has ended: another can be asked the same. */
class Ended extends Error {}

/**
 * The messages kept in `directory`, by a process beside this one, which is replaced when it does not answer.
 * Several may have the same directory open, whosever they are.
 */
export function openMessageStore(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
  patience = defaultTimeout,
): MessageStore {
  const folder = contactFolder(directory);
  let keeper: StoreProcess | undefined;
  let closing: Promise<void> | undefined;

  async function ask(work: Work): Promise<unknown> {
    const deadline = Date.now() + patience.task;
    for (;;) {
      if (closing) throw new Error('The contact store is closed.');
      if (!keeper?.isUsable()) keeper = startStoreProcess(folder, env, patience);
      try {
        return await keeper.ask(work, deadline);
      } catch (problem) {
        // Whether it was stored is not known; by its key it will not be stored twice.
        if (!(problem instanceof Ended) || Date.now() >= deadline) throw problem;
        await pause(beforeNext);
      }
    }
  }

  return {
    open: async () => void (await ask({ kind: 'open' })),
    // Each is the answer of store-process.ts to that task.
    store: async (arrival) => (await ask({ kind: 'store', arrival })) as StoreResult,
    isLate: async () => (await ask({ kind: 'is-late' })) as boolean,
    list: async () => (await ask({ kind: 'list' })) as StoredMessage[],
    close: () => (closing ??= keeper?.close() ?? Promise.resolve()),
  };
}

interface StoreProcess {
  isUsable(): boolean;
  ask(work: Work, deadline: number): Promise<unknown>;
  close(): Promise<void>;
}

function startStoreProcess(folder: string, env: NodeJS.ProcessEnv, patience: Patience): StoreProcess {
  const child: ChildProcess = fork(join(import.meta.dirname, 'store-process.ts'), [folder], {
    // Options of this process, such as those for code on the command line, are not meant for the other.
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, Waiting>();
  let usable = true;
  let count = 0;
  const ended = new Promise<void>((done) => {
    const end = () => {
      usable = false;
      for (const { fail } of waiting.values())
        fail(new Ended(`The process that keeps the messages in ${folder} ended.`));
      waiting.clear();
      done();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.on('message', (results: TaskResult[]) => {
    for (const result of results) {
      waiting.get(result.id)?.settle(result);
      waiting.delete(result.id);
    }
    letGo();
  });
  let unsent: Task[] = [];
  /** What came at the same moment goes together: each crossing costs as much as storing does. */
  function sendAll(): void {
    const tasks = unsent;
    unsent = [];
    if (tasks.length === 0) return;
    child.send(tasks, (problem) => {
      if (problem) for (const { id } of tasks) waiting.get(id)?.fail(new Ended(problem.message));
    });
  }
  // Only a task is a reason for the process to go on.
  const letGo = () => {
    if (waiting.size > 0) return;
    child.unref();
    child.channel?.unref();
  };
  const hold = () => {
    child.ref();
    child.channel?.ref();
  };

  function replace(): void {
    usable = false;
    child.kill('SIGKILL');
  }

  return {
    isUsable: () => usable && child.connected,
    async ask(work, deadline) {
      if (waiting.size >= maxQueued) throw new Error('Too many messages wait to be stored.');
      const id = ++count;
      hold();
      let timer: NodeJS.Timeout | undefined;
      const { result, error } = await new Promise<TaskResult>((settle, fail) => {
        waiting.set(id, { settle, fail });
        timer = setTimeout(() => {
          waiting.delete(id);
          fail(new Error(`The messages in ${folder} could not be reached within ${patience.task / 1000} s.`));
          replace();
        }, deadline - Date.now());
        if (unsent.push({ id, ...work }) === 1) setImmediate(sendAll);
      }).finally(() => {
        clearTimeout(timer);
        letGo();
      });
      if (error !== undefined) throw new Error(`The message could not be stored: ${error}`);
      return result;
    },
    async close() {
      hold();
      if (!usable) return ended;
      // It ends by itself, after what it has begun.
      sendAll();
      if (child.connected) child.disconnect();
      const late = setTimeout(replace, patience.end);
      await ended;
      clearTimeout(late);
    },
  };
}
