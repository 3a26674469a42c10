import { setImmediate } from 'node:timers/promises';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';

/** Runs tasks: this thread, or a worker. */
export interface TaskRunner<Task, Result> {
  do(task: Task): Promise<Result>;
  /** Whether another runner would need more preparation for the task. */
  prefers?(task: Task): boolean;
}

/**
 * Runs tasks in this thread and in workers. Results are in the order of the tasks. `first` runs in this
 * thread while the workers already have tasks; `done` is called after each task.
 */
export async function runTasks<Task, Result>(
  tasks: readonly Task[],
  local: TaskRunner<Task, Result>,
  others: readonly TaskRunner<Task, Result>[],
  { first, done }: { first?: () => Promise<unknown>; done?: (task: Task, result: Result) => void } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const left = new Map(tasks.entries());
  const next = ({ prefers = () => true }: TaskRunner<Task, Result>) => {
    let last: [at: number, task: Task] | undefined;
    for (last of left) if (prefers(last[1])) break;
    if (last) left.delete(last[0]);
    return last;
  };
  const runOne = async (runner: TaskRunner<Task, Result>): Promise<boolean> => {
    const one = next(runner);
    if (!one) return false;
    const [at, task] = one;
    const result = await runner.do(task);
    results[at] = result;
    done?.(task, result);
    return true;
  };
  const runNext = async (runner: TaskRunner<Task, Result>) => {
    while (await runOne(runner));
  };
  // Two tasks per worker, so that none waits for the next one, and more while this thread is busy with
  // `first`.
  const ahead = first ? Math.ceil(tasks.length / 20) : 0;
  const remote = others.flatMap((runner) => [
    runNext(runner),
    runNext(runner),
    ...Array.from({ length: ahead }, () => runOne(runner)),
  ]);
  const runLocal = async () => {
    await first?.();
    await runNext({
      ...local,
      do: async (task) => {
        const result = await local.do(task);
        // Handles the answers of workers.
        await setImmediate();
        return result;
      },
    });
  };
  await Promise.all([...remote, runLocal()]);
  return results;
}

/** Runs an async function for each item with limited concurrency, which limits memory. */
export async function mapWithConcurrency<T>(
  limit: number,
  list: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = list.values();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** The tasks of a worker, by name. */
export type Work = Record<string, (input: never) => unknown>;
type Input<Of extends Work, Name extends keyof Of> = Parameters<Of[Name]>[0];
type Answer<Of extends Work, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** A worker thread. It runs tasks in order. */
export interface WorkerHandle<Of extends Work> {
  do<Name extends keyof Of>(name: Name, input: Input<Of, Name>): Promise<Answer<Of, Name>>;
  /** Like `do`, for callers that block this thread and call `hear` to handle answers. */
  give<Name extends keyof Of>(
    name: Name,
    input: Input<Of, Name>,
    heard: (answer: Answer<Of, Name>) => void,
  ): void;
  /** Number of unanswered tasks. */
  readonly waiting: number;
  /** Handles the answers so far, or waits for all. Throws if the worker failed. */
  hear(which: 'meanwhile' | 'all'): void;
  close(): Promise<unknown>;
}

/** The data that a worker starts with. */
interface Opening {
  material: unknown;
  port: MessagePort;
  /** Number of answered tasks, shared with the worker. */
  answered: Int32Array;
}
/** An answer as JSON, because strings are transferred faster than objects, or the error. */
type Message = string | { problem: unknown };

/** Milliseconds after which a worker is considered hung. */
const timeout = 60_000;

/** Starts a program that calls `serveTasks`. */
export function startWorker<Of extends Work>(program: URL, material: unknown): WorkerHandle<Of> {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const opening: Opening = { material, port: port2, answered };
  const worker = new Worker(program, { workerData: opening, transferList: [port2], execArgv: [] });
  // The port keeps the process alive while it has a listener.
  worker.unref();
  const waiting: { resolve(answer: unknown): void; reject(problem: unknown): void }[] = [];
  let failed: { problem: unknown } | undefined;
  const fail = (problem: unknown) => {
    failed ??= { problem };
    for (const { reject } of waiting.splice(0)) reject(failed.problem);
    port.close();
  };
  const receive = (message: Message) => {
    if (typeof message === 'string') waiting.shift()?.resolve(JSON.parse(message));
    else fail(message.problem);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`A worker exited with code ${code}.`)));
  const send = (task: [name: unknown, input: unknown], then: (typeof waiting)[number]) => {
    if (failed) return then.reject(failed.problem);
    waiting.push(then);
    port.postMessage(task);
  };
  return {
    do: (name, input) =>
      new Promise((resolve, reject) => {
        if (port.listenerCount('message') === 0) port.on('message', receive);
        // the answer of this very task
        send([name, input], { resolve: resolve as (answer: unknown) => void, reject });
      }),
    give: (name, input, heard) =>
      // as above
      send([name, input], { resolve: heard as (answer: unknown) => void, reject: () => undefined }),
    get waiting() {
      return waiting.length;
    },
    hear: (which) => {
      while (waiting.length > 0) {
        const before = Atomics.load(answered, 0);
        const received = receiveMessageOnPort(port) as { message: Message } | undefined; // sent by `serveTasks`
        if (received) receive(received.message);
        else if (which === 'meanwhile') return;
        else if (Atomics.wait(answered, 0, before, timeout) === 'timed-out')
          fail(new Error('A worker does not answer.'));
      }
      if (failed) throw failed.problem;
    },
    close: () => worker.terminate(),
  };
}

/** Serves tasks in a worker: `open` receives the material and returns the tasks. */
export function serveTasks<Material>(open: (material: Material) => Work): void {
  const { material, port, answered } = workerData as Opening; // set by `startWorker`
  const reply = (message: Message) => {
    port.postMessage(message);
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  let work: Work | undefined;
  let last: Promise<unknown> = Promise.resolve();
  port.on('message', ([name, input]: [string, never]) => {
    last = last.then(async () => {
      try {
        work ??= open(material as Material); // the caller knows the type
        reply(JSON.stringify((await work[name]?.(input)) ?? null));
      } catch (problem) {
        reply({ problem });
      }
    });
  });
}
