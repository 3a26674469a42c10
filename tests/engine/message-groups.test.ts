import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type postgres from 'postgres';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineFolder } from '../../scripts/system/project.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { openDatabaseStore } from '../../scripts/messages/postgres-store.ts';
import { batch } from '../../scripts/messages/batch.ts';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import { arrival } from '../support/arrival.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { unsampled } from '../support/sampled.ts';
import { dice } from './checker/mutants.ts';

/** Calls the function as the driver of the server does. */
const receive = async (sql: postgres.Sql, arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]> => {
  // What arrays are made of cannot be told from their type.
  const rows = await sql.unsafe('select receive_contact_messages($1) as receipts', [arrivals as never]);
  return rows[0]?.['receipts'] as StoreResult[]; // so says the migration
};

/** Messages of few visitors, some of which were sent before or again, alone or with others. */
function groupsOf(seed: number): ReceivedMessage[][] {
  const roll = dice(seed);
  const limit = (most: number) => (roll(2) === 0 ? 0 : roll(most) + 1);
  const content = sampleFiles.pdf.toString('base64');
  const file = {
    field: 'plan',
    name: 'plan.pdf',
    kind: 'pdf' as const,
    size: sampleFiles.pdf.length,
    content,
  };
  let count = 0;
  const one = (limits: ReceivedMessage['limits']): ReceivedMessage => {
    const isNew = roll(3) > 0;
    const key = isNew ? `new ${count++}` : `key ${roll(12)}`;
    const earlier = [[key], [], [`key ${roll(12)}`]][isNew ? 0 : roll(3)];
    return arrival(key, {
      keys: [key, ...(earlier ?? [])] as ReceivedMessage['keys'],
      source: roll(4) === 0 ? null : `source ${roll(3)}`,
      limits,
      language: roll(4) === 0 ? null : 'en',
      words: roll(2) === 0 ? null : { site: 'Harbour', labels: [['name', `Name ${roll(9)}`]] },
      ...(roll(6) === 0 && { files: Array.from({ length: roll(3) }, () => file) }),
      ...(roll(8) === 0 && { receivedAt: '2026-01-05T09:00:00.000Z' }),
    });
  };
  const unlimited = { perAddress: 0, perHour: 0, perDay: 0 };
  const limits = { perAddress: limit(9), perHour: limit(20), perDay: limit(50) };
  return Array.from({ length: 30 }, () => {
    return Array.from({ length: 1 + roll(8) }, () => one(roll(20) === 0 ? unlimited : limits));
  });
}

describe.runIf(hasPostgres)('messages that come together, in a real PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  }, 60_000);

  async function newDatabase(name: string) {
    const made = await migratedDatabase(server, name);
    onTestFinished(() => made.sql.end());
    return made;
  }

  test('what becomes of them is what became of each when they were taken one after the other', async () => {
    const [now, before] = [(await newDatabase('now')).sql, (await newDatabase('before')).sql];
    const file = join(engineFolder, 'supabase/migrations/20260205000000_files_of_messages.sql');
    const [, loop = ''] =
      /(create or replace function receive_contact_messages.*?\n\$\$;)/s.exec(readFileSync(file, 'utf8')) ??
      [];
    expect(loop).toContain(' loop\n');
    await before.unsafe(loop);
    const both = <Result>(work: (sql: postgres.Sql) => Promise<Result>) =>
      Promise.all([work(now), work(before)]);
    const everything = async (sql: postgres.Sql) => [
      await sql`select key, form, language, name, email, company, message, other,
        case when received_at < '2026-01-06' then received_at end as received_at
        from contact_messages order by key`,
      await sql`select key, place, field, contact_files.name, kind, size, content
        from contact_files join contact_messages on id = message_id order by key, place`,
      await sql`select key, words from contact_outbox left join contact_messages on contact_messages.id = message_id
        order by key, words`,
      await sql`select source, count(*) from contact_arrivals group by source order by source`,
    ];
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= (unsampled ? 200 : 20); seed++) {
      await both((sql) => sql`truncate contact_files, contact_messages, contact_arrivals, contact_outbox`);
      for (const [index, group] of groupsOf(seed).entries()) {
        const [receipts, expected] = await both((sql) => receive(sql, group));
        expect(receipts, `seed ${seed}, group ${index}`).toEqual(expected);
        for (const receipt of receipts) seen.set(receipt, (seen.get(receipt) ?? 0) + 1);
        const hours = index % 10 === 9 ? 23 : index % 5 === 4 ? 1 : 0;
        await both(
          (sql) =>
            sql`update contact_arrivals set at = at - make_interval(hours => ${hours}, mins => ${hours})`,
        );
      }
      const [found, expected] = await both(everything);
      expect(found).toEqual(expected);
    }
    const all = ['stored', 'known', 'too-many-from-address', 'too-many', 'too-many-today'];
    expect([...seen.keys()].toSorted()).toEqual(all.toSorted());
    expect(await receive(now, [])).toEqual([]);
  });

  test('only what may be known or too much is judged one by one', async () => {
    const { sql } = await newDatabase('judged');
    await sql`drop function judge_contact_messages`;
    const limits = { perAddress: 0, perHour: 3, perDay: 0 };
    const words = { site: 'Harbour', labels: [] };
    expect(await receive(sql, [arrival('Bea'), arrival('Ada', { words })])).toEqual(['stored', 'stored']);
    expect(await receive(sql, [arrival('Cleo', { limits })])).toEqual(['stored']);
    expect(await sql`select name from contact_outbox join contact_messages m on m.id = message_id`).toEqual([
      { name: 'Ada' },
    ]);
    for (const other of [
      [arrival('Dora'), arrival('Ada')],
      [arrival('Dora', { keys: ['later', 'earlier'] })],
      [arrival('Dora', { limits })],
    ])
      await expect(receive(sql, other)).rejects.toThrow('judge_contact_messages(jsonb) does not exist');
    expect(await sql`select from contact_messages`).toHaveLength(3);
  });

  test('two servers that store the same at the same moment store it once, and both say that it is safe', async () => {
    const { url, sql } = await newDatabase('twice');
    const stores = [openDatabaseStore(url, {}), openDatabaseStore(url, {})];
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const names = Array.from({ length: 400 }, (_, index) => `${(index * 7919) % 400}`);
    const orders = [names, names.toReversed()];
    const receipts = await Promise.all(
      stores.map((store, index) =>
        Promise.all(
          (orders[index] ?? []).map(async (name) => [name, await store.store(arrival(name))] as const),
        ),
      ),
    );
    const of = Map.groupBy(receipts.flat(), ([name]) => name);
    for (const name of names)
      expect(
        of
          .get(name)
          ?.map(([, receipt]) => receipt)
          .toSorted(),
      ).toEqual(['known', 'stored']);
    expect(await sql`select count(*)::int, count(distinct key)::int as keys from contact_messages`).toEqual([
      { count: 400, keys: 400 },
    ]);
  });

  const waitsFor = (sql: postgres.Sql) =>
    vi.waitUntil(async () => (await sql`select from pg_locks where not granted`).length > 0, {
      timeout: 30_000,
    });

  test.each([
    ['by its key', arrival('Ada', { keys: ['now'] })],
    ['by its earlier key', arrival('Ada', { keys: ['later', 'now'] })],
  ])('a message that another server is still storing is known %s once it is stored', async (_, again) => {
    const { sql } = await newDatabase(`waits_${again.keys.length}`);
    for (const [isStored, receipt] of [
      [false, 'stored'],
      [true, 'known'],
    ] as const) {
      await sql`truncate contact_files, contact_messages, contact_arrivals, contact_outbox`;
      const first = sql.begin(async (within) => {
        await within.unsafe('select receive_contact_messages($1)', [
          [arrival('Ada', { keys: ['now'] })] as never,
        ]);
        const second = receive(sql, [again]);
        await waitsFor(sql);
        if (!isStored) throw Object.assign(new Error('not stored'), { second });
        return { second };
      });
      const { second } = await first.catch((problem: { second: Promise<StoreResult[]> }) => problem);
      expect(await second).toEqual([receipt]);
    }
  });

  test('a message for which nothing is counted does not wait for those of another server', async () => {
    const { sql } = await newDatabase('side_by_side');
    await sql.begin(async (within) => {
      await within.unsafe('select receive_contact_messages($1)', [[arrival('Ada')] as never]);
      expect(await receive(sql, [arrival('Bea')])).toEqual(['stored']);
    });
  });
});

test('the next go to the store while those before are stored, and each is told what became of its own', async () => {
  const groups: { items: readonly string[]; done(): void }[] = [];
  const work = batch<string, string>(async (items) => {
    await new Promise<void>((done) => groups.push({ items, done }));
    return items.map((item) =>
      item === 'wrong' ? { status: 'rejected', reason: item } : { status: 'fulfilled', value: `${item}!` },
    );
  }, 5000);
  const begun = (count: number) => vi.waitUntil(() => groups.length === count, { interval: 1 });
  const first = ['a', 'b'].map(work);
  await begun(1);
  const second = ['c', 'wrong'].map(work);
  await begun(2);
  const third = work('d');
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  expect(groups.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'wrong'],
  ]);
  groups[1]?.done();
  expect((await Promise.allSettled(second)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await begun(3);
  groups[2]?.done();
  expect(await third).toBe('d!');
  groups[0]?.done();
  expect(await Promise.all(first)).toEqual(['a!', 'b!']);
});
