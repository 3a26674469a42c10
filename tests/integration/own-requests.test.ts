import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { edit } from '../../scripts/commands/edit.ts';
import type { Changes } from '../../scripts/editing/answer-changes.ts';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import { gitSite, ourPage } from '../support/git-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { type OwnRequests, ownRequests } from '../support/own-requests.ts';
import { readTree } from '../support/read-tree.ts';
import { startCommand } from '../support/run-command.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

// Only requests from pages of `npm run edit` may change the files of a site.

const above = scratchFolder();
const site = gitSite(above);
const filesNow = () => ['pages', 'public'].map((folder) => readTree(join(site.folder, folder)));
let before: Map<string, string>[];
let [address, devAddress] = ['', ''];
let own: OwnRequests;
/** The version of a file that can be handed in. */
let version: string;
/** A request of each kind that changes a file, by its path. */
const requests: Record<string, { body: object; headers?: Record<string, string> }> = {};

beforeAll(async () => {
  site.write('pages/slip.yaml', ourPage.replaceAll('Hello', 'Slip').replace('lead:', 'laed:'));
  for (const path of ['notes.txt', '.hidden.yaml', '../public/a.yaml']) site.write(`pages/${path}`, ourPage);
  mkdirSync(join(above, 'elsewhere'));
  site.write('../elsewhere/us.yaml', ourPage);
  symlinkSync(join(above, 'elsewhere/us.yaml'), join(site.folder, 'pages/link.yaml'));
  symlinkSync(join(above, 'elsewhere'), join(site.folder, 'pages/linked'));
  const args = ['--pages', join(site.folder, 'pages'), '--port', '0'];
  const servers = [edit, dev].map((command) => startCommand(command, args, { ...site.env, BROWSER: 'none' }));
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  const addresses = servers.map((server) => server.says(/http:\/\/127\.0\.0\.1:\d+/));
  [address = '', devAddress = ''] = await Promise.all(addresses);
  own = await ownRequests(address);
  const textAt = async (path: string) => (await fetch(address + path)).text();
  const [, fault] = /data-fix="([\w-]{20,})"/.exec(await textAt('/slip')) ?? [];
  const asked = async <Answer>(body: object) => JSON.parse((await own.send('/__api', body)).body) as Answer; // the response type of the API
  const options = await asked<PagesAnswers['options']>({ do: 'options', route: '/about/team' });
  const { files } = await asked<Changes>({ do: 'changes' });
  version = files[0]?.version ?? '';
  const chosen = files.map(({ paths: [path], version: its }) => ({ path, version: its }));
  Object.assign(requests, {
    '/__api#hand-in': {
      body: { do: 'hand-in', files: chosen, title: 'Add a slip', note: '', withFaults: true },
    },
    '/__picture': {
      body: Buffer.from(site.read('public/pictures/a.svg')),
      headers: { 'Content-Type': 'application/octet-stream', 'X-Pagewright-Name': 'b.svg' },
    },
    '/__fix': { body: { fault } },
    '/__api#pages': {
      body: { do: 'delete', route: '/about/team', version: options.version },
    },
    '/__api#edit': {
      body: {
        file: 'about/us.yaml',
        base: ourPage,
        operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old: 'Hello', new: 'Changed' }],
      },
    },
  });
  before = filesNow();
});

/** Replaces placeholders with values that differ in each run. */
const filledIn = (text: string) =>
  Object.entries({
    '<port>': new URL(address).port,
    '<token>': own.token,
    '<token with another end>': own.token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    '<zeros>': own.token.replaceAll(/./g, '0'),
    '<folder>': site.folder,
    '<version>': version,
    '<our page>': JSON.stringify(ourPage).slice(1, -1),
    '<none>': '',
    '<NUL>': '\0',
  }).reduce((now, [name, value]) => now.replaceAll(name, value), text);

testGoldenTexts('own-requests', async (input, headline) => {
  if (headline.startsWith('Files that are neither')) {
    const { body } = requests['/__api#edit']!; // set above
    const file = filledIn(input);
    const bodies = [{ file }, { ...body, file, check: [] }, { ...body, file }];
    const answers = await Promise.all(bodies.map((one) => own.send('/__api', one)));
    return answers.map(({ status }) => status).join(' ');
  }
  const [, method = '', isDev, path = '', headers, sent, changed] =
    /^(\w+) (<dev>)?(\S+)(?: with (.*?))?(?: sending ?(.*))?(?: changing (.*))?$/.exec(filledIn(input)) ?? [];
  const usual = requests[path];
  const others = (headers ?? '').split(' & ').flatMap((one) => {
    const [name = '', value = ''] = one.split(/: ?(.*)/);
    return name === '' ? [] : [[name, value]];
  });
  const all = { ...usual?.headers, ...(Object.fromEntries(others) as Record<string, string>) }; // pairs of strings
  const change = changed === undefined ? {} : (JSON.parse(changed) as object);
  const body = changed === undefined ? (sent ?? usual?.body) : { ...usual?.body, ...change };
  const { status } = isDev
    ? await own.send(path, body, { ...all, Origin: devAddress }, method, devAddress)
    : await own.send(path, body, all, method);
  return String(status);
});

test('none of these requests changes anything', () => {
  expect(filesNow()).toEqual(before);
  expect(site.git('branch')).toBe('* main');
  expect(site.git('stash', 'list')).toBe('');
});

test('a body that is too long is rejected', async () => {
  expect((await own.send('/__api', `"${'a'.repeat(4_000_000)}"`)).status).toBe(413);
});

test.each(['/__api#hand-in', '/__picture', '/__fix', '/__api#pages', '/__api#edit'])(
  '%s accepts requests from pages of this server',
  async (path) => {
    expect((await own.send(path, requests[path]?.body, requests[path]?.headers)).status).toBe(200);
  },
);
