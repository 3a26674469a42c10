import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import driver from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';
import {
  form,
  type PreviewServer,
  type SiteFolder,
  siteWithForm,
  startPreview,
} from '../support/preview-server.ts';

import { sampled } from '../support/sampled.ts';
import { storesOf } from '../support/stores-of.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

/** How long an answer, and the end, may take, in milliseconds. */
const longest = { answer: 10_000, end: 5000 };

/** Whoever calls it is never answered. */
const silent = createServer((socket) => void silentSockets.add(socket.on('error', () => {})));
const silentSockets = new Set<Socket>();
let postgres: PostgresServer;
let pausable: PostgresServer;
beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  if (hasPostgres) [postgres, pausable] = await Promise.all([startPostgres(), startPostgres()]);
});
afterAll(async () => {
  silentSockets.forEach((socket) => socket.destroy());
  silent.close();
  await Promise.all([postgres?.stop(), pausable?.stop()]);
});
const silentHost = () => `127.0.0.1:${(silent.address() as AddressInfo).port}`;

/** What is done after a test, the last first: tests that run side by side have no other such list. */
type Ends = (() => unknown)[];

interface Fault {
  /** What a message is answered with. */
  status: number;
  env?: NodeJS.ProcessEnv;
  /** Begins it, when the server is ready. */
  begin?(server: PreviewServer): Promise<void>;
}

/** Does something to every process of the store, whenever there is a new one. */
const toEachStore = (signal: NodeJS.Signals, ends: Ends): Fault => ({
  status: 503,
  async begin({ process: { pid } }) {
    const each = () => {
      for (const id of storesOf(pid))
        try {
          process.kill(id, signal);
        } catch {
          // It has ended since.
        }
    };
    each();
    const timer = setInterval(each, 5);
    ends.push(() => clearInterval(timer));
  },
});

async function newDatabase(server: PostgresServer, name: string): Promise<string> {
  const { url, sql } = await migratedDatabase(server, name);
  await sql.end();
  return url;
}

const onFile: Record<string, (site: SiteFolder, ends: Ends) => Fault> = {
  'every process of the store stands still': (_, ends) => toEachStore('SIGSTOP', ends),
  'another program has the file for itself': ({ data }, ends) => ({
    status: 503,
    async begin() {
      const other = new DatabaseSync(join(data, 'contact', 'messages.db'), { timeout: 5000 });
      other.exec('begin immediate');
      ends.push(() => other.close());
    },
  }),
  'the mail server takes every call and says nothing': () => ({
    status: 200,
    env: { SMTP_URL: `smtp://${silentHost()}`, MAIL_TO: 'desk@harbour.example' },
  }),
  'every process of the store is killed': (_, ends) => toEachStore('SIGKILL', ends),
  'a file stands where the folder was': ({ data }) => ({
    status: 503,
    async begin() {
      renameSync(join(data, 'contact'), join(data, 'elsewhere'));
      writeFileSync(join(data, 'contact'), 'not a folder');
    },
  }),
  'the folder is removed': ({ data }) => ({
    status: 200,
    begin: async () => rmSync(data, { recursive: true }),
  }),
  'the disk is full': ({ data }, ends) => {
    const disk = mountSmallDisk(data, 4);
    ends.push(() => disk?.remove());
    return { status: disk ? 503 : 200, begin: async () => disk?.fill() };
  },
  'visitors send half a message and wait': (_, ends) => ({
    status: 200,
    async begin({ address }) {
      const { hostname, port } = new URL(address);
      const head = 'POST /functions/v1/send-contact-email HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n';
      for (let count = 0; count < 20; count++) {
        const socket = connect(Number(port), hostname).on('error', () => {});
        socket.write(`${head}{"na`);
        ends.push(() => void socket.destroy());
      }
    },
  }),
};

const onDatabase: Record<string, (ends: Ends) => Promise<Fault>> = {
  'the database stands still': async (ends) => ({
    status: 503,
    env: { DATABASE_URL: await newDatabase(pausable, 'paused') },
    async begin() {
      pausable.pause(true);
      ends.push(() => pausable.pause(false));
    },
  }),
  'the database takes every call and says nothing': async () => ({
    status: 503,
    env: { DATABASE_URL: `postgres://owner@${silentHost()}/none` },
  }),
  'there is no database': async () => ({
    status: 503,
    env: { DATABASE_URL: 'postgres://owner@127.0.0.1:9/none' },
  }),
  'the database has none of the migrations': async () => ({
    status: 503,
    env: { DATABASE_URL: await postgres.create('empty') },
  }),
  'somebody else has the table for himself': async (ends) => {
    const url = await newDatabase(postgres, 'locked');
    return {
      status: 503,
      env: { DATABASE_URL: url },
      async begin() {
        const sql = driver(url, { max: 1 });
        await sql`begin`;
        await sql`lock table contact_messages in access exclusive mode`;
        ends.push(() => sql.end({ timeout: 0 }));
      },
    };
  },
};

let messages = 0;

/** Every way to ask, at the same moment; how long the slowest took. */
async function askAll(address: string, status: number): Promise<number> {
  const message = () => ({ name: `${messages++}`, email: 'ada@example.org', message: 'x'.repeat(19_000) });
  const start = performance.now();
  const ask = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(address + path, {
        redirect: 'manual',
        ...init,
        // The server closes a line that nobody uses for five seconds, perhaps while this process is busy.
        headers: { ...init.headers, Connection: 'close' },
        signal: AbortSignal.timeout(longest.answer),
      })
    ).status;
  const at = '/functions/v1/send-contact-email';
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const answers = await Promise.all([
    ask('/'),
    ask(`${at}?form=${form}&id=x`, { ...json, body: JSON.stringify(message()) }),
    ask(at, { ...json, body: JSON.stringify(message()) }),
    ask(at, { method: 'POST', body: new URLSearchParams({ form, ...message() }) }),
    ask(`${at}/health`),
  ]);
  expect(answers).toEqual([200, status, status, status === 200 ? 303 : status, status]);
  return performance.now() - start;
}

async function hold(
  what: string,
  site: SiteFolder,
  { status, env, begin }: Fault,
  ends: Ends,
): Promise<void> {
  const server = await startPreview(site, env);
  ends.push(() => server.kill());
  if (env === undefined) await askAll(server.address, 200);
  await begin?.(server);
  const answer = await askAll(server.address, status);
  const start = performance.now();
  const late = new Promise<string>((done) => setTimeout(done, longest.end, 'still there').unref());
  expect(await Promise.race([server.stop(), late])).toBe(0);
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;
  const end = performance.now() - start;
  process.stdout.write(`${what}: answered in ${seconds(answer)}, ended in ${seconds(end)}\n`);
}

async function withEnds(work: (site: SiteFolder, ends: Ends) => Promise<unknown>): Promise<void> {
  const site = siteWithForm();
  const ends: Ends = [() => site.remove()];
  try {
    await work(site, ends);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

test.concurrent.each(sampled(Object.keys(onFile), 4))('answers and the end come in time where %s', (what) =>
  withEnds(async (site, ends) => {
    const fault = onFile[what]?.(site, ends);
    expect(fault).toBeDefined();
    if (fault) await hold(what, site, fault, ends);
  }),
);

test.runIf(hasPostgres).concurrent.each(sampled(Object.keys(onDatabase), 2))(
  'answers and the end come in time where %s',
  (what) =>
    withEnds(async (site, ends) => {
      const fault = await onDatabase[what]?.(ends);
      expect(fault).toBeDefined();
      if (fault) await hold(what, site, fault, ends);
    }),
);
