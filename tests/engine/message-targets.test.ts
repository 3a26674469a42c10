import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { prove } from '../../src/blocks/form/proof-of-work.ts';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { hasDeno } from '../support/deno.ts';
import { type MessageTarget, openTarget, perDay } from '../support/message-targets.ts';
import { type PostgresServer, startPostgres } from '../../scripts/bench/postgres-server.ts';
import { hasPostgres } from '../support/postgres.ts';
import { form, guardedForm } from '../support/preview-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres?.stop());

const canBeTried: Record<keyof typeof openTarget, boolean> = {
  'the local server': true,
  'the local server with a PostgreSQL': hasPostgres,
  'the function on Deno with a PostgreSQL': hasPostgres && hasDeno,
};
const names = Object.keys(openTarget) as (keyof typeof openTarget)[]; // of the object above

/** How long the function, or the server, waits for what keeps the messages, in milliseconds. */
const patience = 5000;

describe.each(names.filter((name) => canBeTried[name]))('on %s', (name) => {
  let target: MessageTarget;
  let count = 0;
  beforeAll(async () => {
    target = await openTarget[name](postgres);
    return () => target.close();
  }, 60_000);

  const valid = (sender: string, more = {}) => ({
    name: sender,
    email: 'ada@example.org',
    company: 'Engines',
    message: `Hello from ${sender}`,
    boat: 'Gull',
    ...more,
  });

  /** Sends as the page does, by the client of the backend; what a visitor is told. */
  async function send(body: Record<string, string>, id = `id ${count++}`, origin = target.origin, more = {}) {
    const details = new URLSearchParams({ form, id, seconds: '9', ...more });
    const { data, error } = await createClient(target.address, target.key, {
      auth: { persistSession: false },
    }).functions.invoke<unknown>(`send-contact-email?${details}`, { body, headers: { Origin: origin } });
    if (error === null) return { status: 200, data };
    if (!(error instanceof FunctionsHttpError)) throw error;
    const response = error.context as Response;
    return { status: response.status, data: (await response.json()) as unknown };
  }

  /**
   * So many at once may take a busy machine longer than the function waits, and then nobody knows what became of
   * one: it is sent again, as visitors are asked to. Whoever is told so sooner has found a fault.
   */
  async function sendUntilKnown(body: Record<string, string>) {
    const id = `id ${count++}`;
    for (;;) {
      const start = performance.now();
      const answer = await send(body, id);
      if (answer.status !== 503 || performance.now() - start < patience) return answer;
    }
  }

  /** Sends as a page without script does. */
  const post = (fields: Record<string, string>) =>
    fetch(`${target.address}/functions/v1/send-contact-email`, {
      method: 'POST',
      body: new URLSearchParams({ form, ...fields }),
      headers: { Origin: target.origin },
      redirect: 'manual',
    });

  const list = async () => JSON.parse(await target.command('list', '--json')) as StoredMessage[];
  const allAreTold = () =>
    vi.waitUntil(async () => (await list()).every(({ notice }) => notice === 'sent'), { timeout: 30_000 });
  const from = async (sender: string) => (await list()).filter((one) => one.name === sender);
  const told = (sender: string) =>
    target.mail.mails.filter(
      ({ text }) => text.includes(`Hello from ${sender}\n`) || text.includes(`Hello from ${sender}\r\n`),
    );

  test('a message is stored with all that is known of it, and somebody hears of it once', async () => {
    expect(await send(valid('Ada'))).toEqual({ status: 200, data: { success: true } });
    await vi.waitUntil(async () => (await from('Ada'))[0]?.notice === 'sent', { timeout: 30_000 });
    expect(await from('Ada')).toEqual([
      {
        id: expect.any(Number),
        name: 'Ada',
        email: 'ada@example.org',
        company: 'Engines',
        message: 'Hello from Ada',
        other: { boat: 'Gull' },
        form,
        language: 'en',
        mark: null,
        notice: 'sent',
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect(told('Ada')).toMatchObject([{ subject: 'Harbour: message from Ada', replyTo: 'ada@example.org' }]);
    expect(told('Ada')[0]?.text).toContain('Boat: Gull');
  });

  test('what is sent again with the same id, also at the same moment, is stored once', async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => send(valid('Bea'), 'the same')));
    expect(all).toEqual(all.map(() => ({ status: 200, data: { success: true } })));
    expect(await send(valid('Bea'), 'the same')).toEqual(all[0]);
    expect(await from('Bea')).toHaveLength(1);
  });

  test('a form without script leads to its page, and sent again is stored once', async () => {
    for (const _ of ['first', 'again']) {
      const answer = await post(valid('Cy'));
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(/\/ask\/question-sent\.html$/);
    }
    expect(await from('Cy')).toHaveLength(1);
  });

  test('what is wrong is told by field, and what was typed is shown again', async () => {
    expect(await send(valid('Di', { email: 'di', company: 'x'.repeat(400) }))).toEqual({
      status: 422,
      data: {
        success: false,
        error: expect.any(String),
        fields: {
          email: 'Please enter an email address like name@example.com.',
          company: 'These are 400 characters, and at most 300 can be sent.',
        },
      },
    });
    const answer = await post(valid('Di', { email: 'di', message: '<b>deep</b>' }));
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('<p>Please enter an email address like name@example.com.</p>');
    expect(page).toContain('<textarea>&lt;b&gt;deep&lt;/b&gt;</textarea>');
    expect(await from('Di')).toEqual([]);
  });

  test('every sign that people write comes back as it was, and no other', async () => {
    const strange = '"; drop table contact_messages; --\\ \u{1f600} नमस्ते \u202e %s $1 {{x}} \u0001';
    await send(valid('Zoë \u{1f600}', { message: `${strange}\0\ud800\r\nend`, boat: '__proto__' }));
    const [stored] = await from('Zoë \u{1f600}');
    expect(stored).toMatchObject({
      message: `${strange}\u{fffd}\u{fffd}\nend`,
      other: { boat: '__proto__' },
    });
    const long = 'ä'.repeat(20_000);
    expect((await send(valid('Long', { message: long }))).status).toBe(200);
    expect((await from('Long'))[0]?.message === long).toBe(true);
  });

  test('a page of another site, and a field that the form does not have, are refused', async () => {
    expect((await send(valid('Ed'), 'x', 'https://elsewhere.example')).status).toBe(403);
    expect((await send(valid('Ed', { subject: 'x' }))).status).toBe(422);
    expect((await send(valid('Ed', { 'your-website': 'x' }))).status).toBe(422);
    expect(await from('Ed')).toEqual([]);
  });

  test('where work is asked for, more messages are taken with it than without', async () => {
    const body = valid('Hal');
    const sendWith = (more: object, id = 'Hal') =>
      send(body, id, target.origin, { form: guardedForm, ...more });
    const work = await prove({ form: guardedForm, id: 'Hal' }, body);
    const tooMany = { status: 429, data: { reason: expect.stringContaining('from your connection') } };
    // More came from here within the hour than people send.
    for (const without of [{}, { at: work.at }, { ...work, at: '1' }, { ...work, proof: 'x' }])
      expect(await sendWith(without)).toMatchObject(tooMany);
    expect(await sendWith(work, 'another')).toMatchObject(tooMany);
    expect(await from('Hal')).toEqual([]);
    expect(await sendWith(work)).toEqual({ status: 200, data: { success: true } });
    expect(await sendWith(work)).toEqual({ status: 200, data: { success: true } });
    expect(await from('Hal')).toHaveLength(1);
  });

  test('whether it works can be asked without anything being written', async () => {
    await allAreTold();
    const before = await target.writes?.();
    const answer = await fetch(`${target.address}/functions/v1/send-contact-email/health`);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(await target.writes?.()).toEqual(before);
  });

  test('what nobody could be told of is stored, shown, and told when it is begun anew', async () => {
    await allAreTold();
    target.mail.conduct = () => 'refuse';
    expect((await send(valid('Flo'))).status).toBe(200);
    await vi.waitUntil(async () => (await from('Flo'))[0]?.notice === 'failed', { timeout: 30_000 });
    const [message] = await from('Flo');
    expect(await target.command('show', String(message?.id))).toContain('[nobody could be told yet]');
    target.mail.conduct = () => 'take';
    expect(await target.command('retry')).toBe('1 notice will be sent again by the server.\n');
    // Whatever comes next makes it look.
    await send(valid('Gus'));
    await vi.waitUntil(async () => (await from('Flo'))[0]?.notice === 'sent', { timeout: 30_000 });
    await allAreTold();
    expect([told('Flo').length, told('Gus').length]).toEqual([1, 1]);
  });

  test('the command marks, exports and deletes', async () => {
    const [message] = await from('Gus');
    await target.command('mark', String(message?.id), 'answered');
    expect(await target.command('show', String(message?.id))).toContain('[answered]');
    expect(await target.command('--csv')).toContain(',answered,');
    await target.command('mark', String(message?.id));
    expect((await from('Gus'))[0]?.mark).toBeNull();
    expect(await target.command('delete', String(message?.id))).toBe('1 message deleted for good.\n');
    expect(await from('Gus')).toEqual([]);
  });

  test('on a day that has all the messages it may have, the next are refused, and one mail says so', async () => {
    // One was deleted, but it came.
    const room = perDay - (await list()).length - 1;
    const each = Array.from({ length: perDay }, (_, index) => sendUntilKnown(valid(`Many ${index}`)));
    const all = await Promise.all(each);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(room);
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(perDay - room);
    expect(refused[0]?.data).toMatchObject({ reason: expect.stringContaining('Very many messages') });
    const alerts = () => target.mail.mails.filter(({ key }) => key.startsWith('limit-'));
    await allAreTold();
    await vi.waitUntil(() => alerts().length > 0, { timeout: 30_000 });
    expect(alerts()).toMatchObject([{ subject: 'Harbour: no more messages are taken today' }]);
    expect((await send(valid('Late'))).status).toBe(429);
    const keys = target.mail.mails.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
