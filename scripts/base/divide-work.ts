import { setImmediate } from 'node:timers/promises';

/** Who does tasks. */
export interface Doer<Task, Result> {
  do(task: Task): Promise<Result>;
  /** Whether somebody else would have to prepare more for it. */
  prefers?(task: Task): boolean;
}

/**
 * Does tasks in this thread and in others at the same time; the results are in the order of the tasks. What
 * this thread has to do besides comes `first`, while the others are at work already. `done` is told of each.
 */
export async function divideWork<Task, Result>(
  tasks: readonly Task[],
  own: Doer<Task, Result>,
  others: readonly Doer<Task, Result>[],
  { first, done }: { first?: () => Promise<unknown>; done?: (task: Task, result: Result) => void } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const left = new Map(tasks.entries());
  const next = ({ prefers = () => true }: Doer<Task, Result>) => {
    let last: [at: number, task: Task] | undefined;
    for (last of left) if (prefers(last[1])) break;
    if (last) left.delete(last[0]);
    return last;
  };
  const doOne = async (doer: Doer<Task, Result>): Promise<boolean> => {
    const one = next(doer);
    if (!one) return false;
    const [at, task] = one;
    const result = await doer.do(task);
    results[at] = result;
    done?.(task, result);
    return true;
  };
  const doNext = async (doer: Doer<Task, Result>) => {
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
