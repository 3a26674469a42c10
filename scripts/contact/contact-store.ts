import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import type { StoredMessage } from './message-database.ts';

/** Where messages of visitors are kept on this machine. */
export interface ContactStore {
  /** Resolves once the message is on disk. */
  store(message: ContactMessage): Promise<void>;
  /** All messages, newest last. */
  list(): Promise<StoredMessage[]>;
  close(): Promise<void>;
}

/** The folder inside a data directory that holds the messages. */
export function contactFolder(directory: string): string {
  return resolve(directory, 'contact');
}

/** How long an owner may be silent, in milliseconds. */
const maxSilence = 60_000;

/**
 * The messages kept in `directory`. Only one process can have the database open: the first that needs it owns
 * it, and answers the others over HTTP; when it ends, however it ends, another follows. Nothing happens
 * before the first call.
 */
export function openContactStore(directory: string): ContactStore {
  const folder = contactFolder(directory);
  const addressFile = join(folder, 'owner.json');
  let owner: Promise<Worker | undefined> | undefined;
  let closing: Promise<void> | undefined;

  /** The thread of this process that has the database open; nothing while another process has. */
  function ownThread(): Promise<Worker | undefined> {
    if (owner) return owner;
    const forget = () => (owner = undefined);
    owner = startOwner(folder, addressFile);
    owner.then((thread) => (thread ? thread.once('exit', forget) : forget()), forget);
    return owner;
  }

  async function ask(message?: ContactMessage): Promise<unknown> {
    const deadline = Date.now() + maxSilence;
    do {
      if (closing) throw new Error('The contact store is closed.');
      // Comes first: while the lock is taken, the published address is that of a living owner.
      await ownThread();
      const answer = await askOwner(addressFile, message);
      if (answer) return answer.result;
      // Between two owners, and while one starts.
      await pause(50);
    } while (Date.now() < deadline);
    throw new Error(`The process that holds ${folder} does not answer.`);
  }

  async function close(): Promise<void> {
    const thread = await owner?.catch(() => undefined);
    if (!thread) return;
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage('close');
    await once(thread, 'exit');
  }

  return {
    store: async (message) => void (await ask(message)),
    // Made by `list` of the message database.
    list: async () => (await ask()) as StoredMessage[],
    close: () => (closing ??= close()),
  };
}

/** Starts the thread that opens the database and answers; nothing if another process has it open. */
async function startOwner(folder: string, addressFile: string): Promise<Worker | undefined> {
  // What visitors wrote is private, and the database makes its files readable for everybody.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const lock = tryLock(join(folder, 'owner.lock'));
  if (!lock) return undefined;
  rmSync(addressFile, { force: true });
  const thread = new Worker(new URL('./owner-thread.ts', import.meta.url), {
    workerData: { databaseFolder: join(folder, 'postgres'), addressFile },
    // Options of this process, such as those for code on the command line, are not meant for the thread.
    execArgv: [],
  });
  thread.once('exit', () => lock.close());
  await once(thread, 'message');
  thread.on('error', (problem) => console.error(problem));
  // Only a call is a reason for the process to go on.
  thread.unref();
  return thread;
}

/**
 * Locks a file until the process ends, however it ends. Node offers the system's file locks only through
 * SQLite. A file that merely names its maker cannot do this: after a crash its process number may belong to
 * someone else, and two that find it stale at the same moment both take over.
 */
function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (problem) {
    lock.close();
    const busy = 5;
    if (problem instanceof Error && 'errcode' in problem && problem.errcode === busy) return undefined;
    throw problem;
  }
}

const ownerAddress = z.object({ port: z.number(), token: z.string() });

/**
 * Stores a message, or lists all; nothing if there is no owner at the published address any more. An owner
 * that ends in the middle may have stored the message: asking the next one may store it twice, but never not
 * at all.
 */
async function askOwner(
  addressFile: string,
  message: ContactMessage | undefined,
): Promise<{ result: unknown } | undefined> {
  let response: IncomingMessage;
  let body: string;
  try {
    const { port, token } = ownerAddress.parse(JSON.parse(readFileSync(addressFile, 'utf8')));
    // Not fetch, which would go through a proxy where one is set.
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      method: message ? 'POST' : 'GET',
      agent: false,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(maxSilence),
    });
    // Once the answer has begun, its reader hears of errors; without a listener they would end the process.
    request.on('error', () => {});
    request.end(message && JSON.stringify(message));
    // `once` does not know what the event brings.
    [response] = (await once(request, 'response')) as [IncomingMessage];
    body = await text(response);
  } catch {
    return undefined;
  }
  if (response.statusCode === 500) throw new Error(body);
  return response.statusCode === 200 ? { result: JSON.parse(body) } : undefined;
}
