import { storeBatch } from './batch.ts';
import { deliveryFromEnv } from './delivery.ts';
import { openMessageFolder } from './message-folder.ts';
import { startNotifier } from './notifier.ts';
import { startRetention } from './retention.ts';
import { isBusy } from './sqlite-files.ts';
import type { Task, TaskResult } from './store.ts';

// The process that writes messages. A disk that does not respond blocks it, and only a process can be killed.

const [path = ''] = process.argv.slice(2);
/** How long another process may lock the file, in milliseconds. */
const lockTimeout = 4000;
const hour = 3_600_000;

const folder = openMessageFolder(path, (text) => console.error(text), lockTimeout);
const notifier = startNotifier(folder.outbox, deliveryFromEnv(process.env)?.channel, () => process.connected);
const retention = startRetention(process.env, (months) => folder.removeOld(months));

let waiting: Task[] = [];
let isWorking = false;

process.on('message', (tasks: Task[]) => {
  waiting.push(...tasks);
  if (!isWorking) setImmediate(work);
  isWorking = true;
});
// The parent decides when to end. A terminal sends signals to both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => void end());

/** Stores all waiting messages with one wait for the disk. */
async function work(): Promise<void> {
  while (waiting.length > 0) {
    const tasks = waiting;
    waiting = [];
    const storing = tasks.filter((task) => task.kind === 'store');
    if (storing.length > 0) {
      const arrivals = storing.map(({ arrival }) => arrival);
      const results = await storeBatch(arrivals, async (some) => folder.store(some), isBusy);
      send(results.map((result, index) => taskResult(storing[index]?.id ?? 0, result)));
    }
    notifier.check();
    for (const task of tasks) {
      if (task.kind === 'store') continue;
      const [result] = await Promise.allSettled([answer(task)]);
      send([taskResult(task.id, result)]);
      if (task.kind === 'open') retention.run();
    }
  }
  isWorking = false;
  if (!process.connected) void end();
}

async function answer(task: Exclude<Task, { kind: 'store' }>): Promise<unknown> {
  if (task.kind === 'open') return folder.open();
  return task.kind === 'take' ? folder.outbox.take(task.budgets) : folder.isLate(Date.now() - hour);
}

function taskResult(id: number, result: PromiseSettledResult<unknown>): TaskResult {
  if (result.status === 'fulfilled') return { id, result: result.value };
  return { id, error: result.reason instanceof Error ? result.reason.message : String(result.reason) };
}

function send(results: TaskResult[]): void {
  // A parent that has ended needs no results.
  if (process.connected) process.send?.(results, undefined, {}, () => {});
}

async function end(): Promise<void> {
  if (isWorking) return;
  await notifier.close();
  try {
    folder.close();
  } finally {
    process.exit();
  }
}
