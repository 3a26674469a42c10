import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dev } from '../../scripts/dev.ts';
import { edit } from '../../scripts/edit.ts';
import { gitSite, ourPage } from '../support/git-site.ts';
import { type OwnRequests, ownRequests } from '../support/own-requests.ts';
import { readTree } from '../support/read-tree.ts';
import { startCommand } from '../support/run-command.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

// Which requests may change the files of a site: those of the pages of `npm run edit`, and no others.

const site = gitSite(scratchFolder());
const us = 'pages/about/us.yaml';
const servers = [edit, dev].map((command) => {
  const args = ['--pages', join(site.folder, 'pages'), '--port', '0'];
  return () => startCommand(command, args, { ...site.env, BROWSER: 'none' });
});
let [address, devAddress] = ['', ''];
let own: OwnRequests;
/** A request to each path that would change a file. The first ones change what the later ones do not need. */
const requests: Record<string, { body: unknown; headers?: Record<string, string> }> = {};
let handIn: { do: string; files: { path: string; version: string }[]; title: string };

beforeAll(async () => {
  site.write('pages/slip.yaml', ourPage.replaceAll('Hello', 'Slip').replace('lead:', 'laed:'));
  const running = servers.map((start) => start());
  afterAll(() => Promise.all(running.map((server) => server.stop())));
  [address = '', devAddress = ''] = await Promise.all(
    running.map((server) => server.says(/http:\/\/127\.0\.0\.1:\d+/)),
  );
  own = await ownRequests(address);
  const textAt = async (path: string) => (await fetch(address + path)).text();
  const [, fault] = /data-fix="([\w-]{20,})"/.exec(await textAt('/slip')) ?? [];
  const [, version] =
    /name="version" value="(\w+)"/.exec(await textAt('/__pages/page?route=/about/team')) ?? [];
  const { files } = JSON.parse(await textAt('/__changes')) as {
    files: { paths: string[]; version: string }[];
  }; // the list of changes
  handIn = {
    do: 'hand-in',
    files: files.map(({ paths: [path = ''], version: own }) => ({ path, version: own })),
    title: 'Add a slip',
  };
  Object.assign(requests, {
    '/__hand-in': { body: { ...handIn, note: '', withFaults: true } },
    '/__picture': {
      body: site.read('public/pictures/a.svg'),
      headers: { 'Content-Type': 'application/octet-stream', 'X-Pagewright-Name': 'b.svg' },
    },
    '/__fix': { body: { fault } },
    '/__pages': { body: { do: 'delete', route: '/about/team', version } },
    '/__edit': {
      body: {
        file: 'about/us.yaml',
        base: ourPage,
        operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old: 'Hello', new: 'Changed' }],
      },
    },
  });
  before = filesNow();
});

const filesNow = () => ['pages', 'public'].map((folder) => readTree(join(site.folder, folder)));
let before: Map<string, string>[];

const send = (
  path: string,
  headers: Record<string, string> = {},
  method = 'POST',
  body = requests[path]?.body,
) => own.send(path, body, { ...requests[path]?.headers, ...headers }, method);

const paths = ['/__hand-in', '/__picture', '/__fix', '/__pages', '/__edit'];

test.each(
  paths.flatMap(
    (path) =>
      [
        [path, 'a host with another name', 403, (port: string) => ({ Host: `evil.example:${port}` })],
        [
          path,
          'a name that begins like this computer',
          403,
          (port: string) => ({
            Host: `localhost.evil.example:${port}`,
            Origin: `http://localhost.evil.example:${port}`,
          }),
        ],
        [path, 'a page of another site', 403, () => ({ Origin: 'https://evil.example' })],
        [path, 'another protocol', 403, (port: string) => ({ Origin: `https://127.0.0.1:${port}` })],
        [path, 'a page without an origin', 403, () => ({ Origin: 'null' })],
        [path, 'no page', 403, () => ({ Origin: '' })],
        [path, 'no token', 403, () => ({ 'X-Pagewright-Token': '' })],
        [
          path,
          'a token with another end',
          403,
          () => ({ 'X-Pagewright-Token': own.token.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
        ],
        [path, 'a longer token', 403, () => ({ 'X-Pagewright-Token': `${own.token}0` })],
        [path, 'an unknown token', 403, () => ({ 'X-Pagewright-Token': own.token.replaceAll(/./g, '0') })],
        [path, 'the browser, for another site', 403, () => ({ 'Sec-Fetch-Site': 'cross-site' })],
        [path, 'the browser, for a part of this site', 403, () => ({ 'Sec-Fetch-Site': 'same-site' })],
        [path, 'the browser, for its user', 403, () => ({ 'Sec-Fetch-Site': 'none' })],
        // Pages of other sites can post these without asking. What is to be fixed has no type.
        ...(path === '/__fix'
          ? []
          : ([
              [path, 'a form', 415, () => ({ 'Content-Type': 'application/x-www-form-urlencoded' })],
              [path, 'a plain text', 415, () => ({ 'Content-Type': 'text/plain' })],
            ] as const)),
      ] as const,
  ),
)('%s refuses a request of %s', async (path, _who, status, headersAt) => {
  expect((await send(path, headersAt(new URL(address).port))).status).toBe(status);
});

test.each(
  paths.flatMap((path) => ['PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => [path, method] as const)),
)('%s refuses %s', async (path, method) => {
  expect((await send(path, {}, method)).status).toBe(405);
});

test.each(['/__picture', '/__fix', '/__edit'])('%s shows nothing', async (path) => {
  expect((await send(path, {}, 'GET')).status).toBe(405);
});

test.each(['/__hand-in', '/__pages'])('%s is in no frame of another site', async (path) => {
  const framed = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' };
  expect((await send(path, framed, 'GET')).status).toBe(403);
});

const wrong: [path: string, change: string | object, status: number][] = [
  ['/__fix', 'nothing', 400],
  ['/__fix', '{"fault":"unknown"}', 409],
  ['/__picture', 'no picture', 422],
  ...[
    { title: '' },
    { title: 'two\nlines' },
    { title: 'a'.repeat(73) },
    { files: [] },
    { extra: 1 },
    { identity: { name: 'a\nb', email: 'a@b.c' } },
    { do: 'push' },
    { do: 'put-back', id: '--all' },
    { do: 'take-back' },
  ].map((change): [string, object, number] => ['/__hand-in', change, 400]),
  ...[{ version: undefined }, { version: 'x' }, { do: 'all' }].map((change): [string, object, number] => [
    '/__pages',
    change,
    400,
  ]),
];
test.each(wrong)('%s refuses %j', async (path, change, status) => {
  const body = typeof change === 'string' ? change : { ...(requests[path]?.body as object), ...change }; // as above
  expect((await send(path, {}, 'POST', body)).status).toBe(status);
});

test('a picture without a name, or of another type, is refused', async () => {
  expect((await send('/__picture', { 'Content-Type': 'image/svg+xml' })).status).toBe(415);
  expect((await send('/__picture', { 'X-Pagewright-Name': '%E0%A4%A' })).status).toBe(415);
});

test.each([
  '.gitignore',
  '../site/.gitignore',
  'pages/../.gitignore',
  join(site.folder, us),
  'dist/index.html',
])('the file %s cannot be handed in', async (path) => {
  const files = [{ path, version: handIn.files[0]?.version ?? '' }];
  const body = { ...handIn, files, note: '', withFaults: true };
  expect((await send('/__hand-in', {}, 'POST', body)).status).toBe(409);
});

test.each(['.gitignore', us, 'public/../.gitignore', 'public/.git', ':/.gitignore'])(
  'what %s was before is not shown',
  async (path) => {
    const answer = await fetch(`${address}/__hand-in/before?path=${encodeURIComponent(path)}`);
    expect(answer.status).toBe(404);
  },
);

test.each([
  '__hand-in',
  '__changes',
  '__picture',
  '__edit',
  '__pages',
  '__pages/new',
  '__pages/page?route=/',
  '__pages/recipe?name=page',
  '__pages/card?route=/',
])('without editing there is no /%s', async (path) => {
  expect((await fetch(`${devAddress}/${path}`)).status).toBe(404);
});

test('without editing, nothing can be posted', async () => {
  const headers = { 'Content-Type': 'application/json', Origin: devAddress, 'X-Pagewright-Token': own.token };
  for (const path of ['/__edit', '/__hand-in', '/__pages', '/__picture']) {
    const body = JSON.stringify(requests[path]?.body);
    expect((await fetch(devAddress + path, { method: 'POST', headers, body })).status, path).toBe(404);
  }
});

test('nothing has changed after all of these', () => {
  expect(filesNow()).toEqual(before);
  expect(site.git('branch')).toBe('* main');
  expect(site.git('stash', 'list')).toBe('');
});

test.each(paths)('%s answers a page of this server', async (path) => {
  expect((await send(path)).status).toBe(200);
});
