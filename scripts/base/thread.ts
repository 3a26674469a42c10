import { parentPort, Worker } from 'node:worker_threads';

/** Another thread of this process, which does what it is told. Tasks and results are plain data. */
export interface Thread<Task, Result> {
  do(task: Task): Promise<Result>;
  close(): Promise<unknown>;
}

/** Starts a program that calls `doTasks`; it finds the material in its `workerData`. */
export function openThread<Task, Result>(program: URL, material: unknown): Thread<Task, Result> {
  const worker = new Worker(program, { workerData: material, execArgv: [] });
  const waiting: { resolve(result: Result): void; reject(problem: unknown): void }[] = [];
  let failed: { problem: unknown } | undefined;
  const fail = (problem: unknown) => {
    failed ??= { problem };
    for (const { reject } of waiting.splice(0)) reject(failed.problem);
  };
  // It answers in the order in which it is asked. As text, data goes over faster than as objects.
  worker.on('message', (answer: string) => waiting.shift()?.resolve(JSON.parse(answer) as Result));
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`A thread ended with ${code}.`)));
  return {
    do: (task) =>
      new Promise((resolve, reject) => {
        if (failed) return reject(failed.problem);
        waiting.push({ resolve, reject });
        worker.postMessage(JSON.stringify(task));
      }),
    close: () => worker.terminate(),
  };
}

/** The other end: does one task after the other. */
export function doTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  let last: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (task: string) => {
    last = last.then(async () =>
      parentPort?.postMessage(JSON.stringify(await work(JSON.parse(task) as Task))),
    );
  });
}
