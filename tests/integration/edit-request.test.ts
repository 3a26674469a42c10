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
import { type OwnRequests, ownRequests } from '../support/own-requests.ts';
import { readTree } from '../support/read-tree.ts';
import { type RunningCommand, startCommand } from '../support/run-command.ts';
import { scratchFolder, writerIn } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const folder = scratchFolder();
const write = writerIn(folder);
const page = pageYaml('  # why\n  - type: hero\n    heading: Hello\n    lead: |\n      Words\n');
const pages = join(folder, 'site/pages');
let server: RunningCommand;
let address: string;
let own: OwnRequests;

/** Writes a program that replaces the browser and records the URL that it receives. */
function browserProgram(): string {
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
  server = startCommand(edit, ['--pages', pages, '--port', '0'], { BROWSER: browserProgram() });
  address = await server.says(/http:\/\/127\.0\.0\.1:\d+/);
  own = await ownRequests(address);
});

afterAll(() => server.stop());

const withHeading = (source: string, heading: string) =>
  source.replace('heading: Hello', `heading: ${heading}`);

const setHeading = (old: string, now: string, base = page) => ({
  file: 'about/us.yaml',
  base,
  operations: [{ do: 'set', path: ['blocks', 0, 'heading'], old, new: now }],
});

const post = (body: unknown, headers?: Record<string, string>) => own.send('/__api', body, headers);

const filesNow = () =>
  new Map([...readTree(folder)].filter(([path]) => !/(?:^|\/)(?:\.cache|\.data|_values|opened)/.test(path)));
const us = join(pages, 'about/us.yaml');

test('the browser opens at the site', async () => {
  await expect.poll(() => readFileSync(join(folder, 'opened'), 'utf8')).toBe(`${address}/\n`);
});

test('an edit is written, keeps the file mode, and can be undone', async () => {
  chmodSync(us, 0o640);
  const step = { window: 'one', session: 'a', label: 'Opening: Heading' };
  const { status, body } = await post({ ...setHeading('Hello', 'Welcome: all'), step });
  expect(status).toBe(200);
  const after = withHeading(page, '"Welcome: all"');
  expect(JSON.parse(body)).toEqual({ text: after, base: after, steps: { undo: step.label } });
  expect(readFileSync(us, 'utf8')).toBe(after);
  expect(statSync(us).mode & 0o777).toBe(0o640);
  // The page is updated, as after any other save.
  await expect.poll(async () => (await fetch(`${address}/about/us`)).text()).toContain('Welcome: all');
  expect(await post({ file: 'about/us.yaml' })).toEqual({
    status: 200,
    body: JSON.stringify({ text: after }),
  });
  const undone = await post({ window: 'one', travel: 'undo' });
  expect(JSON.parse(undone.body)).toEqual({ message: `Undone: ${step.label}`, steps: { redo: step.label } });
  expect(readFileSync(us, 'utf8')).toBe(page);
});

test('a page opened through a forwarded port may change files', async () => {
  const settings = readFileSync('.devcontainer/devcontainer.json', 'utf8');
  const [, port = ''] = /npm run edit -- --port (\d+)/.exec(settings) ?? [];
  expect(settings).toContain(`"forwardPorts": [${port}]`);
  // GitHub Codespaces rewrites `Host` and `Origin` to the local address, but not the headers of other origins:
  // https://github.com/symfony/demo/issues/1542
  const forwarded = {
    Host: `localhost:${port}`,
    Origin: `http://localhost:${port}`,
    'X-Forwarded-Host': `calm-otter-${port}.app.github.dev`,
    'X-Forwarded-Proto': 'https',
    'Sec-Fetch-Site': 'same-origin',
  };
  expect((await post(setHeading('Hello', 'Forwarded'), forwarded)).status).toBe(200);
  expect((await post(setHeading('Forwarded', 'Hello', readFileSync(us, 'utf8')), forwarded)).status).toBe(
    200,
  );
  expect(readFileSync(us, 'utf8')).toBe(page);
  const other = { ...forwarded, Origin: 'https://example.com', 'Sec-Fetch-Site': 'cross-site' };
  expect((await post(setHeading('Hello', 'Others'), other)).status).toBe(403);
});

test('changes by other programs are kept; for a conflicting text, the response has both versions', async () => {
  const theirs = page
    .replace('Words', 'Other words')
    .replace('  # why\n', '  - { type: cta, heading: New }\n  # why\n');
  writeFileSync(us, theirs);
  expect((await post(setHeading('Hello', 'Mine'))).status).toBe(200);
  expect(readFileSync(us, 'utf8')).toBe(withHeading(theirs, 'Mine'));
  const now = withHeading(page, 'Theirs');
  writeFileSync(us, now);
  const { status, body } = await post(setHeading('Hello', 'Ours'));
  expect(status).toBe(409);
  expect(JSON.parse(body)).toMatchObject({ text: now, theirs: 'Theirs', operation: { new: 'Ours' } });
  expect(readFileSync(us, 'utf8')).toBe(now);
  writeFileSync(us, page);
});

test('an edit is checked against the whole site without being written', async () => {
  const before = filesNow();
  const check = async (change: object, place: unknown[] = ['blocks', 0, 'heading']) => {
    const { status, body } = await post({ ...change, check: place });
    expect(status).toBe(200);
    return JSON.parse(body) as object;
  };
  const message = '`{{phone}` needs exactly two braces on each side';
  const fault = {
    path: [],
    message,
    line: 6,
    fix: { title: 'change `{{phone}` to `{{phone}}`', text: 'On {{phone}}' },
  };
  const faulty = setHeading('Hello', 'On {{phone}');
  expect(await check(faulty)).toEqual({ faults: [{ ...fault, isNew: true }], elsewhere: [] });
  expect(await check(faulty, ['blocks', 0])).toMatchObject({ faults: [{ path: ['heading'] }] });
  // Diagnostics outside the checked path are listed separately.
  expect(await check(faulty, ['title'])).toMatchObject({ faults: [], elsewhere: [{ line: 6, message }] });
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
  expect(filesNow()).toEqual(before);
});

test('either all operations are written or none', async () => {
  const operations = [
    { do: 'set', path: ['title'], old: 'Hello', new: 'A' },
    { do: 'set', path: ['blocks', 0, 'heading'], old: 'no such text', new: 'B' },
  ];
  const { status } = await post({ file: 'about/us.yaml', base: page, operations });
  expect(status).toBe(422);
  expect(readFileSync(us, 'utf8')).toBe(page);
});

test('a folder replaced by a symbolic link is not followed', async () => {
  renameSync(join(pages, 'about'), join(folder, 'moved'));
  symlinkSync(join(folder, 'moved'), join(pages, 'about'));
  const before = filesNow();
  expect((await post(setHeading('Hello', 'Bad'))).status).toBe(404);
  expect(filesNow()).toEqual(before);
  renameSync(join(pages, 'about'), join(folder, 'old-link'));
  renameSync(join(folder, 'moved'), join(pages, 'about'));
});

test("a block becomes a shared block, and a page's own block again", async () => {
  const shared = join(pages, '_shared/welcome.yaml');
  const body = { file: 'about/us.yaml', base: page, block: ['blocks', 0] };
  const answer = await post({ ...body, share: 'welcome' });
  expect(answer.status).toBe(200);
  const used = page.slice(0, page.indexOf('  - type')) + '  - use: welcome\n';
  expect(readFileSync(us, 'utf8')).toBe(used);
  expect(readFileSync(shared, 'utf8')).toBe('type: hero\nheading: Hello\nlead: |\n  Words\n');
  expect((await post({ ...body, base: used, share: 'welcome' })).status).toBe(422);
  expect((await post({ ...body, base: used, detach: true })).status).toBe(200);
  expect(readFileSync(us, 'utf8')).toBe(page);
  // If the block has changed since, no shared block is created.
  writeFileSync(us, withHeading(page, 'Theirs'));
  expect((await post({ ...body, share: 'other' })).status).toBe(409);
  expect(existsSync(join(pages, '_shared/other.yaml'))).toBe(false);
  writeFileSync(us, page);
  rmSync(join(pages, '_shared'), { recursive: true });
});

test('reading settings writes nothing', async () => {
  const before = filesNow();
  const answer = await post({ settings: { file: 'about/us.yaml', path: ['blocks', 0] } });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject({
    file: 'about/us.yaml',
    base: page,
    data: { type: 'hero', heading: 'Hello' },
    label: 'Opening',
    lines: { type: 5, heading: 6 },
    faults: [],
  });
  const ofPage = await post({ settings: { page: '/about/us' } });
  expect(JSON.parse(ofPage.body)).toMatchObject({ file: 'about/us.yaml', path: [], label: 'Page /about/us' });
  const pagesOfSite = await post({ list: 'page', page: '/' });
  expect(JSON.parse(pagesOfSite.body)).toMatchObject({
    values: [{ value: '/', label: 'Home' }, { value: '/a.yaml' }, { value: '/about/us' }],
  });
  expect(filesNow()).toEqual(before);
});

test('a file with YAML errors or another encoding is not changed', async () => {
  const broken = page.replace('heading: Hello', 'heading: Hello: all');
  writeFileSync(us, broken);
  expect((await post(setHeading('Hello', 'Bad', broken))).status).toBe(422);
  expect(readFileSync(us, 'utf8')).toBe(broken);
  const latin = Buffer.from(page.replace('Hello', 'H\u00E9llo'), 'latin1');
  writeFileSync(us, latin);
  expect((await post(setHeading('Hello', 'Bad'))).status).toBe(404);
  expect(readFileSync(us).equals(latin)).toBe(true);
  writeFileSync(us, page);
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

test.skipIf(outside === undefined)('other computers may view pages but change nothing', async () => {
  const args = ['--pages', pages, '--port', '0', '--host', '0.0.0.0'];
  const other = startCommand(edit, args, { BROWSER: 'none' });
  const [, port] = /:(\d+)/.exec(await other.says(/http:\/\/0\.0\.0\.0:\d+/)) ?? [];
  const answerAt = async (host: string) => {
    const its = `http://${host}:${port}`;
    expect((await fetch(`${its}/`)).status).toBe(200);
    const headers = { 'Content-Type': 'application/json', Origin: its, 'X-Pagewright-Token': own.token };
    return (await fetch(`${its}/__api`, { method: 'POST', headers, body: '{"file":"index.yaml"}' })).status;
  };
  expect(await answerAt('127.0.0.1')).toBe(200);
  expect(await answerAt(String(outside))).toBe(403);
  await other.stop();
});
