import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { type MessageStore, openMessageStore } from '../../scripts/messages/store.ts';
import { engineFolder } from '../../scripts/system/project.ts';
import { createBudgets } from '../../supabase/functions/send-contact-email/limits.ts';
import type { FormDefinition } from '../../supabase/functions/send-contact-email/form-definition.ts';
import { hasPostgres, migrate, startPostgres } from '../support/postgres.ts';
import { readCpuSeconds } from '../support/process-children.ts';
import type { BenchOptions } from './bench.ts';
import { readServerAddress, median } from './measure.ts';

const visitorCount = 16;
const message = 'Our pumps talk too much. '.repeat(20);

/** Messages per second (`rate`), and microseconds of processor time per message (`cpu`, 0 without /proc). */
interface Throughput {
  rate: number;
  cpu: number;
}

/** A kind of message store. Each measurement uses a new, empty store. */
interface BenchStore {
  name: string;
  /** Inserts each message in a separate transaction with the database driver alone. */
  insert(count: number): Promise<Throughput>;
  /** Stores each message with the server's code, but without HTTP. */
  store(count: number): Promise<Throughput>;
  /** Sends each message to `npm run preview` over HTTP. */
  send(count: number): Promise<Throughput>;
}

/**
 * Measures how many messages per second the server accepts from concurrent visitors. Compares the rate with plain
 * inserts of the same text through the same driver. The server and the plain inserts both wait for the disk.
 */
export async function benchMessages({ rounds, write }: BenchOptions, count = 4000): Promise<void> {
  const server = hasPostgres ? await startPostgres({ isDurable: true }) : undefined;
  write(
    `messages: ${count} per round after ${count / 2} to warm up, from ${visitorCount} visitors on this machine, ` +
      `median of ${rounds}, Node ${process.versions.node}\n`,
  );
  try {
    for (const store of server ? [sqliteStore, createPostgresStore(server)] : [sqliteStore]) {
      const kinds = { insert: 'inserts only', store: 'stored', send: 'sent over HTTP and answered' } as const;
      const results: Record<keyof typeof kinds, Throughput[]> = { insert: [], store: [], send: [] };
      for (let round = 0; round < rounds; round++)
        for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
          results[kind].push(await store[kind](count));
      write(`${store.name}\n`);
      for (const [kind, label] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
        const measurements = results[kind];
        const rate = median(measurements.map(({ rate }) => rate)).toFixed(0);
        const ratio = median(
          measurements.map(({ rate }, round) => rate / (results.insert[round]?.rate ?? NaN)),
        );
        const cpu = median(measurements.map(({ cpu }) => cpu)).toFixed(0);
        write(
          `  ${label.padEnd(30)}${rate.padStart(7)} /s  ${ratio.toFixed(2)} ×${cpu.padStart(6)} µs cpu\n`,
        );
      }
    }
  } finally {
    await server?.stop();
  }
}

/** Sends `count` messages in total from all visitors, after `count / 2` messages that warm up the server. */
async function measureThroughput(
  count: number,
  processes: readonly (number | undefined)[],
  send: (index: number) => unknown,
): Promise<Throughput> {
  const sendAll = async (from: number, to: number) => {
    let next = from;
    const runVisitor = async () => {
      while (next < to) await send(next++);
    };
    await Promise.all(Array.from({ length: visitorCount }, runVisitor));
  };
  await sendAll(-Math.ceil(count / 2), 0);
  const cpuSeconds = () => processes.reduce<number>((sum, id) => sum + (id ? readCpuSeconds(id) : 0), 0);
  const [cpuBefore, start] = [cpuSeconds(), performance.now()];
  await sendAll(0, count);
  const seconds = (performance.now() - start) / 1000;
  return { rate: count / seconds, cpu: ((cpuSeconds() - cpuBefore) / count) * 1e6 };
}

const tableStatement = 'create table bare (id %, name text, email text, message text)';
const insertStatement = 'insert into bare (name, email, message) values';

const sqliteStore: BenchStore = {
  name: 'SQLite, write-ahead log, synchronous = full',
  insert: (count) =>
    runInTemporaryFolder(async (folder) => {
      const database = new DatabaseSync(join(folder, 'bare.db'));
      database.exec('pragma journal_mode = wal; pragma synchronous = full');
      database.exec(tableStatement.replace('%', 'integer primary key'));
      const statement = database.prepare(`${insertStatement} (?, ?, ?)`);
      const insertMessage = (index: number) => statement.run(`Visitor ${index}`, 'ada@example.org', message);
      return measureThroughput(count, [process.pid], insertMessage).finally(() => database.close());
    }),
  store: (count) => runInTemporaryFolder((folder) => storeAll(count, openMessageStore(folder, {}))),
  send: (count) => runInTemporaryFolder((folder) => sendToServer(folder, count)),
};

function createPostgresStore(server: Awaited<ReturnType<typeof startPostgres>>): BenchStore {
  let databases = 0;
  const quietOptions = { fetch_types: false, onnotice() {} };
  const createDatabase = async () => {
    const url = await server.create(`bench_${databases++}`);
    const sql = postgres(url, { ...quietOptions, max: 1 });
    await migrate(sql);
    await sql.end();
    return url;
  };
  return {
    name: 'PostgreSQL, synchronous_commit = on',
    insert: async (count) => {
      const sql = postgres(await server.create(`bench_${databases++}`), {
        ...quietOptions,
        max: visitorCount,
      });
      await sql.unsafe(tableStatement.replace('%', 'bigint generated always as identity primary key'));
      const values = (index: number) => [`Visitor ${index}`, 'ada@example.org', message];
      const insertMessage = (index: number) =>
        sql.unsafe(`${insertStatement} ($1, $2, $3)`, values(index), { prepare: true });
      return measureThroughput(count, [process.pid], insertMessage).finally(() => sql.end());
    },
    store: async (count) =>
      storeAll(count, openMessageStore(tmpdir(), { DATABASE_URL: await createDatabase() })),
    send: (count) =>
      runInTemporaryFolder(async (folder) =>
        sendToServer(folder, count, await createDatabase(), server.pid()),
      ),
  };
}

async function runInTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

async function storeAll(count: number, store: MessageStore): Promise<Throughput> {
  try {
    await store.open();
    return await measureThroughput(count, [process.pid], (index) =>
      store.store({
        keys: [String(index)],
        form: null,
        language: null,
        budgets: createBudgets(
          'proved',
          { perAddress: 0, perHour: 0, perDay: 0 },
          { source: 'bench', network: 'bench' },
        ),
        message: { name: `Visitor ${index}`, email: 'ada@example.org', company: null, message, other: {} },
        words: null,
      }),
    );
  } finally {
    await store.close();
  }
}

const noLimits = { MESSAGES_PER_ADDRESS: '0', MESSAGES_PER_HOUR: '0', MESSAGES_PER_DAY: '0' };
const noDelivery = { SMTP_URL: '', MAIL_API_URL: '', WEBHOOK_URL: '', MAIL_TO: '' };
const form: FormDefinition = {
  language: 'en',
  // All messages come from one IP address and have no proof of work, so raise the limit above their number.
  maxPerAddress: 1_000_000,
  site: 'Harbour',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', required: true },
    { name: 'email', label: 'Email', kind: 'email', required: true },
    { name: 'message', label: 'Message', kind: 'long-text', required: true },
  ],
};

async function sendToServer(
  folder: string,
  count: number,
  database = '',
  databaseProcess?: number,
): Promise<Throughput> {
  const [out, pages] = [join(folder, 'dist'), join(folder, 'pages')];
  for (const path of [out, pages]) mkdirSync(path);
  writeFileSync(join(out, 'index.html'), '<h1>Home</h1>');
  writeFileSync(join(out, 'ask-form.json'), JSON.stringify(form));
  const options = ['--pages', pages, '--out', out, '--data', join(folder, 'data'), '--port', '0'];
  const server = spawn(process.execPath, ['scripts/run.mjs', 'preview', ...options], {
    cwd: engineFolder,
    env: { ...process.env, ...noLimits, ...noDelivery, DATABASE_URL: database },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let connections: VisitorConnection[] = [];
  try {
    const address = await readServerAddress(server);
    connections = Array.from({ length: visitorCount }, () => connectVisitor(address));
    const idle = [...connections];
    return await measureThroughput(count, [server.pid, databaseProcess], async (index) => {
      const path = `/functions/v1/send-contact-email?form=/ask&seconds=9&id=${index}`;
      // Spell the index with letters. The server suspects repeated text, even if its digits differ.
      const letters = String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
      const answers = { name: `Visitor ${index}`, message: `${message} ${letters}` };
      const body = JSON.stringify({ ...answers, email: 'ada@example.org' });
      // The pool has one connection for each concurrent call, so one is always idle.
      const connection = idle.pop();
      const status = await connection?.post(path, body);
      if (connection) idle.push(connection);
      if (status !== 200) throw new Error(`The server responded with ${status}.`);
    });
  } finally {
    for (const { close } of connections) close();
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

interface VisitorConnection {
  /** Posts JSON. Resolves with the status code when the response is complete. */
  post(path: string, body: string): Promise<number>;
  close(): void;
}

/**
 * Opens a connection that sends one request at a time. It parses as little as possible, because the Node.js HTTP client
 * would use as much processor time as the server on the same machine.
 */
function connectVisitor(address: string): VisitorConnection {
  const { host, hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
  let received = '';
  let pendingRequest: { resolve(status: number): void; reject(problem: Error): void } | undefined;
  socket.on('data', (text: string) => {
    received += text;
    const [head, status, length] = responseHead.exec(received) ?? [];
    if (head === undefined || received.length < head.length + Number(length)) return;
    received = '';
    pendingRequest?.resolve(Number(status));
  });
  socket.on('error', (problem) => pendingRequest?.reject(problem));
  socket.on('close', () => pendingRequest?.reject(new Error('The server closed the connection.')));
  return {
    post: (path, body) =>
      new Promise((resolve, reject) => {
        pendingRequest = { resolve, reject };
        const headers = `Host: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
        socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${body}`);
      }),
    close: () => void socket.destroy(),
  };
}

const responseHead = /^HTTP\/1\.1 (\d+)[^]*?\r\nContent-Length: (\d+)\r\n[^]*?\r\n\r\n/i;
