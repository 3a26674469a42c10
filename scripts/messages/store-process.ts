import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { deliveryFromEnv } from './delivery.ts';
import { retentionMonths } from './retention.ts';
import { createOutbox, openMessageFileStore } from './message-folder.ts';
import type { Task, TaskResult } from './store.ts';
import { storeBatch } from './batch.ts';
import { startNotifier } from './outbox-table.ts';

// A process of its own (see contact-store.ts): a disk that does not answer blocks whoever waits for it, and
// only a process can be ended then.

const [folder = ''] = process.argv.slice(2);
const keeper = openMessageFileStore(folder, (text) => console.error(text));

/** How long another process may have the file for itself, in milliseconds. */
const longestUse = 4000;

/** How often messages that have become too old are looked for. */
const sixHours = 6 * 3_600_000;
const months = retentionMonths(process.env);

/** Between two steps of deleting what is too old, in milliseconds: messages are stored meanwhile. */
const betweenSteps = 500;
let removing: NodeJS.Timeout | undefined;

async function removeOld(): Promise<void> {
  clearTimeout(removing);
  try {
    if (await unlessBusy(() => keeper.removeOld(months)))
      removing = setTimeout(() => void removeOld(), betweenSteps).unref();
  } catch (problem) {
    console.error(problem);
  }
}
setInterval(() => void removeOld(), sixHours).unref();

/** How often what can wait is done, in milliseconds. */
const betweenChores = 1000;
setInterval(() => {
  const chores = unlessBusy(() => {
    keeper.bringHome();
    keeper.bringMore();
  });
  chores.catch((problem: unknown) => console.error(problem));
}, betweenChores).unref();

const teller = startNotifier(
  createOutbox(keeper),
  deliveryFromEnv(process.env)?.channel,
  () => process.connected,
);

const hour = 3_600_000;

/** What is asked for besides storing. */
const looks = {
  open: () => keeper.open(),
  list: () => keeper.list(),
  'is-late': () => keeper.isLate(Date.now() - hour),
};

let waiting: Task[] = [];
let working = false;

process.on('message', (tasks: Task[]) => {
  waiting.push(...tasks);
  if (!working) setImmediate(work);
  working = true;
});

// The parent says when to end, also where a terminal tells all processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => void end());

/** All messages that wait are stored with one wait for the disk. */
async function work(): Promise<void> {
  while (waiting.length > 0) {
    const tasks = waiting;
    waiting = [];
    const arrivals = tasks.filter((task) => task.kind === 'store');
    if (arrivals.length > 0) await storeAll(arrivals);
    teller.look();
    for (const task of tasks) {
      if (task.kind === 'store') continue;
      await answer(task.id, unlessBusy<unknown>(looks[task.kind]));
      if (task.kind === 'open') void removeOld();
    }
  }
  working = false;
  if (!process.connected) void end();
}

async function storeAll(tasks: readonly (Task & { arrival: ReceivedMessage })[]): Promise<void> {
  const arrivals = tasks.map(({ arrival }) => arrival);
  const settled = await storeBatch(arrivals, (some) => unlessBusy(() => keeper.store(some)), isBusy);
  send(settled.map((one, index) => ({ id: tasks[index]?.id ?? 0, ...said(one) })));
}

async function answer(id: number, result: Promise<unknown>): Promise<void> {
  const [settled] = await Promise.allSettled([result]);
  send([{ id, ...said(settled) }]);
}

function said(settled: PromiseSettledResult<unknown>): Omit<TaskResult, 'id'> {
  if (settled.status === 'fulfilled') return { result: settled.value };
  return { error: settled.reason instanceof Error ? settled.reason.message : String(settled.reason) };
}

async function unlessBusy<Result>(attempt: () => Result): Promise<Result> {
  const until = Date.now() + longestUse;
  for (;;) {
    try {
      return attempt();
    } catch (problem) {
      if (!isBusy(problem) || Date.now() > until) throw problem;
      await pause(20);
    }
  }
}

function isBusy(problem: unknown): boolean {
  return problem instanceof Error && 'errcode' in problem && problem.errcode === 5;
}

function send(results: TaskResult[]): void {
  // Nobody waits for the answer any more if the parent has ended.
  if (process.connected) process.send?.(results, undefined, {}, () => {});
}

async function end(): Promise<void> {
  if (working) return;
  await teller.close();
  try {
    keeper.close();
  } finally {
    process.exit();
  }
}
