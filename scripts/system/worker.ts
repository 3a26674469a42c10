import { setImmediate } from 'node:timers/promises';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';

/** Who does tasks. */
export interface TaskRunner<Task, Result> {
  do(task: Task): Promise<Result>;
  /** Whether somebody else would have to prepare more for it. */
  prefers?(task: Task): boolean;
}

/**
 * Does tasks in this thread and in others at the same time; the results are in the order of the tasks. What
 * this thread has to do besides comes `first`, while the others are at work already. `done` is told of each.
 */
export async function runTasks<Task, Result>(
  tasks: readonly Task[],
  own: TaskRunner<Task, Result>,
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
  const doOne = async (doer: TaskRunner<Task, Result>): Promise<boolean> => {
    const one = next(doer);
    if (!one) return false;
    const [at, task] = one;
    const result = await doer.do(task);
    results[at] = result;
    done?.(task, result);
    return true;
  };
  const doNext = async (doer: TaskRunner<Task, Result>) => {
    while (await doOne(doer));
  };
  // Two tasks for each, so that none waits for the next one, and more while nobody is heard here.
  const ahead = first ? Math.ceil(tasks.length / 20) : 0;
  const there = others.flatMap((doer) => [
    doNext(doer),
    doNext(doer),
    ...Array.from({ length: ahead }, () => doOne(doer)),
  ]);
  const here = async () => {
    await first?.();
    await doNext({
      ...own,
      do: async (task) => {
        const result = await own.do(task);
        // What the others have answered in the meantime is heard.
        await setImmediate();
        return result;
      },
    });
  };
  await Promise.all([...there, here()]);
  return results;
}

/** Works through a list, so many at a time: all at once would need memory for the whole site. */
export async function mapWithConcurrency<T>(
  most: number,
  list: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = list.values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

/** What a thread can do, by the names of its tasks. */
export type Work = Record<string, (input: never) => unknown>;
type Input<Of extends Work, Name extends keyof Of> = Parameters<Of[Name]>[0];
type Answer<Of extends Work, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** Another thread of this process. It does one task after the other, in the order in which they are given. */
export interface WorkerHandle<Of extends Work> {
  do<Name extends keyof Of>(name: Name, input: Input<Of, Name>): Promise<Answer<Of, Name>>;
  /** The same for who does not let go of this thread, and hears the answers when there is time. */
  give<Name extends keyof Of>(
    name: Name,
    input: Input<Of, Name>,
    heard: (answer: Answer<Of, Name>) => void,
  ): void;
  /** How many tasks it has not answered. */
  readonly waiting: number;
  /** Hears what has been answered meanwhile, or waits for all answers; an error if there can be none. */
  hear(which: 'meanwhile' | 'all'): void;
  close(): Promise<unknown>;
}

/** What a thread is opened with. */
interface Opening {
  material: unknown;
  port: MessagePort;
  /** How many tasks have been answered. */
  answered: Int32Array;
}
/** An answer as JSON, since as text data goes over faster than as objects; or what went wrong. */
type Message = string | { problem: unknown };

/** A thread that has not answered for so many milliseconds never will. */
const patience = 60_000;

/** Starts a program that calls `doTasks`. */
export function startWorker<Of extends Work>(program: URL, material: unknown): WorkerHandle<Of> {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const opening: Opening = { material, port: port2, answered };
  const worker = new Worker(program, { workerData: opening, transferList: [port2], execArgv: [] });
  // It is the port that keeps the process waiting, where somebody listens at it.
  worker.unref();
  const waiting: { resolve(answer: unknown): void; reject(problem: unknown): void }[] = [];
  let failed: { problem: unknown } | undefined;
  const fail = (problem: unknown) => {
    failed ??= { problem };
    for (const { reject } of waiting.splice(0)) reject(failed.problem);
    port.close();
  };
  const take = (message: Message) => {
    if (typeof message === 'string') waiting.shift()?.resolve(JSON.parse(message));
    else fail(message.problem);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`A thread ended with ${code}.`)));
  const ask = (task: [name: unknown, input: unknown], then: (typeof waiting)[number]) => {
    if (failed) return then.reject(failed.problem);
    waiting.push(then);
    port.postMessage(task);
  };
  return {
    do: (name, input) =>
      new Promise((resolve, reject) => {
        if (port.listenerCount('message') === 0) port.on('message', take);
        // What comes back is what this task makes.
        ask([name, input], { resolve: resolve as (answer: unknown) => void, reject });
      }),
    give: (name, input, heard) =>
      // As above.
      ask([name, input], { resolve: heard as (answer: unknown) => void, reject: () => undefined }),
    get waiting() {
      return waiting.length;
    },
    hear: (which) => {
      while (waiting.length > 0) {
        const before = Atomics.load(answered, 0);
        const received = receiveMessageOnPort(port) as { message: Message } | undefined; // from `doTasks`
        if (received) take(received.message);
        else if (which === 'meanwhile') return;
        else if (Atomics.wait(answered, 0, before, patience) === 'timed-out')
          fail(new Error('A thread does not answer.'));
      }
      if (failed) throw failed.problem;
    },
    close: () => worker.terminate(),
  };
}

/** The other end: what `open` makes of the material does the tasks. */
export function serveTasks<Material>(open: (material: Material) => Work): void {
  const { material, port, answered } = workerData as Opening; // given by `openThread`
  const say = (message: Message) => {
    port.postMessage(message);
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  let work: Work | undefined;
  let last: Promise<unknown> = Promise.resolve();
  port.on('message', ([name, input]: [string, never]) => {
    last = last.then(async () => {
      try {
        work ??= open(material as Material); // the caller's word for it
        say(JSON.stringify((await work[name]?.(input)) ?? null));
      } catch (problem) {
        say({ problem });
      }
    });
  });
}
