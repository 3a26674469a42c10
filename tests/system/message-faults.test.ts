import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type FaultReport, sendThroughFaults } from '../support/message-faults.ts';
import { hasPostgres, createMigratedDatabase, startPostgres } from '../support/postgres.ts';
import { createSiteWithForms } from '../support/preview-server.ts';
import { isFullRun } from '../support/sample.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { runInDatabase } from '../support/stored-messages.ts';

const [count, interval] = isFullRun ? [2000, 50] : [108, 12];
const timeout = 600_000;
/** Milliseconds for which the disk is full or the database suspended. Some messages are rejected in this time. */
const faultDuration = 200;

function printOutcome(store: string, outcome: FaultReport): void {
  const numbers = Object.entries(outcome).map(([name, number]) => `${name} ${number}`);
  process.stdout.write(`${store}: ${numbers.join(', ')}\n`);
}

// These tests check that no message is lost. message-deadlines.test.ts tests how long responses may take.
const expected = {
  acknowledged: count,
  missing: 0,
  storedTwice: 0,
  files: Math.floor((count + 3) / 7),
  wrongFiles: 0,
  neverMailed: 0,
  unexplained: 0,
};

function newSite() {
  const site = createSiteWithForms({ maxPerAddress: 1_000_000 });
  onTestFinished(() => site.remove());
  return site;
}

test(
  'kills, a full disk and a failing mail server neither lose nor duplicate a message in a file',
  async () => {
    const site = newSite();
    const disk = mountSmallDisk(site.data, 48);
    onTestFinished(() => disk?.remove());
    if (!disk) process.stdout.write('A small disk cannot be mounted here, so no disk is filled.\n');
    const store = {
      env: {},
      sql: { now: 'unixepoch() * 1000', hex: 'hex(content)' },
      column: async (query: string) =>
        runInDatabase(join(site.data, 'contact'), (database) =>
          database
            .prepare(query)
            .all()
            .map((row) => String(Object.values(row)[0])),
        ),
    };
    const fillDisk = async () => {
      disk?.fill();
      await pause(faultDuration);
      disk?.free();
    };
    const storeFaults: Record<string, () => Promise<void>> = disk ? { 'disk full': fillDisk } : {};
    const outcome = await sendThroughFaults(site, { count, interval, store, storeFaults });
    printOutcome('File', outcome);
    expect(outcome).toMatchObject(expected);
  },
  timeout,
);

test.runIf(hasPostgres)(
  'kills, pauses and a failing mail server neither lose nor duplicate a message in PostgreSQL',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { url, sql } = await createMigratedDatabase(postgres, 'faults');
    onTestFinished(() => sql.end());
    const column = async (query: string): Promise<string[]> => {
      // After a restart, the first query of each connection fails.
      const rows = await vi.waitFor(() => sql.unsafe(query), { timeout: 60_000 });
      return rows.map((row) => String(Object.values(row)[0]));
    };
    const busyQuery = `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    const store = {
      env: { DATABASE_URL: url },
      sql: { now: 'now()', hex: "encode(content, 'hex')" },
      column,
      // The database may still be running queries from the killed server.
      waitUntilIdle: () =>
        vi.waitUntil(async () => (await column(busyQuery)).length === 0, { timeout: 60_000 }),
    };
    const storeFaults = {
      'database restarted': () => postgres.restart(),
      async 'database suspended'() {
        postgres.pause(true);
        await pause(faultDuration);
        postgres.pause(false);
      },
    };
    const outcome = await sendThroughFaults(newSite(), { count, interval, store, storeFaults });
    printOutcome('PostgreSQL', outcome);
    expect(outcome).toMatchObject(expected);
  },
  timeout,
);
