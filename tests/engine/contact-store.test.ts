import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMessageStore } from '../../scripts/messages/store.ts';
import { openMessageFileStore } from '../../scripts/messages/message-folder.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { messages } from '../../scripts/messages.ts';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { runCommand } from '../support/run-command.ts';
import { arrival } from '../support/arrival.ts';
import { sampled } from '../support/sampled.ts';

const storeModule = new URL('../../scripts/messages/store.ts', import.meta.url).href;

/** Tries until it works: a process may still be starting, or ending. */
const untilDone = (work: () => Promise<unknown>) =>
  vi.waitUntil(
    () =>
      work().then(
        () => true,
        () => false,
      ),
    { timeout: 60_000 },
  );

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'contact-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'data');
}

function openStore(...args: Parameters<typeof openMessageStore>) {
  const store = openMessageStore(...args);
  onTestFinished(() => store.close());
  return store;
}

const names = (messages: { name: string }[]) => messages.map((one) => one.name);

/** Runs code in another process, with `store` open on the directory and `arrival` as above. */
function startProcess(directory: string, code: string): ChildProcess & { lines: AsyncIterator<string> } {
  const program = `
    import { openMessageStore } from ${JSON.stringify(storeModule)};
    const store = openMessageStore(${JSON.stringify(directory)});
    ${arrival.toString()}
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

/** The processes that keep messages for this one. */
function keepersOf(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(join(directory, 'contact'));
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('messages are kept on disk, in order, with everything in them, and the messages command shows all', async () => {
  const directory = newDirectory();
  const full: ContactMessage = {
    name: 'Zoë 😀',
    email: "o'hara@example.com",
    company: '"; drop table contact_messages; --',
    message: 'two\nlines\\',
    other: { phone: '1', ['__proto__']: 'x' },
  };
  const first = openMessageStore(directory);
  const second = openMessageStore(directory);
  expect(existsSync(directory)).toBe(false);
  // Both are new to the directory at the same moment.
  await Promise.all([first.open(), second.open()]);
  expect(await first.store(arrival('Zoë', { message: full }))).toBe('stored');
  expect(await second.store(arrival('Bea'))).toBe('stored');
  await first.close();
  await first.close();
  await expect(first.list()).rejects.toThrow('The contact store is closed.');
  await second.store(arrival('Cy'));
  const before = await second.list();
  await second.close();

  const last = openStore(directory);
  const listed = await last.list();
  expect(listed).toEqual(before);
  expect(names(listed)).toEqual(['Zoë 😀', 'Bea', 'Cy']);
  expect(listed[0]).toEqual({
    ...full,
    id: 1,
    form: '/contact/message',
    language: 'en',
    mark: null,
    notice: null,
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });

  const strange = {
    name: 'A\nb',
    email: 'a@b.example',
    company: 'Engines',
    message: 'one\n\n\u001b[2Jtwo',
    other: { phone: '1' },
  };
  await last.store(arrival('A', { message: strange }));
  const { out, err, code } = await runCommand(messages, ['--data', directory]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}Bea <ada@example\.org>\n {4}#2 {2}\/contact\/message\n/m,
  );
  expect(out).toContain('\n    Hello from Bea\n');
  const [head, ...lines] = out.slice(out.lastIndexOf('UTC')).trimEnd().split('\n');
  expect(head, 'nothing that a terminal obeys').toBe('UTC  A b <a@b.example>, Engines');
  expect(lines.slice(1)).toEqual(['', '    one', '', '    \ufffd[2Jtwo', '', '    phone: 1']);
});

test('every message waits for the disk, and is private', async () => {
  const directory = newDirectory();
  const folder = join(directory, 'contact');
  mkdirSync(folder, { recursive: true });
  // Made by whoever it was, for everybody to read.
  chmodSync(folder, 0o755);
  const file = openMessageFile(folder);
  onTestFinished(() => file.close());
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => exec.mockRestore());
  openMessageFile(folder).close();
  expect(exec.mock.calls.flat().join('; ')).toContain('pragma synchronous = full');
});

test('what is sent again is stored once, whoever takes it', async () => {
  const directory = newDirectory();
  const [one, other] = [openStore(directory), openStore(directory)];
  const receipts = await Promise.all(
    [one, other, one, other].map((store) => store.store(arrival('Ada', { keys: ['now', 'before'] }))),
  );
  expect(receipts.toSorted()).toEqual(['known', 'known', 'known', 'stored']);
  expect(await one.store(arrival('Ada', { keys: ['later', 'now'] }))).toBe('known');
  expect(await one.store(arrival('Ada', { keys: ['even later', 'later'] }))).toBe('stored');
  expect(names(await other.list())).toEqual(['Ada', 'Ada']);
});

test('at most so many messages are stored in an hour from one address, and in an hour and a day from all', () => {
  const file = openMessageFile(newDirectory());
  onTestFinished(() => file.close());
  const minute = 60_000;
  let count = 0;
  const limits = { perAddress: 2, perHour: 4, perDay: 6 };
  const at = (minutes: number, source: string | null) =>
    file.store([arrival(`${count++}`, { source, limits })], minutes * minute)[0];
  expect([at(0, 'a'), at(1, 'a'), at(2, 'a'), at(2, 'b')]).toEqual([
    'stored',
    'stored',
    'too-many-from-address',
    'stored',
  ]);
  // Whoever asks again for what is stored is told so.
  expect(file.store([arrival('0', { source: 'a', limits })], 3 * minute)).toEqual(['known']);
  expect([at(4, null), at(4, null)]).toEqual(['stored', 'too-many']);
  expect([at(61, 'a'), at(62, 'a'), at(90, 'c')]).toEqual(['stored', 'stored', 'too-many-today']);
  expect(at(24 * 60 + 1, 'c')).toBe('stored');
  expect(file.list()).toHaveLength(7);
});

test('what was counted while the clock was ahead counts no more once it is right', () => {
  const file = openMessageFile(newDirectory());
  onTestFinished(() => file.close());
  const limits = { perAddress: 2, perHour: 2, perDay: 2 };
  const [now, year] = [Date.UTC(2026, 0, 5), 365 * 24 * 3_600_000];
  const at = (name: string, time: number) => file.store([arrival(name, { source: 'a', limits })], time);
  expect([at('a', now + year), at('b', now + year), at('c', now + year)]).toEqual([
    ['stored'],
    ['stored'],
    ['too-many-from-address'],
  ]);
  expect(at('d', now)).toEqual(['stored']);
});

test('processes that start together on a new directory share one file, and none stores twice', async () => {
  const directory = newDirectory();
  const starters = sampled(['a', 'b', 'c', 'd'], 2);
  const children = starters.map((name) =>
    startProcess(
      directory,
      `
      await Promise.all(Array.from({ length: 5 }, (_, i) => store.store(arrival('${name}' + i))));
      console.log((await store.list()).length);
    `,
    ),
  );
  const finished = children.map(async (child) => Number((await child.lines.next()).value));
  // None closes its store: having it open must keep no process alive.
  const codes = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(codes).toEqual(starters.map(() => [0, null]));
  expect(names(await openStore(directory).list())).toHaveLength(5 * starters.length);
  for (const seen of await Promise.all(finished)) expect(seen).toBeGreaterThanOrEqual(5);
});

test('a killed process loses nothing that it acknowledged', async () => {
  const directory = newDirectory();
  const killed = startProcess(
    directory,
    `
    for (let i = 0; ; i++) {
      await store.store(arrival('message ' + i));
      console.log('message ' + i);
    }
  `,
  );
  const acknowledged = [String((await killed.lines.next()).value)];
  const other = openStore(directory);
  await other.store(arrival('other'));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  for (let line = await killed.lines.next(); !line.done; line = await killed.lines.next())
    acknowledged.push(line.value);
  const listed = names(await other.list());
  expect(listed).toEqual(expect.arrayContaining([...acknowledged, 'other']));
  expect(new Set(listed).size).toBe(listed.length);
});

// The processes of a machine are listed there.
test.runIf(existsSync('/proc/self/cmdline'))(
  'a process that does not answer is replaced, the message told as not stored, and nobody waits at the end',
  async () => {
    const directory = newDirectory();
    const store = openStore(directory, process.env, { task: 2000, end: 500 });
    await untilDone(() => store.open());
    const [keeper = 0] = keepersOf(directory);
    process.kill(keeper, 'SIGSTOP');
    await expect(store.store(arrival('Ada'))).rejects.toThrow('could not be reached within 2 s');
    await untilDone(() => store.store(arrival('Ada')));
    expect(names(await store.list())).toEqual(['Ada']);
    const [next = 0] = keepersOf(directory);
    expect(next).not.toBe(keeper);
    process.kill(next, 'SIGSTOP');
    await store.close();
    expect(keepersOf(directory)).toEqual([]);
  },
);

test('what is wrong with one message is not wrong with those that come with it', async () => {
  const directory = newDirectory();
  const store = openStore(directory);
  await store.open();
  const database = new DatabaseSync(join(directory, 'contact', 'messages.db'), { timeout: 5000 });
  database.exec(`create trigger refuse before insert on contact_messages when new.name = 'wrong'
    begin select raise(abort, 'not this one'); end`);
  database.close();
  const sent = ['one', 'wrong', 'two'].map((name) => store.store(arrival(name)));
  expect(await Promise.allSettled(sent)).toMatchObject([
    { value: 'stored' },
    { reason: new Error('The message could not be stored: not this one') },
    { value: 'stored' },
  ]);
  expect(names(await store.list())).toEqual(['one', 'two']);
});

test('a file that another process has for itself too long is an error, and then none', async () => {
  const directory = newDirectory();
  const store = openStore(directory, process.env, { task: 2000, end: 500 });
  await untilDone(() => store.open());
  const other = new DatabaseSync(join(directory, 'contact', 'messages.db'), { timeout: 5000 });
  other.exec('begin immediate');
  await expect(store.store(arrival('Ada'))).rejects.toThrow('could not be reached within 2 s');
  other.close();
  await untilDone(() => store.store(arrival('Ada')));
  expect(names(await store.list())).toEqual(['Ada']);
});

test.each([
  ['no database', (file: string) => writeFileSync(file, 'not a database at all, but long enough to be read')],
  [
    'a database with a hole',
    (file: string) => {
      const content = readFileSync(file);
      content.fill(7, 4096, 4096 * 3);
      writeFileSync(file, content);
    },
  ],
])('%s is set aside, said aloud, and a new file begun', (_what, damage) => {
  const folder = join(newDirectory(), 'contact');
  const before = openMessageFile(folder);
  before.store(Array.from({ length: 300 }, (_, index) => arrival(`${index}`)));
  before.close();
  damage(join(folder, 'messages.db'));
  const said: string[] = [];
  const keeper = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => keeper.close());
  expect(keeper.store([arrival('Ada')])).toEqual(['stored']);
  expect(names(keeper.list()).at(-1)).toBe('Ada');
  expect(said).toEqual([
    expect.stringMatching(/ cannot be read \(.+\)\. They lie beside as messages\.db\.dama/),
  ]);
  expect(readdirSync(folder).filter((name) => name.startsWith('messages.db.damaged-'))).toHaveLength(1);
});

test.each([
  ['the folder is deleted', (folder: string) => rmSync(folder, { recursive: true })],
  ['the file is deleted', (folder: string) => rmSync(join(folder, 'messages.db'))],
])('where %s while it is in use, nothing is said to be stored that is not', (_what, harm) => {
  const folder = join(newDirectory(), 'contact');
  const said: string[] = [];
  const keeper = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => keeper.close());
  keeper.store([arrival('Ada')]);
  harm(folder);
  expect(keeper.store([arrival('Bea')])).toEqual(['stored']);
  expect(said[0]).toContain('were moved or deleted while they were in use');
  const reader = openMessageFile(folder);
  onTestFinished(() => reader.close());
  expect(names(reader.list())).toEqual(['Bea']);
});

test('where nothing can be kept the error says so, and the next call tries again', async () => {
  const directory = newDirectory();
  writeFileSync(directory, 'a file where the folder should be');
  const store = openStore(directory);
  await expect(store.store(arrival('Ada'))).rejects.toThrow('The message could not be stored: ');
  rmSync(directory);
  expect(await store.store(arrival('Ada'))).toBe('stored');
});
