import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { messages } from '../../scripts/commands/messages.ts';
import { serveSite, type SiteServer } from '../../scripts/server/static-server.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { toBytes, expandRepetitions } from '../support/notation.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

// Each case is a request and the status and body of the response. A host, a length and `Connection: close` are
// added unless the case has its own. After `(as it is)`, the bytes are sent without additions.

const folder = createSuiteFolder();
const site = { out: join(folder, 'dist'), cache: join(folder, 'cache'), port: 0, host: '127.0.0.1' };
let server: SiteServer;
const logEntries: unknown[] = [];

beforeAll(async () => {
  mkdirSync(site.out);
  writeFileSync(join(site.out, 'index.html'), '<h1>Home</h1>');
  vi.spyOn(console, 'error').mockImplementation((problem) => void logEntries.push(problem));
  server = await serveSite({ ...site, data: join(folder, 'data') });
  await server.ready;
});
afterAll(async () => {
  await server.close();
  vi.restoreAllMocks();
});

/** Sends bytes to the server, and returns the whole response. */
async function send(address: string, request: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(toBytes(request.replaceAll('\n', '\r\n')));
  return text(socket);
}

function toRequest(input: string): string {
  const expandedInput = expandRepetitions(input.trimEnd());
  const [, rawBytes] = /^\(as it is\)\n(.*)$/s.exec(expandedInput) ?? [];
  if (rawBytes !== undefined) return `${rawBytes}\n\n`;
  const [, head = '', body] = /^(.*?)(?:\n\n(.*))?$/s.exec(expandedInput) ?? [];
  const [first = '', ...headers] = head.split('\n').filter((line) => line !== '(no host)');
  if (!/^Host:|^\(no host\)$/m.test(head)) headers.unshift('Host: localhost');
  if (body !== undefined && !/^Transfer-Encoding:/m.test(head))
    headers.push(`Content-Length: ${toBytes(body.replaceAll('\n', '\r\n')).length}`);
  return [`${first} HTTP/1.1`, ...headers, 'Connection: close', '', body ?? ''].join('\n');
}

let visitorCount = 0;

async function sendRequest(input: string): Promise<string> {
  logEntries.length = 0;
  // Each request comes from a different network, because each network may send only a few messages without a form.
  const from = `Host: localhost\nX-Forwarded-For: 203.${(visitorCount += 1)}.113.1\n`;
  const response = await send(server.address, toRequest(input).replaceAll('Host: localhost\n', from));
  expect(response).not.toMatch(/node:|\.ts:|at \w+ \(|\/root|\/home|\/tmp|SQLITE/);
  expect(logEntries).toEqual([]);
  return response
    .split(/(?=HTTP\/1\.1 )/)
    .map((part) => part.replace(/\r\n[^]*?\r\n\r\n(?:(?:[\da-f]+\r\n([^]*)\r\n)?0\r\n\r\n)?/, '\n$1'))
    .join('\n');
}

testGoldenTexts('hostile-requests', sendRequest);

test('only messages that get a response with status 200 are stored', async () => {
  const { out } = await runCommand(messages, ['--data', join(folder, 'data'), '--json']);
  const senders = (JSON.parse(out) as { name: string }[]).map(({ name }) => name);
  expect(senders.toSorted()).toEqual(['Ada', 'Ada', 'Ada', 'Bea', 'Cy', 'Di', 'Ed', 'Flo', 'Gus']);
});

test('a request whose body does not arrive in time gets status 408', async () => {
  const timeout = { head: 300, all: 300, checkEach: 50 };
  const strictServer = await serveSite({ ...site, data: join(folder, 'slow') }, timeout);
  const post = toRequest(
    'POST /functions/v1/send-contact-email\nContent-Type: application/json\n\n{"name":"Ada"}',
  );
  expect(await send(strictServer.address, post.slice(0, -5))).toMatch(/^HTTP\/1\.1 408 /);
  await strictServer.close();
});
