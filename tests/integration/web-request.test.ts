import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { clientIpHeader, handleRequest } from '../../scripts/server/web-request.ts';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { clientAddress, clientKey } from '../../supabase/functions/send-contact-email/client-address.ts';
import { startHttpServer } from '../support/http-server.ts';
import { simpleServices } from '../support/web-handler.ts';

const handler = makeHandler(simpleServices);
const serveFunction = () =>
  startHttpServer((incoming, outgoing) => void handleRequest(handler, incoming, outgoing, () => ''));

test('a body that is too large gets a response, as does the next request on the connection', async () => {
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

test('an endless body closes the connection', async () => {
  const { port } = await serveFunction();
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (part) => (response += part)).on('error', () => {});
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
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(sent).toBeLessThan(100_000_000);
});

test('a handler sees the address forwarded by a local proxy, but not one that a visitor sends', async () => {
  const clientIp = clientAddress({}, () => {});
  const { address } = await startHttpServer((incoming, outgoing) => {
    const echo = async ({ headers }: { headers: { get(name: string): string | null } }) => ({
      status: 200,
      headers: {},
      body: headers.get(clientIpHeader),
    });
    void handleRequest(echo, incoming, outgoing, clientIp);
  });
  const addressWith = async (headers: Record<string, string>) =>
    (await fetch(address, { headers: { ...headers, connection: 'close' } })).text();
  expect(await addressWith({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' })).toBe('203.0.113.5');
  expect(await addressWith({ [clientIpHeader]: '203.0.113.5' })).toBe('127.0.0.1');
});

test('clients are identified by a keyed hash of their address in any notation', () => {
  const of = (address: string | undefined, secret = 'secret') => clientKey(address, secret);
  expect(of(undefined)).toBeNull();
  expect(of('192.0.2.7')).toMatch(/^[\da-f]{32}$/);
  expect(of('192.0.2.7')).not.toBe(of('192.0.2.7', 'another'));
  const [plain, other] = [of('203.0.113.5'), of('203.0.113.6')];
  expect(other).not.toBe(plain);
  for (const same of ['::ffff:203.0.113.5', ' [::ffff:cb00:7105]:80', '203.0.113.5:80'])
    expect(of(same), same).toBe(plain);
});

test('IPv6 clients are identified by the first 56 bits', () => {
  const of = (address: string) => clientKey(address, 'secret');
  expect(of('2001:0DB8::1')).toBe(of('2001:db8:0:0:9::'));
  expect(of('2001:db8:1:2::7')).toBe(of('2001:db8:1:2:3:4:5:6'));
  expect(of('2001:db8:1:200::7')).toBe(of('2001:db8:1:2ff::7'));
  expect(of('2001:db8:1:200::7')).not.toBe(of('2001:db8:1:300::7'));
  expect(of('2001:db8:1:200::7')).not.toBe(of('2001:db8:2:200::7'));
});
