import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** An object that runs tasks in this thread or in a worker. */
interface TaskRunner<Task, Result> {
  do(task: Task): Promise<Result>;
  /** Returns whether this runner needs less preparation for the task than other runners. */
  prefers?(task: Task): boolean;
}

/**
 * Runs tasks in this thread and in workers. Results are in the order of the tasks. `first` runs in this
 * thread while the workers already have tasks; `done` is called after each task.
 */
export async function runTasks<Task, Result>(
  tasks: readonly Task[],
  local: TaskRunner<Task, Result>,
  remoteRunners: readonly TaskRunner<Task, Result>[],
  { first, done }: { first?: () => Promise<unknown>; done?: (task: Task, result: Result) => void } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const remainingTasks = new Map(tasks.entries());
  const takeTask = ({ prefers = () => true }: TaskRunner<Task, Result>) => {
    let lastTask: [at: number, task: Task] | undefined;
    for (lastTask of remainingTasks) if (prefers(lastTask[1])) break;
    if (lastTask) remainingTasks.delete(lastTask[0]);
    return lastTask;
  };
  const runOne = async (runner: TaskRunner<Task, Result>): Promise<boolean> => {
    const nextTask = takeTask(runner);
    if (!nextTask) return false;
    const [taskIndex, task] = nextTask;
    const result = await runner.do(task);
    results[taskIndex] = result;
    done?.(task, result);
    return true;
  };
  const runNext = async (runner: TaskRunner<Task, Result>) => {
    while (await runOne(runner));
  };
  // Each worker gets two tasks, so that workers never wait for this thread. Workers get more tasks while this thread
  // runs `first`.
  const extraTasks = first ? Math.ceil(tasks.length / 20) : 0;
  const remote = remoteRunners.flatMap((runner) => [
    runNext(runner),
    runNext(runner),
    ...Array.from({ length: extraTasks }, () => runOne(runner)),
  ]);
  const runLocal = async () => {
    await first?.();
    await runNext({
      ...local,
      do: async (task) => {
        const result = await local.do(task);
        // Yield, so that this thread can handle messages from workers.
        await setImmediate();
        return result;
      },
    });
  };
  await Promise.all([...remote, runLocal()]);
  return results;
}

/** Runs an async function for each item, with limited concurrency to save memory. */
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
export type WorkerTasks = Record<string, (input: never) => unknown>;
type WorkerInput<Tasks extends WorkerTasks, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type WorkerResult<Tasks extends WorkerTasks, Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** A worker thread that runs tasks one after another. */
export interface WorkerHandle<Tasks extends WorkerTasks> {
  do<Name extends keyof Tasks>(
    name: Name,
    input: WorkerInput<Tasks, Name>,
  ): Promise<WorkerResult<Tasks, Name>>;
  close(): Promise<unknown>;
}

/** The reply of a worker: an error, or a result as JSON, because strings are transferred faster than objects. */
type Message = string | { problem: unknown };

/**
 * Starts a worker with a program that calls `serveTasks`. The worker keeps the process alive only while it has tasks.
 */
export function startWorker<Tasks extends WorkerTasks>(program: URL, material: unknown): WorkerHandle<Tasks> {
  const worker = new Worker(program, { workerData: material, execArgv: [] });
  worker.unref();
  const pendingTasks: { resolve(answer: unknown): void; reject(error: unknown): void }[] = [];
  let failure: { problem: unknown } | undefined;
  const rejectAll = (error: unknown) => {
    failure ??= { problem: error };
    for (const { reject } of pendingTasks.splice(0)) reject(failure.problem);
    worker.unref();
  };
  worker.on('message', (message: Message) => {
    if (typeof message !== 'string') return rejectAll(message.problem);
    pendingTasks.shift()?.resolve(JSON.parse(message));
    if (pendingTasks.length === 0) worker.unref();
  });
  worker.on('error', rejectAll);
  worker.on('exit', (code) => rejectAll(new Error(`A worker exited with code ${code}.`)));
  return {
    do: (name, input) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure.problem);
        // the worker replies with the result of this task
        pendingTasks.push({ resolve: resolve as (answer: unknown) => void, reject });
        worker.ref();
        worker.postMessage([name, input]);
      }),
    close: () => worker.terminate(),
  };
}

/**
 * Handles tasks in a worker. `open` receives the material from `startWorker` and returns the functions for the tasks.
 */
export function serveTasks<Material>(open: (material: Material) => WorkerTasks | Promise<WorkerTasks>): void {
  const postReply = (message: Message) => parentPort?.postMessage(message);
  let work: WorkerTasks | undefined;
  let last: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', ([name, input]: [string, never]) => {
    last = last.then(async () => {
      try {
        work ??= await open(workerData as Material); // set by `startWorker`
        postReply(JSON.stringify((await work[name]?.(input)) ?? null));
      } catch (error) {
        postReply({ problem: error });
      }
    });
  });
}
