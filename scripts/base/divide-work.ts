import { setImmediate } from 'node:timers/promises';
import type { Thread } from './thread.ts';

/**
 * Does tasks in this thread and in others at the same time; the results are in the order of the tasks. What
 * this thread has to do besides comes `first`, while the others are at work already. `done` is told of each.
 */
export async function divideWork<Task, Result>(
  tasks: readonly Task[],
  own: (task: Task) => Promise<Result>,
  threads: readonly Thread<Task, Result>[],
  { first, done }: { first?: () => Promise<unknown>; done?: (task: Task, result: Result) => void } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = tasks.entries();
  const doNext = async (work: (task: Task) => Promise<Result>) => {
    for (const [at, task] of queue) {
      const result = await work(task);
      results[at] = result;
      done?.(task, result);
    }
  };
  // Two tasks for each, so that none waits until it is given the next one.
  const others = threads.flatMap(({ do: work }) => [doNext(work), doNext(work)]);
  const here = async () => {
    await first?.();
    await doNext(async (task) => {
      const result = await own(task);
      // What the others have answered in the meantime is heard.
      await setImmediate();
      return result;
    });
  };
  await Promise.all([...others, here()]);
  return results;
}
