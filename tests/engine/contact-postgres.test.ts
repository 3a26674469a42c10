import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { openDatabaseStore, sqlClient } from '../../scripts/messages/postgres-store.ts';
import { hasCron, type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { arrival as plainArrival } from '../support/arrival.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';

/** With an answer that has no column of its own. */
const arrival = (name: string, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  ...plainArrival(name, more),
  message: { ...plainArrival(name).message, other: { boat: 'x' } },
});
const words = { site: 'Harbour', labels: [['name', 'Your name'] as const] };

describe.runIf(hasPostgres)('in a real PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  }, 60_000);

  describe.each(['newer', 'older'] as const)('in a project with the %s grants', (kind) => {
    let sql: postgres.Sql;
    let warnings: string[];
    /** As the function does: in the role of its key, and with nothing else. */
    const database = messageDatabase(async (name, given) => {
      const names = Object.keys(given).map((one, index) => `${one} => $${index + 1}`);
      const rows = await sql.begin(async (within) => {
        await within`set local role service_role`;
        return within.unsafe(`select ${name}(${names.join()}) as result`, Object.values(given) as never[]);
      });
      return rows[0]?.['result'];
    });
    const receive = (one: ReceivedMessage) => database.store(one);
    const empty = () => sql`truncate contact_files, contact_messages, contact_arrivals, contact_outbox`;

    beforeAll(async () => {
      ({ sql, warnings } = await migratedDatabase(server, `project_${kind}`, kind));
      return () => sql.end();
    });

    test('the function stores a message once, with all that is known of it', async () => {
      expect(await receive(arrival('Ada', { keys: ['now', 'before'] }))).toBe('stored');
      expect(await receive(arrival('Ada', { keys: ['now', 'before'] }))).toBe('known');
      expect(await receive(arrival('Ada', { keys: ['later', 'now'] }))).toBe('known');
      expect(await receive(arrival('Bea', { keys: ['even later', 'later'] }))).toBe('stored');
      expect(await sql`select * from contact_messages order by id`).toMatchObject([
        {
          key: 'now',
          form: '/contact/message',
          language: 'en',
          name: 'Ada',
          email: 'ada@example.org',
          company: null,
          message: 'Hello from Ada',
          other: { boat: 'x' },
        },
        { key: 'even later', name: 'Bea' },
      ]);
    });

    test('it holds the limits, by what came in the last hour and day', async () => {
      await empty();
      let count = 0;
      const limits = { perAddress: 2, perHour: 4, perDay: 6 };
      const send = (source: string | null) => receive(arrival(`${count++}`, { source, limits }));
      const pass = (minutes: number) =>
        sql`update contact_arrivals set at = at - make_interval(mins => ${minutes})`;
      expect([await send('a'), await send('a'), await send('a'), await send('b')]).toEqual([
        'stored',
        'stored',
        'too-many-from-address',
        'stored',
      ]);
      expect(await receive(arrival('0', { source: 'a', limits }))).toBe('known');
      expect([await send(null), await send(null)]).toEqual(['stored', 'too-many']);
      await pass(61);
      expect([await send('a'), await send('a'), await send('c')]).toEqual([
        'stored',
        'stored',
        'too-many-today',
      ]);
      await pass(23 * 60);
      expect(await send('c')).toBe('stored');
    });

    test('twenty that come at the same moment are within the limits too', async () => {
      await empty();
      const limits = { perAddress: 0, perHour: 5, perDay: 0 };
      const all = Array.from({ length: 20 }, (_, index) => receive(arrival(`${index}`, { limits })));
      const stored = (await Promise.all(all)).filter((receipt) => receipt === 'stored');
      expect(stored).toHaveLength(5);
    });

    test('what is to be told is in the outbox with the message, and due again when it fails', async () => {
      await empty();
      await receive(arrival('told', { words }));
      await receive(arrival('not told'));
      const [due] = await database.claim();
      expect(due).toEqual({
        id: expect.any(Number),
        key: 'told',
        words,
        message: {
          id: expect.any(Number),
          form: '/contact/message',
          language: 'en',
          name: 'told',
          email: 'ada@example.org',
          company: null,
          message: 'Hello from told',
          other: { boat: 'x' },
          mark: null,
          notice: 'waiting',
          receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      });
      expect(await database.claim()).toEqual([]);
      const pass = (seconds: number) =>
        sql`update contact_outbox set next_at = next_at - make_interval(secs => ${seconds})`;
      await database.settle(due?.id ?? 0, 'mailbox full');
      await pass(9);
      expect(await database.claim()).toEqual([]);
      await pass(2);
      expect(await database.claim()).toHaveLength(1);
      expect((await database.list()).map(({ notice }) => notice)).toEqual(['failed', null]);
      expect(await database.isLate()).toBe(false);
      await sql`update contact_messages set received_at = received_at - interval '61 minutes'`;
      expect(await database.isLate()).toBe(true);
      expect(await database.retry()).toBe(1);
      expect(await database.claim()).toHaveLength(1);
      await database.settle(due?.id ?? 0);
      expect(await database.isLate()).toBe(false);
      await pass(1_000_000);
      expect(await database.claim()).toEqual([]);
    });

    test('what waits behind a slow notice is not taken out before somebody begins with it', async () => {
      await empty();
      for (const name of ['one', 'two', 'three']) await receive(arrival(name, { words }));
      const claimed = async () => (await database.claim()).map(({ key }) => key);
      expect((await Promise.all([claimed(), claimed()])).toSorted()).toEqual([['one'], ['two']]);
      expect([await claimed(), await claimed()]).toEqual([['three'], []]);
    });

    test('a database that can only be read is found out, and nothing is written for it', async () => {
      await empty();
      const ask = (how: string) =>
        sql.begin(how, async (within) => {
          await within`set local role service_role`;
          const [row] = await within`
            select are_contact_notices_late() as late, pg_current_xact_id_if_assigned() as written`;
          return row;
        });
      expect(await ask('read write')).toEqual({ late: false, written: null });
      await expect(ask('read only')).rejects.toMatchObject({
        code: '25006',
        message: 'The database can only be read.',
      });
      const [row] = await sql`select provolatile from pg_proc where proname = 'are_contact_notices_late'`;
      expect(row, 'PostgREST begins a transaction that only reads for any other').toEqual({
        provolatile: 'v',
      });
    });

    test('that a day has all the messages it may have is told once', async () => {
      await empty();
      const limits = { perAddress: 0, perHour: 0, perDay: 1 };
      for (const name of ['one', 'two', 'three']) await receive(arrival(name, { words, limits }));
      const due = [...(await database.claim()), ...(await database.claim())];
      expect(due.map(({ key, message }) => [key, message?.name])).toEqual([
        ['one', 'one'],
        [expect.stringMatching(/^limit-\d{4}-\d\d-\d\d$/), undefined],
      ]);
      expect(due[1]?.words).toMatchObject({ site: 'Harbour', perDay: 1, language: 'en' });
    });

    const tables = ['contact_messages', 'contact_arrivals', 'contact_outbox'];
    test.each(['anon', 'authenticated'])('%s can neither read nor write nor call', async (role) => {
      const functions = await sql<{ call: string }[]>`
        select format('%I(%s)', proname, array_to_string(array(
          select format('null::%s', format_type(type, null)) from unnest(proargtypes) as type
        ), ', ')) as call
        from pg_proc where pronamespace = 'public'::regnamespace and proname like '%contact%'`;
      expect(functions.length).toBeGreaterThan(8);
      const statements = [
        ...tables.flatMap((table) => [
          `select * from ${table}`,
          `insert into ${table} default values`,
          `update ${table} set words = words`.replace(
            'words = words',
            table === 'contact_outbox'
              ? 'words = null'
              : table === 'contact_arrivals'
                ? 'source = null'
                : 'name = null',
          ),
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

    test('no policy lets anybody in, were a grant given by mistake', async () => {
      await empty();
      await receive(arrival('Ada'));
      const read = sql.begin(async (within) => {
        await within`grant select on contact_messages to anon`;
        await within`set local role anon`;
        const rows = await within`select * from contact_messages`;
        throw Object.assign(new Error('back to how it was'), { rows });
      });
      await expect(read).rejects.toMatchObject({ message: 'back to how it was', rows: [] });
    });

    test('where old messages are not deleted by the database, the migration says so', () => {
      expect(warnings.join('\n')).toContain('no message is deleted by itself');
    });
  });

  test('the server stores together what comes together, and what is wrong with one fails no other', async () => {
    const { sql, url } = await migratedDatabase(server, 'together');
    const store = openDatabaseStore(url, {});
    try {
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
    } finally {
      await store.close();
      await sql.end();
    }
  });

  test('the driver prepares its calls, unless the address of the database says that it must not', async () => {
    const { sql, url } = await migratedDatabase(server, 'prepared');
    await sql.unsafe(
      `create or replace function receive_contact_message(arrival jsonb) returns text language sql
       as $$ select case when exists (select from pg_prepared_statements) then 'stored' else 'known' end $$`,
    );
    for (const [address, receipt] of [
      [url, 'stored'],
      [`${url}?prepare=false`, 'known'],
    ] as const) {
      const store = openDatabaseStore(address, {});
      expect(await store.store(arrival('Ada'))).toBe(receipt);
      await store.close();
    }
    await sql.end();
  });

  test('a database without the newest migration still takes each message by itself', async () => {
    const { sql, url } = await migratedDatabase(server, 'earlier');
    const store = openDatabaseStore(url, {});
    try {
      await sql`alter function receive_contact_messages rename to no_such_function`;
      await sql.unsafe(
        `create or replace function receive_contact_message(arrival jsonb) returns text
         language sql as $$ select 'stored' $$`,
      );
      const sent = ['a', 'b', 'c'].map((name) => store.store(arrival(name)));
      expect(await Promise.all(sent)).toEqual(['stored', 'stored', 'stored']);
    } finally {
      await store.close();
      await sql.end();
    }
  });

  test.runIf(hasCron)('a job of the database deletes what is older than a year', async () => {
    const { sql, url } = await migratedDatabase(server, 'scheduled');
    const { call, close } = sqlClient(url);
    try {
      await call('receive_contact_message', { arrival: arrival('Ada') });
      await call('receive_contact_message', {
        arrival: { ...arrival('Bea'), receivedAt: '2020-01-01T00:00:00Z' },
      });
      const [job] = await sql`select command, schedule from cron.job`;
      expect(job?.['schedule']).toBe('17 3 * * *');
      await sql.unsafe(String(job?.['command']));
      expect(await sql`select name from contact_messages`).toEqual([{ name: 'Ada' }]);
    } finally {
      await close();
      await sql.end();
    }
  });

  test('a database that does not answer is an error in time, and goes on with the next call', async () => {
    const { sql, url } = await migratedDatabase(server, 'paused');
    await sql.end();
    const { call, close } = sqlClient(url, 500);
    try {
      expect(await call('are_contact_notices_late', {})).toBe(false);
      server.pause(true);
      await expect(call('are_contact_notices_late', {})).rejects.toThrow('did not answer within 0.5 s');
      await expect(call('are_contact_notices_late', {})).rejects.toThrow('did not answer');
      server.pause(false);
      expect(await call('are_contact_notices_late', {})).toBe(false);
      await server.restart();
      const again = (): Promise<unknown> => call('are_contact_notices_late', {}).catch(again);
      expect(await again()).toBe(false);
    } finally {
      server.pause(false);
      await close();
    }
  });
});
