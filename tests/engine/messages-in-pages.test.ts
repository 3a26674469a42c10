import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type postgres from 'postgres';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { contactFolder } from '../../scripts/messages/store.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { sqlClient } from '../../scripts/messages/postgres-store.ts';
import { messages } from '../../scripts/messages.ts';
import { arrival } from '../support/arrival.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';
import { keys, startGateway } from '../support/supabase.ts';

test.each(['list', '--csv', '--json'])('what a file holds is written as it is read by %s', async (how) => {
  const data = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const file = openMessageFile(contactFolder(data));
  const { message } = arrival('Ada');
  const long = { ...message, message: 'x'.repeat(20_000) };
  file.store(Array.from({ length: 1001 }, (_, at) => arrival(`${at}`, { message: long })));
  file.close();
  const lengths: number[] = [];
  const code = await messages({
    args: [how, '--data', data],
    stdin: Readable.from([]),
    stdout: { write: (text) => lengths.push(text.length) },
    stderr: { write: () => {} },
    env: {},
    signal: new AbortController().signal,
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  expect([code, whole > 20_000_000, Math.max(...lengths) < 5_000_000]).toEqual([0, true, true]);
});

test.each([
  ['EPIPE', 0, ''],
  ['ENOSPC', 1, 'This could not be done, because the disk is full (ENOSPC).\n'],
])('what cannot be written any more, with %s, is no fault of our own', async (code, exit, said) => {
  const data = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const file = openMessageFile(contactFolder(data));
  file.store([arrival('Ada')]);
  file.close();
  for (const how of ['list', '--csv', '--json']) {
    let err = '';
    const stdout = new Writable({
      write: (_text, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
    });
    const call = { args: [how, '--data', data], stdin: Readable.from([]), stdout, env: {} };
    const { signal } = new AbortController();
    expect(await messages({ ...call, stderr: { write: (text) => (err += text) }, signal })).toBe(exit);
    expect(err).toBe(said);
  }
});

describe.runIf(hasPostgres)('in a PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  }, 60_000);

  /** Two thousand messages, each tenth a long one, the last two from Bea, one of these in capitals. */
  async function twoThousand(name: string) {
    const { sql, url } = await migratedDatabase(server, name, 'older');
    onTestFinished(() => sql.end());
    await sql`
      insert into contact_messages (key, form, language, name, email, company, message, other)
      select n, '/ask', 'en', 'Ada ' || n,
        case n when 1999 then 'bea@example.org' when 2000 then 'BEA@example.org' else 'ada@example.org' end,
        null, repeat('x', case when n % 10 = 0 then 20000 else 10 end), '{}'
      from generate_series(1, 2000) as n`;
    return { sql, url, run: commandOn({ DATABASE_URL: url }) };
  }
  const commandOn =
    (env: NodeJS.ProcessEnv) =>
    async (...args: string[]) => {
      const { out, err } = await runCommand(messages, args, { env });
      return out + err;
    };
  const unlistable = (sql: postgres.Sql) =>
    sql.unsafe(`create or replace function list_contact_messages() returns jsonb language plpgsql
      as $$ begin raise 'more than one answer may be'; end $$`);
  const idsIn = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
  const all = Array.from({ length: 2000 }, (_, at) => at + 1);

  test('messages are looked after also where all of them are more than one answer may be', async () => {
    const { sql, url, run } = await twoThousand('many');
    await unlistable(sql);
    const { call, close } = sqlClient(url);
    const page = await messageDatabase(call).after(0);
    expect(page.length).toBeGreaterThan(400);
    expect(JSON.stringify(page).length).toBeLessThan(1_300_000);
    await close();

    expect(idsIn(await run('--json'))).toEqual(all);
    expect((await run('--csv')).trimEnd().split('\r\n')).toHaveLength(2001);
    expect(idsIn(await run('show', '1500', 'bea@example.ORG', '3', '--json'))).toEqual([1500, 1999, 2000, 3]);
    await run('mark', '1500', 'answered');
    expect(await run('show', '1500')).toContain('[answered]');
    expect(await run('show', '2001')).toBe('There is no message `2001`.\n');
    expect(await run('delete', 'bea@example.org', '7')).toBe('3 messages deleted for good.\n');
    expect(await run('delete', 'ada@example.org')).toBe('1997 messages deleted for good.\n');
  });

  test('so are those of a project', async () => {
    const { sql } = await twoThousand('project');
    await unlistable(sql);
    const gateway = await startGateway(sql);
    onTestFinished(() => gateway.close());
    const { server: key } = keys.newer;
    const run = commandOn({ SUPABASE_URL: gateway.address, SUPABASE_SERVICE_ROLE_KEY: key });
    expect(idsIn(await run('--json'))).toEqual(all);
    expect(idsIn(await run('show', 'bea@example.org', '--json'))).toEqual([1999, 2000]);
  });

  test('a database without the newest migration lists all at once, and what it cannot is said', async () => {
    const { sql, run } = await twoThousand('earlier');
    await sql`drop function contact_messages_after`;
    await sql`drop function contact_messages_with`;
    expect(idsIn(await run('--json'))).toEqual(all);
    expect(idsIn(await run('show', '1500', 'bea@example.org', '--json'))).toEqual([1500, 1999, 2000]);
    expect(await run('delete', '7')).toBe('1 message deleted for good.\n');
    await unlistable(sql);
    expect(await run('show', '1')).toContain(
      'more than one answer may be. With supabase/migrations/20260208',
    );
  });
});
