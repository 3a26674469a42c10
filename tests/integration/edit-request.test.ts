import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edit } from '../../scripts/commands/edit.ts';
import { type EditorClient, createEditorClient } from '../support/editor-requests.ts';
import { readTree } from '../support/read-tree.ts';
import { type RunningCommand, startCommand } from '../support/run-command.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

const folder = createSuiteFolder();
const write = createWriter(folder);
const page = toPageYaml('  # why\n  - type: hero\n    heading: Hello\n    lead: |\n      Words\n');
const pages = join(folder, 'site/pages');
let server: RunningCommand;
let address: string;
let client: EditorClient;

/** Writes a program to use instead of a browser. It records the URL that it is given. */
function writeBrowserProgram(): string {
  const program = write('browser.sh', `#!/bin/sh\necho "$1" > "${join(folder, 'opened')}"\n`);
  chmodSync(program, 0o755);
  return program;
}

beforeAll(async () => {
  write('site/pages/_site.yaml', siteYaml);
  write('site/pages/index.yaml', page.replaceAll('Hello', 'Home'));
  write('site/pages/about/us.yaml', page);
  write('site/pages/notes.txt', page);
  write('site/pages/.hidden.yaml', page);
  write('site/public/a.yaml', page);
  write('elsewhere/us.yaml', page);
  symlinkSync(join(folder, 'elsewhere/us.yaml'), join(pages, 'link.yaml'));
  symlinkSync(join(folder, 'elsewhere'), join(pages, 'linked'));
  server = startCommand(edit, ['--pages', pages, '--port', '0'], { BROWSER: writeBrowserProgram() });
  address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  client = await createEditorClient(address);
});

afterAll(() => server.stop());

const withHeading = (source: string, heading: string) =>
  source.replace('heading: Hello', `heading: ${heading}`);

const setHeading = (oldText: string, theirText: string, base = page) => ({
  file: 'about/us.yaml',
  base,
  operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old: oldText, new: theirText }],
});

const post = (body: unknown, headers?: Record<string, string>) => client.send('/__api', body, headers);

const readSiteFiles = () =>
  new Map([...readTree(folder)].filter(([path]) => !/(?:^|\/)(?:\.cache|\.data|_values|opened)/.test(path)));
const usFile = join(pages, 'about/us.yaml');

test("the command opens the site's home page in the browser", async () => {
  await expect.poll(() => readFileSync(join(folder, 'opened'), 'utf8')).toBe(`${address}/\n`);
});

test('an edit is written, keeps the file mode, and can be undone', async () => {
  chmodSync(usFile, 0o640);
  const step = { window: 'one', session: 'a', label: 'Opening: Heading' };
  const { status, body } = await post({ ...setHeading('Hello', 'Welcome: all'), step });
  expect(status).toBe(200);
  const after = withHeading(page, '"Welcome: all"');
  expect(JSON.parse(body)).toEqual({ text: after, base: after, steps: { undo: step.label } });
  expect(readFileSync(usFile, 'utf8')).toBe(after);
  expect(statSync(usFile).mode & 0o777).toBe(0o640);
  // The open page is updated, as after any other saved change.
  await expect.poll(async () => (await fetch(`${address}/about/us`)).text()).toContain('Welcome: all');
  expect(await post({ file: 'about/us.yaml' })).toEqual({
    status: 200,
    body: JSON.stringify({ text: after }),
  });
  const undoResponse = await post({ window: 'one', travel: 'undo' });
  expect(JSON.parse(undoResponse.body)).toEqual({
    message: `Undone: ${step.label}`,
    steps: { redo: step.label },
  });
  expect(readFileSync(usFile, 'utf8')).toBe(page);
});

test('a page opened through a forwarded port, as in GitHub Codespaces, can change files', async () => {
  const settings = readFileSync('.devcontainer/devcontainer.json', 'utf8');
  const [, port = ''] = /npm run edit -- --port (\d+)/.exec(settings) ?? [];
  expect(settings).toContain(`"forwardPorts": [${port}]`);
  // GitHub Codespaces rewrites `Host` and `Origin` to the local address, except in requests from other origins:
  // https://github.com/symfony/demo/issues/1542
  const forwardedHeaders = {
    Host: `localhost:${port}`,
    Origin: `http://localhost:${port}`,
    'X-Forwarded-Host': `calm-otter-${port}.app.github.dev`,
    'X-Forwarded-Proto': 'https',
    'Sec-Fetch-Site': 'same-origin',
  };
  expect((await post(setHeading('Hello', 'Forwarded'), forwardedHeaders)).status).toBe(200);
  expect(
    (await post(setHeading('Forwarded', 'Hello', readFileSync(usFile, 'utf8')), forwardedHeaders)).status,
  ).toBe(200);
  expect(readFileSync(usFile, 'utf8')).toBe(page);
  const other = { ...forwardedHeaders, Origin: 'https://example.com', 'Sec-Fetch-Site': 'cross-site' };
  expect((await post(setHeading('Hello', 'Others'), other)).status).toBe(403);
});

test('changes by other programs are kept; for conflicting text, the response has both versions', async () => {
  const theirVersion = page
    .replace('Words', 'Other words')
    .replace('  # why\n', '  - { type: cta, heading: New }\n  # why\n');
  writeFileSync(usFile, theirVersion);
  expect((await post(setHeading('Hello', 'Mine'))).status).toBe(200);
  expect(readFileSync(usFile, 'utf8')).toBe(withHeading(theirVersion, 'Mine'));
  const theirText = withHeading(page, 'Theirs');
  writeFileSync(usFile, theirText);
  const { status, body } = await post(setHeading('Hello', 'Ours'));
  expect(status).toBe(409);
  expect(JSON.parse(body)).toMatchObject({ text: theirText, theirs: 'Theirs', operation: { new: 'Ours' } });
  expect(readFileSync(usFile, 'utf8')).toBe(theirText);
  writeFileSync(usFile, page);
});

test('an edit can be checked against the whole site without being written', async () => {
  const before = readSiteFiles();
  const check = async (change: object, path: unknown[] = ['blocks', 0, 'heading']) => {
    const { status, body } = await post({ ...change, check: path });
    expect(status).toBe(200);
    return JSON.parse(body) as object;
  };
  const message = '`{{phone}` needs exactly two braces on each side';
  const diagnostic = {
    path: [],
    message,
    line: 6,
    fix: { title: 'change `{{phone}` to `{{phone}}`', text: 'On {{phone}}' },
  };
  const invalidEdit = setHeading('Hello', 'On {{phone}');
  expect(await check(invalidEdit)).toEqual({ faults: [{ ...diagnostic, isNew: true }], elsewhere: [] });
  expect(await check(invalidEdit, ['blocks', 0])).toMatchObject({ faults: [{ path: ['heading'] }] });
  // The response lists diagnostics outside the checked value separately.
  expect(await check(invalidEdit, ['title'])).toMatchObject({
    faults: [],
    elsewhere: [{ line: 6, message }],
  });
  const base = withHeading(page, 'On {{phone}');
  expect(await check(setHeading('On {{phone}', 'Now on {{phone}', base))).toMatchObject({
    faults: [{ message, isNew: false }],
    elsewhere: [],
  });
  expect(await check(setHeading('On {{phone}', 'On {{phone}}', base))).toEqual({ faults: [], elsewhere: [] });
  const site = { do: 'set', path: ['company'], old: 'Example', new: 'Example {{rain}}' };
  expect(await check({ file: '_site.yaml', base: siteYaml, operations: [site] }, ['company'])).toMatchObject({
    faults: [{ isNew: true }],
    elsewhere: [],
  });
  expect((await post({ ...setHeading('Hallo', 'Bad'), check: [] })).status).toBe(422);
  expect(readSiteFiles()).toEqual(before);
});

test('if one operation cannot be applied, none is written', async () => {
  const operations = [
    { do: 'set', path: ['title'], old: 'Hello', new: 'A' },
    { do: 'set', path: ['blocks', 0, 'heading'], old: 'no such text', new: 'B' },
  ];
  const { status } = await post({ file: 'about/us.yaml', base: page, operations });
  expect(status).toBe(422);
  expect(readFileSync(usFile, 'utf8')).toBe(page);
});

test('a symbolic link in place of a folder is not followed', async () => {
  renameSync(join(pages, 'about'), join(folder, 'moved'));
  symlinkSync(join(folder, 'moved'), join(pages, 'about'));
  const before = readSiteFiles();
  expect((await post(setHeading('Hello', 'Bad'))).status).toBe(404);
  expect(readSiteFiles()).toEqual(before);
  renameSync(join(pages, 'about'), join(folder, 'old-link'));
  renameSync(join(folder, 'moved'), join(pages, 'about'));
});

test('a block is converted to a shared block, and back to a block of the page', async () => {
  const shared = join(pages, '_shared/welcome.yaml');
  const body = { file: 'about/us.yaml', base: page, block: ['blocks', 0] };
  const response = await post({ ...body, share: 'welcome' });
  expect(response.status).toBe(200);
  const pageWithSharedBlock = page.slice(0, page.indexOf('  - type')) + '  - use: welcome\n';
  expect(readFileSync(usFile, 'utf8')).toBe(pageWithSharedBlock);
  expect(readFileSync(shared, 'utf8')).toBe('type: hero\nheading: Hello\nlead: |\n  Words\n');
  expect((await post({ ...body, base: pageWithSharedBlock, share: 'welcome' })).status).toBe(422);
  expect((await post({ ...body, base: pageWithSharedBlock, detach: true })).status).toBe(200);
  expect(readFileSync(usFile, 'utf8')).toBe(page);
  // If the block has changed since the request was prepared, no shared block is created.
  writeFileSync(usFile, withHeading(page, 'Theirs'));
  expect((await post({ ...body, share: 'other' })).status).toBe(409);
  expect(existsSync(join(pages, '_shared/other.yaml'))).toBe(false);
  writeFileSync(usFile, page);
  rmSync(join(pages, '_shared'), { recursive: true });
});

test('reading settings changes no files', async () => {
  const before = readSiteFiles();
  const response = await post({ settings: { file: 'about/us.yaml', path: ['blocks', 0] } });
  expect(response.status).toBe(200);
  expect(JSON.parse(response.body)).toMatchObject({
    file: 'about/us.yaml',
    base: page,
    data: { type: 'hero', heading: 'Hello' },
    label: 'Opening',
    lines: { type: 5, heading: 6 },
    faults: [],
  });
  const pageSettings = await post({ settings: { page: '/about/us' } });
  expect(JSON.parse(pageSettings.body)).toMatchObject({
    file: 'about/us.yaml',
    path: [],
    label: 'Hello',
  });
  const pageChoices = await post({ list: 'page', page: '/' });
  expect(JSON.parse(pageChoices.body)).toMatchObject({
    values: [{ value: '/', label: 'Home' }, { value: '/a.yaml' }, { value: '/about/us' }],
  });
  expect(readSiteFiles()).toEqual(before);
});

test('a file with YAML errors or an encoding other than UTF-8 is not changed', async () => {
  const brokenPage = page.replace('heading: Hello', 'heading: Hello: all');
  writeFileSync(usFile, brokenPage);
  expect((await post(setHeading('Hello', 'Bad', brokenPage))).status).toBe(422);
  expect(readFileSync(usFile, 'utf8')).toBe(brokenPage);
  const latin1Bytes = Buffer.from(page.replace('Hello', 'H\u00E9llo'), 'latin1');
  writeFileSync(usFile, latin1Bytes);
  expect((await post(setHeading('Hello', 'Bad'))).status).toBe(404);
  expect(readFileSync(usFile).equals(latin1Bytes)).toBe(true);
  writeFileSync(usFile, page);
});

const externalAddress = Object.values(networkInterfaces())
  .flat()
  .find(
    (networkAddress) => networkAddress && !networkAddress.internal && networkAddress.family === 'IPv4',
  )?.address;

test.skipIf(externalAddress === undefined)(
  'other computers can view pages but cannot change files',
  async () => {
    const args = ['--pages', pages, '--port', '0', '--host', '0.0.0.0'];
    const other = startCommand(edit, args, { BROWSER: 'none' });
    const [, port] = /:(\d+)/.exec(await other.waitForOutput(/http:\/\/0\.0\.0\.0:\d+/)) ?? [];
    const fetchStatus = async (host: string) => {
      const origin = `http://${host}:${port}`;
      expect((await fetch(`${origin}/`)).status).toBe(200);
      const headers = {
        'Content-Type': 'application/json',
        Origin: origin,
        'X-Pagewright-Token': client.token,
      };
      return (await fetch(`${origin}/__api`, { method: 'POST', headers, body: '{"file":"index.yaml"}' }))
        .status;
    };
    expect(await fetchStatus('127.0.0.1')).toBe(200);
    expect(await fetchStatus(String(externalAddress))).toBe(403);
    await other.stop();
  },
);
