import { cpSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { messages } from '../../scripts/commands/messages.ts';
import { preview } from '../../scripts/commands/preview.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { isFullRun } from '../support/sample.ts';
import { serveTestSite } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

/** How often folders and files are replaced. */
const rounds = isFullRun ? 40 : 6;

const site = serveTestSite(({ write }) => {
  write('index.yaml', toPageYaml('  - type: hero\n    heading: Home page\n'));
  write(
    'ask.yaml',
    toPageYaml(
      '  - type: form\n    heading: Ask us\n    id: question\n    fields: [{ name: name, label: Name }]\n' +
        '    submit: { label: Send, function: send-contact-email, proofOfWork: false, maxPerAddress: 100 }\n',
    ),
  );
  write('../public/plan.pdf', '%PDF-1.4\n%%EOF\n');
  write('../public/note.txt', 'A note.');
  write('../public/film.mp4', new Uint8Array(5_000_000));
});

const send = (address: string, name: string) =>
  fetch(`${address}/functions/v1/send-contact-email?form=/ask/question&id=${name}&seconds=9`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address },
    body: JSON.stringify({ name }),
  });

test('requests and messages wait while a build replaces its output folder, and then succeed', async () => {
  const awayFolder = `${site.out}-away`;
  const paths = ['/', '/ask', '/note.txt', '/plan.pdf', '/sitemap.xml', '/ask.page.json'];
  const statuses = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    renameSync(site.out, awayFolder);
    const responses = paths.map((path) => fetch(site.address + path));
    responses.push(send(site.address, `round-${round}`));
    await wait(30);
    renameSync(awayFolder, site.out);
    for (const { status } of await Promise.all(responses)) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});

test('while output folders are swapped, the server keeps running and finds every file', async () => {
  const [copiedFolder, oldFolder] = [`${site.out}-other`, `${site.out}-old`];
  const state = { isOver: false };
  const statuses = new Set<number>();
  const sendRequests = async (path: string) => {
    while (!state.isOver) statuses.add((await fetch(site.address + path)).status);
  };
  const pendingRequests = ['/', '/note.txt', '/plan.pdf'].map(sendRequests);
  for (let round = 0; round < rounds; round++) {
    cpSync(site.out, copiedFolder, { recursive: true });
    renameSync(site.out, oldFolder);
    renameSync(copiedFolder, site.out);
    rmSync(oldFolder, { recursive: true });
    await wait(5);
  }
  state.isOver = true;
  await Promise.all(pendingRequests);
  expect([...statuses]).toEqual([200]);
  expect((await fetch(`${site.address}/nothing`)).status).toBe(404);
});

/** The requests to send: compressed, uncompressed, partial, out of range and headers only. */
const requestKinds: RequestInit[] = [
  {},
  { headers: { 'Accept-Encoding': 'identity' } },
  { headers: { Range: 'bytes=2-5' } },
  { headers: { Range: 'bytes=5-' } },
  { headers: { Range: 'bytes=99999999-' } },
  { method: 'HEAD' },
];

/** Sends requests until the given work is done. Returns all response statuses. */
async function requestWhile(
  address: string,
  paths: readonly string[],
  work: () => Promise<void>,
): Promise<number[]> {
  const state = { isOver: false };
  const statuses = new Set<number>();
  const problems = new Set<string>();
  const sendRequests = async (path: string, init: RequestInit) => {
    while (!state.isOver) {
      const abortController = new AbortController();
      try {
        const response = await fetch(address + path, { ...init, signal: abortController.signal });
        statuses.add(response.status);
        if (response.body && statuses.size % 2 === 0) await response.arrayBuffer();
        else abortController.abort();
      } catch (error) {
        // If a file becomes shorter, the response ends early, and the client reports an error.
        problems.add(String(error));
      }
    }
  };
  const pendingRequests = paths.flatMap((path) => requestKinds.map((init) => sendRequests(path, init)));
  await work().finally(() => (state.isOver = true));
  await Promise.all(pendingRequests);
  expect([...problems].filter((error) => !/terminated|fetch failed|aborted/.test(error))).toEqual([]);
  return [...statuses].toSorted();
}

/** Deletes, truncates, moves and restores files, and replaces them with folders. */
async function disturbFiles(folder: string, names: readonly string[]): Promise<void> {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const file = join(folder, name);
      if (round % 3 === 0) rmSync(file);
      else if (round % 3 === 1) truncateSync(file, 3);
      else renameSync(file, `${file}.old`);
      await wait(2);
      rmSync(file, { recursive: true, force: true });
      if (round % 4 === 0) cpSync(copy, file, { recursive: true, filter: (from) => from === copy });
      await wait(2);
      rmSync(file, { recursive: true, force: true });
      cpSync(join(copy, name), file);
      await wait(2);
    }
}
const disturbedFiles = ['note.txt', 'plan.pdf', 'film.mp4'];
const paths = disturbedFiles.map((name) => `/${name}`);

test('the server keeps running while files of the site disappear and change', async () => {
  const statuses = await requestWhile(site.address, [...paths, '/nothing'], () =>
    disturbFiles(site.out, disturbedFiles),
  );
  expect(statuses.filter((status) => ![200, 206, 304, 404, 416].includes(status))).toEqual([]);
  expect(await (await fetch(`${site.address}/note.txt`)).text()).toBe('A note.');
  expect((await fetch(`${site.address}/film.mp4`, { headers: { Range: 'bytes=4-9' } })).status).toBe(206);
});

test('dev keeps running while files of `public/` disappear and change', async () => {
  const server = startCommand(dev, ['--pages', site.pages, '--port', '0']);
  onTestFinished(async () => void (await server.stop()));
  const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const statuses = await requestWhile(address, paths, () =>
    disturbFiles(join(site.pages, '../public'), disturbedFiles),
  );
  expect(statuses.filter((status) => ![200, 206, 304, 404, 416].includes(status))).toEqual([]);
  expect(await (await fetch(`${address}/note.txt`)).text()).toBe('A note.');
});

test('the server keeps running if its error page is missing while its folder is swapped', async () => {
  writeFileSync(join(site.out, 'note.txt'), 'A note.');
  const [awayFolder, page] = [`${site.out}-away`, join(site.out, '404.html')];
  const statuses = await requestWhile(site.address, [...paths, '/nothing'], async () => {
    for (let round = 0; round < rounds; round++) {
      renameSync(page, `${page}.old`);
      await wait(3);
      renameSync(site.out, awayFolder);
      await wait(3);
      renameSync(awayFolder, site.out);
      renameSync(`${page}.old`, page);
    }
  });
  expect(statuses.filter((status) => ![200, 206, 304, 404, 416].includes(status))).toEqual([]);
});

test.each([true, false])(
  '`npm run messages` reads the messages that the server stores (with `--data`: %s)',
  async (hasDataOption) => {
    const data = hasDataOption ? ['--data', join(site.folder, 'given')] : [];
    const server = startCommand(preview, ['--pages', site.pages, '--out', site.out, '--port', '0', ...data]);
    onTestFinished(async () => void (await server.stop()));
    const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    expect((await send(address, 'Ada')).status).toBe(200);
    const { code, out } = await runCommand(messages, ['--pages', site.pages, '--json', ...data]);
    expect([code, JSON.parse(out)]).toEqual([0, [expect.objectContaining({ name: 'Ada' })]]);
    expect(await server.stop()).toBe(0);
  },
);
