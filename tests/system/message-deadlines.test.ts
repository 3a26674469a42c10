import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import driver from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  hasPostgres,
  createMigratedDatabase,
  type PostgresServer,
  startPostgres,
} from '../support/postgres.ts';
import { questionForm, createSiteWithForms, startPreview } from '../support/preview-server.ts';
import { listChildren, readProcFile, readWaitMs } from '../support/process-children.ts';
import { takeSample } from '../support/sample.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

/** The longest time that a response and stopping the server may take, in milliseconds. */
const maxDuration = { response: 10_000, end: 5000 };

/** A server that accepts connections and never responds. */
const silentServer = createServer((socket) => void silentSockets.add(socket.on('error', () => {})));
const silentSockets = new Set<Socket>();
beforeAll(async () => {
  await once(silentServer.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  silentSockets.forEach((socket) => socket.destroy());
  silentServer.close();
});
const silentHost = () => `127.0.0.1:${(silentServer.address() as AddressInfo).port}`;

interface Context {
  /** The path of the data directory. */
  data: string;
  /** Registers a function to call at the end of the test. Concurrent tests cannot use `onTestFinished`. */
  onEnd(work: () => unknown): void;
}

interface Fault {
  /** The expected response status of messages during the fault. */
  status: number;
  env?: NodeJS.ProcessEnv;
  /** Causes the fault. Called once the server is ready. */
  cause?(server: { address: string; pid: number | undefined }): unknown;
}

/** Sends a signal to each store process, including processes that start meanwhile. */
const signalStoreProcesses = (signal: NodeJS.Signals, { onEnd }: Context): Fault => ({
  status: 503,
  cause({ pid }) {
    const signalAll = () => {
      // The server would hang if a child were stopped before it runs the program.
      for (const id of listChildren(pid).filter((id) =>
        readProcFile(`${id}/cmdline`).includes('store-process'),
      ))
        try {
          process.kill(id, signal);
        } catch {
          // The process has ended in the meantime.
        }
    };
    signalAll();
    const timer = setInterval(signalAll, 5);
    onEnd(() => clearInterval(timer));
  },
});

async function startDatabaseServer({ onEnd }: Context): Promise<PostgresServer> {
  const server = await startPostgres();
  onEnd(() => server.stop());
  return server;
}

async function createDatabase(server: PostgresServer): Promise<string> {
  const { url, sql } = await createMigratedDatabase(server, 'messages');
  await sql.end();
  return url;
}

const fileFaults: Record<string, (context: Context) => Fault> = {
  'every store process is suspended': (context) => signalStoreProcesses('SIGSTOP', context),
  'another program locks the file': ({ data, onEnd }) => ({
    status: 503,
    cause() {
      const other = new DatabaseSync(join(data, 'contact', 'messages.db'), { timeout: 5000 });
      other.exec('begin immediate');
      onEnd(() => other.close());
    },
  }),
  'the mail server never responds': () => ({
    status: 200,
    env: { SMTP_URL: `smtp://${silentHost()}`, MAIL_TO: 'desk@harbour.example' },
  }),
  'every store process is killed': (context) => signalStoreProcesses('SIGKILL', context),
  'the folder is replaced by a file': ({ data }) => ({
    status: 503,
    cause() {
      renameSync(join(data, 'contact'), join(data, 'elsewhere'));
      writeFileSync(join(data, 'contact'), 'not a folder');
    },
  }),
  'the folder is deleted': ({ data }) => ({ status: 200, cause: () => rmSync(data, { recursive: true }) }),
  'the disk is full': ({ data, onEnd }) => {
    const disk = mountSmallDisk(data, 4);
    onEnd(() => disk?.remove());
    return { status: disk ? 503 : 200, cause: () => disk?.fill() };
  },
  'visitors send half a message and wait': ({ onEnd }) => ({
    status: 200,
    cause({ address }) {
      const { hostname, port } = new URL(address);
      const head = 'POST /functions/v1/send-contact-email HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n';
      for (let count = 0; count < 20; count++) {
        const socket = connect(Number(port), hostname).on('error', () => {});
        socket.write(`${head}{"na`);
        onEnd(() => socket.destroy());
      }
    },
  }),
};

const databaseFaults: Record<string, (context: Context) => Promise<Fault>> = {
  async 'the database is suspended'(context) {
    const server = await startDatabaseServer(context);
    const url = await createDatabase(server);
    return { status: 503, env: { DATABASE_URL: url }, cause: () => server.pause(true) };
  },
  'the database never responds': async () => ({
    status: 503,
    env: { DATABASE_URL: `postgres://owner@${silentHost()}/none` },
  }),
  'there is no database': async () => ({
    status: 503,
    env: { DATABASE_URL: 'postgres://owner@127.0.0.1:9/none' },
  }),
  'the database has no migrations': async (context) => ({
    status: 503,
    env: { DATABASE_URL: await (await startDatabaseServer(context)).create('empty') },
  }),
  async 'another program locks the table'(context) {
    const url = await createDatabase(await startDatabaseServer(context));
    return {
      status: 503,
      env: { DATABASE_URL: url },
      async cause() {
        const sql = driver(url, { max: 1 });
        await sql`begin`;
        await sql`lock table contact_messages in access exclusive mode`;
        context.onEnd(() => sql.end({ timeout: 0 }));
      },
    };
  },
};

let messageCount = 0;
const path = '/functions/v1/send-contact-email';
const jsonRequest = { method: 'POST', headers: { 'Content-Type': 'application/json' } };

/** Sends all kinds of requests at the same time, and returns their statuses. */
function requestAll(address: string): Promise<number[]> {
  // Use different text in each message, because repeated text would be rejected as spam.
  const text = () => String.fromCodePoint(0x4e00 + messageCount++).repeat(6000);
  const message = () => ({ name: 'Ada', email: 'ada@example.org', message: text() });
  const request = async (to: string, init: RequestInit = {}) => {
    // Reuse no connection, because the server may close idle connections while this process is busy.
    const headers = { ...init.headers, Connection: 'close' };
    return (await fetch(address + to, { redirect: 'manual', ...init, headers })).status;
  };
  return Promise.all([
    request('/'),
    request(`${path}?form=${questionForm}&id=x`, { ...jsonRequest, body: JSON.stringify(message()) }),
    request(path, { ...jsonRequest, body: JSON.stringify(message()) }),
    request(path, { method: 'POST', body: new URLSearchParams({ form: questionForm, ...message() }) }),
    request(`${path}/health`),
  ]);
}

/**
 * Returns the duration of work in milliseconds, without the time that this process and a server wait for the CPU.
 */
async function measureDuration(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const readWaitTime = () => readWaitMs(process.pid, pid);
  const [start, before] = [performance.now(), readWaitTime()];
  await work();
  // The waiting time of a process that has ended is no longer available.
  return Math.max(0, performance.now() - start - Math.max(0, readWaitTime() - before));
}

const storedStatuses = [200, 200, 200, 303, 200];

/** Sends messages to a server before and during a fault, then stops the server. */
async function serveDuring(fault: (context: Context) => Fault | Promise<Fault>, name: string) {
  const site = createSiteWithForms({ maxPerAddress: 100 });
  const cleanups = [() => site.remove()];
  const onEnd = (work: () => unknown) => void cleanups.push(async () => void (await work()));
  try {
    const { status, env, cause } = await fault({ data: site.data, onEnd });
    const server = await startPreview(site, env);
    onEnd(() => server.kill());
    const { pid } = server.process;
    const isHealthy = async () => (await fetch(`${server.address}${path}/health`)).ok;
    // On a busy machine, starting a store may take longer than messages wait for it.
    if (env === undefined || status === 200)
      await vi.waitUntil(isHealthy, { timeout: 60_000, interval: 100 });
    const before = env === undefined ? await requestAll(server.address) : storedStatuses;
    await cause?.({ address: server.address, pid });
    let statuses: number[] = [];
    const response = await measureDuration(pid, async () => (statuses = await requestAll(server.address)));
    let code: number | null = null;
    const end = await measureDuration(pid, async () => (code = await server.stop()));
    process.stdout.write(`${name}: responded in ${response.toFixed(0)} ms, ended in ${end.toFixed(0)} ms\n`);
    return {
      status,
      before,
      during: statuses,
      code,
      late: response > maxDuration.response || end > maxDuration.end,
    };
  } finally {
    for (const end of cleanups.toReversed()) await end();
  }
}

test.concurrent.each([
  ...takeSample(Object.entries(fileFaults), 4),
  ...(hasPostgres ? takeSample(Object.entries(databaseFaults), 2) : []),
])('the server responds and exits in time if %s', async (name, fault) => {
  const { status, ...outcome } = await serveDuring(fault, name);
  const statusesDuringFault = status === 200 ? storedStatuses : [200, status, status, status, status];
  expect(outcome).toEqual({ before: storedStatuses, during: statusesDuringFault, code: 0, late: false });
});
