import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientIpHeader, handleRequest } from '../../scripts/server/web-request.ts';
import { clientKey } from '../../supabase/functions/send-contact-email/limits.ts';

/** The address that a handler sees behind a proxy on the same machine. */
async function clientAddress(forwarded: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const handler = async ({ headers }: { headers: { get(name: string): string | null } }) => ({
      status: 200,
      headers: {},
      body: headers.get(clientIpHeader),
    });
    void handleRequest(handler, incoming, outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': forwarded, connection: 'close' };
  return (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
}

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:4711', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5, unknown', '203.0.113.5'],
  ['203.0.113.5,', '203.0.113.5'],
  ['::ffff:cb00:7105', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['[2001:db8::7]:4711', '2001:db8:0:0:0:0:0:7'],
  ['[2001:DB8::0007]', '2001:db8:0:0:0:0:0:7'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ['unknown', '127.0.0.1'],
  ['', '127.0.0.1'],
])('for a proxy with X-Forwarded-For %j the client is %s', async (forwarded, address) => {
  expect(await clientAddress(forwarded)).toBe(address);
});

test('clients are identified by a keyed hash of their address, however it is written', () => {
  const of = (address: string | undefined, secret = 'secret') => clientKey(address, secret);
  expect(of(undefined)).toBeNull();
  expect(of('192.0.2.7')).toMatch(/^[\da-f]{32}$/);
  expect(of('192.0.2.7')).not.toBe(of('192.0.2.7', 'another'));
  const [plain, other] = [of('203.0.113.5'), of('203.0.113.6')];
  expect(other).not.toBe(plain);
  for (const same of ['::ffff:203.0.113.5', ' [::ffff:cb00:7105]:80', '203.0.113.5:80'])
    expect(of(same), same).toBe(plain);
});

test('clients with IPv6 are identified by the first 56 bits', () => {
  const of = (address: string) => clientKey(address, 'secret');
  expect(of('2001:0DB8::1')).toBe(of('2001:db8:0:0:9::'));
  expect(of('2001:db8:1:2::7')).toBe(of('2001:db8:1:2:3:4:5:6'));
  expect(of('2001:db8:1:200::7')).toBe(of('2001:db8:1:2ff::7'));
  expect(of('2001:db8:1:200::7')).not.toBe(of('2001:db8:1:300::7'));
  expect(of('2001:db8:1:200::7')).not.toBe(of('2001:db8:2:200::7'));
});
