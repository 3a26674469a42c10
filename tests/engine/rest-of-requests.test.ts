import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { handleRequest } from '../../scripts/server/web-request.ts';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { simpleServices } from '../support/web-handler.ts';

const handler = makeHandler(simpleServices);
let port: number;
let connections = 0;

beforeAll(async () => {
  const server = createServer((incoming, outgoing) => void handleRequest(handler, incoming, outgoing));
  server.on('connection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function post(length: number): Promise<number | undefined> {
  const message = { name: 'Ada', email: 'a@b.example', message: 'x'.repeat(length) };
  const headers = { 'Content-Type': 'application/json' };
  const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/', headers });
  sent.end(JSON.stringify(message));
  const [answer] = await once(sent, 'response');
  await text(answer);
  return answer.statusCode;
}

test('a body that is too large is answered, and so is the next request on the same connection', async () => {
  for (const length of [66_000, 200_000, 600_000, 2_000_000]) {
    expect(await post(length)).toBe(413);
    expect(await post(5)).toBe(200);
  }
  expect(connections).toBe(1);
});

test('a body without an end ends the line', async () => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => (answer += part)).on('error', () => {});
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n',
  );
  let sent = 0;
  const chunk = Buffer.alloc(100_000, 'x');
  const more = () => {
    while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
  };
  socket.on('drain', more);
  more();
  await new Promise((done) => socket.once('close', done));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(sent).toBeLessThan(100_000_000);
});
