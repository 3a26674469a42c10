import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { arrival } from '../support/arrival.ts';
import { hasDeno, startFunction } from '../support/deno.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';
import { keys, signedIn, startGateway, type SupabaseGateway } from '../support/supabase.ts';

const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };
const options = { auth: { persistSession: false } };

describe.runIf(hasPostgres).each(['newer', 'older'] as const)('a project with the %s grants', (grants) => {
  let server: PostgresServer;
  let sql: postgres.Sql;
  let gateway: SupabaseGateway;

  beforeAll(async () => {
    server = await startPostgres();
    ({ sql } = await migratedDatabase(server, 'project', grants));
    gateway = await startGateway(sql);
    await sql`select receive_contact_messages(${JSON.stringify([arrival('Ada')])}::text::jsonb)`;
    return async () => {
      await gateway.close();
      await sql.end();
      await server.stop();
    };
  }, 60_000);

  /** Everything in the tables, and how far each counts. */
  const state = async () => {
    const [tables] = await sql`
      select (select jsonb_agg(m) from contact_messages m) as messages,
        (select jsonb_agg(f) from contact_files f) as files,
        (select jsonb_agg(a) from contact_arrivals a) as arrivals,
        (select jsonb_agg(o) from contact_outbox o) as outbox`;
    return tables;
  };

  const attempts: Record<string, (client: SupabaseClient) => PromiseLike<{ error: unknown; data: unknown }>> =
    {
      'read messages': (client) => client.from('contact_messages').select(),
      'read arrivals': (client) => client.from('contact_arrivals').select(),
      'read the outbox': (client) => client.from('contact_outbox').select(),
      'write a message': (client) => client.from('contact_messages').insert(message),
      'write an arrival': (client) => client.from('contact_arrivals').insert({ source: 'x' }),
      'change messages': (client) => client.from('contact_messages').update(message).gt('id', 0),
      'delete messages': (client) => client.from('contact_messages').delete().gt('id', 0),
      'empty the outbox': (client) => client.from('contact_outbox').delete().gt('id', 0),
      'bypass the function': (client) =>
        client.rpc('receive_contact_messages', { arrivals: [arrival('Eve')] }),

      'list messages': (client) => client.rpc('contact_messages_after', { last: 0, address: null }),
      'find messages': (client) => client.rpc('contact_messages_with', { ids: [1] }),
      'mark a message': (client) => client.rpc('mark_contact_message', { message_id: 1, word: 'x' }),
      'delete a message': (client) => client.rpc('delete_contact_messages', { ids: [1] }),
      'delete old messages': (client) => client.rpc('delete_old_contact_messages', { months: 0 }),
      'claim notifications': (client) => client.rpc('claim_contact_notifications'),
      'settle a notification': (client) =>
        client.rpc('settle_contact_notification', { notification: 1, failure: null }),
      'retry notifications': (client) => client.rpc('retry_contact_notifications'),
      'read files': (client) => client.from('contact_files').select(),
      'write a file': (client) => client.from('contact_files').insert({ message_id: 1, place: 9 }),
      'delete files': (client) => client.from('contact_files').delete().gt('message_id', 0),
      'fetch files': (client) => client.rpc('contact_files_of', { message: 1 }),
      'ask whether notifications are late': (client) => client.rpc('are_contact_notifications_late'),
    };

  test.each([
    ['a visitor with an older key', keys.older.visitor, undefined],
    ['a visitor with a newer key', keys.newer.visitor, undefined],
    ['a signed-in visitor', keys.newer.visitor, signedIn],
  ])('%s cannot bypass the function', async (_who, key, token) => {
    const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const client = createClient(gateway.address, key, { ...options, global: { headers } });
    const before = await state();
    for (const [what, attempt] of Object.entries(attempts)) {
      const { error, data } = await attempt(client);
      expect(error, what).toMatchObject({
        code: '42501',
        message: expect.stringContaining('permission denied'),
      });
      expect(data, what).toBeNull();
    }
    expect(await state()).toEqual(before);
  });

  test('an unknown key is rejected', async () => {
    const answer = await fetch(`${gateway.address}/rest/v1/contact_messages`, { headers: { apikey: 'x' } });
    expect(answer.status).toBe(401);
  });

  test.each([
    ['older', keys.older.server],
    ['newer', keys.newer.server],
  ])('the key of a server, of the %s kind, can do what the function does', async (_kind, key) => {
    const client = createClient(gateway.address, key, options);
    const page = await client.rpc('contact_messages_after', { last: 0, address: null });
    expect(page.data).toMatchObject([{ name: 'Ada' }]);
    const result = await client.rpc('receive_contact_messages', { arrivals: [arrival('Ada')] });
    expect(result).toMatchObject({ data: ['known'], error: null });
    expect((await client.from('contact_messages').select()).data).toHaveLength(1);
  });

  test.runIf(hasDeno).each([
    ['SUPABASE_SERVICE_ROLE_KEY', keys.older.server],
    ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.newer.server })],
  ])('the function accepts a form post without a key, with %s set', async (name, key) => {
    const running = await startFunction({ SUPABASE_URL: gateway.address, [name]: key });
    gateway.functions = running.address;
    const post = (sender: string) =>
      fetch(`${gateway.address}/functions/v1/send-contact-email`, {
        method: 'POST',
        body: new URLSearchParams({ ...message, name: sender }),
      });
    try {
      const answer = await post(name);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Message sent')]);
      expect(await sql`select from contact_messages where name = ${name}`).toHaveLength(1);
      // With the other setting of config.toml it would not reach the function.
      gateway.verifiesTokens = true;
      expect((await post('refused')).status).toBe(401);
      expect(await sql`select from contact_messages where name = 'refused'`).toHaveLength(0);
      await sql`delete from contact_messages where name = ${name}`;
      expect(running.said()).not.toMatch(/error/i);
    } finally {
      gateway.verifiesTokens = false;
      await running.stop();
    }
  });
});
