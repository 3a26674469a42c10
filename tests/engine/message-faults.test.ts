import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Outcome, sendThroughFaults } from '../support/message-faults.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';
import { siteWithForm } from '../support/preview-server.ts';
import { unsampled } from '../support/sampled.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const [count, between] = unsampled ? [10_000, 100] : [168, 12];
const patience = unsampled ? 1_200_000 : 240_000;
/** How long a disk is full and a database paused, in milliseconds: some messages are refused meanwhile. */
const aWhile = 200;

function judge(what: string, outcome: Outcome): void {
  process.stdout.write(
    `${what}: ${JSON.stringify(outcome).replaceAll(/[{}"]/g, '').replaceAll(/[:,]/g, '$& ')}\n`,
  );
  const nothing = { missing: 0, storedTwice: 0, otherFiles: 0, neverDelivered: 0, withoutReason: 0 };
  expect(outcome.files).toBeGreaterThan(count / 10);
  expect(outcome).toMatchObject({ acknowledged: count, ...nothing });
  expect(outcome.longestAnswer).toBeLessThan(10_000);
  expect(outcome.longestStop).toBeLessThan(5000);
}

function newSite() {
  const site = siteWithForm();
  onTestFinished(() => site.remove());
  return site;
}

const busy = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
const withFiles = 'from contact_files join contact_messages as m on m.id = message_id';
const untold = `from contact_outbox join contact_messages on contact_messages.id = message_id
  where delivered_at is null`;

test(
  'whatever happens to a file of messages, none is lost, stored twice or untold',
  async () => {
    const site = newSite();
    const disk = mountSmallDisk(site.data, 48);
    onTestFinished(() => disk?.remove());
    if (!disk) process.stdout.write('A small disk cannot be mounted here, so none is filled.\n');
    const inFile = async <Result>(work: (database: DatabaseSync) => Result): Promise<Result> => {
      const database = new DatabaseSync(join(site.data, 'contact', 'messages.db'), { timeout: 5000 });
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    const column = (query: string) =>
      inFile((database) =>
        database
          .prepare(query)
          .all()
          .map((row) => String(Object.values(row)[0])),
      );
    const inside = {
      env: {},
      names: () => column('select name from contact_messages'),
      files: () => column(`select m.name || ' ' || hex(content) ${withFiles}`),
      untold: () => column(`select key ${untold}`),
      due: async () => (await column(`select key ${untold} and next_at <= ${Date.now()}`)).length,
      pass: () => column('update contact_outbox set next_at = 0 where delivered_at is null'),
    };
    const fill = async () => {
      disk?.fill();
      await pause(aWhile);
      disk?.free();
    };
    const harm: Record<string, typeof fill> = disk ? { 'the disk full': fill } : {};
    judge('A file', await sendThroughFaults(site, { count, between, inside, harm }));
    expect.assertions(4);
  },
  patience,
);

describe.runIf(hasPostgres)('with a real PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test(
    'whatever happens to a database, no message is lost, stored twice or untold',
    async () => {
      const { url, sql } = await migratedDatabase(postgres, 'faults');
      onTestFinished(() => sql.end());
      const column = async (query: string): Promise<string[]> => {
        // After a restart each connection is found to be gone.
        const rows = await vi.waitFor(() => sql.unsafe(query), { timeout: 60_000 });
        return rows.map((row) => String(Object.values(row)[0]));
      };
      const inside = {
        env: { DATABASE_URL: url },
        names: () => column('select name from contact_messages'),
        files: () => column(`select m.name || ' ' || encode(content, 'hex') ${withFiles}`),
        untold: () => column(`select key ${untold}`),
        due: async () => (await column(`select key ${untold} and next_at <= now()`)).length,
        async pass() {
          // What a server asked for before it ended may still be under way.
          await vi.waitUntil(async () => (await column(busy)).length === 0, { timeout: 60_000 });
          await column('update contact_outbox set next_at = now() where delivered_at is null');
        },
      };
      const harm = {
        'the database restarted': () => postgres.restart(),
        async 'the database paused'() {
          postgres.pause(true);
          await pause(aWhile);
          postgres.pause(false);
        },
      };
      judge('A database', await sendThroughFaults(newSite(), { count, between, inside, harm }));
      expect.assertions(4);
    },
    patience,
  );
});
