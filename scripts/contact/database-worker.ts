// Runs as a thread (see contact-store.ts): PostgreSQL inside this process takes seconds to start and stops everything
// around it while it works.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import type { Answer } from './owner-channel.ts';

/** A message as it lies in the store. */
export interface StoredMessage extends ContactMessage {
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** What the thread does when asked. */
export type Task = { store: ContactMessage } | { list: true } | { close: true };

const migrations = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url));

async function start(place: string): Promise<PGlite> {
  try {
    if (!existsSync(place)) {
      // A process may end while the database is being made, and half a database never starts again.
      const unfinished = `${place}.new`;
      rmSync(unfinished, { recursive: true, force: true });
      await (await PGlite.create(unfinished)).close();
      renameSync(unfinished, place);
    }
    return await PGlite.create(place);
  } catch (cause) {
    throw new Error(`The contact database in ${place} does not start: ${reason(cause)}`, { cause });
  }
}

/** Runs the SQL files that Supabase runs too, in the same order, each once. */
async function migrate(database: PGlite): Promise<void> {
  await database.exec('create table if not exists applied_migrations (name text primary key)');
  const { rows } = await database.query<{ name: string }>('select name from applied_migrations');
  const applied = new Set(rows.map((row) => row.name));
  const waiting = readdirSync(migrations).filter((name) => name.endsWith('.sql') && !applied.has(name));
  for (const name of waiting.toSorted()) {
    try {
      await database.transaction(async (transaction) => {
        await transaction.exec(readFileSync(join(migrations, name), 'utf8'));
        await transaction.query('insert into applied_migrations values ($1)', [name]);
      });
    } catch (cause) {
      throw new Error(`The migration ${name} failed: ${reason(cause)}`, { cause });
    }
  }
}

async function run(database: PGlite, task: Task): Promise<unknown> {
  if ('store' in task) return insert(database, task.store);
  if ('list' in task) return select(database);
  return database.close();
}

async function insert(
  database: PGlite,
  { name, email, company, message, other }: ContactMessage,
): Promise<void> {
  try {
    await database.query(
      'insert into contact_messages (name, email, company, message, other) values ($1, $2, $3, $4, $5)',
      [name, email, company, message, other],
    );
  } catch (cause) {
    throw new Error(`The message could not be stored: ${reason(cause)}`, { cause });
  }
}

async function select(database: PGlite): Promise<StoredMessage[]> {
  const { rows } = await database.query<Omit<StoredMessage, 'receivedAt'> & { received_at: Date }>(
    'select id, received_at, name, email, company, message, other from contact_messages order by id',
  );
  return rows.map(({ id, received_at, ...message }) => ({
    id,
    receivedAt: received_at.toISOString(),
    ...message,
  }));
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

// Given by contact-store.ts.
const database = await start(workerData as string);
await migrate(database);
parentPort?.on('message', async ({ id, task }: { id: number; task: Task }) => {
  const answer: Answer = await run(database, task).then(
    (result) => ({ result }),
    (problem: unknown) => ({ problem: reason(problem) }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, ...answer });
});
