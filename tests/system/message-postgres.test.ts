import type postgres from 'postgres';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabaseQueries } from '../../supabase/functions/send-contact-email/message-database.ts';
import type { StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import { openPostgres } from '../../supabase/functions/send-contact-email/postgres.ts';
import { messages } from '../../scripts/commands/messages.ts';
import { openMessageStore } from '../../scripts/messages/store.ts';
import { testMessageStore, type TestStore } from '../support/message-store.ts';
import { runCommand } from '../support/run-command.ts';
import { createArrival } from '../support/stored-messages.ts';
import {
  hasPgCron,
  hasPostgres,
  createMigratedDatabase,
  type PostgresServer,
  startPostgres,
} from '../support/postgres.ts';

describe.runIf(hasPostgres)('in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  });

  function openDatabase(url: string, timeout?: number) {
    const connection = openPostgres(url, timeout);
    onTestFinished(connection.close);
    return { ...createDatabaseQueries(connection), ...connection };
  }

  describe.each(['newer', 'older'] as const)('in a project with the %s grants', (kind) => {
    let sql: postgres.Sql;
    let url: string;
    let warnings: string[];

    beforeAll(async () => {
      ({ sql, url, warnings } = await createMigratedDatabase(server, `project_${kind}`, kind));
      return () => sql.end();
    });

    const tables = {
      contact_messages: 'name',
      contact_arrivals: 'budget',
      contact_outbox: 'words',
      contact_files: 'name',
      contact_clock: 'trusted_at',
    };
    test.each(['anon', 'authenticated'])('%s can neither read nor write messages', async (role) => {
      const statements = [
        ...Object.entries(tables).flatMap(([table, column]) => [
          `select * from ${table}`,
          `insert into ${table} default values`,
          `update ${table} set ${column} = null`,
          `delete from ${table}`,
          `truncate ${table}`,
        ]),
        'select last_value from contact_messages_id_seq',
        "select nextval('contact_outbox_id_seq')",
      ];
      for (const statement of statements) {
        const attempt = sql.begin(async (transaction) => {
          await transaction.unsafe(`set local role ${role}`);
          await transaction.unsafe(statement);
        });
        await expect(attempt, statement).rejects.toThrow('permission denied');
      }
    });

    test('visitors cannot read messages, even with a grant on the table', async () => {
      await openDatabase(url).storeAll([createArrival('Ada')]);
      const read = sql.begin(async (transaction) => {
        await transaction`grant select on contact_messages to anon`;
        await transaction`set local role anon`;
        const rows = await transaction`select * from contact_messages`;
        throw Object.assign(new Error('roll back'), { rows });
      });
      await expect(read).rejects.toMatchObject({ message: 'roll back', rows: [] });
    });

    test('the migration warns if the database does not delete old messages', () => {
      expect(warnings.join('\n')).toContain('no message is deleted automatically');
    });
  });

  async function createDatabase(name: string) {
    const database = await createMigratedDatabase(server, name);
    onTestFinished(() => database.sql.end());
    return database;
  }

  test('a message that cannot be stored does not affect others in its batch', async () => {
    const { sql, url } = await createDatabase('together');
    const store = openMessageStore('', { DATABASE_URL: url });
    onTestFinished(() => store.close());
    await store.open();
    await sql`alter table contact_messages add constraint refuse check (name <> 'wrong')`;
    const transactions = async (names: readonly string[]) => {
      const settled = await Promise.allSettled(names.map((name) => store.store(createArrival(name))));
      const rows = await sql`select count(distinct xmin::text)::int as count from contact_messages
        where name in ${sql(names)}`;
      return [settled.filter(({ status }) => status === 'fulfilled').length, rows[0]?.['count']];
    };
    expect(await transactions(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([6, 1]);
    expect(await transactions(['g', 'h', 'wrong', 'i'])).toEqual([3, 3]);
  });

  test('two servers that receive the same messages store them once', async () => {
    const { url, sql } = await createDatabase('twice');
    const stores = [openMessageStore('', { DATABASE_URL: url }), openMessageStore('', { DATABASE_URL: url })];
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const names = Array.from({ length: 400 }, (_, index) => `${(index * 7919) % 400}`);
    const orders = [names, names.toReversed()];
    const results = await Promise.all(
      stores.flatMap((store, index) =>
        (orders[index] ?? []).map(async (name) => [name, await store.store(createArrival(name))] as const),
      ),
    );
    const byName = Map.groupBy(results, ([name]) => name);
    for (const name of names)
      expect(
        byName
          .get(name)
          ?.map(([, result]) => result)
          .toSorted(),
      ).toEqual(['known', 'stored']);
    expect(await sql`select count(*)::int, count(distinct key)::int as keys from contact_messages`).toEqual([
      { count: 400, keys: 400 },
    ]);
  });

  test('a read-only database is detected without writing to it', async () => {
    const { sql, url } = await createDatabase('read_only');
    const { isLate, after } = openDatabase(url);
    expect(await isLate()).toBe(false);
    await sql`alter database read_only set default_transaction_read_only = on`;
    const other = openDatabase(url);
    await expect(other.isLate()).rejects.toThrow('The database is read-only.');
    expect([await other.after(0), await after(0)]).toEqual([[], []]);
  });

  test.each([
    ['its key', createArrival('Ada', { keys: ['now'] })],
    ['its earlier key', createArrival('Ada', { keys: ['later', 'now'] })],
  ])('a message that another server is storing is recognised by %s', async (_, repeated) => {
    const { sql, url } = await createDatabase(`waits_${repeated.keys.length}`);
    const [first, other] = [openPostgres(url), openDatabase(url)];
    onTestFinished(first.close);
    const isWaiting = async () => (await sql`select from pg_locks where not granted`).length > 0;
    for (const [isStored, result] of [
      [false, 'stored'],
      [true, 'known'],
    ] as const) {
      await sql`truncate contact_files, contact_messages, contact_arrivals, contact_outbox`;
      let second: Promise<StoreResult[]> | undefined;
      const { storeAll } = createDatabaseQueries({
        ...first,
        transaction: (work) =>
          first.transaction(async (query, now) => {
            const stored = await work(query, now);
            second = other.storeAll([repeated]);
            await vi.waitUntil(isWaiting, { timeout: 30_000 });
            if (!isStored) throw new Error('roll back');
            return stored;
          }),
      });
      await storeAll([createArrival('Ada', { keys: ['now'] })]).catch(() => {});
      expect(await second).toEqual([result]);
    }
  });

  test('a server that stops mid-transaction blocks others only briefly', async () => {
    const { url } = await createDatabase('stopped');
    const stoppedServer = openPostgres(url, 60_000);
    onTestFinished(stoppedServer.close);
    await new Promise<void>((resolve) => {
      const neverSettled = new Promise<void>(() => {});
      stoppedServer.transaction(() => (resolve(), neverSettled)).catch(() => {});
    });
    expect(await openDatabase(url).storeAll([createArrival('Ada')])).toEqual(['stored']);
  });

  test('statements are prepared unless the database URL disables this', async () => {
    const { url } = await createDatabase('prepared');
    const checkPrepared = (address: string) =>
      openDatabase(address).query('select count(*) > 0 as any from pg_prepared_statements where $1 = $1', [
        'x',
      ]);
    expect(await checkPrepared(url)).toEqual([{ any: true }]);
    expect(await checkPrepared(`${url}?prepare=false`)).toEqual([{ any: false }]);
  });

  test.runIf(hasPgCron)('a database job deletes messages older than a year', async () => {
    const { sql, url } = await createDatabase('scheduled');
    await openDatabase(url).storeAll([createArrival('Ada'), createArrival('Bea')]);
    await sql`update contact_messages set received_at = '2020-01-01' where name = 'Bea'`;
    const [job] = await sql`select command, schedule from cron.job`;
    expect(job?.['schedule']).toBe('17 3 * * *');
    await sql.unsafe(String(job?.['command']));
    expect(await sql`select name from contact_messages`).toEqual([{ name: 'Ada' }]);
  });

  test('the server deletes messages after the retention period', async () => {
    const { sql, url } = await createDatabase('old');
    const store = openMessageStore('', { DATABASE_URL: url, MESSAGES_KEPT_MONTHS: '1' });
    onTestFinished(() => store.close());
    for (const name of ['Ada', 'Bea']) await store.store(createArrival(name));
    await sql`update contact_messages set received_at = now() - interval '33 days' where name = 'Bea'`;
    await store.open();
    const names = async () => (await sql`select name from contact_messages`).map(({ name }) => name);
    await expect.poll(names).toEqual(['Ada']);
  });

  test('an unresponsive database causes an error in time, and calls succeed once it responds again', async () => {
    const { url } = await createDatabase('paused');
    const { isLate } = openDatabase(url, 500);
    try {
      expect(await isLate()).toBe(false);
      server.pause(true);
      await expect(isLate()).rejects.toThrow('did not respond within 0.5 s');
      await expect(isLate()).rejects.toThrow('did not respond');
      server.pause(false);
      const retryIsLate = (): Promise<unknown> => isLate().catch(retryIsLate);
      expect(await retryIsLate()).toBe(false);
      await server.restart();
      expect(await retryIsLate()).toBe(false);
    } finally {
      server.pause(false);
    }
  });

  let stores = 0;

  async function openTestStore(): Promise<TestStore> {
    const { sql, url } = await createDatabase(`store_${stores++}`);
    const database = openDatabase(url);
    return {
      ...database,
      store: (...arrivals) => database.storeAll(arrivals),
      async advanceTime(minutes) {
        const time = sql`make_interval(secs => ${minutes * 60})`;
        await sql`update contact_arrivals set at = at - ${time}`;
        await sql`update contact_outbox set next_at = next_at - ${time}`;
        await sql`update contact_messages set received_at = received_at - ${time}`;
      },
    };
  }

  test('retention is based on the database clock', async () => {
    const { sql, url } = await createDatabase('clock');
    await sql`insert into contact_clock values (now() - interval '500 days', now() - interval '1 day')`;
    const { checkClock } = openDatabase(url);
    const { trusted, now } = await checkClock();
    expect(Math.round((now - trusted) / 86_400_000)).toBe(499);
    expect((await checkClock()).trusted).toBe(trusted);
  });

  describe('the PostgreSQL store', () => {
    testMessageStore(openTestStore);
  });

  /**
   * Creates a database with 2,000 messages. Every tenth message is long. The last two messages are from Bea, whose
   * address is in capitals in one of them.
   */
  async function createLargeDatabase(name: string) {
    const { sql, url } = await createMigratedDatabase(server, name, 'older');
    onTestFinished(() => sql.end());
    await sql`
      insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
      select n, now(), '/ask', 'en', 'Ada ' || n,
        case n when 1999 then 'bea@example.org' when 2000 then 'BEA@example.org' else 'ada@example.org' end,
        null, repeat('x', case when n % 10 = 0 then 20000 else 10 end), '{}'
      from generate_series(1, 2000) as n`;
    return { sql, url };
  }
  const createCommand =
    (env: NodeJS.ProcessEnv) =>
    async (...args: string[]) => {
      const { out, err } = await runCommand(messages, args, { env });
      return out + err;
    };
  const parseIds = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
  const allIds = Array.from({ length: 2000 }, (_, index) => index + 1);

  test('lists, marks and deletes two thousand messages', async () => {
    const { url } = await createLargeDatabase('many');
    const run = createCommand({ DATABASE_URL: url });
    expect(parseIds(await run('--json'))).toEqual(allIds);
    expect((await run('--csv')).trimEnd().split('\r\n')).toHaveLength(2001);
    expect(parseIds(await run('show', '1500', 'bea@example.ORG', '3', '--json'))).toEqual([
      1500, 1999, 2000, 3,
    ]);
    await run('mark', '1500', 'answered');
    expect(await run('show', '1500')).toContain('[answered]');
    expect(await run('show', '2001')).toBe('There is no message `2001`.\n');
    expect(await run('delete', 'bea@example.org', '7')).toBe('3 messages deleted.\n');
    expect(await run('delete', 'ada@example.org')).toBe('1997 messages deleted.\n');
  });

  test('if the migrations are missing, the command tells the operator to apply them', async () => {
    const run = createCommand({ DATABASE_URL: await server.create('empty') });
    expect(await run()).toMatch(
      /cannot be reached: .* does not exist.* Apply all files of supabase\/migrations\./,
    );
  });
});
