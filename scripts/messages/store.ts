import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Budget,
  ReceivedMessage,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';
import { resolveProgramFile } from '../system/project.ts';
import { formatDatabaseName, readDatabaseUrl } from './postgres-store.ts';

/** A store for visitors' messages. */
export interface MessageStore {
  /** Resolves when messages can be stored. */
  open(): Promise<void>;
  /**
   * Resolves when the message is stored on disk. Rejects after a timeout if it is uncertain whether the message is
   * stored.
   */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Takes one unit from each budget, unless a budget is exhausted. Returns whether units were taken. */
  take(budgets: readonly Budget[]): Promise<boolean>;
  /** Returns whether a notification is overdue by more than an hour. Rejects if messages cannot be stored. */
  isLate(): Promise<boolean>;
  close(): Promise<void>;
}

type StoreCommand =
  | { kind: 'store'; arrival: ReceivedMessage }
  | { kind: 'take'; budgets: readonly Budget[] }
  | { kind: 'open' | 'is-late' };

/** A task for the process that writes messages. */
export type Task = { id: number } & StoreCommand;
export type TaskResult = { id: number; result?: unknown; error?: string };

/** Returns the folder for messages in a data directory. */
export const getContactFolder = (directory: string): string => resolve(directory, 'contact');

/** How long a task and the shutdown of the process may take, in milliseconds. */
interface Timeouts {
  task: number;
  end: number;
}
const defaultTimeoutsMs: Timeouts = { task: 5000, end: 2000 };
/** The pause between the end of a process and the start of the next, in milliseconds. */
const restartPauseMs = 50;
/** The maximum number of waiting tasks. With more tasks, messages could not be stored within the timeout. */
const maxWaitingTasks = 1000;

/** The error for a task whose process has ended. Another process can repeat the task. */
class ProcessEndedError extends Error {}

/**
 * Opens the messages in a data directory, or in the database from `env`, through a child process. If the child process
 * ends or does not respond, a new child process replaces it. Several stores, even in different processes, may open the
 * same messages.
 */
export function openMessageStore(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
  timeouts = defaultTimeoutsMs,
): MessageStore {
  const folder = getContactFolder(directory);
  let child: StoreProcess | undefined;
  let closing: Promise<void> | undefined;

  async function runTask(command: StoreCommand): Promise<unknown> {
    const deadline = Date.now() + timeouts.task;
    for (;;) {
      if (closing) throw new Error('The message store is closed.');
      if (!child?.isUsable) child = new StoreProcess(folder, env, timeouts);
      try {
        return await child.run(command, deadline);
      } catch (error) {
        // The message may already be stored. Its key prevents a duplicate.
        if (!(error instanceof ProcessEndedError) || Date.now() >= deadline) throw error;
        await pause(restartPauseMs);
      }
    }
  }

  return {
    open: async () => void (await runTask({ kind: 'open' })),
    // In store-process.ts, this task returns a `StoreResult`.
    store: async (arrival) => (await runTask({ kind: 'store', arrival })) as StoreResult,
    take: async (budgets) => (await runTask({ kind: 'take', budgets })) as boolean,
    isLate: async () => (await runTask({ kind: 'is-late' })) as boolean,
    close: () => (closing ??= child?.close() ?? Promise.resolve()),
  };
}

/** A child process that stores messages. */
class StoreProcess {
  readonly #child: ChildProcess;
  /** The folder or database that contains the messages, as named in error messages. */
  readonly #location: string;
  readonly #timeouts: Timeouts;
  readonly #endPromise: Promise<void>;
  readonly #pendingTasks = new Map<
    number,
    { resolve(result: TaskResult): void; reject(error: Error): void }
  >();
  #unsentTasks: Task[] = [];
  #lastId = 0;
  #isUsable = true;

  constructor(folder: string, env: NodeJS.ProcessEnv, timeouts: Timeouts) {
    const url = readDatabaseUrl(env);
    this.#location = url ? `the database ${formatDatabaseName(url)}` : folder;
    this.#timeouts = timeouts;
    this.#child = fork(resolveProgramFile('scripts/messages/store-process.ts'), [folder], {
      // The child must not inherit options such as `--eval`.
      execArgv: [],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (results: TaskResult[]) => {
      for (const result of results) this.#pendingTasks.get(result.id)?.resolve(result);
    });
    this.#endPromise = new Promise((resolveEnd) => {
      const end = () => {
        this.#isUsable = false;
        this.#reject(
          [...this.#pendingTasks.keys()],
          `The process that stores messages in ${this.#location} ended.`,
        );
        resolveEnd();
      };
      this.#child.once('exit', end);
      this.#child.once('error', end);
    });
  }

  get isUsable(): boolean {
    return this.#isUsable && this.#child.connected;
  }

  async run(command: StoreCommand, deadline: number): Promise<unknown> {
    if (this.#pendingTasks.size >= maxWaitingTasks)
      throw new Error('Too many messages are waiting to be stored.');
    const id = ++this.#lastId;
    this.#keepAlive(true);
    let timer: NodeJS.Timeout | undefined;
    const { result, error } = await new Promise<TaskResult>((resolve, reject) => {
      this.#pendingTasks.set(id, { resolve, reject });
      timer = setTimeout(() => {
        const seconds = this.#timeouts.task / 1000;
        reject(new Error(`The message store in ${this.#location} did not respond within ${seconds} s.`));
        this.#kill();
      }, deadline - Date.now());
      if (this.#unsentTasks.push({ id, ...command }) === 1) setImmediate(() => this.#sendAll());
    }).finally(() => {
      clearTimeout(timer);
      this.#pendingTasks.delete(id);
      if (this.#pendingTasks.size === 0) this.#keepAlive(false);
    });
    if (error !== undefined) throw new Error(`The message could not be stored: ${error}`);
    return result;
  }

  async close(): Promise<void> {
    this.#keepAlive(true);
    if (!this.#isUsable) return this.#endPromise;
    // The child process finishes its tasks and then ends.
    this.#sendAll();
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#kill(), this.#timeouts.end);
    await this.#endPromise;
    clearTimeout(timer);
  }

  /** Sends simultaneous tasks together, because a message between processes takes as long as storing a message. */
  #sendAll(): void {
    const tasks = this.#unsentTasks.splice(0);
    if (tasks.length === 0) return;
    this.#child.send(tasks, (error) => {
      if (error)
        this.#reject(
          tasks.map(({ id }) => id),
          error.message,
        );
    });
  }

  #reject(ids: readonly number[], reason: string): void {
    for (const id of ids) this.#pendingTasks.get(id)?.reject(new ProcessEndedError(reason));
  }

  #kill(): void {
    this.#isUsable = false;
    this.#child.kill('SIGKILL');
  }

  /** Sets whether the child process keeps this process alive. It must do so only while it has tasks. */
  #keepAlive(isNeeded: boolean): void {
    const method = isNeeded ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
  }
}
