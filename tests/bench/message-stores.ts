import postgres from 'postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type MessageStore, openMessageStore } from '../../scripts/messages/store.ts';
import { openDatabaseStore } from '../../scripts/messages/postgres-store.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { type Pace, paceOf, senders, text } from './message-pace.ts';
import { type Served, sendToServer } from './message-server.ts';
import { isPostgresHere, migrate, startPostgres } from '../support/postgres-server.ts';

/** The ways in which messages come into one kind of store, each measured on a new one. */
export interface MeasuredStore {
  name: string;
  /** One insert for each message in a transaction of its own that waits for the disk, by its driver alone. */
  bare(count: number): Promise<Pace>;
  /** By the store of the server, without HTTP. */
  kept(count: number): Promise<Pace>;
  served(count: number): Promise<Served>;
  close(): Promise<void>;
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The kinds of stores that can be had here. What they start is measured with this process. */
export async function measuredStores(): Promise<MeasuredStore[]> {
  return isPostgresHere ? [onFile, await onPostgres()] : [onFile];
}

const table = 'create table bare (id %, name text, email text, message text)';
const insert = 'insert into bare (name, email, message) values';

const onFile: MeasuredStore = {
  name: 'SQLite, write-ahead log, synchronous = full',
  bare: (count) =>
    inFolder(async (folder) => {
      const database = new DatabaseSync(join(folder, 'bare.db'));
      database.exec('pragma journal_mode = wal; pragma synchronous = full');
      database.exec(table.replace('%', 'integer primary key'));
      const add = database.prepare(`${insert} (?, ?, ?)`);
      const write = (index: number) => add.run(`Visitor ${index}`, 'ada@example.org', text);
      const pace = await paceOf(count, [process.pid], write);
      database.close();
      return pace;
    }),
  kept: (count) => inFolder((folder) => keep(count, openMessageStore(folder, {}))),
  served: (count) => inFolder((folder) => sendToServer(folder, count, undefined, undefined)),
  close: async () => {},
};

/** One server with many databases. Those who wait for each other there need a connection each. */
async function onPostgres(): Promise<MeasuredStore> {
  const server = await startPostgres();
  let databases = 0;
  const quiet = { fetch_types: false, onnotice() {} };
  const migrated = async () => {
    const url = await server.create(`bench_${databases++}`);
    const sql = postgres(url, { ...quiet, max: 1 });
    await migrate(sql);
    await sql.end();
    return url;
  };
  return {
    name: 'PostgreSQL, synchronous_commit = on',
    async bare(count) {
      const sql = postgres(await server.create(`bench_${databases++}`), { ...quiet, max: senders });
      await sql.unsafe(table.replace('%', 'bigint generated always as identity primary key'));
      const write = (index: number) =>
        sql.unsafe(`${insert} ($1, $2, $3)`, [`Visitor ${index}`, 'ada@example.org', text], {
          prepare: true,
        });
      const pace = await paceOf(count, [process.pid], write);
      await sql.end();
      return pace;
    },
    kept: async (count) => keep(count, openDatabaseStore(await migrated(), {})),
    served: (count) =>
      inFolder(async (folder) => sendToServer(folder, count, await migrated(), server.pid())),
    close: () => server.stop(),
  };
}

/** Messages without a limit, through a store as the server opens it. */
async function keep(count: number, store: MessageStore): Promise<Pace> {
  const arrival = (index: number): ReceivedMessage => ({
    keys: [String(index)],
    form: null,
    language: null,
    source: 'somebody',
    limits: { perClient: 0, perHour: 0, perDay: 0 },
    message: { name: `Visitor ${index}`, email: 'ada@example.org', company: null, message: text, other: {} },
    words: null,
  });
  try {
    await store.open();
    return await paceOf(count, [process.pid], (index) => store.store(arrival(index)));
  } finally {
    await store.close();
  }
}
