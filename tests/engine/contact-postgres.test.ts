import { globSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Arrival } from '../../supabase/functions/send-contact-email/message.ts';
import { arrival as plainArrival } from '../support/arrival.ts';

const migrations = globSync('supabase/migrations/*.sql').toSorted();
const roles = 'create role anon; create role authenticated; create role service_role bypassrls;';
/** What older projects give to everything new; newer ones give nothing. */
const olderGrants = `
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`;

/** With an answer that has no column of its own. */
const arrival = (name: string, more: Partial<Arrival> = {}): Arrival => ({
  ...plainArrival(name, more),
  message: { ...plainArrival(name).message, other: { boat: 'x' } },
});

describe.each([
  ['newer', ''],
  ['older', olderGrants],
])('in a project with the %s grants', (_kind, grants) => {
  let database: PGlite;
  const as = async <Result>(role: string, work: () => Promise<Result>): Promise<Result> => {
    await database.exec(`set role ${role}`);
    try {
      return await work();
    } finally {
      await database.exec('reset role');
    }
  };
  const receive = async (one: Arrival): Promise<unknown> => {
    const text = 'select receive_contact_message($1) as receipt';
    const { rows } = await database.query<{ receipt: string }>(text, [JSON.stringify(one)]);
    return rows[0]?.receipt;
  };

  beforeAll(async () => {
    database = await PGlite.create();
    await database.exec(roles + grants);
    for (const file of migrations) await database.exec(readFileSync(file, 'utf8'));
    return () => database.close();
  });

  test('the function stores a message once, with all that is known of it', async () => {
    await as('service_role', async () => {
      expect(await receive(arrival('Ada', { keys: ['now', 'before'] }))).toBe('stored');
      expect(await receive(arrival('Ada', { keys: ['now', 'before'] }))).toBe('known');
      expect(await receive(arrival('Ada', { keys: ['later', 'now'] }))).toBe('known');
      expect(await receive(arrival('Bea', { keys: ['even later', 'later'] }))).toBe('stored');
    });
    const { rows } = await database.query('select * from contact_messages order by id');
    expect(rows).toMatchObject([
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
    await database.exec('truncate contact_messages, contact_arrivals, contact_outbox');
    let count = 0;
    const limits = { perAddress: 2, perHour: 4, perDay: 6 };
    const send = (source: string | null) => receive(arrival(`${count++}`, { source, limits }));
    const pass = (minutes: number) =>
      database.query(`update contact_arrivals set at = at - interval '${minutes} minutes'`);
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

  test('what is to be told is in the outbox with the message, and due again when it fails', async () => {
    await database.exec('truncate contact_messages, contact_arrivals, contact_outbox');
    const words = { site: 'Harbour', labels: { name: 'Your name' } };
    const asService = (text: string, values: unknown[] = []) =>
      as('service_role', async () => (await database.query<{ found: unknown }>(text, values)).rows[0]?.found);
    const claim = () => asService('select claim_contact_notices() as found');
    await as('service_role', () => receive(arrival('told', { words })));
    await as('service_role', () => receive(arrival('not told')));
    const [due] = (await claim()) as { message: { id: number } }[];
    expect(due).toEqual({
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
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(await claim()).toEqual([]);
    const settle = (failure: string | null) =>
      asService('select settle_contact_notice($1, $2)', [due?.message.id, failure]);
    const pass = (seconds: number) =>
      database.query(`update contact_outbox set next_at = next_at - interval '${seconds} seconds'`);
    await settle('mailbox full');
    await pass(9);
    expect(await claim()).toEqual([]);
    await pass(2);
    expect(await claim()).toHaveLength(1);
    await settle(null);
    await pass(1_000_000);
    expect(await claim()).toEqual([]);
  });

  test.each(['anon', 'authenticated'])('%s can neither read nor write nor call', async (role) => {
    for (const statement of [
      'select * from contact_messages',
      'select * from contact_arrivals',
      "insert into contact_messages (name, email, message) values ('x', 'x', 'x')",
      'update contact_messages set name = name',
      'delete from contact_messages',
      'delete from contact_arrivals',
      'select * from contact_outbox',
      'select claim_contact_notices()',
      'select settle_contact_notice(1, null)',
      'truncate contact_messages',
      "select receive_contact_message('{}')",
    ])
      await as(role, () => expect(database.exec(statement), statement).rejects.toThrow('permission denied'));
  });
});
