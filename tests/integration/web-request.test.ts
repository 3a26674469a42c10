import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { clientIpHeader, handleRequest } from '../../scripts/server/web-request.ts';
import { createHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import {
  createAddressFinder,
  createClientKey,
} from '../../supabase/functions/send-contact-email/client-address.ts';
import { startHttpServer } from '../support/http-server.ts';
import { simpleServices } from '../support/web-handler.ts';

const handler = createHandler(simpleServices);
const serveFunction = () =>
  startHttpServer((incoming, outgoing) => void handleRequest(handler, incoming, outgoing, () => ''));

test('a request whose body is too large gets status 413, and its connection can be used again', async () => {
  const { port, connections } = await serveFunction();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function post(length: number): Promise<number | undefined> {
    const message = { name: 'Ada', email: 'a@b.example', message: 'x'.repeat(length) };
    const headers = { 'Content-Type': 'application/json' };
    const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/', headers });
    sent.end(JSON.stringify(message));
    const [response] = await once(sent, 'response');
    await text(response);
    return response.statusCode;
  }
  for (const length of [66_000, 200_000, 600_000, 2_000_000]) {
    expect(await post(length)).toBe(413);
    expect(await post(5)).toBe(200);
  }
  expect(connections()).toBe(1);
  agent.destroy();
});

test('a request with an endless body gets status 413, and its connection is closed', async () => {
  const { port } = await serveFunction();
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (part) => (response += part)).on('error', () => {});
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n',
  );
  let sent = 0;
  const chunk = Buffer.alloc(100_000, 'x');
  const writeMore = () => {
    while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
  };
  socket.on('drain', writeMore);
  writeMore();
  await new Promise((done) => socket.once('close', done));
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(sent).toBeLessThan(100_000_000);
});

test('the client address comes from a local proxy, never from a header that a visitor sends', async () => {
  const clientIp = createAddressFinder({}, () => {});
  const { address } = await startHttpServer((incoming, outgoing) => {
    const echo = async ({ headers }: { headers: { get(name: string): string | null } }) => ({
      status: 200,
      headers: {},
      body: headers.get(clientIpHeader),
    });
    void handleRequest(echo, incoming, outgoing, clientIp);
  });
  const fetchAddress = async (headers: Record<string, string>) =>
    (await fetch(address, { headers: { ...headers, connection: 'close' } })).text();
  expect(await fetchAddress({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' })).toBe('203.0.113.5');
  expect(await fetchAddress({ [clientIpHeader]: '203.0.113.5' })).toBe('127.0.0.1');
});

test("all notations of a client's address give the same keyed hash", () => {
  const hashAddress = (address: string | undefined, secret = 'secret') => createClientKey(address, secret);
  expect(hashAddress(undefined)).toBeNull();
  expect(hashAddress('192.0.2.7')).toMatch(/^[\da-f]{32}$/);
  expect(hashAddress('192.0.2.7')).not.toBe(hashAddress('192.0.2.7', 'another'));
  const [ipv4Hash, other] = [hashAddress('203.0.113.5'), hashAddress('203.0.113.6')];
  expect(other).not.toBe(ipv4Hash);
  for (const spelling of ['::ffff:203.0.113.5', ' [::ffff:cb00:7105]:80', '203.0.113.5:80'])
    expect(hashAddress(spelling), spelling).toBe(ipv4Hash);
});

test('IPv6 clients are identified by the first 56 bits', () => {
  const hashAddress = (address: string) => createClientKey(address, 'secret');
  expect(hashAddress('2001:0DB8::1')).toBe(hashAddress('2001:db8:0:0:9::'));
  expect(hashAddress('2001:db8:1:2::7')).toBe(hashAddress('2001:db8:1:2:3:4:5:6'));
  expect(hashAddress('2001:db8:1:200::7')).toBe(hashAddress('2001:db8:1:2ff::7'));
  expect(hashAddress('2001:db8:1:200::7')).not.toBe(hashAddress('2001:db8:1:300::7'));
  expect(hashAddress('2001:db8:1:200::7')).not.toBe(hashAddress('2001:db8:2:200::7'));
});
