import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deliveryFromEnv } from '../../scripts/messages/delivery.ts';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import type { Channel } from '../../supabase/functions/send-contact-email/notification.ts';
import { sendDueNotifications } from '../../supabase/functions/send-contact-email/outbox.ts';
import { arrival as plainArrival, inDatabase, limited, messagesIn } from '../support/stored-messages.ts';
import { startSmtp } from '../support/mail-servers.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

const labels = [
  ['boat', 'Boat'],
  ['email', 'Your mail'],
  ['name', 'Your name'],
  ['message', 'Question'],
] as const;
const words = { site: 'Harbour', labels };
const MAIL_TO = 'desk@harbour.example';
const day = 24 * 3_600_000;

const arrival = (key: string, more: Partial<ReceivedMessage> = {}) => plainArrival(key, { words, ...more });
const arrivals = (count: number) => Array.from({ length: count }, (_, index) => arrival(`${index}`));

/** A folder with messages, and its channel, which accepts all notifications unless another is given. */
function setUp(messages: readonly ReceivedMessage[], channel: Channel = async () => {}) {
  const path = temporaryFolder();
  const folder = openMessageFolder(path, () => {});
  onTestFinished(() => folder.close());
  folder.store(messages);
  return {
    path,
    folder,
    /** Sends what is due, and counts failures. */
    send: () => sendDueNotifications(folder.outbox, channel),
    states: () => messagesIn(path).map(({ notification }) => notification),
  };
}

function channelFrom(env: NodeJS.ProcessEnv): Channel {
  const delivery = deliveryFromEnv(env);
  if (!delivery) throw new Error('There is no channel.');
  return delivery.channel;
}

async function startMailServer() {
  const server = await startSmtp();
  onTestFinished(() => server.close());
  return { server, channel: channelFrom({ SMTP_URL: server.url, MAIL_TO }) };
}

/** An HTTP server that records what is posted to it. */
async function startHttpServer(status = 200) {
  const posts: { body: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    posts.push({ body: await text(request), headers: request.headers });
    response.writeHead(status).end('no');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => new Promise((done) => server.close(done));
  onTestFinished(() => void close());
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

const keysOf = ({ posts }: { posts: { body: string }[] }) =>
  posts.map(({ body }) => (JSON.parse(body) as { key: string }).key);

function fakeClock(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
}

test('a mail has the labels of the form, and answers go to the visitor', async () => {
  const { server, channel } = await startMailServer();
  const message = {
    name: 'Ada\r\nBcc: everybody@example.org',
    email: 'ada@example.org',
    company: null,
    message: 'How deep?\n.\nAnd <b>when</b>?',
    other: { boat: 'Gull' },
  };
  const { send, states } = setUp([arrival('one', { message })], channel);
  expect([await send(), await send()]).toEqual([0, 0]);
  expect(server.mails).toHaveLength(1);
  const [head = '', ...body] = server.mails[0]?.text.split('\r\n\r\n') ?? [];
  expect(head).toMatch(/^Subject: Harbour: message from Ada\b/m);
  expect(head).toMatch(/^Reply-To: .*<ada@example\.org>$/m);
  expect(head).toMatch(/^To: desk@harbour\.example$/m);
  expect(head).toMatch(/^Message-ID: <one@harbour\.example>$/m);
  expect(head).not.toMatch(/^Bcc:/m);
  expect(body.join('\n\n')).toContain('Your mail: ada@example.org');
  expect(body.join('\n\n')).toContain('Boat: Gull');
  expect(body.join('\n\n')).toContain('&lt;b&gt;when&lt;/b&gt;');
  expect(states()).toEqual(['sent']);
});

test('failed mails are sent again after growing pauses, then only by `retry`', async () => {
  const { server, channel } = await startMailServer();
  server.conduct = () => 'refuse';
  fakeClock(0);
  const { path, send, states } = setUp(arrivals(2), channel);
  expect(await send()).toBe(2);
  const pauses: number[] = [];
  for (let attempt = 1; attempt < 24; attempt++) {
    const nextAt = inDatabase(path, (database) =>
      Number(database.prepare('select min(next_at) as at from contact_outbox').get()?.['at']),
    );
    pauses.push((nextAt - Date.now()) / 1000);
    vi.setSystemTime(nextAt - 1);
    expect(await send()).toBe(0);
    vi.setSystemTime(nextAt);
    expect(await send()).toBe(2);
  }
  expect(pauses.slice(0, 4)).toEqual([10, 30, 90, 270]);
  expect(pauses.at(-1)).toBe(6 * 3600);
  expect(Date.now()).toBeGreaterThan(3.5 * day);
  vi.setSystemTime(Date.now() + 30 * day);
  expect(await send()).toBe(0);
  expect([states(), server.mails]).toEqual([['failed', 'failed'], []]);
  server.conduct = () => 'take';
  const file = openMessageFile(path);
  expect(file.outbox.retry()).toBe(2);
  file.close();
  expect(await send()).toBe(0);
  expect([states(), server.mails.length]).toEqual([['sent', 'sent'], 2]);
});

test('a notification that the daily limit is reached is sent once a day', async () => {
  const { server, channel } = await startMailServer();
  const limits = { perAddress: 0, perHour: 0, perDay: 2 };
  const { folder, send } = setUp(
    ['one', 'two', 'three', 'four'].map((key) => arrival(key, limited(limits))),
    channel,
  );
  await send();
  expect(server.mails.map(({ subject }) => subject)).toEqual([
    'Harbour: message from one',
    'Harbour: message from two',
    'Harbour: no more messages are taken today',
  ]);
  expect(server.mails[2]?.text).toContain('2 messages came within a day');
  expect(server.mails[2]?.key).toMatch(/^limit-\d{4}-\d\d-\d\d$/);
  fakeClock(Date.now() + 86_000_000);
  folder.store([arrival('five', limited({ ...limits, perDay: 1 }))]);
  await send();
  expect(server.mails).toHaveLength(4);
});

test('two processes that send at the same time send each notification once', async () => {
  const keys: string[] = [];
  const channel: Channel = async ({ key }) => {
    await new Promise(setImmediate);
    keys.push(key);
  };
  const { path, send } = setUp(arrivals(30), channel);
  const other = openMessageFolder(path, () => {});
  onTestFinished(() => other.close());
  await Promise.all([send(), sendDueNotifications(other.outbox, channel)]);
  expect(keys.toSorted()).toEqual(
    arrivals(30)
      .map(({ keys: [key] }) => key)
      .toSorted(),
  );
});

test('two processes that send slowly send each notification once', async () => {
  fakeClock(Date.now());
  const keys: string[] = [];
  const { path, send } = setUp(arrivals(5), async ({ key }) => {
    keys.push(key);
    vi.setSystemTime(Date.now() + 50_000);
    // The other process sends while this one is sending.
    if (keys.length % 2 === 1)
      await sendDueNotifications(other.outbox, async (sent) => void keys.push(sent.key));
  });
  const other = openMessageFolder(path, () => {});
  onTestFinished(() => other.close());
  await send();
  expect(keys.toSorted()).toEqual(['0', '1', '2', '3', '4']);
});

test('sending stops after ten failures in a row, but not after single failures', async () => {
  const fail = async () => {
    throw new Error('mailbox full');
  };
  let channel: Channel = fail;
  const { send, states } = setUp(arrivals(40), (notification) => channel(notification));
  expect(await send()).toBe(10);
  channel = (notification) => (Number(notification.key) % 3 === 0 ? fail() : Promise.resolve());
  await send();
  expect(states().filter((state) => state === 'sent')).toHaveLength(20);
});

test.each([
  '=?utf-8?Q?Eve_=3Cadmin=40harbour.example=3E?=',
  '=?utf-8?B?RXZl?=',
  'Ada =?ISO-8859-1?q?=0D=0ABcc:_x=40y.example?=',
  'Zoë =?utf-8?Q?Eve?= Sørensen',
  '=?utf-8?Q?a?= =?utf-8?Q?b?=',
])('what a visitor writes as encoded words of mail, %s, reads as it was written', async (name) => {
  const server = await startSmtp();
  const message = { ...arrival('one').message, name };
  const env = { SMTP_URL: server.url, MAIL_TO };
  expect(await setUp([arrival('one', { message, words })], channelFrom(env)).send()).toBe(0);
  const [{ subject = '' } = {}] = server.mails;
  // No encoded word of the visitor is left; all are of the mail library.
  const decoded = subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text: string) =>
      Buffer.from(
        text
          .replaceAll('_', ' ')
          .replaceAll(/=([\dA-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString(),
    )
    .replaceAll(/=\?utf-8\?b\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString());
  expect(decoded.replaceAll('\u2060', '')).toContain(name);
  expect(server.mails[0]?.replyTo).toBe('ada@example.org');
});

test('a mail service gets JSON', async () => {
  const service = await startHttpServer();
  const env = { MAIL_API_URL: service.url, MAIL_API_KEY: 'key', MAIL_TO, MAIL_FROM: 'site@harbour.example' };
  expect(await setUp([arrival('one')], channelFrom(env)).send()).toBe(0);
  const [{ body = '', headers = {} } = {}] = service.posts;
  expect(JSON.parse(body)).toMatchObject({
    from: 'site@harbour.example',
    to: [MAIL_TO],
    reply_to: 'ada@example.org',
    subject: 'Harbour: message from one',
    text: expect.stringContaining('Question: Hello from one'),
  });
  expect(headers).toMatchObject({ authorization: 'Bearer key', 'idempotency-key': 'one' });
});

test('a form can have a webhook of its own; others use the default', async () => {
  const [all, orders] = [await startHttpServer(), await startHttpServer()];
  const channel = channelFrom({
    WEBHOOK_URL: all.url,
    WEBHOOK_SECRET: 'x',
    WEBHOOK_ORDERS_2_URL: orders.url,
    WEBHOOK_ORDERS_2_SECRET: 'y',
  });
  const withWebhook = (key: string, webhook: string) => arrival(key, { words: { ...words, webhook } });
  const { send, states } = setUp(
    [arrival('one'), withWebhook('two', 'orders-2'), withWebhook('three', 'unknown')],
    channel,
  );
  expect(await send()).toBe(1);
  expect([keysOf(all), keysOf(orders)]).toEqual([['one'], ['two']]);
  const [{ body = '', headers = {} } = {}] = orders.posts;
  expect(JSON.parse(body)).toMatchObject({ message: { name: 'two', form: '/contact/message' } });
  expect(headers['x-signature-sha256']).toBe(createHmac('sha256', 'y').update(body).digest('hex'));
  expect(states()).toEqual(['sent', 'sent', 'failed']);
  expect(deliveryFromEnv({ WEBHOOK_A_URL: orders.url, WEBHOOK_A_SECRET: 'y' })).toMatchObject({
    isForAllForms: false,
    summary: expect.stringContaining('if their form says so'),
  });
});

test('the reason of a failure is stored', async () => {
  const closed = await startHttpServer();
  await closed.close();
  const failing = await startHttpServer(500);
  const causes = new Error('fetch failed', {
    cause: Object.assign(new AggregateError([]), { code: 'ENOWAY' }),
  });
  const channels: Channel[] = [
    channelFrom({ WEBHOOK_URL: closed.url, WEBHOOK_SECRET: 'x' }),
    channelFrom({ WEBHOOK_URL: failing.url, WEBHOOK_SECRET: 'x' }),
    () => Promise.reject(causes),
  ];
  const { path, send, states } = setUp(arrivals(3), async (one) => channels[Number(one.key)]?.(one));
  expect(await send()).toBe(3);
  expect(states()).toEqual(['failed', 'failed', 'failed']);
  const errors = inDatabase(path, (database) =>
    database.prepare('select error from contact_outbox order by id').all(),
  );
  expect(errors.map(({ error }) => error)).toEqual([
    expect.stringMatching(/^fetch failed \(connect ECONNREFUSED /),
    expect.stringMatching(/ answered 500: no$/),
    'fetch failed (ENOWAY)',
  ]);
});

test.each([
  [200, 0],
  [500, 1],
])('only the start of an endless response with status %i is read', async (status, failures) => {
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
  const channel = channelFrom({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'x' });
  expect(await setUp([arrival('one')], channel).send()).toBe(failures);
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
  [{ SMTP_URL: 'smtp://a', MAIL_TO: 'a' }, 'MAIL_TO must be an address like post@example.org, not `a`.'],
  [{ SMTP_URL: 'smtp://a', MAIL_TO: 'a@b.example; c@b.example' }, 'MAIL_TO must be an address'],
  [{ SMTP_URL: 'smtp://a', MAIL_TO, MAIL_FROM: 'Harbour' }, 'MAIL_FROM must be an address'],
  [{ MAIL_TO }, 'MAIL_TO also needs SMTP_URL or MAIL_API_URL.'],
])('%j is rejected', (env, message) => {
  expect(() => deliveryFromEnv(env)).toThrow(message);
});

test.each([
  'a@b.example, c@b.example',
  'Harbour <desk@harbour.example>',
  '"Fogg, Ltd" <desk@harbour.example>',
])('mail can be sent to %s', (to) => {
  expect(deliveryFromEnv({ SMTP_URL: 'smtp://a', MAIL_TO: to })?.summary).toBe(`mailed to ${to}`);
});

test('a mail server that answers without end is given up, and its connection closed', async () => {
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).write('220 hello\r\n');
    socket.on('data', () => timers.push(setInterval(() => socket.write('250-wait\r\n'), 10)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const channel = channelFrom({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_TO });
  // The timeout of the mail is called below. The server uses its own timers.
  const realSetTimeout = globalThis.setTimeout;
  const timeouts: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, time: number, ...more: unknown[]) => {
    if (time === 60_000) timeouts.push(work);
    return realSetTimeout(work, time, ...more);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const notification = { key: 'one', subject: 'Hello', text: 'Hello', html: 'Hello', message: null };
  const result = channel(notification).catch(String);
  await vi.waitUntil(() => timers.length > 0 && timeouts.length > 0, { timeout: 60_000 });
  for (const end of timeouts) end();
  expect(await result).toContain('The mail server takes too long.');
  await vi.waitUntil(() => sockets.every((socket) => socket.destroyed), { timeout: 60_000 });
  expect(sockets).toHaveLength(1);
});

const confirmation = { subject: 'It is here', text: 'We answer\nbefore the next tide.' };
const confirmed = (key: string, email: string) => {
  const one = arrival(key, { words: { ...words, confirmation } });
  return { ...one, message: { ...one.message, email } };
};

test('whoever wrote gets the confirmation of the form, which holds nothing that was typed', async () => {
  const { server, channel } = await startMailServer();
  const { send, states } = setUp([confirmed('1', 'signe@petrel.example'), arrival('2')], channel);
  await send();
  expect(states()).toEqual(['sent', 'sent']);
  expect(server.mails.map((sent) => /^To: (.*)\r$/m.exec(sent.text)?.[1])).toEqual([
    MAIL_TO,
    'signe@petrel.example',
    MAIL_TO,
  ]);
  const text = server.mails[1]?.text ?? '';
  expect(text).toContain('Subject: It is here');
  expect(text).toContain('Auto-Submitted: auto-replied');
  expect(text).toContain(`Reply-To: ${MAIL_TO}`);
  expect(text).toContain('before the next tide.');
  expect(text).not.toContain(confirmed('1', '').message.message);
});

test('an address gets one confirmation an hour, and none fails a notification', async () => {
  const sent: (string | undefined)[] = [];
  const all = ['a@x.example', 'A@x.example', 'b@x.example', 'no address', 'c@x.example\nBcc: d@x.example'];
  const { send, states } = setUp(
    all.map((email, at) => confirmed(`${at}`, email)),
    async ({ to }) => {
      sent.push(to);
      if (to === 'b@x.example') throw new Error('550 no such user');
    },
  );
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  expect(await send()).toBe(0);
  expect(sent.filter((to) => to !== undefined)).toEqual(['a@x.example', 'b@x.example']);
  expect(states()).toEqual(all.map(() => 'sent'));
  expect(error.mock.calls.flat().join()).toContain('550 no such user');
});

test('an address gets one confirmation an hour from several processes, and after a restart', async () => {
  const sent: (string | undefined)[] = [];
  const channel: Channel = async ({ to }) => void sent.push(to);
  const { path, folder, send } = setUp([confirmed('1', 'a@x.example')], channel);
  await send();
  folder.close();
  const again = openMessageFolder(path, () => {});
  const other = openMessageFolder(path, () => {});
  onTestFinished(() => [again, other].forEach((one) => one.close()));
  again.store([confirmed('2', 'A@X.example'), confirmed('3', 'c@x.example')]);
  await Promise.all([again, other].map((one) => sendDueNotifications(one.outbox, channel)));
  expect(sent.filter((to) => to !== undefined)).toEqual(['a@x.example', 'c@x.example']);
  fakeClock(Date.now() + 3_700_000);
  again.store([confirmed('4', 'a@x.example')]);
  await sendDueNotifications(other.outbox, channel);
  expect(sent.at(-1)).toBe('a@x.example');
});

test('a webhook gets no confirmation, and the mail of a form with a webhook comes from the usual channel', async () => {
  const { posts, url } = await startHttpServer();
  const channel = channelFrom({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'secret' });
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  const { send, states } = setUp([confirmed('1', 'una@fender.example')], channel);
  await send();
  expect([states(), posts.length]).toEqual([['sent'], 1]);
});
