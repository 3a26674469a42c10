import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openContactStore } from '../../scripts/contact/contact-store.ts';
import { messages } from '../../scripts/messages.ts';
import { runCommand } from '../support/run-command.ts';
import { sampled } from '../support/sampled.ts';

const storeModule = new URL('../../scripts/contact/contact-store.ts', import.meta.url).href;
const messagesCommand = fileURLToPath(new URL('../../scripts/messages.ts', import.meta.url));

function message(name: string) {
  return { name, email: 'ada@example.com', company: null, message: `Hello from ${name}`, other: {} };
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'contact-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'data');
}

function openStore(directory: string) {
  const store = openContactStore(directory);
  onTestFinished(() => store.close());
  return store;
}

const names = (messages: { name: string }[]) => messages.map((one) => one.name);

/** Runs code in another process, with `store` open on the directory and `message` as above. */
function startProcess(directory: string, code: string): ChildProcess & { lines: AsyncIterator<string> } {
  const program = `
    import { openContactStore } from ${JSON.stringify(storeModule)};
    const store = openContactStore(${JSON.stringify(directory)});
    ${message.toString()}
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => stop(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return Object.assign(child, { lines });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Runs the command in a process of its own, which has no database open. */
async function spawnMessages(...options: string[]) {
  const child = spawn(process.execPath, [messagesCommand, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => stop(child));
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, error, code: Number(code) };
}

test('messages are kept on disk, in order, with everything in them, and the messages command shows all', async () => {
  const directory = newDirectory();
  const full = {
    name: 'Zoë 😀',
    email: "o'hara@example.com",
    company: '"; drop table contact_messages; --',
    message: 'two\nlines\\',
    other: { phone: '1', ['__proto__']: 'x' },
  };
  const first = openContactStore(directory);
  const second = openContactStore(directory);
  expect(existsSync(directory)).toBe(false);
  // Both are new to the directory at the same moment, in one process.
  const [empty] = await Promise.all([first.list(), second.list()]);
  expect(empty).toEqual([]);
  await first.store(full);
  await second.store(message('Bea'));
  await first.close();
  await first.close();
  await expect(first.list()).rejects.toThrow('The contact store is closed.');
  await second.store(message('Cy'));
  const before = await second.list();
  await second.close();
  expect(existsSync(join(directory, 'contact', 'owner.json'))).toBe(false);

  const last = openStore(directory);
  const listed = await last.list();
  expect(listed).toEqual(before);
  expect(names(listed)).toEqual(['Zoë 😀', 'Bea', 'Cy']);
  expect(listed[0]).toEqual({
    ...full,
    id: 1,
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });

  await last.store({
    name: 'A\nb',
    email: 'a@b.example',
    company: 'Engines',
    message: 'one\n\n\u001b[2Jtwo',
    other: { phone: '1' },
  });
  const { out, err, code } = await runCommand(messages, ['--data', directory]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}Bea <ada@example\.com>\n {4}Hello from Bea\n/m);
  const [head, ...lines] = out.slice(out.lastIndexOf('UTC')).trimEnd().split('\n');
  expect(head, 'nothing that a terminal obeys').toBe('UTC  A b <a@b.example>, Engines');
  expect(lines).toEqual(['    one', '', '    \ufffd[2Jtwo', '', '    phone: 1']);
});

test('processes that start together on a new directory share one database', async () => {
  const directory = newDirectory();
  const starters = sampled(['a', 'b', 'c', 'd'], 2);
  const children = starters.map((name) =>
    startProcess(
      directory,
      `
      for (let i = 0; i < 5; i++) await store.store(message('${name}' + i));
      console.log((await store.list()).length);
    `,
    ),
  );
  const finished = children.map(async (child) => [Number((await child.lines.next()).value), child] as const);
  // None closes its store: having it open must keep no process alive, and the others follow whoever owned it.
  const codes = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(codes).toEqual(starters.map(() => [0, null]));
  const listed = await openStore(directory).list();
  // A task that an owner leaves unanswered is given to the next one, so a message may be there twice, but
  // none is missing.
  expect(new Set(names(listed)).size).toBe(5 * starters.length);
  for (const [seen] of await Promise.all(finished)) expect(seen).toBeGreaterThanOrEqual(5);
});

test('a killed owner loses nothing that it acknowledged, and the others go on', async () => {
  const directory = newDirectory();
  const owner = startProcess(
    directory,
    `
    for (let i = 0; ; i++) {
      await store.store(message('owner ' + i));
      console.log('owner ' + i);
    }
  `,
  );
  const acknowledged = [String((await owner.lines.next()).value)];
  const address = join(directory, 'contact', 'owner.json');
  expect(statSync(address).mode & 0o777).toBe(0o600);
  const { pid, port } = JSON.parse(readFileSync(address, 'utf8'));
  expect(pid).toBe(owner.pid);

  const other = openStore(directory);
  await other.store(message('other 0'));
  const { out, code } = await spawnMessages('--data', directory, '--json');
  expect(code).toBe(0);
  expect(names(JSON.parse(out))).toEqual(expect.arrayContaining(['owner 0', 'other 0']));
  const stranger = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{"list":true}' });
  expect(stranger.status).toBe(401);
  expect(await stranger.text()).toBe('');

  // In the middle of its own messages and of one that it takes for somebody else.
  const caught = other.store(message('other 1'));
  owner.kill('SIGKILL');
  await Promise.all([caught, once(owner, 'exit')]);
  await other.store(message('other 2'));
  for (let line = await owner.lines.next(); !line.done; line = await owner.lines.next())
    acknowledged.push(line.value);

  expect(JSON.parse(readFileSync(address, 'utf8')).pid).toBe(process.pid);
  const listed = names(await other.list());
  expect(listed).toEqual(expect.arrayContaining([...acknowledged, 'other 0', 'other 1', 'other 2']));
});

test('what is left of a process that ended badly is in nobody’s way, and a broken database is named', async () => {
  const directory = newDirectory();
  const folder = join(directory, 'contact');
  mkdirSync(join(folder, 'postgres.new', 'base'), { recursive: true });
  writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), '18');
  writeFileSync(join(folder, 'owner.json'), 'not JSON');
  writeFileSync(join(folder, 'owner.json.new'), '{');
  const broken = join(folder, 'postgres');
  mkdirSync(broken);
  writeFileSync(join(broken, 'PG_VERSION'), 'nonsense');
  const store = openContactStore(directory);
  await expect(store.store(message('Ada'))).rejects.toThrow(
    `The contact database in ${broken} does not start`,
  );
  rmSync(broken, { recursive: true });
  // Made by whoever it was, for everybody to read.
  chmodSync(folder, 0o755);
  // Tried again at the next call.
  await store.store(message('Ada'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await store.close();

  // Its process number belongs to a living process by now, and its port to a server that never answers.
  const stranger = createServer(() => expect.unreachable('a message was offered to a stranger'));
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: process.pid, port, token: 'x' }));
  expect(names(await openStore(directory).list())).toEqual(['Ada']);
});

test('the messages command makes nothing where nothing is', async () => {
  const directory = newDirectory();
  const list = (...options: string[]) => runCommand(messages, ['--data', directory, ...options]);
  expect(await list()).toEqual({ out: 'No messages yet.\n', err: '', code: 0 });
  expect(await list('--json')).toEqual({ out: '[]\n', err: '', code: 0 });
  expect(existsSync(directory)).toBe(false);
});

test.for([['--wat'], ['here'], ['--data']])(
  'the messages command refuses %s in one plain sentence',
  async (options) => {
    const { out, err, code } = await runCommand(messages, options);
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toMatch(/^.+\. This command knows --pages, --data, --json\.\n$/);
  },
);
