import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { solvePuzzle } from '../../src/blocks/form/solve-puzzle.ts';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import {
  availableTargets,
  type MessageTarget,
  targetOpeners,
  dailyLimit,
} from '../support/message-targets.ts';
import { questionForm, formWithFiles, guardedForm } from '../support/preview-server.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

// tests/golden/contact-function tests the response to each kind of message.

let postgres: PostgresServer;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

/** How long the function or the server waits for the store, in milliseconds. */
const storeTimeout = 5000;

describe.each(availableTargets)('on %s', (name) => {
  let target: MessageTarget;
  let count = 0;
  beforeAll(async () => {
    target = await targetOpeners[name](postgres);
    return () => target.close();
  });

  const validMessage = (sender: string, more = {}) => ({
    name: sender,
    email: 'ada@example.org',
    company: 'Engines',
    message: `Hello from ${sender}`,
    boat: 'Gull',
    ...more,
  });

  /** Sends a message as a page with JavaScript does. */
  async function send(
    body: Record<string, string>,
    id = `id ${count++}`,
    origin = target.origin,
    more = {},
    headers = {},
  ) {
    const details = new URLSearchParams({ form: questionForm, id, seconds: '9', ...more });
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

  /** Resends a message until the store responds in time, which may take several attempts on a busy machine. */
  async function sendUntilStored(body: Record<string, string>, headers = {}) {
    const id = `id ${count++}`;
    for (;;) {
      const start = performance.now();
      const response = await send(body, id, target.origin, {}, headers);
      if (response.status !== 503 || performance.now() - start < storeTimeout) return response;
    }
  }

  /** Sends a message as a page without JavaScript does. */
  const post = (fields: Record<string, string>) =>
    fetch(`${target.address}/functions/v1/send-contact-email`, {
      method: 'POST',
      body: new URLSearchParams({ form: questionForm, ...fields }),
      headers: { Origin: target.origin },
      redirect: 'manual',
    });

  const list = async () => JSON.parse(await target.command('list', '--json')) as StoredMessage[];
  const waitForNotifications = () =>
    vi.waitUntil(async () => (await list()).every(({ notification }) => notification === 'sent'), {
      timeout: 30_000,
    });
  const findBySender = async (sender: string) => (await list()).filter((message) => message.name === sender);
  const findMails = (sender: string) =>
    target.mail.mails.filter(
      ({ text }) => text.includes(`Hello from ${sender}\n`) || text.includes(`Hello from ${sender}\r\n`),
    );

  test('a message is stored completely, and one notification is sent', async () => {
    expect(await send(validMessage('Ada'))).toEqual({ status: 200, data: { success: true } });
    await vi.waitUntil(async () => (await findBySender('Ada'))[0]?.notification === 'sent', {
      timeout: 30_000,
    });
    expect(await findBySender('Ada')).toEqual([
      {
        id: expect.any(Number),
        name: 'Ada',
        email: 'ada@example.org',
        company: 'Engines',
        message: 'Hello from Ada',
        other: { boat: 'Gull' },
        form: questionForm,
        language: 'en',
        mark: null,
        notification: 'sent',
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect(findMails('Ada')).toMatchObject([
      { subject: 'Harbour: message from Ada', replyTo: 'ada@example.org' },
    ]);
    expect(findMails('Ada')[0]?.text).toContain('Boat: Gull');
  });

  test('messages with the same id are stored once, even if they arrive at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 16 }, () => send(validMessage('Bea'), 'the same')),
    );
    expect(responses).toEqual(responses.map(() => ({ status: 200, data: { success: true } })));
    expect(await send(validMessage('Bea'), 'the same')).toEqual(responses[0]);
    expect(await findBySender('Bea')).toHaveLength(1);
  });

  test('without JavaScript, submitting a form redirects, and a repeated submission is stored once', async () => {
    for (const _ of ['first', 'again']) {
      const response = await post(validMessage('Cy'));
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/\/ask\/question\.sent\.html$/);
    }
    expect(await findBySender('Cy')).toHaveLength(1);
  });

  test('text is stored unchanged, except that invalid characters are replaced', async () => {
    const unusualText = '"; drop table contact_messages; --\\ \u{1f600} नमस्ते \u202e %s $1 {{x}} \u0001';
    await send(
      validMessage('Zoë \u{1f600}', { message: `${unusualText}\0\ud800\r\nend`, boat: '__proto__' }),
    );
    const [stored] = await findBySender('Zoë \u{1f600}');
    expect(stored).toMatchObject({
      message: `${unusualText}\u{fffd}\u{fffd}\nend`,
      other: { boat: '__proto__' },
    });
    const longText = 'ä'.repeat(20_000);
    expect((await send(validMessage('Long', { message: longText }))).status).toBe(200);
    expect((await findBySender('Long'))[0]?.message === longText).toBe(true);
  });

  test('messages from other origins are rejected', async () => {
    expect((await send(validMessage('Ed'), 'x', 'https://elsewhere.example')).status).toBe(403);
    expect(await findBySender('Ed')).toEqual([]);
  });

  test('messages with a proof of work have higher limits', async () => {
    const sendWith = (sender: string, more: object) =>
      send(
        validMessage(sender),
        sender,
        target.origin,
        { form: guardedForm, ...more },
        { 'X-Forwarded-For': '198.51.100.9' },
      );
    const proofOfWork = await solvePuzzle({ form: guardedForm, id: 'Hal' }, validMessage('Hal'));
    const tooMany = { status: 429, data: { reason: expect.stringContaining('from your connection') } };
    // Send as many messages without proof as one address may send.
    await Promise.all(Array.from({ length: 10 }, (_, index) => sendWith(`Hal ${index}`, {})));
    for (const missingProof of [{}, { ...proofOfWork, proof: 'x' }])
      expect(await sendWith('Hal', missingProof)).toMatchObject(tooMany);
    expect(await findBySender('Hal')).toEqual([]);
    expect(await sendWith('Hal', proofOfWork)).toEqual({ status: 200, data: { success: true } });
    expect(await sendWith('Hal', proofOfWork)).toEqual({ status: 200, data: { success: true } });
    expect(await findBySender('Hal')).toHaveLength(1);
  });

  /** Sends files as a page with or without JavaScript does. */
  async function sendFiles(
    sender: string,
    files: readonly (readonly [string, File])[],
    { id = `file ${count++}`, script = true, answers = validMessage(sender) as Record<string, string> } = {},
  ) {
    const body = new FormData();
    if (script) body.append('_answers', JSON.stringify(answers));
    else for (const [name, value] of Object.entries(answers)) body.append(name, value);
    for (const [name, file] of files) body.append(name, file);
    const query = new URLSearchParams({ form: formWithFiles });
    if (script) query.append('id', id);
    const response = await fetch(`${target.address}/functions/v1/send-contact-email?${query}`, {
      method: 'POST',
      body,
      headers: { Origin: target.origin },
      redirect: 'manual',
    });
    return {
      status: response.status,
      body: await response.text(),
      location: response.headers.get('location'),
    };
  }
  const createFile = (name: string, content: Uint8Array<ArrayBuffer> = sampleFiles.pdf) =>
    new File([content], name);
  const bigPhoto = Buffer.concat([sampleFiles.jpg, Buffer.alloc(4_900_000)]);
  const photo = Buffer.concat([sampleFiles.jpg, randomBytes(900_000)]);

  test('files are stored, emailed and exported with their message', async () => {
    const files = [
      ['plan', createFile('../my plan.pdf')],
      ['photos', createFile('boat.jpeg', photo)],
      ['photos', createFile('boat.jpeg', sampleFiles.png)],
    ] as const;
    for (const _ of ['first', 'again'])
      expect(await sendFiles('Ida', files, { id: 'Ida' })).toMatchObject({
        status: 200,
        body: '{"success":true}',
      });
    const list = await findBySender('Ida');
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
    await vi.waitUntil(async () => (await findBySender('Ida'))[0]?.notification === 'sent', {
      timeout: 30_000,
    });
    const [mail] = findMails('Ida');
    expect(mail?.text).toContain('Plan: my plan.pdf');
    const mailText = JSON.stringify(mail).replaceAll(/(?:\\r)?\\n/g, '');
    for (const content of [sampleFiles.pdf, photo, sampleFiles.png])
      expect(mailText.includes(content.toString('base64').replace(/=+$/, ''))).toBe(true);

    const inbox = join(createTestFolder(), 'inbox');
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

  test('without JavaScript, files can be sent, and the page asks for them again if the message is rejected', async () => {
    // Browsers send a nameless empty file if no file is chosen.
    const emptyField = ['photos', new File([], '')] as const;
    const files = [['plan', createFile('plan.docx', sampleFiles.docx)], emptyField] as const;
    for (const _ of ['first', 'again']) {
      const { status, location } = await sendFiles('Jo', files, { script: false });
      expect([status, location]).toEqual([303, expect.stringMatching(/\/ask\/survey\.sent\.html$/)]);
    }
    // A message with the same answers but a different file is a new message.
    await sendFiles('Jo', [['plan', createFile('plan.docx')]], { script: false });
    expect((await findBySender('Jo')).map(({ files }) => files?.[0]?.kind)).toEqual(['docx', 'pdf']);
    const wrong = { script: false, answers: validMessage('Kai', { email: 'kai' }) };
    const response = await sendFiles('Kai', files, wrong);
    expect([response.status, response.body]).toEqual([
      422,
      expect.stringContaining('Please choose this file again'),
    ]);
    expect(response.body).toContain('Please enter an email address');
    expect(await findBySender('Kai')).toEqual([]);
    for (const { id } of await findBySender('Jo')) await target.command('delete', String(id));
  });

  test('damaged files and files that a form does not ask for are rejected', async () => {
    const png = await sendFiles('Lu', [['plan', createFile('plan.pdf', sampleFiles.png)]]);
    const plan = '“plan.pdf” is none of these kinds of files: PDF, DOCX.';
    expect([png.status, JSON.parse(png.body)]).toEqual([422, expect.objectContaining({ fields: { plan } })]);
    const photos = Array.from({ length: 3 }, () => ['photos', createFile('a.jpg', bigPhoto)] as const);
    expect((await sendFiles('Lu', [['plan', createFile('plan.pdf')], ...photos])).status).toBe(413);
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', Origin: target.origin };
    const truncatedBody = '--x\r\nContent-Disposition: form-data; name="plan"; filename="a';
    for (const body of ['', '--x\r\n', truncatedBody, 'x']) {
      const address = `${target.address}/functions/v1/send-contact-email?form=${formWithFiles}`;
      const response = await fetch(address, { method: 'POST', body, headers: type });
      // Deno reads some malformed bodies as empty.
      expect([400, 422]).toContain(response.status);
    }
    expect(await findBySender('Lu')).toEqual([]);
  });

  test('requests to /health write nothing', async () => {
    await waitForNotifications();
    const before = await target.writes?.();
    const response = await fetch(`${target.address}/functions/v1/send-contact-email/health`);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    expect(await target.writes?.()).toEqual(before);
  });

  test('failed notifications are listed, and `retry` sends them', async () => {
    await waitForNotifications();
    target.mail.behaviour = () => 'refuse';
    expect((await send(validMessage('Flo'))).status).toBe(200);
    await vi.waitUntil(async () => (await findBySender('Flo'))[0]?.notification === 'failed', {
      timeout: 30_000,
    });
    const [message] = await findBySender('Flo');
    expect(await target.command('show', String(message?.id))).toContain('[notification failed]');
    target.mail.behaviour = () => 'take';
    expect(await target.command('retry')).toBe('1 notification will be sent again by the server.\n');
    // The next message triggers delivery.
    await send(validMessage('Gus'));
    await vi.waitUntil(async () => (await findBySender('Flo'))[0]?.notification === 'sent', {
      timeout: 30_000,
    });
    await waitForNotifications();
    expect([findMails('Flo').length, findMails('Gus').length]).toEqual([1, 1]);
  });

  test('the command marks, exports and deletes messages', async () => {
    const [message] = await findBySender('Gus');
    await target.command('mark', String(message?.id), 'answered');
    expect(await target.command('show', String(message?.id))).toContain('[answered]');
    expect(await target.command('--csv')).toContain(',answered,');
    await target.command('mark', String(message?.id));
    expect((await findBySender('Gus'))[0]?.mark).toBeNull();
    expect(await target.command('delete', String(message?.id))).toBe('1 message deleted.\n');
    expect(await findBySender('Gus')).toEqual([]);
  });

  test('messages over the daily limit are rejected, and one email reports the limit', async () => {
    // Use many addresses. Earlier tests have used part of the limit, and have sent suspicious submissions from one
    // address.
    const sending = Array.from({ length: dailyLimit }, (_, index) =>
      sendUntilStored(validMessage(`Many ${index}`), { 'X-Forwarded-For': `203.0.${index}.113` }),
    );
    const responses = await Promise.all(sending);
    const rejectedResponses = responses.filter(({ status }) => status === 429);
    expect(rejectedResponses.length).toBeGreaterThan(0);
    expect(rejectedResponses.length).toBeLessThan(dailyLimit);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(
      dailyLimit - rejectedResponses.length,
    );
    expect(rejectedResponses[0]?.data).toMatchObject({
      reason: expect.stringContaining('a large number of messages'),
    });
    const alerts = () => target.mail.mails.filter(({ key }) => key.startsWith('limit-'));
    await waitForNotifications();
    await vi.waitUntil(() => alerts().length > 0, { timeout: 30_000 });
    expect(alerts()).toMatchObject([{ subject: 'Harbour: no more messages are taken today' }]);
    const lateResponse = await sendUntilStored(validMessage('Late'), { 'X-Forwarded-For': '203.0.200.113' });
    expect(lateResponse.status).toBe(429);
    const keys = target.mail.mails.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
