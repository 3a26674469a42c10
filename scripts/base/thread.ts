import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';

/** What a thread can do, by the names of its tasks. */
export type Work = Record<string, (input: never) => unknown>;
type Input<Of extends Work, Name extends keyof Of> = Parameters<Of[Name]>[0];
type Answer<Of extends Work, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** Another thread of this process. It does one task after the other, in the order in which they are given. */
export interface Thread<Of extends Work> {
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
export function openThread<Of extends Work>(program: URL, material: unknown): Thread<Of> {
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
export function doTasks<Material>(open: (material: Material) => Work): void {
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
