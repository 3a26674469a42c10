import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** What the owner says to a task. */
export type Answer = { result: unknown } | { problem: string };

/** The owner's end of the line. */
export interface OpenLine {
  close(): void;
}

/** How long an owner may keep silent before it counts as stuck, in milliseconds. */
export const longestSilence = 60_000;

const ownerAddress = z.object({ pid: z.number(), port: z.number(), token: z.string() });

/**
 * Lets other processes of this machine hand in tasks, and writes into `addressFile` how to reach this one.
 * `accept` returns nothing when no more tasks are taken.
 */
export async function openLine(
  addressFile: string,
  accept: (task: unknown) => Promise<unknown> | undefined,
): Promise<OpenLine> {
  const token = randomBytes(32).toString('base64url');
  const expected = Buffer.from(`Bearer ${token}`);
  const server = createServer(async (request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      response.writeHead(401).end();
      return;
    }
    let answer: Answer;
    try {
      const work = accept(JSON.parse(await text(request)));
      if (!work) {
        response.writeHead(503).end();
        return;
      }
      answer = { result: await work };
    } catch (problem) {
      answer = { problem: problem instanceof Error ? problem.message : String(problem) };
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // An open line is no reason for a process to go on.
  server.unref();
  // A server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo;
  publish(addressFile, { pid: process.pid, port, token });
  return {
    close: () => {
      rmSync(addressFile, { force: true });
      server.close();
    },
  };
}

/** Written aside and moved, so that nobody reads half of it. */
function publish(file: string, address: z.infer<typeof ownerAddress>): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(address), { mode: 0o600 });
  renameSync(draft, file);
}

/**
 * The owner's answer, or nothing if there is no owner at the published address any more. An owner that dies in the
 * middle may have done the task already: asking the next one may store a message twice, but never not at all.
 */
export async function askOwner(addressFile: string, task: unknown): Promise<Answer | undefined> {
  try {
    const { port, token } = ownerAddress.parse(JSON.parse(readFileSync(addressFile, 'utf8')));
    // Not fetch, which would go through a proxy where one is set.
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(longestSilence),
    });
    // Once the answer has begun, its reader hears of errors; heard by nobody here, they would end the process.
    request.on('error', () => {});
    request.end(JSON.stringify(task));
    // `once` does not know what the event brings.
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const answer = await text(response);
    // Nobody but `openLine` knows the token, so nobody else answers with 200.
    return response.statusCode === 200 ? (JSON.parse(answer) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
