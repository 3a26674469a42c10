import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { edit } from '../../scripts/commands/edit.ts';
import type { Changes } from '../../scripts/editing/answer-changes.ts';
import type { PagesAnswers } from '../../scripts/editing/answer-pages.ts';
import { createGitSite, aboutUsPage } from '../support/git-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { type EditorClient, createEditorClient } from '../support/editor-requests.ts';
import { readTree } from '../support/read-tree.ts';
import { startCommand } from '../support/run-command.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

// Only requests from pages of `npm run edit` may change the files of a site.

const parentFolder = createSuiteFolder();
const site = createGitSite(parentFolder);
const readSiteFiles = () => ['pages', 'public'].map((folder) => readTree(join(site.folder, folder)));
let before: Map<string, string>[];
let [address, devAddress] = ['', ''];
let client: EditorClient;
/** The version id of a file that has a change to hand in. */
let version: string;
/** Requests that change files, by request path. There is one request of each kind. */
const requests: Record<string, { body: object; headers?: Record<string, string> }> = {};

beforeAll(async () => {
  site.write('pages/slip.yaml', aboutUsPage.replaceAll('Hello', 'Slip').replace('lead:', 'laed:'));
  for (const path of ['notes.txt', '.hidden.yaml', '../public/a.yaml'])
    site.write(`pages/${path}`, aboutUsPage);
  mkdirSync(join(parentFolder, 'elsewhere'));
  site.write('../elsewhere/us.yaml', aboutUsPage);
  symlinkSync(join(parentFolder, 'elsewhere/us.yaml'), join(site.folder, 'pages/link.yaml'));
  symlinkSync(join(parentFolder, 'elsewhere'), join(site.folder, 'pages/linked'));
  const args = ['--pages', join(site.folder, 'pages'), '--port', '0'];
  const servers = [edit, dev].map((command) => startCommand(command, args, { ...site.env, BROWSER: 'none' }));
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  const addresses = servers.map((server) => server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/));
  [address = '', devAddress = ''] = await Promise.all(addresses);
  client = await createEditorClient(address);
  const textAt = async (path: string) => (await fetch(address + path)).text();
  const [, fixId] = /data-fix="([\w-]{20,})"/.exec(await textAt('/slip')) ?? [];
  const requestApi = async <Answer>(body: object) =>
    JSON.parse((await client.send('/__api', body)).body) as Answer; // the response type of the API
  const options = await requestApi<PagesAnswers['options']>({ do: 'options', route: '/about/team' });
  const { files } = await requestApi<Changes>({ do: 'changes' });
  version = files[0]?.version ?? '';
  const selectedFiles = files.map(({ paths: [path], version: fileVersion }) => ({
    path,
    version: fileVersion,
  }));
  Object.assign(requests, {
    '/__api#hand-in': {
      body: { do: 'hand-in', files: selectedFiles, title: 'Add a slip', note: '', withFaults: true },
    },
    '/__picture': {
      body: Buffer.from(site.read('public/pictures/a.svg')),
      headers: { 'Content-Type': 'application/octet-stream', 'X-Pagewright-Name': 'b.svg' },
    },
    '/__fix': { body: { fault: fixId } },
    '/__api#pages': {
      body: { do: 'delete', route: '/about/team', version: options.version },
    },
    '/__api#edit': {
      body: {
        file: 'about/us.yaml',
        base: aboutUsPage,
        operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old: 'Hello', new: 'Changed' }],
      },
    },
  });
  before = readSiteFiles();
});

/** Replaces placeholders with values that differ in each run. */
const fillPlaceholders = (text: string) =>
  Object.entries({
    '<port>': new URL(address).port,
    '<token>': client.token,
    '<token with another end>': client.token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    '<zeros>': client.token.replaceAll(/./g, '0'),
    '<folder>': site.folder,
    '<version>': version,
    '<our page>': JSON.stringify(aboutUsPage).slice(1, -1),
    '<none>': '',
    '<NUL>': '\0',
  }).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);

testGoldenTexts('editor-requests', async (input, headline) => {
  if (headline.startsWith('Files that cannot be shown')) {
    const { body } = requests['/__api#edit']!; // `requests` has this key
    const file = fillPlaceholders(input);
    const bodies = [{ file }, { ...body, file, check: [] }, { ...body, file }];
    const answers = await Promise.all(bodies.map((entry) => client.send('/__api', entry)));
    return answers.map(({ status }) => status).join(' ');
  }
  const [, method = '', isDev, path = '', headers, sentBody, changedJson] =
    /^(\w+) (<dev>)?(\S+)(?: with (.*?))?(?: sending ?(.*))?(?: changing (.*))?$/.exec(
      fillPlaceholders(input),
    ) ?? [];
  const defaultRequest = requests[path];
  const extraHeaders = (headers ?? '').split(' & ').flatMap((entry) => {
    const [name = '', value = ''] = entry.split(/: ?(.*)/);
    return name === '' ? [] : [[name, value]];
  });
  const allHeaders = {
    ...defaultRequest?.headers,
    ...(Object.fromEntries(extraHeaders) as Record<string, string>),
  }; // all keys and values are strings
  const change = changedJson === undefined ? {} : (JSON.parse(changedJson) as object);
  const body =
    changedJson === undefined ? (sentBody ?? defaultRequest?.body) : { ...defaultRequest?.body, ...change };
  const { status } = isDev
    ? await client.send(path, body, { ...allHeaders, Origin: devAddress }, method, devAddress)
    : await client.send(path, body, allHeaders, method);
  return String(status);
});

test('rejected requests change no files', () => {
  expect(readSiteFiles()).toEqual(before);
  expect(site.git('branch')).toBe('* main');
  expect(site.git('stash', 'list')).toBe('');
});

test('a request body that is too long is rejected', async () => {
  expect((await client.send('/__api', `"${'a'.repeat(4_000_000)}"`)).status).toBe(413);
});

test.each(['/__api#hand-in', '/__picture', '/__fix', '/__api#pages', '/__api#edit'])(
  '%s accepts requests from pages of this server',
  async (path) => {
    expect((await client.send(path, requests[path]?.body, requests[path]?.headers)).status).toBe(200);
  },
);
