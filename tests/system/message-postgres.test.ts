import type postgres from 'postgres';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabaseStore, sqlClient } from '../../scripts/messages/postgres-store.ts';
import { messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import { messages } from '../../scripts/commands/messages.ts';
import { testMessageStore, type TestStore } from '../support/message-store.ts';
import { runCommand } from '../support/run-command.ts';
import { arrival } from '../support/stored-messages.ts';
import { keys, startGateway } from '../support/supabase.ts';
import {
  callAs,
  hasCron,
  hasPostgres,
  migratedDatabase,
  type PostgresServer,
  startPostgres,
} from '../support/postgres.ts';

describe.runIf(hasPostgres)('in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  });

  describe.each(['newer', 'older'] as const)('in a project with the %s grants', (kind) => {
    let sql: postgres.Sql;
    let warnings: string[];

    beforeAll(async () => {
      ({ sql, warnings } = await migratedDatabase(server, `project_${kind}`, kind));
      return () => sql.end();
    });

    test('a read-only database is detected without writing', async () => {
      const ask = (how: string) =>
        sql.begin(how, async (within) => {
          await within`set local role service_role`;
          const [row] = await within`
            select are_contact_notifications_late() as late, pg_current_xact_id_if_assigned() as written`;
          return row;
        });
      expect(await ask('read write')).toEqual({ late: false, written: null });
      await expect(ask('read only')).rejects.toMatchObject({
        code: '25006',
        message: 'The database is read-only.',
      });
      const [row] =
        await sql`select provolatile from pg_proc where proname = 'are_contact_notifications_late'`;
      expect(row, 'PostgREST runs other functions in read-only transactions').toEqual({ provolatile: 'v' });
    });

    const tables = {
      contact_messages: 'name',
      contact_arrivals: 'budget',
      contact_outbox: 'words',
      contact_files: 'name',
    };
    test.each(['anon', 'authenticated'])('%s can neither read nor write nor call', async (role) => {
      const functions = await sql<{ call: string }[]>`
        select format('%I(%s)', proname, array_to_string(array(
          select format('null::%s', format_type(type, null)) from unnest(proargtypes) as type
        ), ', ')) as call
        from pg_proc where pronamespace = 'public'::regnamespace and proname like '%contact%'`;
      expect(functions).toHaveLength(15);
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
        ...functions.map(({ call }) => `select ${call}`),
      ];
      for (const statement of statements) {
        const tried = sql.begin(async (within) => {
          await within.unsafe(`set local role ${role}`);
          await within.unsafe(statement);
        });
        await expect(tried, statement).rejects.toThrow('permission denied');
      }
    });

    test('no policy lets visitors read, even with a grant', async () => {
      await messageDatabase(callAs('service_role', sql)).storeAll([arrival('Ada')]);
      const read = sql.begin(async (within) => {
        await within`grant select on contact_messages to anon`;
        await within`set local role anon`;
        const rows = await within`select * from contact_messages`;
        throw Object.assign(new Error('roll back'), { rows });
      });
      await expect(read).rejects.toMatchObject({ message: 'roll back', rows: [] });
    });

    test('the migration warns if the database does not delete old messages', () => {
      expect(warnings.join('\n')).toContain('no message is deleted automatically');
    });
  });

  async function newDatabase(name: string) {
    const database = await migratedDatabase(server, name);
    onTestFinished(() => database.sql.end());
    return database;
  }

  test('a message that cannot be stored does not affect those of the same batch', async () => {
    const { sql, url } = await newDatabase('together');
    const store = openDatabaseStore(url, {});
    onTestFinished(() => store.close());
    await store.open();
    await sql`alter table contact_messages add constraint refuse check (name <> 'wrong')`;
    const transactions = async (names: readonly string[]) => {
      const settled = await Promise.allSettled(names.map((name) => store.store(arrival(name))));
      const rows = await sql`select count(distinct xmin::text)::int as count from contact_messages
        where name in ${sql(names)}`;
      return [settled.filter(({ status }) => status === 'fulfilled').length, rows[0]?.['count']];
    };
    expect(await transactions(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([6, 1]);
    expect(await transactions(['g', 'h', 'wrong', 'i'])).toEqual([3, 3]);
  });

  test('two servers store the same messages once', async () => {
    const { url, sql } = await newDatabase('twice');
    const stores = [openDatabaseStore(url, {}), openDatabaseStore(url, {})];
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const names = Array.from({ length: 400 }, (_, index) => `${(index * 7919) % 400}`);
    const orders = [names, names.toReversed()];
    const results = await Promise.all(
      stores.flatMap((store, index) =>
        (orders[index] ?? []).map(async (name) => [name, await store.store(arrival(name))] as const),
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

  test.each([
    ['its key', arrival('Ada', { keys: ['now'] })],
    ['its earlier key', arrival('Ada', { keys: ['later', 'now'] })],
  ])('a message that another server is storing is known by %s when it is stored', async (_, again) => {
    const { sql } = await newDatabase(`waits_${again.keys.length}`);
    const receive = async (within: postgres.Sql | postgres.TransactionSql, one: ReceivedMessage) =>
      // The types do not allow arrays of objects.
      (await within.unsafe('select receive_contact_messages($1) as results', [[one] as never]))[0]?.[
        'results'
      ] as StoreResult[];
    for (const [isStored, result] of [
      [false, 'stored'],
      [true, 'known'],
    ] as const) {
      await sql`truncate contact_files, contact_messages, contact_arrivals, contact_outbox`;
      let second: Promise<StoreResult[]> | undefined;
      const first = sql.begin(async (within) => {
        await receive(within, arrival('Ada', { keys: ['now'] }));
        second = receive(sql, again);
        const isWaiting = async () => (await sql`select from pg_locks where not granted`).length > 0;
        await vi.waitUntil(isWaiting, { timeout: 30_000 });
        if (!isStored) throw new Error('roll back');
      });
      await first.catch(() => {});
      expect(await second).toEqual([result]);
    }
  });

  test('calls are prepared, unless the URL disables it', async () => {
    const { sql, url } = await newDatabase('prepared');
    await sql.unsafe(
      `create or replace function receive_contact_messages(arrivals jsonb) returns jsonb language sql
       as $$ select case when exists (select from pg_prepared_statements)
         then '["stored"]'::jsonb else '["known"]' end $$`,
    );
    for (const [address, result] of [
      [url, 'stored'],
      [`${url}?prepare=false`, 'known'],
    ] as const) {
      const store = openDatabaseStore(address, {});
      expect(await store.store(arrival('Ada'))).toBe(result);
      await store.close();
    }
  });

  test.runIf(hasCron)('a job of the database deletes messages that are older than a year', async () => {
    const { sql, url } = await newDatabase('scheduled');
    const { call, close } = sqlClient(url);
    onTestFinished(close);
    await messageDatabase(call).storeAll([arrival('Ada'), arrival('Bea')]);
    await sql`update contact_messages set received_at = '2020-01-01' where name = 'Bea'`;
    const [job] = await sql`select command, schedule from cron.job`;
    expect(job?.['schedule']).toBe('17 3 * * *');
    await sql.unsafe(String(job?.['command']));
    expect(await sql`select name from contact_messages`).toEqual([{ name: 'Ada' }]);
  });

  test('the server deletes messages after the retention', async () => {
    const { sql, url } = await newDatabase('old');
    const store = openDatabaseStore(url, { MESSAGES_KEPT_MONTHS: '1' });
    onTestFinished(() => store.close());
    for (const name of ['Ada', 'Bea']) await store.store(arrival(name));
    await sql`update contact_messages set received_at = now() - interval '33 days' where name = 'Bea'`;
    await store.open();
    const names = async () => (await sql`select name from contact_messages`).map(({ name }) => name);
    await expect.poll(names).toEqual(['Ada']);
  });

  test('a call to a database that does not respond is rejected in time, and the next one works again', async () => {
    const { url } = await newDatabase('paused');
    const { call, close } = sqlClient(url, 500);
    try {
      expect(await call('are_contact_notifications_late', {})).toBe(false);
      server.pause(true);
      await expect(call('are_contact_notifications_late', {})).rejects.toThrow(
        'did not respond within 0.5 s',
      );
      await expect(call('are_contact_notifications_late', {})).rejects.toThrow('did not respond');
      server.pause(false);
      expect(await call('are_contact_notifications_late', {})).toBe(false);
      await server.restart();
      const again = (): Promise<unknown> => call('are_contact_notifications_late', {}).catch(again);
      expect(await again()).toBe(false);
    } finally {
      server.pause(false);
      await close();
    }
  });

  let stores = 0;

  async function openPostgres(): Promise<TestStore> {
    const { sql } = await migratedDatabase(server, `store_${stores++}`);
    onTestFinished(() => sql.end());
    const database = messageDatabase(callAs('service_role', sql));
    return {
      ...database,
      store: (...arrivals) => database.storeAll(arrivals),
      async pass(minutes) {
        const time = sql`make_interval(secs => ${minutes * 60})`;
        await sql`update contact_arrivals set at = at - ${time}`;
        await sql`update contact_outbox set next_at = next_at - ${time}`;
        await sql`update contact_messages set received_at = received_at - ${time}`;
      },
    };
  }

  describe('the store', () => {
    testMessageStore(openPostgres);
  });

  /** Every tenth message is long. The last two are from Bea, one of these in capitals. */
  async function databaseOfMany(name: string) {
    const { sql, url } = await migratedDatabase(server, name, 'older');
    onTestFinished(() => sql.end());
    await sql`
      insert into contact_messages (key, form, language, name, email, company, message, other)
      select n, '/ask', 'en', 'Ada ' || n,
        case n when 1999 then 'bea@example.org' when 2000 then 'BEA@example.org' else 'ada@example.org' end,
        null, repeat('x', case when n % 10 = 0 then 20000 else 10 end), '{}'
      from generate_series(1, 2000) as n`;
    return { sql, url };
  }
  const commandIn =
    (env: NodeJS.ProcessEnv) =>
    async (...args: string[]) => {
      const { out, err } = await runCommand(messages, args, { env });
      return out + err;
    };
  const idsIn = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
  const all = Array.from({ length: 2000 }, (_, at) => at + 1);

  test('two thousand messages are listed, marked and deleted', async () => {
    const { url } = await databaseOfMany('many');
    const run = commandIn({ DATABASE_URL: url });
    expect(idsIn(await run('--json'))).toEqual(all);
    expect((await run('--csv')).trimEnd().split('\r\n')).toHaveLength(2001);
    expect(idsIn(await run('show', '1500', 'bea@example.ORG', '3', '--json'))).toEqual([1500, 1999, 2000, 3]);
    await run('mark', '1500', 'answered');
    expect(await run('show', '1500')).toContain('[answered]');
    expect(await run('show', '2001')).toBe('There is no message `2001`.\n');
    expect(await run('delete', 'bea@example.org', '7')).toBe('3 messages deleted.\n');
    expect(await run('delete', 'ada@example.org')).toBe('1997 messages deleted.\n');
  });

  test('two thousand messages of a Supabase project are listed, a page at a time', async () => {
    const { sql } = await databaseOfMany('project');
    const gateway = await startGateway(sql);
    onTestFinished(() => gateway.close());
    const run = commandIn({ SUPABASE_URL: gateway.address, SUPABASE_SERVICE_ROLE_KEY: keys.newer.server });
    expect(idsIn(await run('--json'))).toEqual(all);
    expect(idsIn(await run('show', 'bea@example.org', '--json'))).toEqual([1999, 2000]);
    const [row] = await sql`select contact_messages_after(0, null) as page`;
    expect(row?.['page']).toHaveLength(200);
  });

  test('a database without the migrations is named', async () => {
    const run = commandIn({ DATABASE_URL: await server.create('empty') });
    expect(await run()).toMatch(
      /cannot be reached: .* does not exist.* Apply all files of supabase\/migrations\./,
    );
  });
});
