// Runs as a thread of the process that owns the database (see contact-store.ts): PostgreSQL takes seconds to
// start, and blocks its thread while it works.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { openMessageDatabase } from './message-database.ts';

// Given by contact-store.ts.
const { databaseFolder, addressFile } = workerData as Record<'databaseFolder' | 'addressFile', string>;
// Other processes can ask while it starts, and wait.
const opening = openMessageDatabase(databaseFolder);
const token = randomBytes(32).toString('base64url');
const expected = Buffer.from(`Bearer ${token}`);

const server = createServer(async (request, response) => {
  const given = Buffer.from(request.headers.authorization ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return void response.writeHead(401).end();
  try {
    response.end(JSON.stringify(await answerTo(request)));
  } catch (problem) {
    response.writeHead(500).end(problem instanceof Error ? problem.message : String(problem));
  }
});

async function answerTo(request: IncomingMessage): Promise<unknown> {
  const database = await opening;
  if (request.method === 'GET') return database.list();
  // Only contact-store.ts knows the token.
  await database.store(JSON.parse(await text(request)) as ContactMessage);
  return true;
}

await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo; // of a server that listens on a port
// Written beside and then moved, so that nobody reads an incomplete file; only its owner may read the token.
rmSync(`${addressFile}.new`, { force: true });
writeFileSync(`${addressFile}.new`, JSON.stringify({ pid: process.pid, port, token }), {
  mode: 0o600,
  flag: 'wx',
});
renameSync(`${addressFile}.new`, addressFile);

// If it does not start, the thread ends with that error.
const database = await opening;
parentPort?.once('message', async () => {
  rmSync(addressFile, { force: true });
  // Requests that have begun are answered first.
  await once(server.close(), 'close');
  await database.close();
  process.exit();
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
