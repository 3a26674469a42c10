import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contactFolder, openMessageStore } from '../../scripts/messages/store.ts';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { deliveryFromEnv } from '../../scripts/messages/delivery.ts';
import { messages } from '../../scripts/messages.ts';
import type {
  ReceivedMessage,
  NotificationWords,
} from '../../supabase/functions/send-contact-email/message.ts';
import { sendDueNotifications } from '../../supabase/functions/send-contact-email/outbox.ts';
import { type MailConduct, startSmtp } from '../support/mail-servers.ts';
import { runCommand } from '../support/run-command.ts';
import { inDatabase, messagesIn } from '../support/stored-messages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const words: NotificationWords = {
  site: 'Harbour',
  labels: [
    ['boat', 'Boat'],
    ['email', 'Your mail'],
    ['name', 'Your name'],
    ['message', 'Question'],
  ],
};
const MAIL_TO = 'desk@harbour.example';

function arrival(key: string, more: Partial<ReceivedMessage['message']> = {}): ReceivedMessage {
  const message = {
    name: 'Ada',
    email: 'ada@example.org',
    company: null,
    message: 'Hello',
    other: {},
    ...more,
  };
  const limits = { perAddress: 0, perHour: 0, perDay: 0 };
  return { keys: [key], form: '/ask/us', language: 'en', source: null, limits, message, words };
}

/** A mail server, and what it took as it was sent. */
async function startMailServer(conduct?: () => MailConduct) {
  const server = await startSmtp();
  onTestFinished(() => server.close());
  if (conduct) server.conduct = conduct;
  return { url: server.url, mails: () => server.mails.map((mail) => mail.text) };
}

/** A server that notes what is posted to it. */
async function startHttpServer(status = () => 200) {
  const posts: { body: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    posts.push({ body: await text(request), headers: request.headers });
    response.writeHead(status()).end('no');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const close = () => new Promise((done) => server.close(done));
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/take`, close };
}

function openFolder(arrivals: readonly ReceivedMessage[] = [], path = temporaryFolder()) {
  const folder = openMessageFolder(path, () => {});
  onTestFinished(() => folder.close());
  if (arrivals.length > 0) folder.store(arrivals);
  const notificationsIn = () => messagesIn(path).map(({ notification }) => notification);
  return { ...folder, path, notificationsIn };
}
const channelOf = (env: NodeJS.ProcessEnv) => {
  const found = deliveryFromEnv(env);
  if (!found) throw new Error('no channel');
  return found.channel;
};

test('a stored message is mailed once, in the words of the site, and an answer goes to the visitor', async () => {
  const { mails, url } = await startMailServer();
  const directory = temporaryFolder();
  const store = openMessageStore(directory, { ...process.env, SMTP_URL: url, MAIL_TO });
  onTestFinished(() => store.close());
  const name = 'Ada\r\nBcc: everybody@example.org';
  await store.store(
    arrival('one', { name, message: 'How deep?\n.\nAnd <b>when</b>?', other: { boat: 'Gull' } }),
  );
  await store.store(arrival('one', { name }));
  await vi.waitUntil(() => mails().length > 0, { timeout: 60_000 });
  const [mail = ''] = mails();
  const [head = '', ...body] = mail.split('\r\n\r\n');
  expect(head).toMatch(/^Subject: Harbour: message from Ada\b/m);
  expect(head).toMatch(/^Reply-To: .*<ada@example\.org>$/m);
  expect(head).toMatch(/^To: desk@harbour\.example$/m);
  expect(head).toMatch(/^Message-ID: <one@harbour\.example>$/m);
  expect(head).not.toMatch(/^Bcc:/m);
  expect(body.join('\n\n')).toContain('Your mail: ada@example.org');
  expect(body.join('\n\n')).toContain('Boat: Gull');
  expect(body.join('\n\n')).toContain('&lt;b&gt;when&lt;/b&gt;');
  const isSent = () => messagesIn(contactFolder(directory))[0]?.notification === 'sent';
  await vi.waitUntil(isSent, { timeout: 60_000 });
  expect(mails()).toHaveLength(1);
});

test('what a mail server does not take is tried later and later, then given up, and can be begun anew', async () => {
  let conduct: MailConduct = 'refuse';
  const { mails, url } = await startMailServer(() => conduct);
  const folder = openFolder([arrival('one'), arrival('two')]);
  const channel = channelOf({ SMTP_URL: url, MAIL_TO });
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const pauses: number[] = [];
  for (let attempt = 0, last = 0; attempt < 24; attempt++) {
    while ((await sendDueNotifications(folder.outbox, channel)) === 0 && Date.now() < 30 * 86_400_000)
      vi.setSystemTime(Date.now() + 10_000);
    pauses.push((Date.now() - last) / 1000);
    last = Date.now();
  }
  expect(pauses.slice(0, 5)).toEqual([0, 10, 30, 90, 270]);
  expect(pauses.at(-1)).toBe(6 * 3600);
  vi.setSystemTime(Date.now() + 30 * 86_400_000);
  expect(await sendDueNotifications(folder.outbox, channel)).toBe(0);
  expect(folder.notificationsIn()).toEqual(['failed', 'failed']);
  conduct = 'take';
  const file = openMessageFile(folder.path);
  expect(file.outbox.retry()).toBe(2);
  file.close();
  expect(await sendDueNotifications(folder.outbox, channel)).toBe(0);
  expect(mails()).toHaveLength(2);
  expect(folder.notificationsIn()).toEqual(['sent', 'sent']);
});

test('that a day has all the messages it may have is told once, and again the next day', async () => {
  const { mails, url } = await startMailServer();
  const limits = { perAddress: 0, perHour: 0, perDay: 2 };
  const folder = openFolder(['one', 'two', 'three', 'four'].map((key) => ({ ...arrival(key), limits })));
  const channel = channelOf({ SMTP_URL: url, MAIL_TO });
  const subjects = () => mails().map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
  await sendDueNotifications(folder.outbox, channel);
  const [told = ''] = subjects();
  expect(subjects()).toEqual([told, told, 'Harbour: no more messages are taken today']);
  expect(mails()[2]).toContain('2 messages came within a day');
  expect(mails()[2]).toMatch(/^Message-ID: <limit-\d{4}-\d\d-\d\d@harbour\.example>$/m);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  folder.store([{ ...arrival('five'), limits: { ...limits, perDay: 1 } }]);
  await sendDueNotifications(folder.outbox, channel);
  expect(mails()).toHaveLength(4);
});

test('two that look at the same time tell of a message once', async () => {
  const { mails, url } = await startMailServer();
  const first = openFolder(Array.from({ length: 30 }, (_, index) => arrival(`message ${index}`)));
  const folders = [first, openFolder([], first.path)];
  const channel = channelOf({ SMTP_URL: url, MAIL_TO });
  await Promise.all(folders.map(({ outbox }) => sendDueNotifications(outbox, channel)));
  expect(
    mails()
      .map((mail) => /Message-ID: <(.*)@/.exec(mail)?.[1])
      .toSorted(),
  ).toEqual(Array.from({ length: 30 }, (_, index) => `message ${index}`).toSorted());
});

test('two that tell slowly tell of a message once', async () => {
  const keys = ['one', 'two', 'three', 'four', 'five'];
  const first = openFolder(keys.map((key) => arrival(key)));
  const second = openFolder([], first.path);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  await sendDueNotifications(first.outbox, async ({ key }) => {
    told.push(key);
    vi.setSystemTime(Date.now() + 50_000);
    // The other looks while this one is being told.
    if (told.length % 2 === 1)
      await sendDueNotifications(second.outbox, async (other) => void told.push(other.key));
  });
  expect(told.toSorted()).toEqual(keys.toSorted());
});

test('what cannot be told does not keep others waiting, unless it is nearly all', async () => {
  const folder = openFolder(Array.from({ length: 40 }, (_, index) => arrival(`${index}`)));
  const tried: string[] = [];
  const refuseAll = async ({ key }: { key: string }) => {
    tried.push(key);
    throw new Error('mailbox full');
  };
  expect(await sendDueNotifications(folder.outbox, refuseAll)).toBe(10);
  expect(tried).toHaveLength(10);
  const told: string[] = [];
  const refuseSome = async ({ key }: { key: string }) => {
    if (Number(key) % 3 === 0) throw new Error('mailbox full');
    told.push(key);
  };
  await sendDueNotifications(folder.outbox, refuseSome);
  expect(told).toHaveLength(20);
});

test('a mail service is told over HTTP, a webhook with a signature', async () => {
  const mail = await startHttpServer();
  const mailing = { MAIL_API_URL: mail.url, MAIL_API_KEY: 'key', MAIL_TO, MAIL_FROM: 'site@harbour.example' };
  expect(await sendDueNotifications(openFolder([arrival('one')]).outbox, channelOf(mailing))).toBe(0);
  expect(JSON.parse(mail.posts[0]?.body ?? '')).toMatchObject({
    from: 'site@harbour.example',
    to: [MAIL_TO],
    reply_to: 'ada@example.org',
    subject: 'Harbour: message from Ada',
    text: expect.stringContaining('Question: Hello'),
  });
  expect(mail.posts[0]?.headers).toMatchObject({ authorization: 'Bearer key', 'idempotency-key': 'one' });

  const hook = await startHttpServer();
  const hooking = { WEBHOOK_URL: hook.url, WEBHOOK_SECRET: 'secret' };
  expect(await sendDueNotifications(openFolder([arrival('two')]).outbox, channelOf(hooking))).toBe(0);
  const [{ body = '', headers = {} } = {}] = hook.posts;
  expect(JSON.parse(body)).toMatchObject({ key: 'two', message: { name: 'Ada', form: '/ask/us' } });
  expect(headers['x-signature-sha256']).toBe(createHmac('sha256', 'secret').update(body).digest('hex'));
});

test('a form that names a webhook is told to that, and to nobody else', async () => {
  const [all, orders] = [await startHttpServer(), await startHttpServer()];
  const env = {
    WEBHOOK_URL: all.url,
    WEBHOOK_SECRET: 'x',
    WEBHOOK_ORDERS_2_URL: orders.url,
    WEBHOOK_ORDERS_2_SECRET: 'y',
  };
  const named = (key: string, webhook: string) => ({ ...arrival(key), words: { ...words, webhook } });
  const folder = openFolder([arrival('one'), named('two', 'orders-2'), named('three', 'nobody')]);
  expect(await sendDueNotifications(folder.outbox, channelOf(env))).toBe(1);
  const keysOf = ({ posts }: typeof all) =>
    posts.map(({ body }) => (JSON.parse(body) as { key: string }).key);
  expect([keysOf(all), keysOf(orders)]).toEqual([['one'], ['two']]);
  expect(orders.posts[0]?.headers['x-signature-sha256']).toBe(
    createHmac('sha256', 'y')
      .update(orders.posts[0]?.body ?? '')
      .digest('hex'),
  );
  expect(folder.notificationsIn()).toEqual(['sent', 'sent', 'failed']);
  const only = deliveryFromEnv({ WEBHOOK_A_URL: orders.url, WEBHOOK_A_SECRET: 'y' });
  expect([only?.isForAllForms, only?.summary]).toEqual([
    false,
    expect.stringContaining('if their form says so'),
  ]);
});

test('why nobody answered is kept with what could not be told', async () => {
  const { url, close } = await startHttpServer();
  await close();
  const folder = openFolder([arrival('one')]);
  expect(
    await sendDueNotifications(folder.outbox, channelOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'x' })),
  ).toBe(1);
  const several = new Error('fetch failed', {
    cause: Object.assign(new AggregateError([]), { code: 'ENOWAY' }),
  });
  folder.store([arrival('two')]);
  expect(await sendDueNotifications(folder.outbox, () => Promise.reject(several))).toBe(1);
  const errors = inDatabase(folder.path, (database) =>
    database.prepare('select error from contact_outbox order by id').all(),
  );
  expect(errors.map(({ error }) => error)).toEqual([
    expect.stringMatching(/^fetch failed \(connect ECONNREFUSED /),
    'fetch failed (ENOWAY)',
  ]);
});

test('whoever answers with an error is not believed to have heard', async () => {
  const { url } = await startHttpServer(() => 500);
  const folder = openFolder([arrival('one')]);
  expect(
    await sendDueNotifications(folder.outbox, channelOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'x' })),
  ).toBe(1);
  expect(folder.notificationsIn()[0]).toBe('failed');
});

test.each([
  [200, 0],
  [500, 1],
])('of an answer %i without an end little is read', async (status, failures) => {
  let [sent, isClosed] = [0, false];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status).on('close', () => (isClosed = true));
    const more = () => {
      for (let shouldContinue = sent < 100_000_000; shouldContinue; sent += 100_000)
        shouldContinue = response.write('x'.repeat(100_000));
    };
    response.on('drain', more);
    more();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const folder = openFolder([arrival('one')]);
  const channel = channelOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'x' });
  expect(await sendDueNotifications(folder.outbox, channel)).toBe(failures);
  await vi.waitUntil(() => isClosed, { timeout: 60_000 });
  expect(sent).toBeLessThan(100_000_000);
});

test.each([
  [{ SMTP_URL: 'smtp://a', WEBHOOK_URL: 'https://b' }, 'Set only one of SMTP_URL and WEBHOOK_URL.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
  [{ SMTP_URL: 'smtp://a' }, 'SMTP_URL also needs MAIL_TO.'],
  [{ MAIL_API_URL: 'https://a', MAIL_TO }, 'MAIL_API_URL also needs MAIL_API_KEY.'],
  [{ WEBHOOK_URL: 'https://a' }, 'WEBHOOK_URL also needs WEBHOOK_SECRET.'],
  [{ WEBHOOK_A_URL: 'https://a' }, 'WEBHOOK_A_URL also needs WEBHOOK_A_SECRET.'],
  [{ MAIL_TO }, 'MAIL_TO also needs SMTP_URL or MAIL_API_URL.'],
])('%j is told as wrong', (env, sentence) => {
  expect(() => deliveryFromEnv(env)).toThrow(sentence);
});

test('what is given up is shown, and begun anew by the command', async () => {
  const directory = temporaryFolder();
  const file = openMessageFile(contactFolder(directory));
  file.store([arrival('one')]);
  file.outbox.settle(1, 0, 'mailbox full');
  file.close();
  const run = (...args: string[]) => runCommand(messages, [...args, '--data', directory]);
  expect((await run('show', '1')).out).toContain('#1  /ask/us  [notification failed]');
  expect((await run('retry')).out).toBe('1 notification will be sent again by the server.\n');
});

const notification = { key: 'one', subject: 'Hello', text: 'Hello', html: 'Hello', message: null };

test('a mail server that never comes to an end is given up, and its line closed', async () => {
  const lines: Socket[] = [];
  const dripping: NodeJS.Timeout[] = [];
  const server = createSocketServer((socket) => {
    lines.push(socket);
    socket.on('error', () => {}).write('220 hello\r\n');
    socket.on('data', () => dripping.push(setInterval(() => socket.write('250-wait\r\n'), 10)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const timer of dripping) clearInterval(timer);
    for (const socket of lines) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const channel = deliveryFromEnv({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_TO: 'a@b.example' })?.channel;
  // The server keeps its own clock.
  const { setTimeout: later } = globalThis;
  const deadlines: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, time: number, ...given: unknown[]) => {
    if (time === 60_000) deadlines.push(work);
    return later(work, time, ...given);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const told = channel?.(notification).catch(String);
  await vi.waitUntil(() => dripping.length > 0 && deadlines.length > 0, { timeout: 60_000 });
  for (const pass of deadlines) pass();
  expect(await told).toContain('The mail server takes too long.');
  await vi.waitUntil(() => lines.every((socket) => socket.destroyed), { timeout: 60_000 });
  expect(lines).toHaveLength(1);
});
