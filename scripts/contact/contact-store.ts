import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import type { StoredMessage, Task } from './database-worker.ts';
import type { Answer } from './owner-channel.ts';
import { type Owned, shareBetweenProcesses } from './single-owner.ts';

/** Where messages of visitors are kept on this machine. Any number of processes may use one directory at once. */
export interface ContactStore {
  /** Resolves once the message is on disk. */
  store(message: ContactMessage): Promise<void>;
  /** All messages, newest last. */
  list(): Promise<StoredMessage[]>;
  close(): Promise<void>;
}

export type { StoredMessage };

/** The folder inside a data directory that holds the messages. */
export function contactFolder(directory: string): string {
  return resolve(directory, 'contact');
}

/** The messages kept in `directory`. Opens nothing and makes nothing before the first call. */
export function openContactStore(directory: string): ContactStore {
  const folder = contactFolder(directory);
  const shared = shareBetweenProcesses(folder, () => databaseThread(join(folder, 'postgres')));
  const run = (task: Task) => shared.run(task);
  return {
    store: async (message) => {
      await run({ store: message });
    },
    // The answer to `list` is made by contact-database.ts, here or in another process.
    list: async () => (await run({ list: true })) as StoredMessage[],
    close: () => shared.close(),
  };
}

/** The database in a thread of its own, started by the first task and again by the next one if it failed. */
function databaseThread(place: string): Owned {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let thread: Worker | undefined;
  let count = 0;

  function start(): Worker {
    const started = new Worker(new URL('./database-worker.ts', import.meta.url), {
      workerData: place,
      // Options of this process, such as those for code given on the command line, are not meant for the thread.
      execArgv: [],
    });
    const fail = (problem: unknown) => {
      if (thread === started) thread = undefined;
      for (const task of waiting.values()) task.reject(problem);
      waiting.clear();
    };
    started.on('error', fail);
    started.on('exit', () => thread === started && fail(new Error('The contact database stopped.')));
    started.on('message', ({ id, ...answer }: { id: number } & Answer) => {
      if ('problem' in answer) waiting.get(id)?.reject(new Error(answer.problem));
      else waiting.get(id)?.resolve(answer.result);
      waiting.delete(id);
      // The database sets timers of its own; only a task is a reason for the process to go on.
      if (waiting.size === 0) started.unref();
    });
    return started;
  }

  async function run(task: unknown): Promise<unknown> {
    thread ??= start();
    thread.ref();
    const answered = Promise.withResolvers<unknown>();
    waiting.set(++count, answered);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage({ id: count, task });
    return answered.promise;
  }

  return {
    run,
    close: async () => {
      if (!thread) return;
      const ending = thread;
      await run({ close: true } satisfies Task);
      thread = undefined;
      await ending.terminate();
    },
  };
}
