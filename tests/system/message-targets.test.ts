import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { solvePuzzle } from '../../src/blocks/form/solve-puzzle.ts';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { availableTargets, type MessageTarget, openTarget, perDay } from '../support/message-targets.ts';
import { form, formWithFiles, guardedForm } from '../support/preview-server.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

// tests/golden/contact-function has the responses to each kind of message.

let postgres: PostgresServer;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

/** Milliseconds that the function or the server waits for the store. */
const storeTimeout = 5000;

describe.each(availableTargets)('on %s', (name) => {
  let target: MessageTarget;
  let count = 0;
  beforeAll(async () => {
    target = await openTarget[name](postgres);
    return () => target.close();
  });

  const valid = (sender: string, more = {}) => ({
    name: sender,
    email: 'ada@example.org',
    company: 'Engines',
    message: `Hello from ${sender}`,
    boat: 'Gull',
    ...more,
  });

  /** Sends a message like a page with script. */
  async function send(
    body: Record<string, string>,
    id = `id ${count++}`,
    origin = target.origin,
    more = {},
    headers = {},
  ) {
    const details = new URLSearchParams({ form, id, seconds: '9', ...more });
    const { data, error } = await createClient(target.address, target.key, {
      auth: { persistSession: false },
    }).functions.invoke<unknown>(`send-contact-email?${details}`, {
      body,
      headers: { Origin: origin, ...headers },
    });
    if (error === null) return { status: 200, data };
    if (!(error instanceof FunctionsHttpError)) throw error;
    const response = error.context as Response;
    return { status: response.status, data: (await response.json()) as unknown };
  }

  /** Repeats a message until the store responds in time. On a busy machine it may be late. */
  async function sendUntilStored(body: Record<string, string>, headers = {}) {
    const id = `id ${count++}`;
    for (;;) {
      const start = performance.now();
      const answer = await send(body, id, target.origin, {}, headers);
      if (answer.status !== 503 || performance.now() - start < storeTimeout) return answer;
    }
  }

  /** Sends a message like a page without script. */
  const post = (fields: Record<string, string>) =>
    fetch(`${target.address}/functions/v1/send-contact-email`, {
      method: 'POST',
      body: new URLSearchParams({ form, ...fields }),
      headers: { Origin: target.origin },
      redirect: 'manual',
    });

  const list = async () => JSON.parse(await target.command('list', '--json')) as StoredMessage[];
  const allNotificationsAreSent = () =>
    vi.waitUntil(async () => (await list()).every(({ notification }) => notification === 'sent'), {
      timeout: 30_000,
    });
  const from = async (sender: string) => (await list()).filter((one) => one.name === sender);
  const mailsAbout = (sender: string) =>
    target.mail.mails.filter(
      ({ text }) => text.includes(`Hello from ${sender}\n`) || text.includes(`Hello from ${sender}\r\n`),
    );

  test('a message is stored completely, and one notification is sent', async () => {
    expect(await send(valid('Ada'))).toEqual({ status: 200, data: { success: true } });
    await vi.waitUntil(async () => (await from('Ada'))[0]?.notification === 'sent', { timeout: 30_000 });
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
        notification: 'sent',
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect(mailsAbout('Ada')).toMatchObject([
      { subject: 'Harbour: message from Ada', replyTo: 'ada@example.org' },
    ]);
    expect(mailsAbout('Ada')[0]?.text).toContain('Boat: Gull');
  });

  test('messages with the same id are stored once, even at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => send(valid('Bea'), 'the same')));
    expect(all).toEqual(all.map(() => ({ status: 200, data: { success: true } })));
    expect(await send(valid('Bea'), 'the same')).toEqual(all[0]);
    expect(await from('Bea')).toHaveLength(1);
  });

  test('a form post without script redirects and is stored once if repeated', async () => {
    for (const _ of ['first', 'again']) {
      const answer = await post(valid('Cy'));
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(/\/ask\/question\.sent\.html$/);
    }
    expect(await from('Cy')).toHaveLength(1);
  });

  test('texts are stored unchanged, except for invalid characters', async () => {
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

  test('messages of other origins are rejected', async () => {
    expect((await send(valid('Ed'), 'x', 'https://elsewhere.example')).status).toBe(403);
    expect(await from('Ed')).toEqual([]);
  });

  test('messages with a proof of work have higher limits', async () => {
    const sendWith = (sender: string, more: object) =>
      send(
        valid(sender),
        sender,
        target.origin,
        { form: guardedForm, ...more },
        { 'X-Forwarded-For': '198.51.100.9' },
      );
    const work = await solvePuzzle({ form: guardedForm, id: 'Hal' }, valid('Hal'));
    const tooMany = { status: 429, data: { reason: expect.stringContaining('from your connection') } };
    // The maximum number of messages from an address without proof.
    await Promise.all(Array.from({ length: 10 }, (_, at) => sendWith(`Hal ${at}`, {})));
    for (const without of [{}, { ...work, proof: 'x' }])
      expect(await sendWith('Hal', without)).toMatchObject(tooMany);
    expect(await from('Hal')).toEqual([]);
    expect(await sendWith('Hal', work)).toEqual({ status: 200, data: { success: true } });
    expect(await sendWith('Hal', work)).toEqual({ status: 200, data: { success: true } });
    expect(await from('Hal')).toHaveLength(1);
  });

  /** Sends files like a page with or without script. */
  async function sendFiles(
    sender: string,
    files: readonly (readonly [string, File])[],
    { id = `file ${count++}`, script = true, answers = valid(sender) as Record<string, string> } = {},
  ) {
    const body = new FormData();
    if (script) body.append('_answers', JSON.stringify(answers));
    else for (const [name, value] of Object.entries(answers)) body.append(name, value);
    for (const [name, file] of files) body.append(name, file);
    const query = new URLSearchParams({ form: formWithFiles });
    if (script) query.append('id', id);
    const answer = await fetch(`${target.address}/functions/v1/send-contact-email?${query}`, {
      method: 'POST',
      body,
      headers: { Origin: target.origin },
      redirect: 'manual',
    });
    return { status: answer.status, body: await answer.text(), location: answer.headers.get('location') };
  }
  const fileOf = (name: string, content: Uint8Array<ArrayBuffer> = sampleFiles.pdf) =>
    new File([content], name);
  const bigPhoto = Buffer.concat([sampleFiles.jpg, Buffer.alloc(4_900_000)]);
  const photo = Buffer.concat([sampleFiles.jpg, randomBytes(900_000)]);

  test('files are stored, mailed and exported with their message', async () => {
    const files = [
      ['plan', fileOf('../my plan.pdf')],
      ['photos', fileOf('boat.jpeg', photo)],
      ['photos', fileOf('boat.jpeg', sampleFiles.png)],
    ] as const;
    for (const _ of ['first', 'again'])
      expect(await sendFiles('Ida', files, { id: 'Ida' })).toMatchObject({
        status: 200,
        body: '{"success":true}',
      });
    const list = await from('Ida');
    expect(list).toMatchObject([
      {
        files: [
          { field: 'plan', name: 'my plan.pdf', kind: 'pdf', size: sampleFiles.pdf.length },
          { field: 'photos', name: 'boat.jpeg', kind: 'jpg', size: photo.length },
          { field: 'photos', name: 'boat.jpeg.png', kind: 'png', size: sampleFiles.png.length },
        ],
      },
    ]);
    const number = String(list[0]?.id);
    expect(await target.command('show', number)).toMatch(/\[3 files\][^]*my plan\.pdf/);
    await vi.waitUntil(async () => (await from('Ida'))[0]?.notification === 'sent', { timeout: 30_000 });
    const [mail] = mailsAbout('Ida');
    expect(mail?.text).toContain('Plan: my plan.pdf');
    const sent = JSON.stringify(mail).replaceAll(/(?:\\r)?\\n/g, '');
    for (const content of [sampleFiles.pdf, photo, sampleFiles.png])
      expect(sent.includes(content.toString('base64').replace(/=+$/, ''))).toBe(true);

    const inbox = join(temporaryFolder(), 'inbox');
    for (const _ of ['first', 'again']) await target.command('files', number, inbox);
    const names = [`${number}-boat-2.jpeg`, `${number}-boat.jpeg`, `${number}-boat.jpeg-2.png`];
    expect(readdirSync(inbox).toSorted()).toEqual(
      [...names, `${number}-boat.jpeg.png`, `${number}-my plan-2.pdf`, `${number}-my plan.pdf`].toSorted(),
    );
    expect(readFileSync(join(inbox, `${number}-boat.jpeg`)).equals(photo)).toBe(true);
    expect(readFileSync(join(inbox, `${number}-my plan-2.pdf`)).equals(sampleFiles.pdf)).toBe(true);
    expect(await target.command('delete', number)).toBe('1 message deleted.\n');
    expect(await target.fileCount()).toBe(0);
  });

  test('files can be sent without script, and the page asks for them again if the message is rejected', async () => {
    // Browsers send this if no file is chosen.
    const none = ['photos', new File([], '')] as const;
    const files = [['plan', fileOf('plan.docx', sampleFiles.docx)], none] as const;
    for (const _ of ['first', 'again']) {
      const { status, location } = await sendFiles('Jo', files, { script: false });
      expect([status, location]).toEqual([303, expect.stringMatching(/\/ask\/survey\.sent\.html$/)]);
    }
    // The same answers with another file make a new message.
    await sendFiles('Jo', [['plan', fileOf('plan.docx')]], { script: false });
    expect((await from('Jo')).map(({ files }) => files?.[0]?.kind)).toEqual(['docx', 'pdf']);
    const wrong = { script: false, answers: valid('Kai', { email: 'kai' }) };
    const answer = await sendFiles('Kai', files, wrong);
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.stringContaining('Please choose this file again'),
    ]);
    expect(answer.body).toContain('Please enter an email address');
    expect(await from('Kai')).toEqual([]);
    for (const { id } of await from('Jo')) await target.command('delete', String(id));
  });

  test('files that a form does not ask for and damaged files are rejected', async () => {
    const png = await sendFiles('Lu', [['plan', fileOf('plan.pdf', sampleFiles.png)]]);
    const plan = '“plan.pdf” is none of these kinds of files: PDF, DOCX.';
    expect([png.status, JSON.parse(png.body)]).toEqual([422, expect.objectContaining({ fields: { plan } })]);
    const photos = Array.from({ length: 3 }, () => ['photos', fileOf('a.jpg', bigPhoto)] as const);
    expect((await sendFiles('Lu', [['plan', fileOf('plan.pdf')], ...photos])).status).toBe(413);
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', Origin: target.origin };
    const half = '--x\r\nContent-Disposition: form-data; name="plan"; filename="a';
    for (const body of ['', '--x\r\n', half, 'x']) {
      const address = `${target.address}/functions/v1/send-contact-email?form=${formWithFiles}`;
      const answer = await fetch(address, { method: 'POST', body, headers: type });
      // Deno reads some malformed bodies as empty.
      expect([400, 422]).toContain(answer.status);
    }
    expect(await from('Lu')).toEqual([]);
  });

  test('/health writes nothing', async () => {
    await allNotificationsAreSent();
    const before = await target.writes?.();
    const answer = await fetch(`${target.address}/functions/v1/send-contact-email/health`);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(await target.writes?.()).toEqual(before);
  });

  test('failed notifications are listed, and sent after `retry`', async () => {
    await allNotificationsAreSent();
    target.mail.conduct = () => 'refuse';
    expect((await send(valid('Flo'))).status).toBe(200);
    await vi.waitUntil(async () => (await from('Flo'))[0]?.notification === 'failed', { timeout: 30_000 });
    const [message] = await from('Flo');
    expect(await target.command('show', String(message?.id))).toContain('[notification failed]');
    target.mail.conduct = () => 'take';
    expect(await target.command('retry')).toBe('1 notification will be sent again by the server.\n');
    // The next message triggers delivery.
    await send(valid('Gus'));
    await vi.waitUntil(async () => (await from('Flo'))[0]?.notification === 'sent', { timeout: 30_000 });
    await allNotificationsAreSent();
    expect([mailsAbout('Flo').length, mailsAbout('Gus').length]).toEqual([1, 1]);
  });

  test('the command marks, exports and deletes messages', async () => {
    const [message] = await from('Gus');
    await target.command('mark', String(message?.id), 'answered');
    expect(await target.command('show', String(message?.id))).toContain('[answered]');
    expect(await target.command('--csv')).toContain(',answered,');
    await target.command('mark', String(message?.id));
    expect((await from('Gus'))[0]?.mark).toBeNull();
    expect(await target.command('delete', String(message?.id))).toBe('1 message deleted.\n');
    expect(await from('Gus')).toEqual([]);
  });

  test('messages over the daily limit are rejected, and one mail reports it', async () => {
    // Earlier tests have used a part of the limit, and have sent suspicious posts from this address.
    const each = Array.from({ length: perDay }, (_, index) =>
      sendUntilStored(valid(`Many ${index}`), { 'X-Forwarded-For': `203.0.${index}.113` }),
    );
    const all = await Promise.all(each);
    const rejected = all.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected.length).toBeLessThan(perDay);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(perDay - rejected.length);
    expect(rejected[0]?.data).toMatchObject({ reason: expect.stringContaining('Very many messages') });
    const alerts = () => target.mail.mails.filter(({ key }) => key.startsWith('limit-'));
    await allNotificationsAreSent();
    await vi.waitUntil(() => alerts().length > 0, { timeout: 30_000 });
    expect(alerts()).toMatchObject([{ subject: 'Harbour: no more messages are taken today' }]);
    const late = await sendUntilStored(valid('Late'), { 'X-Forwarded-For': '203.0.200.113' });
    expect(late.status).toBe(429);
    const keys = target.mail.mails.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
