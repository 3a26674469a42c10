import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDeliveryConfig } from '../../scripts/messages/delivery.ts';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import type { Channel } from '../../supabase/functions/send-contact-email/notification.ts';
import { sendDueNotifications } from '../../supabase/functions/send-contact-email/outbox.ts';
import {
  createArrival as plainArrival,
  createMemoryFolder,
  runInDatabase,
  createTestBudgets,
  readMessages,
} from '../support/stored-messages.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { startHttpServer } from '../support/http-server.ts';
import { toReadableMail, startSmtpServer } from '../support/mail-servers.ts';

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

function openFolder(path: string) {
  const folder = openMessageFolder(path, () => {});
  onTestFinished(() => folder.close());
  return folder;
}

/** Creates a message folder that contains the given messages. The default channel accepts all notifications. */
async function setUpDelivery(messages: readonly ReceivedMessage[], channel: Channel = async () => {}) {
  const path = createMemoryFolder();
  const folder = openFolder(path);
  await folder.storeAll(messages);
  return {
    path,
    folder,
    /** Sends the notifications that are due, and returns the number of failures. */
    send: () => sendDueNotifications(folder, channel),
    states: async () => (await readMessages(path)).map(({ notification }) => notification),
  };
}

function channelFrom(env: NodeJS.ProcessEnv): Channel {
  const delivery = readDeliveryConfig(env);
  if (!delivery) throw new Error('The environment defines no channel.');
  return delivery.channel;
}

/** The form settings of a golden case, which follow the messages. */
interface FormSettings {
  labels: string;
  language: string;
  confirmation: string;
  limit: string;
}

/** Returns the emails that are sent for a golden case with messages and form settings. */
async function sendMails(input: string): Promise<string> {
  const messages = input.split('\n').filter((line) => line.startsWith('{'));
  const settings = Object.fromEntries(
    [...input.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  ) as Partial<FormSettings>; // keyed by the first word of each line
  const { server, channel } = await startMailServer();
  fakeClock(Date.UTC(2026, 0, 5, 9));
  const { send, states } = await setUpDelivery(
    messages.map((changes, index) => ({
      ...arrival(`${index}`, {
        language: settings.language ?? 'en',
        message: { ...arrival('Ada').message, ...(JSON.parse(changes) as object) },
        words: {
          site: 'Harbour',
          labels: (settings.labels?.split(', ') ?? []).map((label) => label.split('=') as [string, string]),
          ...(settings.confirmation && { confirmation: JSON.parse(settings.confirmation) }),
        },
        ...(settings.limit &&
          createTestBudgets({ perAddress: 0, perHour: 0, perDay: Number(settings.limit) })),
      }),
    })),
    channel,
  );
  expect([await send(), await send()]).toEqual([0, 0]);
  expect(await states()).toEqual((await states()).map(() => 'sent'));
  return server.mails
    .map(({ text }) => toReadableMail(text))
    .join('\n\n')
    .replaceAll('\u2060', '<U+2060>');
}

testGoldenTexts('mails', sendMails);

test('recording that an email was sent is retried if the database fails briefly', async () => {
  const failures = [new Error('locked')];
  const settledIds: number[] = [];
  const dueNotifications = [
    { id: 7, key: 'a', words: { site: 'Harbour', perDay: 5 } as never, message: null },
  ];
  const outbox = {
    claim: async () => dueNotifications.splice(0),
    settle: async (id: number) => {
      const failure = failures.pop();
      if (failure) throw failure;
      settledIds.push(id);
    },
    files: async () => [],
    take: async () => true,
  };
  expect(await sendDueNotifications(outbox, async () => {})).toBe(0);
  expect(settledIds).toEqual([7]);
});

async function startMailServer() {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  return { server, channel: channelFrom({ SMTP_URL: server.url, MAIL_TO }) };
}

/** Starts an HTTP server that records all requests. */
async function startReceiver(status = 200) {
  const posts: { body: string; headers: Record<string, unknown> }[] = [];
  const { address, close } = await startHttpServer(async (request, response) => {
    posts.push({ body: await text(request), headers: request.headers });
    response.writeHead(status).end('no');
  });
  return { posts, url: address, close };
}

const readKeys = ({ posts }: { posts: { body: string }[] }) =>
  posts.map(({ body }) => (JSON.parse(body) as { key: string }).key);

function silenceErrors() {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  return error;
}

function fakeClock(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
}

test('failed emails are retried after increasing delays, then only with `retry`', async () => {
  const { server, channel } = await startMailServer();
  server.behaviour = () => 'refuse';
  fakeClock(0);
  const { path, send, states } = await setUpDelivery(arrivals(2), channel);
  expect(await send()).toBe(2);
  const pauses: number[] = [];
  for (let attempt = 1; attempt < 24; attempt++) {
    const nextAt = runInDatabase(path, (database) =>
      Date.parse(String(database.prepare('select min(next_at) as at from contact_outbox').get()?.['at'])),
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
  expect([await states(), server.mails]).toEqual([['failed', 'failed'], []]);
  server.behaviour = () => 'take';
  const file = openMessageFile(path);
  expect(await file.retry()).toBe(2);
  file.close();
  expect(await send()).toBe(0);
  expect([await states(), server.mails.length]).toEqual([['sent', 'sent'], 2]);
});

test('a notification about the daily limit is sent once a day', async () => {
  const keys: string[] = [];
  const limits = { perAddress: 0, perHour: 0, perDay: 1 };
  const noon = Date.UTC(2026, 0, 5, 12);
  fakeClock(noon);
  const { folder, send } = await setUpDelivery(
    ['one', 'two', 'three'].map((key) => arrival(key, createTestBudgets(limits))),
    async ({ key }) => void keys.push(key),
  );
  await send();
  expect(keys).toEqual(['one', expect.stringMatching(/^limit-\d{4}-\d\d-\d\d$/)]);
  fakeClock(noon + day);
  await folder.storeAll([arrival('four', createTestBudgets(limits))]);
  await send();
  expect(keys).toHaveLength(3);
});

test('two processes that send at the same time send each notification once', async () => {
  const keys: string[] = [];
  const channel: Channel = async ({ key }) => {
    await new Promise(setImmediate);
    keys.push(key);
  };
  const { path, send } = await setUpDelivery(arrivals(30), channel);
  const other = openFolder(path);
  await Promise.all([send(), sendDueNotifications(other, channel)]);
  expect(keys.map(Number).toSorted((a, b) => a - b)).toEqual([...arrivals(30).keys()]);
});

test('two slow processes send each notification once', async () => {
  fakeClock(Date.now());
  const keys: string[] = [];
  const { path, send } = await setUpDelivery(arrivals(5), async ({ key }) => {
    keys.push(key);
    vi.setSystemTime(Date.now() + 50_000);
    // The other process sends notifications at the same time as this process.
    if (keys.length % 2 === 1) await sendDueNotifications(other, async (sent) => void keys.push(sent.key));
  });
  const other = openFolder(path);
  await send();
  expect(keys.toSorted()).toEqual(['0', '1', '2', '3', '4']);
});

test('sending stops after ten consecutive failures, but not after isolated failures', async () => {
  const fail = async () => {
    throw new Error('mailbox full');
  };
  let channel: Channel = fail;
  const { send, states } = await setUpDelivery(arrivals(40), (notification) => channel(notification));
  expect(await send()).toBe(10);
  channel = (notification) => (Number(notification.key) % 3 === 0 ? fail() : Promise.resolve());
  await send();
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(20);
});

test('a mail API receives each notification as JSON', async () => {
  const service = await startReceiver();
  const env = { MAIL_API_URL: service.url, MAIL_API_KEY: 'key', MAIL_TO, MAIL_FROM: 'site@harbour.example' };
  expect(await (await setUpDelivery([arrival('one')], channelFrom(env))).send()).toBe(0);
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

test('a form can have its own webhook; other forms use the default', async () => {
  const [all, orders] = [await startReceiver(), await startReceiver()];
  const channel = channelFrom({
    WEBHOOK_URL: all.url,
    WEBHOOK_SECRET: 'x',
    WEBHOOK_ORDERS_2_URL: orders.url,
    WEBHOOK_ORDERS_2_SECRET: 'y',
  });
  const arrivalWithWebhook = (key: string, webhook: string) => arrival(key, { words: { ...words, webhook } });
  const { send, states } = await setUpDelivery(
    [arrival('one'), arrivalWithWebhook('two', 'orders-2'), arrivalWithWebhook('three', 'unknown')],
    channel,
  );
  expect(await send()).toBe(1);
  expect([readKeys(all), readKeys(orders)]).toEqual([['one'], ['two']]);
  const [{ body = '', headers = {} } = {}] = orders.posts;
  expect(JSON.parse(body)).toMatchObject({ message: { name: 'two', form: '/contact/message' } });
  expect(headers['x-signature-sha256']).toBe(createHmac('sha256', 'y').update(body).digest('hex'));
  expect(await states()).toEqual(['sent', 'sent', 'failed']);
});

test('the reason for each failure is stored', async () => {
  const closedReceiver = await startReceiver();
  await closedReceiver.close();
  const failingReceiver = await startReceiver(500);
  const networkError = new Error('fetch failed', {
    cause: Object.assign(new AggregateError([]), { code: 'ENOWAY' }),
  });
  const channels: Channel[] = [
    channelFrom({ WEBHOOK_URL: closedReceiver.url, WEBHOOK_SECRET: 'x' }),
    channelFrom({ WEBHOOK_URL: failingReceiver.url, WEBHOOK_SECRET: 'x' }),
    () => Promise.reject(networkError),
  ];
  const { path, send, states } = await setUpDelivery(arrivals(3), async (notification) =>
    channels[Number(notification.key)]?.(notification),
  );
  expect(await send()).toBe(3);
  expect(await states()).toEqual(['failed', 'failed', 'failed']);
  const errors = runInDatabase(path, (database) =>
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
  const { address } = await startHttpServer((request, response) => {
    request.resume();
    response.writeHead(status).on('close', () => (isClosed = true));
    const more = () => {
      for (let shouldContinue = sent < 100_000_000; shouldContinue; sent += 100_000)
        shouldContinue = response.write('x'.repeat(100_000));
    };
    response.on('drain', more);
    more();
  });
  const channel = channelFrom({ WEBHOOK_URL: address, WEBHOOK_SECRET: 'x' });
  expect(await (await setUpDelivery([arrival('one')], channel)).send()).toBe(failures);
  await vi.waitUntil(() => isClosed, { timeout: 60_000 });
  expect(sent).toBeLessThan(100_000_000);
});

test('sending gives up on a mail server that responds endlessly, and closes the connection', async () => {
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
  // Capture the callback of the 60-second limit for sending an email, so that the test can trigger it early.
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
  expect(await result).toContain('The mail server took too long to accept the email.');
  await vi.waitUntil(() => sockets.every((socket) => socket.destroyed), { timeout: 60_000 });
  expect(sockets).toHaveLength(1);
});

const confirmation = { subject: 'It is here', text: 'We answer\nbefore the next tide.' };
const arrivalWithConfirmation = (key: string, email: string) => {
  const plain = arrival(key, { words: { ...words, confirmation } });
  return { ...plain, message: { ...plain.message, email } };
};

test('an email address gets at most one confirmation an hour, and a failed one does not affect the notification', async () => {
  const sent: (string | undefined)[] = [];
  const all = ['a@x.example', 'A@x.example', 'b@x.example', 'no address', 'c@x.example\nBcc: d@x.example'];
  const { send, states } = await setUpDelivery(
    all.map((email, index) => arrivalWithConfirmation(`${index}`, email)),
    async ({ to }) => {
      sent.push(to);
      if (to === 'b@x.example') throw new Error('550 no such user');
    },
  );
  const error = silenceErrors();
  expect(await send()).toBe(0);
  expect(sent.filter((to) => to !== undefined)).toEqual(['a@x.example', 'b@x.example']);
  expect(await states()).toEqual(all.map(() => 'sent'));
  expect(error.mock.calls.flat().join()).toContain('550 no such user');
});

test('across processes and restarts, an email address gets at most one confirmation an hour', async () => {
  const sent: (string | undefined)[] = [];
  const channel: Channel = async ({ to }) => void sent.push(to);
  const { path, folder, send } = await setUpDelivery([arrivalWithConfirmation('1', 'a@x.example')], channel);
  await send();
  folder.close();
  const [reopened, other] = [openFolder(path), openFolder(path)];
  await reopened.storeAll([
    arrivalWithConfirmation('2', 'A@X.example'),
    arrivalWithConfirmation('3', 'c@x.example'),
  ]);
  await Promise.all([reopened, other].map((folder) => sendDueNotifications(folder, channel)));
  expect(sent.filter((to) => to !== undefined)).toEqual(['a@x.example', 'c@x.example']);
  fakeClock(Date.now() + 3_700_000);
  await reopened.storeAll([arrivalWithConfirmation('4', 'a@x.example')]);
  await sendDueNotifications(other, channel);
  expect(sent.at(-1)).toBe('a@x.example');
});

test('if notifications go to a webhook, no confirmation is sent', async () => {
  const { posts, url } = await startReceiver();
  const channel = channelFrom({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'secret' });
  silenceErrors();
  const { send, states } = await setUpDelivery([arrivalWithConfirmation('1', 'una@fender.example')], channel);
  await send();
  expect([await states(), posts.length]).toEqual([['sent'], 1]);
});
