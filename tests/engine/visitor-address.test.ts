import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientIpHeader, handleRequest } from '../../scripts/server/web-request.ts';
import { clientKey } from '../../supabase/functions/send-contact-email/limits.ts';

/** What a handler behind a server on the same machine is told of whom that server answers. */
async function told(forwarded: string): Promise<string> {
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
])('a server in front that writes %j answers %s', async (forwarded, address) => {
  expect(await told(forwarded)).toBe(address);
});

test('an address counts as the same however it is written', () => {
  const of = (address: string) => clientKey(address, 'secret');
  expect(of('::ffff:203.0.113.5')).toBe(of('203.0.113.5'));
  expect(of(' [::ffff:cb00:7105]:80')).toBe(of('203.0.113.5'));
  expect(of('203.0.113.5:80')).toBe(of('203.0.113.5'));
  expect(of('2001:0DB8::1')).toBe(of('2001:db8:0:0:9::'));
  expect(of('203.0.113.6')).not.toBe(of('203.0.113.5'));
});
