import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { cachedFolder } from '../base/cached-folder.ts';
import { engineCache } from '../base/project.ts';

/** A message as it lies in the database. */
export interface StoredMessage extends ContactMessage {
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

const migrations = join(import.meta.dirname, '../../supabase/migrations');

/** The messages in a PostgreSQL that runs in this thread, with the tables that Supabase has too. */
export async function openMessageDatabase(folder: string, cache = engineCache) {
  const database = await failing(`The contact database in ${folder} does not start`, () =>
    open(folder, cache),
  );
  await migrate(database);
  return {
    store: ({ name, email, company, message, other }: ContactMessage) =>
      failing('The message could not be stored', () =>
        database.query(
          'insert into contact_messages (name, email, company, message, other) values ($1, $2, $3, $4, $5)',
          [name, email, company, message, other],
        ),
      ),
    /** Newest last. */
    list: async (): Promise<StoredMessage[]> => {
      const { rows } = await database.query<Omit<StoredMessage, 'receivedAt'> & { received_at: Date }>(
        'select id, received_at, name, email, company, message, other from contact_messages order by id',
      );
      return rows.map(({ id, received_at, ...rest }) => ({
        id,
        receivedAt: received_at.toISOString(),
        ...rest,
      }));
    },
    close: () => database.close(),
  };
}

async function open(folder: string, cache: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    // Made beside its place: a process may end in the middle, and half a database never starts again.
    const unfinished = `${folder}.new`;
    const begin = async () => (await PGlite.create(unfinished)).close();
    rmSync(unfinished, { recursive: true, force: true });
    try {
      cpSync(await emptyDatabase(cache), unfinished, { recursive: true });
      await begin();
    } catch {
      // A message must not depend on a cache, which may be damaged or of another user.
      rmSync(unfinished, { recursive: true, force: true });
      await begin();
    }
    renameSync(unfinished, folder);
  }
  return PGlite.create(folder);
}

/** The folder of a database without tables, kept for the next time: making one takes seconds, a copy none. */
function emptyDatabase(cache: string): Promise<string> {
  const about = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(about, 'utf8')) as { version: string };
  return cachedFolder(join(cache, 'postgres', version), async (beside) =>
    (await PGlite.create(beside)).close(),
  );
}

/** Runs the SQL files that Supabase runs too, in the same order, each once. */
async function migrate(database: PGlite): Promise<void> {
  await database.exec('create table if not exists applied_migrations (name text primary key)');
  const { rows } = await database.query<{ name: string }>('select name from applied_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql') && !applied.has(name));
  for (const name of files.toSorted())
    await failing(`The migration ${name} failed`, () =>
      database.transaction(async (transaction) => {
        await transaction.exec(readFileSync(join(migrations, name), 'utf8'));
        await transaction.query('insert into applied_migrations values ($1)', [name]);
      }),
    );
}

/** Says what failed in front of why. */
async function failing<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
