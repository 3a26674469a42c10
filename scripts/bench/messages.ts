import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { engineFolder } from '../base/project.ts';
import { openContactStore } from '../contact/contact-store.ts';
import type { Arrival } from '../../supabase/functions/send-contact-email/message.ts';
import { median } from './median.ts';

const senders = 16;
const unlimited = { MESSAGES_PER_ADDRESS: '0', MESSAGES_PER_HOUR: '0', MESSAGES_PER_DAY: '0' };
const text = 'Our pumps talk too much. '.repeat(20);

interface Measured {
  /** Messages in a second. */
  rate: number;
  /** From the line that says the address to the first answer on a new folder, in milliseconds. */
  first: number;
  /** How long answers took, in milliseconds. */
  latencies: number[];
}

/**
 * Measures how many messages the server takes from 16 visitors, against bare inserts of the same text through
 * the same driver, each of which waits for the disk in the same way.
 */
export async function benchMessages(count = 2000, rounds = 3): Promise<string> {
  const bare: number[] = [];
  const kept: number[] = [];
  const served: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(inFolder(count, insertBare));
    kept.push(await inFolder(count, keep));
    served.push(await inFolder(count, sendToServer));
  }
  const [insert, store, rate] = [median(bare), median(kept), median(served.map((one) => one.rate))];
  const latencies = served.flatMap((one) => one.latencies).toSorted((a, b) => a - b);
  const at = (part: number) => (latencies[Math.floor((latencies.length - 1) * part)] ?? NaN).toFixed(1);
  const first = served.map((one) => Math.round(one.first)).join(', ');
  const line = (what: string, each: number) =>
    `  ${what.padEnd(40)} ${each.toFixed(0).padStart(6)} in a second, ${(each / insert).toFixed(2)} ×\n`;
  const how = `from ${senders} visitors, Node ${process.versions.node}`;
  return [
    `messages: ${count} in each of ${rounds} rounds, ${how}\n`,
    line('bare inserts, each on the disk', insert),
    line('kept by the store for the server', store),
    line('sent over HTTP and answered', rate),
    `  an answer took ${at(0.5)} ms (median), ${at(0.99)} ms (99 of 100)\n`,
    `  the first on a new folder was answered ${first} ms after the server said its address\n`,
  ].join('');
}

function inFolder<Result>(count: number, work: (folder: string, count: number) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const result = work(folder, count);
  if (result instanceof Promise) result.then(clear, clear);
  else clear();
  return result;
}

function insertBare(folder: string, count: number): number {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table messages (id integer primary key, name text, email text, message text)');
  const insert = database.prepare('insert into messages (name, email, message) values (?, ?, ?)');
  const start = performance.now();
  for (let index = 0; index < count; index++) insert.run(`Visitor ${index}`, 'ada@example.org', text);
  const rate = count / ((performance.now() - start) / 1000);
  database.close();
  return rate;
}

async function keep(folder: string, count: number): Promise<number> {
  const store = openContactStore(folder);
  await store.open();
  const limits = { perAddress: 0, perHour: 0, perDay: 0 };
  const arrival = (index: number): Arrival => ({
    keys: [String(index)],
    form: null,
    language: null,
    source: 'somebody',
    limits,
    message: { name: `Visitor ${index}`, email: 'ada@example.org', company: null, message: text, other: {} },
    words: null,
  });
  let next = 0;
  const start = performance.now();
  const visitor = async () => {
    while (next < count) await store.store(arrival(next++));
  };
  await Promise.all(Array.from({ length: senders }, visitor));
  const rate = count / ((performance.now() - start) / 1000);
  await store.close();
  return rate;
}

async function sendToServer(folder: string, count: number): Promise<Measured> {
  const [out, pages] = [join(folder, 'dist'), join(folder, 'pages')];
  for (const made of [out, pages]) mkdirSync(made);
  writeFileSync(join(out, 'index.html'), '<h1>Home</h1>');
  const places = ['--pages', pages, '--out', out, '--data', join(folder, 'data'), '--port', '0'];
  const server = spawn(process.execPath, ['scripts/run.mjs', 'preview', ...places], {
    cwd: engineFolder,
    env: { ...process.env, ...unlimited, DATABASE_URL: '', SMTP_URL: '', MAIL_TO: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await addressOf(server);
    const started = performance.now();
    await send(address, 0);
    const first = performance.now() - started;
    const latencies: number[] = [];
    let next = 1;
    const start = performance.now();
    const visitor = async () => {
      while (next < count) latencies.push(await send(address, next++));
    };
    await Promise.all(Array.from({ length: senders }, visitor));
    return { rate: latencies.length / ((performance.now() - start) / 1000), first, latencies };
  } finally {
    server.kill('SIGTERM');
    await new Promise((done) => server.once('exit', done));
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((settle, fail) => {
    let said = '';
    server.stdout?.setEncoding('utf8').on('data', (more: string) => {
      said += more;
      const address = /^The site is at (\S+)\/$/m.exec(said)?.[1];
      if (address !== undefined) settle(address);
    });
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}: ${said}`)));
  });
}

/** One line for each visitor; a client that does more would be measured with the server. */
const lines = new Agent({ keepAlive: true, maxSockets: senders });

/** How long it took until it was said to be stored. */
async function send(address: string, index: number): Promise<number> {
  const start = performance.now();
  const body = JSON.stringify({ name: `Visitor ${index}`, email: 'ada@example.org', message: text });
  const asked = request(`${address}/functions/v1/send-contact-email?id=${index}`, {
    agent: lines,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  }).end(body);
  // What an answer comes with.
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`A message was answered with ${answer.statusCode}.`);
  return performance.now() - start;
}
