import { createClient } from '@supabase/supabase-js';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { createDice } from './mutants.ts';
import { startSmtpServer } from './mail-servers.ts';
import {
  questionForm,
  formWithFiles,
  type PreviewServer,
  type SiteFolder,
  startPreview,
} from './preview-server.ts';
import { sampleFiles } from './sample-files.ts';
import { listChildren } from './process-children.ts';

/** Access to a message store without the server. */
export interface StoreAccess {
  env: NodeJS.ProcessEnv;
  /** Runs a query and returns its first column as strings. */
  column(query: string): Promise<string[]>;
  /** SQL expressions for the current time, and for the content of a file as hexadecimal digits. */
  sql: { now: string; hex: string };
  /** Resolves when the store has finished the work that a killed server started. */
  waitUntilIdle?(): Promise<unknown>;
}

const unsent = `from contact_outbox join contact_messages on contact_messages.id = message_id
  where delivered_at is null`;

/** Creates functions for the queries that the test needs. */
const createQueries = ({ column, sql, waitUntilIdle }: StoreAccess) => ({
  names: () => column('select name from contact_messages'),
  /** Returns the sender and the content of each stored file. */
  files: () =>
    column(
      `select m.name || ' ' || ${sql.hex} from contact_files join contact_messages as m on m.id = message_id`,
    ),
  /** Returns the keys of notifications that have not been sent yet. */
  unsent: () => column(`select key ${unsent}`),
  countDue: async () => (await column(`select key ${unsent} and next_at <= ${sql.now}`)).length,
  async makeAllDue() {
    await waitUntilIdle?.();
    await column(`update contact_outbox set next_at = ${sql.now} where delivered_at is null`);
  },
});

const mailBehaviours = ['refuse', 'close', 'take and close', 'take slowly'] as const;
/** The number of mails after which the mail server changes its behaviour. */
const mailsPerBehaviour = 5;

export interface FaultReport {
  faults: number;
  acknowledged: number;
  missing: number;
  storedTwice: number;
  /** The number of messages with a file. `wrongFiles` counts stored files that differ from the sent files. */
  files: number;
  wrongFiles: number;
  mailedTwice: number;
  /** The number of mails that were sent again although the server had responded and the sender was not killed. */
  unexplained: number;
  neverMailed: number;
  failures: number;
  slowestResponse: number;
  slowestStop: number;
}

interface FaultPlan {
  /** The number of messages to send in total. */
  count: number;
  /** The number of messages between two consecutive faults. */
  interval: number;
  store: StoreAccess;
  /** Functions that cause additional faults in the store, by name. */
  storeFaults: Record<string, () => Promise<unknown>>;
}

const env = {
  MAIL_TO: 'desk@harbour.example',
  MESSAGES_PER_ADDRESS: '0',
  MESSAGES_PER_HOUR: '0',
  MESSAGES_PER_DAY: '0',
};

/**
 * Sends messages to a server while faults occur one after another. Then
 * waits until all notifications are sent, and returns the results.
 */
export async function sendThroughFaults(
  site: SiteFolder,
  { count, interval, store: access, storeFaults }: FaultPlan,
): Promise<FaultReport> {
  const store = createQueries(access);
  const mail = await startSmtpServer();
  onTestFinished(() => mail.close());
  const start = (port?: number) => startPreview(site, { ...env, ...access.env, SMTP_URL: mail.url }, port);
  let server: PreviewServer = await start();
  onTestFinished(() => server.kill());
  const { address } = server;
  const restart = async () => {
    await store.makeAllDue();
    server = await start(Number(new URL(address).port));
  };
  const roll = createDice(11);
  const mailsByKey = () => Map.groupBy(mail.mails, ({ key }) => key);
  /** The keys of mails whose sender was killed before it could record the response. */
  const unrecordedKeys: string[] = [];
  const countKey = (keys: readonly string[], key: string) => keys.filter((item) => item === key).length;

  async function findUnrecorded(): Promise<void> {
    await mail.waitUntilIdle();
    const mails = mailsByKey();
    for (const key of await store.unsent()) {
      const answered = (mails.get(key)?.length ?? 0) - countKey(mail.unanswered, key);
      for (let missingCount = answered - countKey(unrecordedKeys, key); missingCount > 0; missingCount--)
        unrecordedKeys.push(key);
    }
  }

  const sending = sendMessages(address, count);
  const waitFor = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 120_000, interval: 5 });
  const areAllAcknowledged = () => sending.acknowledged.length >= sending.allowed;
  const faults: Record<string, () => Promise<unknown>> = {
    ...storeFaults,
    async 'server killed'() {
      await server.kill();
      await findUnrecorded();
      await restart();
    },
    async 'store process killed'() {
      const processes = listChildren(server.process.pid);
      for (const id of processes) process.kill(id, 'SIGKILL');
      await waitFor(() => processes.every((id) => !existsSync(`/proc/${id}/cmdline`)));
      await findUnrecorded();
    },
    async 'mail server down'() {
      await mail.setDown(true);
      await waitFor(areAllAcknowledged);
      await mail.setDown(false);
    },
  };
  for (const behaviour of mailBehaviours)
    faults[`mails: ${behaviour}`] = async () => {
      mail.behaviour = () => (roll(3) === 0 ? behaviour : 'take');
      const targetAttempts = mail.attempts + mailsPerBehaviour;
      await waitFor(() => mail.attempts >= targetAttempts);
    };
  const names = Object.keys(faults);
  let [faultCount, slowestStop] = [0, 0];
  while (sending.allowed < count) {
    sending.allowed = Math.min(count, sending.allowed + interval);
    // Cause each fault once, and then random faults.
    await faults[names[faultCount] ?? names[roll(names.length)] ?? '']?.();
    faultCount++;
    await waitFor(areAllAcknowledged);
  }
  await sending.done;

  async function stopAndRestart(): Promise<void> {
    const start = performance.now();
    await server.stop();
    slowestStop = Math.max(slowestStop, performance.now() - start);
    await findUnrecorded();
    await restart();
  }
  const waitForNone = (countItems: () => Promise<number>) =>
    vi.waitUntil(async () => (await countItems()) === 0, { timeout: 600_000, interval: 50 });

  // The mail server fails at random for a while, and then recovers.
  mail.behaviour = () => (roll(12) === 0 ? (mailBehaviours[roll(mailBehaviours.length)] ?? 'take') : 'take');
  await stopAndRestart();
  await waitForNone(() => store.countDue());
  mail.behaviour = () => 'take';
  await stopAndRestart();
  await waitForNone(async () => (await store.unsent()).length);
  await server.stop();

  const stored = await store.names();
  const storedNames = new Set(stored);
  const files = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const file = createFile(index);
    return file ? [`message ${index} ${file.toString('hex')}`] : [];
  });
  const storedFiles = Map.groupBy(await store.files(), (item) => item.toLowerCase());
  const mails = mailsByKey();
  return {
    faults: faultCount,
    acknowledged: sending.acknowledged.length,
    missing: sending.acknowledged.filter((name) => !storedNames.has(name)).length,
    storedTwice: stored.length - storedNames.size,
    files: files.length,
    wrongFiles:
      files.filter((item) => storedFiles.get(item)?.length !== 1).length +
      Math.max(0, storedFiles.size - files.length),
    mailedTwice: mail.mails.length - mails.size,
    unexplained: [...mails].reduce((sum, [key, { length }]) => {
      return sum + Math.max(0, length - 1 - countKey(mail.unanswered, key) - countKey(unrecordedKeys, key));
    }, 0),
    neverMailed: stored.length - mails.size,
    failures: sending.failures,
    slowestResponse: Math.round(sending.slowest),
    slowestStop: Math.round(slowestStop),
  };
}

/** The progress of simulated visitors who send messages. */
interface Sending {
  /** The names in messages that the server acknowledged. */
  acknowledged: string[];
  /** The number of attempts that failed. */
  failures: number;
  /** The longest time that a response took, in milliseconds. */
  slowest: number;
  /** The maximum number of messages that visitors are allowed to send up to now. */
  allowed: number;
  done: Promise<unknown>;
}

/** The pause before a visitor tries again, in milliseconds. Browsers wait longer. */
const retryPauseMs = 60;
/** Every 9th message is sent twice at the same time, as a double click would do. */
const doubleInterval = 9;
/** Every 7th message includes a file. */
const fileInterval = 7;

/** Returns the file that a message includes, or `undefined` if it has none. Each file has different content. */
function createFile(index: number): Buffer<ArrayBuffer> | undefined {
  if (index % fileInterval !== 3) return undefined;
  return Buffer.concat([sampleFiles.pdf, Buffer.from(`% message ${index}\n`.repeat(100))]);
}

/** Creates a request body in the format of the browser script. */
function createBody(index: number, answers: Record<string, string>): FormData | Record<string, string> {
  const file = createFile(index);
  if (!file) return answers;
  const body = new FormData();
  body.append('_answers', JSON.stringify(answers));
  body.append('plan', new File([file], `${index}.pdf`));
  return body;
}

/**
 * Sends messages from 16 visitors, with the client that pages
 * use. A visitor retries each message until it is acknowledged.
 */
function sendMessages(address: string, count: number): Sending {
  const sending: Sending = { acknowledged: [], failures: 0, slowest: 0, allowed: 0, done: Promise.resolve() };
  const client = createClient(address, 'local', { auth: { persistSession: false } });
  let next = 0;

  async function attempt(index: number): Promise<boolean> {
    const name = `message ${index}`;
    const query = new URLSearchParams({
      form: createFile(index) ? formWithFiles : questionForm,
      id: name,
      seconds: '9',
    });
    const body = createBody(index, { name, email: 'ada@example.org', message: `Hello from ${name}` });
    const start = performance.now();
    const { error } = await client.functions.invoke(`send-contact-email?${query}`, { body });
    sending.slowest = Math.max(sending.slowest, performance.now() - start);
    return error === null;
  }

  async function runVisitor(): Promise<void> {
    while (next < count) {
      if (next >= sending.allowed) {
        await pause(retryPauseMs);
        continue;
      }
      const index = next++;
      for (;;) {
        const clicks = index % doubleInterval === 0 ? [attempt(index), attempt(index)] : [attempt(index)];
        if ((await Promise.all(clicks)).includes(true)) break;
        sending.failures++;
        await pause(retryPauseMs);
      }
      sending.acknowledged.push(`message ${index}`);
    }
  }

  sending.done = Promise.all(Array.from({ length: 16 }, runVisitor));
  return sending;
}
