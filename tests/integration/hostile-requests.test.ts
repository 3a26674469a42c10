import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { messages } from '../../scripts/messages.ts';
import { serveSite, type SiteServer } from '../../scripts/server/static-server.ts';
import { runCommand } from '../support/run-command.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

const folder = scratchFolder();
const out = join(folder, 'dist');
let server: SiteServer;
let logged: unknown[];

beforeAll(async () => {
  mkdirSync(out);
  writeFileSync(join(out, 'index.html'), '<h1>Home</h1>');
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((problem) => void logged.push(problem));
  server = await serveSite({
    out,
    data: join(folder, 'data'),
    cache: join(folder, 'cache'),
    port: 0,
    host: '127.0.0.1',
  });
  await server.ready;
});
afterAll(async () => {
  await server.close();
  vi.restoreAllMocks();
});

/** Sends bytes, and returns the whole response. */
async function send(request: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(request);
  return text(socket);
}

const at = '/functions/v1/send-contact-email';
const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };
const json = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data));
const post = (data: unknown, head = '', path = at, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n${head}` +
  `Content-Length: ${Buffer.byteLength(json(data))}\r\n\r\n${json(data)}`;
const ask = (method: string, path: string, head = 'Host: localhost\r\n') =>
  `${method} ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
const elsewhere = (origin: string) => `Origin: ${origin}\r\nSec-Fetch-Site: cross-site\r\n`;
const postWith = (changes: object, query = '') => post({ ...message, ...changes }, '', at + query);
const postForm = (body: string, type = 'application/x-www-form-urlencoded') => post(body, '', at, type);
const nested = (deep: number) => '['.repeat(deep) + ']'.repeat(deep);

const requests: [string, number, string | Uint8Array][] = [
  ...['TRACE', 'PUT', 'DELETE', 'PATCH', 'GET', 'HEAD', 'PROPFIND'].map(
    (method): [string, number, string] => [`${method} to the function`, 405, ask(method, at)],
  ),
  ...['TRACE', 'PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS'].map((method): [string, number, string] => [
    `${method} to a page`,
    405,
    ask(method, '/'),
  ]),
  ['no host at all', 400, ask('POST', at, '')],
  ['a method that is none', 400, ask('TRACK', at)],
  ['two hosts', 415, ask('POST', at, 'Host: a\r\nHost: b\r\n')],
  ['a host that is none', 415, ask('POST', at, 'Host: a b:c/d?e\r\n')],
  ['an empty host', 415, ask('POST', at, 'Host:\r\n')],
  ['an address of a proxy', 404, ask('GET', 'http://elsewhere.example/x')],
  ['two slashes', 404, ask('GET', '//elsewhere.example/x')],
  ['two slashes to the function', 405, ask('POST', `//elsewhere.example${at}`)],
  ['the folder above', 404, ask('GET', '/../../../etc/passwd')],
  ['the folder above, encoded', 404, ask('GET', '/%2e%2e/%2e%2e/etc/passwd')],
  ['the folder above, with a backslash', 404, ask('GET', '/..%5c..%5cetc')],
  ['half an encoded letter', 404, ask('GET', '/%e0%a4%a')],
  ['no letter at all', 404, ask('GET', '/%00')],
  ['a hidden file', 404, ask('GET', '/.git/config')],
  ['a very long address', 431, ask('GET', `/${'x'.repeat(40_000)}`)],
  ['a very long header', 431, ask('GET', '/', `Host: localhost\r\nX: ${'x'.repeat(40_000)}\r\n`)],
  ['a header with a line break', 400, ask('GET', '/', 'Host: localhost\r\nX: a\rb\r\n')],
  ['no HTTP', 400, 'HELO mail\r\n\r\n'],
  ['a length that is none', 400, ask('POST', at, 'Host: localhost\r\nContent-Length: x\r\n')],
  ['a length below zero', 400, ask('POST', at, 'Host: localhost\r\nContent-Length: -1\r\n')],
  [
    'a length and chunks',
    400,
    ask('POST', at, 'Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
  ],
  [
    'chunks that are none',
    400,
    `${ask('POST', at, 'Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}zz\r\n`,
  ],
  ['no type', 415, ask('POST', at)],
  ['plain text', 415, post('hello', '', at, 'text/plain')],
  ['XML', 415, post('<a/>', '', at, 'application/xml')],
  ['a type that is none', 415, post(message, '', at, 'application/json, text/html')],
  ['no JSON', 400, post('{')],
  ['nothing', 400, post('')],
  ['thirty thousand lists', 400, post(nested(30_000))],
  ['lists in an answer', 400, post(`{"name":${nested(9000)}}`)],
  ['objects in an answer', 400, postWith({ other: { a: { a: { a: { a: 1 } } } } })],
  ['a list', 422, post([message])],
  ['null', 422, post('null')],
  ['a number', 422, post('1')],
  ['a prototype', 422, post('{"__proto__":{"name":"x","email":"a@b.example","message":"x"}}')],
  ['a body over 64 KiB', 413, postWith({ message: 'x'.repeat(70_000) })],
  ['a message that is too long', 422, postWith({ message: 'x'.repeat(20_001) })],
  ['two addresses', 422, postWith({ email: 'a@b.example,c@d.example' })],
  ['an address with a line break', 422, postWith({ email: 'a@b.example\r\nBcc: c@d.example' })],
  ['a hundred fields', 422, postWith(Object.fromEntries([...Array(100).keys()].map((n) => [`f${n}`, 'x'])))],
  ['a page of another site', 403, post(message, elsewhere('https://elsewhere.example'))],
  ['a page of no site', 403, post(message, 'Origin: null\r\n')],
  ['an origin that is none', 403, post(message, 'Origin: x y\r\n')],
  ['a name of this machine', 403, post(message, elsewhere('http://localhost:1'))],
  ['a damaged form', 400, post('--x\r\nnonsense', '', at, 'multipart/form-data; boundary=x')],
  ['a form without a boundary', 400, post('x', '', at, 'multipart/form-data')],
  ['a filled trap', 422, postWith({ 'your-website': 'x' })],
  ['no time', 422, postWith({}, '?seconds=0')],
  ['a form of the folder above', 200, postWith({}, '?form=/../../etc/passwd')],
  ['a form of another site', 200, postWith({ name: 'Bea' }, '?form=https://elsewhere.example/x')],
  ['an id of 2,000 letters', 200, postWith({}, `?id=${'x'.repeat(2000)}`)],
  ['a name of 10,000 letters for a form', 200, postWith({ name: 'Cy' }, `?form=/${'x'.repeat(9000)}`)],
  ['a time that is none', 422, postWith({}, '?seconds=soon')],
  ['a time below zero', 422, postWith({}, '?seconds=-9')],
  ['half an encoded letter in the id', 200, postWith({ name: 'Di' }, '?id=%e0%a4%a')],
  [
    'text that is no UTF-8',
    400,
    Buffer.from(post('{"name":"~~"}')).map((byte) => (byte === 126 ? 255 : byte)),
  ],
  ['two requests in one', 200, `${post(message)}${post(message)}`.replace(/Connection: close\r\n/, '')],
  ['a name that is a list', 422, postWith({ name: [{ a: 1 }] })],
  ['a name that is an object', 422, postWith({ name: { toString: 'x' } })],
  ['an answer that is true', 422, postWith({ message: true })],
  ['a number for an address', 422, postWith({ email: 1e308 })],
  ['an address without a host', 422, postWith({ email: 'ada@' })],
  [
    'an address with a second line for the mail',
    422,
    postWith({ email: '"a\r\nBcc: x@y.example"@b.example' }),
  ],
  ['a name of spaces that are none', 422, postWith({ name: '\u00a0\u2003\ufeff' })],
  ['a message of line breaks', 422, postWith({ message: '\r\n'.repeat(50) })],
  ['a field without a name', 200, postWith({ name: 'Ed', '': 'x' })],
  ['a field named like a method', 200, postWith({ name: 'Flo', constructor: 'x', hasOwnProperty: 'x' })],
  ['a field name of 200 letters', 422, postWith({ ['f'.repeat(200)]: 'x' })],
  ['a form post of 300 KiB', 413, postForm(`name=${'x'.repeat(300_000)}`)],
  [
    'a file in a form',
    422,
    post(
      '--x\r\nContent-Disposition: form-data; name="name"; filename="a.exe"\r\n\r\nMZ\r\n--x--\r\n',
      '',
      at,
      'multipart/form-data; boundary=x',
    ),
  ],
  ['five hundred fields of one name', 422, postForm('name=&'.repeat(499))],
  ['a hundred thousand fields of one name', 400, postForm('a&'.repeat(100_000))],
  ...['zz,x', '"z\\z"', '"zz', 'zz; boundary=x', 'zz; x="; boundary=x"'].map(
    (boundary): [string, number, string] => [
      `a boundary that is read in two ways, ${boundary},`,
      400,
      post(
        `${'--zz\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(600)}--zz--\r\n`,
        '',
        at,
        `multipart/form-data; boundary=${boundary}`,
      ),
    ],
  ),
  ['a name that no disk takes', 404, ask('GET', `/${'x'.repeat(300)}`)],
  ['a path that no disk takes', 404, ask('GET', '/x'.repeat(2500))],
  [
    'a part of a file from its end to its beginning',
    200,
    ask('GET', '/', 'Host: localhost\r\nRange: bytes=10-5\r\n'),
  ],
  ['a part of a file that is none', 200, ask('GET', '/', 'Host: localhost\r\nRange: bytes=abc\r\n')],
  [
    'a part of a file of another time',
    200,
    ask('GET', '/', 'Host: localhost\r\nRange: bytes=0-5\r\nIf-Range: "x"\r\n'),
  ],
  ['a part of a file', 206, ask('GET', '/', 'Host: localhost\r\nRange: bytes=0-5\r\n')],
  ['the headers for hosts', 404, ask('GET', '//_headers')],
  ['a body that says it is compressed', 400, post('\u001f\u008b', 'Content-Encoding: gzip\r\n')],
  [
    'a method that another header names',
    200,
    post({ ...message, name: 'Gus' }, 'X-HTTP-Method-Override: DELETE\r\n'),
  ],
  ['an expectation', 417, post(message, 'Expect: the-moon\r\n')],
  [
    'another protocol',
    404,
    ask('GET', '/none', 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'),
  ],
  ['the health of the folder above', 404, ask('GET', `${at}/health/../../other`)],
  ['a post to the health address', 415, ask('POST', `${at}/health`)],
  ['a service worker that is none', 404, ask('GET', '/sw.js')],
  ['a file of the engine', 404, ask('GET', '/src/client/loader.ts')],
  ['a file of the packages', 404, ask('GET', '/node_modules/.package-lock.json')],
  ['the messages', 404, ask('GET', '/.data/contact/messages.db')],
  ['the messages, encoded', 404, ask('GET', '/%2edata/contact/messages.db')],
  ['the messages, beside the site', 404, ask('GET', '/../data/contact/messages.db')],
  ['another function', 405, post(message, '', '/functions/v1/other')],
  ['a function in the folder above', 405, post(message, '', '/functions/v1/../v1/send-contact-email')],
];

let visitors = 0;

test('there are more than 80 hostile requests', () => expect(requests.length).toBeGreaterThan(80));

test.each(requests)('%s is answered with %i, without internals', async (_what, status, request) => {
  logged.length = 0;
  // Most messages name no form, and of those few are accepted from one address.
  const from = `Host: localhost\r\nX-Forwarded-For: 203.0.113.${(visitors += 1)}\r\n`;
  const answer = await send(
    typeof request === 'string' ? request.replaceAll('Host: localhost\r\n', from) : request,
  );
  expect(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toBe(status);
  expect(answer).not.toMatch(/node:|\.ts:|at \w+ \(|\/root|\/home|\/tmp|SQLITE/);
  expect(logged).toEqual([]);
});

test('only messages that were answered with 200 are stored', async () => {
  const { out: stored } = await runCommand(messages, ['--data', join(folder, 'data'), '--json']);
  const senders = (JSON.parse(stored) as { name: string }[]).map(({ name }) => name);
  const taken = requests.filter(([, status]) => status === 200).length;
  expect(new Set(senders)).toEqual(new Set(['Ada', 'Bea', 'Cy', 'Di', 'Ed', 'Flo', 'Gus']));
  expect(senders.length).toBeLessThanOrEqual(taken + 1);
});

test('a connection with an endless body is closed', async () => {
  const slow = await serveSite(
    { out, data: join(folder, 'slow'), cache: join(folder, 'cache'), port: 0, host: '127.0.0.1' },
    { head: 300, all: 300, checkEach: 50 },
  );
  const { hostname, port } = new URL(slow.address);
  const socket = connect(Number(port), hostname);
  socket.write(post(message).slice(0, -5));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await slow.close();
});
