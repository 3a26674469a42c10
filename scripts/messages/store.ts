import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Budget,
  ReceivedMessage,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';
import { programFile } from '../system/project.ts';
import { databaseName, databaseUrlFromEnv } from './postgres-store.ts';

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
 * Opens the messages in a data directory, or in the database that `env` names, through a child process, which is
 * replaced if it ends or does not respond. Several stores, also of other processes, may have the same messages open.
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
      if (!child?.isUsable) child = new StoreProcess(folder, env, timeouts);
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

/** A child process that stores messages. */
class StoreProcess {
  readonly #child: ChildProcess;
  /** Where the messages are, in errors. */
  readonly #place: string;
  readonly #timeouts: Timeouts;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, { resolve(result: TaskResult): void; reject(problem: Error): void }>();
  #unsent: Task[] = [];
  #lastId = 0;
  #isUsable = true;

  constructor(folder: string, env: NodeJS.ProcessEnv, timeouts: Timeouts) {
    const url = databaseUrlFromEnv(env);
    this.#place = url ? `the database ${databaseName(url)}` : folder;
    this.#timeouts = timeouts;
    this.#child = fork(programFile('scripts/messages/store-process.ts'), [folder], {
      // Options of this process, such as `--eval`, are not for the child.
      execArgv: [],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (results: TaskResult[]) => {
      for (const result of results) this.#waiting.get(result.id)?.resolve(result);
    });
    this.#ended = new Promise((done) => {
      const end = () => {
        this.#isUsable = false;
        this.#reject([...this.#waiting.keys()], `The process that stores messages in ${this.#place} ended.`);
        done();
      };
      this.#child.once('exit', end);
      this.#child.once('error', end);
    });
  }

  get isUsable(): boolean {
    return this.#isUsable && this.#child.connected;
  }

  async run(work: StoreCommand, deadline: number): Promise<unknown> {
    if (this.#waiting.size >= maxWaiting) throw new Error('Too many messages are waiting to be stored.');
    const id = ++this.#lastId;
    this.#keepAlive(true);
    let timer: NodeJS.Timeout | undefined;
    const { result, error } = await new Promise<TaskResult>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      timer = setTimeout(() => {
        const seconds = this.#timeouts.task / 1000;
        reject(new Error(`The messages in ${this.#place} did not respond within ${seconds} s.`));
        this.#kill();
      }, deadline - Date.now());
      if (this.#unsent.push({ id, ...work }) === 1) setImmediate(() => this.#sendAll());
    }).finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#keepAlive(false);
    });
    if (error !== undefined) throw new Error(`The message could not be stored: ${error}`);
    return result;
  }

  async close(): Promise<void> {
    this.#keepAlive(true);
    if (!this.#isUsable) return this.#ended;
    // The child finishes its tasks and ends.
    this.#sendAll();
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#kill(), this.#timeouts.end);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Sends tasks of the same moment together: a message between processes costs as much as storing one. */
  #sendAll(): void {
    const tasks = this.#unsent.splice(0);
    if (tasks.length === 0) return;
    this.#child.send(tasks, (problem) => {
      if (problem)
        this.#reject(
          tasks.map(({ id }) => id),
          problem.message,
        );
    });
  }

  #reject(ids: readonly number[], reason: string): void {
    for (const id of ids) this.#waiting.get(id)?.reject(new ProcessEndedError(reason));
  }

  #kill(): void {
    this.#isUsable = false;
    this.#child.kill('SIGKILL');
  }

  /** Only a task keeps this process alive. */
  #keepAlive(isNeeded: boolean): void {
    const method = isNeeded ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
  }
}
