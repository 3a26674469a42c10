import { storeInBatches } from '../../supabase/functions/send-contact-email/batch.ts';
import { readDeliveryConfig } from './delivery.ts';
import { openMessageFolder } from './message-folder.ts';
import { startNotifier } from './notifier.ts';
import { startRetention } from './retention.ts';
import { readDatabaseUrl, openDatabaseMessages } from './postgres-store.ts';
import type { Task, TaskResult } from './store.ts';

// Stores messages in a separate process. An unresponsive disk blocks the thread that writes to it, and only a process
// can be killed. The PostgreSQL driver can also crash its process when a connection is lost
// (github.com/porsager/postgres/issues/1208).

const [folder = ''] = process.argv.slice(2);
/** The longest wait for a locked file or a response from the database, in milliseconds. */
const timeoutMs = 4000;

const url = readDatabaseUrl(process.env);
const messages = url
  ? openDatabaseMessages(url, timeoutMs)
  : openMessageFolder(folder, (text) => console.error(text), timeoutMs);
const notifier = startNotifier(messages, readDeliveryConfig(process.env)?.channel, () => process.connected);
const retention = startRetention(process.env, messages);
const batchedStore = storeInBatches(messages.storeAll, messages.concernsAll);

const runningTasks = new Set<Promise<void>>();

process.on('message', (tasks: Task[]) => {
  for (const task of tasks) {
    const work = runTask(task);
    runningTasks.add(work);
    void work.finally(() => runningTasks.delete(work));
  }
});
// Terminals send these signals to both processes. Ignore them here, because the parent process ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => void shutDown());

async function runTask(task: Task): Promise<void> {
  try {
    sendResult({ id: task.id, result: await executeTask(task) });
  } catch (error) {
    sendResult({ id: task.id, error: error instanceof Error ? error.message : String(error) });
  }
  if (task.kind === 'open') retention.run();
  notifier.check();
}

function executeTask(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'store':
      return batchedStore(task.arrival);
    case 'take':
      return messages.take(task.budgets);
    case 'is-late':
      return messages.isLate();
    case 'open':
      return messages.open();
  }
}

let unsentResults: TaskResult[] = [];

/** Sends simultaneous results together, because a message between processes takes as long as storing a message. */
function sendResult(result: TaskResult): void {
  if (unsentResults.push(result) > 1) return;
  setImmediate(() => {
    // Results are discarded if the parent process has ended.
    if (process.connected) process.send?.(unsentResults, undefined, {}, () => {});
    unsentResults = [];
  });
}

async function shutDown(): Promise<void> {
  while (runningTasks.size > 0) await Promise.all(runningTasks);
  await notifier.close();
  try {
    await messages.close();
  } finally {
    process.exit();
  }
}
