import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { startRetention } from '../../scripts/messages/retention.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { getContactFolder, openMessageStore } from '../../scripts/messages/store.ts';
import { createArrival, runInDatabase, readNames, readStoredNames } from '../support/stored-messages.ts';
import { takeSample } from '../support/sample.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

const storeModule = new URL('../../scripts/messages/store.ts', import.meta.url).href;
const day = 24 * 3_600_000;

/** Timeouts in milliseconds that are long enough for a store on a busy machine. */
const longTimeouts = { task: 50_000, end: 20_000 };

/** Captures task timeouts. Returns their callbacks, so that tests can trigger a timeout without waiting. */
function captureTaskTimers(): (() => void)[] {
  const timers: (() => void)[] = [];
  const { setTimeout: start } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, time: number, ...more: unknown[]) => {
    if (time > longTimeouts.end) timers.push(work);
    return start(work, time, ...more);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return timers;
}

/** Returns the path of a directory that does not exist yet. */
const newDirectoryPath = () => join(createTestFolder(), 'data');

function openStore(directory: string, env = process.env, timeouts = longTimeouts) {
  const store = openMessageStore(directory, env, timeouts);
  onTestFinished(() => store.close());
  return store;
}

function openFolder(folder: string) {
  const log: string[] = [];
  const messageFolder = openMessageFolder(folder, (text) => log.push(text));
  onTestFinished(() => messageFolder.close());
  return { log, store: messageFolder.storeAll, folder: messageFolder };
}

/** Runs code in a separate process. In this code, `store` is the open message store of the directory. */
function startProcess(directory: string, code: string): ChildProcess & { lines: AsyncIterator<string> } {
  const program = `
    import { openMessageStore } from ${JSON.stringify(storeModule)};
    const store = openMessageStore(${JSON.stringify(directory)}, process.env, ${JSON.stringify(longTimeouts)});
    ${createArrival.toString()}
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return Object.assign(child, { lines });
}

/** Returns the ids of the processes that store messages in a directory. */
function findStoreProcesses(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(getContactFolder(directory));
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('messages from two stores that share a directory keep their order', async () => {
  const directory = newDirectoryPath();
  const [first, second] = [openStore(directory), openStore(directory)];
  expect(existsSync(directory)).toBe(false);
  // Both processes create the directory at the same time.
  await Promise.all([first.open(), second.open()]);
  expect(await first.store(createArrival('Ada'))).toBe('stored');
  expect(await second.store(createArrival('Bea'))).toBe('stored');
  await first.close();
  await first.close();
  await expect(first.store(createArrival('Di'))).rejects.toThrow('The message store is closed.');
  await second.store(createArrival('Cy'));
  await second.close();

  expect(await readStoredNames(directory)).toEqual(['Ada', 'Bea', 'Cy']);
});

test('commits wait until the data is on disk, and only the owner can access the folder', () => {
  const folder = getContactFolder(newDirectoryPath());
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => exec.mockRestore());
  openMessageFile(folder).close();
  expect(exec.mock.calls.flat().join('; ')).toContain('pragma synchronous = full');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('the same message sent to two stores is stored once', async () => {
  const directory = newDirectoryPath();
  const [firstStore, other] = [openStore(directory), openStore(directory)];
  const results = await Promise.all(
    [firstStore, other, firstStore, other].map((store) =>
      store.store(createArrival('Ada', { keys: ['now', 'before'] })),
    ),
  );
  expect(results.toSorted()).toEqual(['known', 'known', 'known', 'stored']);
  expect(await readStoredNames(directory)).toEqual(['Ada']);
});

test('opening a new database file waits for another process that is writing to it', async () => {
  const folder = getContactFolder(newDirectoryPath());
  mkdirSync(folder, { recursive: true });
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(join(folder, 'messages.db'))});
    database.exec('begin immediate');
    console.log('locked');
    // Opening the store blocks the test process, so this process releases the lock.
    setTimeout(() => database.exec('rollback'), 300);`;
  const other = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  openMessageFile(folder, 60_000).close();
  if (other.exitCode === null) await once(other, 'exit');
  expect(runInDatabase(folder, (database) => database.prepare('pragma journal_mode').get())).toEqual({
    journal_mode: 'wal',
  });
});

test('processes that start together in a new directory share one file', async () => {
  const directory = newDirectoryPath();
  const processNames = takeSample(['a', 'b', 'c', 'd'], 2);
  const children = processNames.map((name) =>
    startProcess(
      directory,
      `await Promise.all(Array.from({ length: 5 }, (_, i) => store.store(createArrival('${name}' + i))));`,
    ),
  );
  // No process needs to close its store, because an open store does not keep a process alive.
  const codes = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(codes).toEqual(processNames.map(() => [0, null]));
  expect(new Set(await readStoredNames(directory)).size).toBe(5 * processNames.length);
});

test('killing a process loses no message that it acknowledged', async () => {
  const directory = newDirectoryPath();
  const killed = startProcess(
    directory,
    `for (let i = 0; ; i++) {
       await store.store(createArrival('message ' + i));
       console.log('message ' + i);
     }`,
  );
  const acknowledgedNames = [String((await killed.lines.next()).value)];
  await openStore(directory).store(createArrival('other'));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  for (let line = await killed.lines.next(); !line.done; line = await killed.lines.next())
    acknowledgedNames.push(line.value);
  const names = await readStoredNames(directory);
  expect(names).toEqual(expect.arrayContaining([...acknowledgedNames, 'other']));
  expect(new Set(names).size).toBe(names.length);
});

// `findStoreProcesses` needs /proc, which only Linux has.
test.runIf(existsSync('/proc/self/cmdline'))(
  'a store process that does not respond is replaced, and closing does not wait for it',
  async () => {
    const directory = newDirectoryPath();
    const timers = captureTaskTimers();
    const store = openStore(directory, process.env, { ...longTimeouts, end: 500 });
    await store.open();
    const [first = 0] = findStoreProcesses(directory);
    process.kill(first, 'SIGSTOP');
    const stored = store.store(createArrival('Ada'));
    timers.pop()?.();
    await expect(stored).rejects.toThrow('did not respond within 50 s');
    expect(await store.store(createArrival('Ada'))).toBe('stored');
    expect(await readStoredNames(directory)).toEqual(['Ada']);
    const [next = 0] = findStoreProcesses(directory);
    expect(next).not.toBe(first);
    process.kill(next, 'SIGSTOP');
    await store.close();
    expect(findStoreProcesses(directory)).toEqual([]);
  },
);

test('a message that cannot be stored does not affect others in its batch', async () => {
  const directory = newDirectoryPath();
  const store = openStore(directory);
  await store.open();
  runInDatabase(getContactFolder(directory), (database) =>
    database.exec(`create trigger refuse before insert on contact_messages when new.name = 'wrong'
      begin select raise(abort, 'not this one'); end`),
  );
  const sent = ['one', 'wrong', 'two'].map((name) => store.store(createArrival(name)));
  expect(await Promise.allSettled(sent)).toMatchObject([
    { value: 'stored' },
    { reason: new Error('The message could not be stored: not this one') },
    { value: 'stored' },
  ]);
  expect(await readStoredNames(directory)).toEqual(['one', 'two']);
});

test('a database file that stays locked causes an error until it is unlocked', async () => {
  const directory = newDirectoryPath();
  const timers = captureTaskTimers();
  const store = openStore(directory);
  await store.open();
  const other = new DatabaseSync(join(getContactFolder(directory), 'messages.db'), { timeout: 5000 });
  other.exec('begin immediate');
  const stored = store.store(createArrival('Ada'));
  timers.pop()?.();
  await expect(stored).rejects.toThrow('did not respond within 50 s');
  other.close();
  expect(await store.store(createArrival('Ada'))).toBe('stored');
  expect(await readStoredNames(directory)).toEqual(['Ada']);
});

test('storing a message causes an error until the directory can be created', async () => {
  const directory = newDirectoryPath();
  writeFileSync(directory, 'a file instead of a folder');
  const store = openStore(directory);
  await expect(store.store(createArrival('Ada'))).rejects.toThrow('The message could not be stored: ');
  rmSync(directory);
  expect(await store.store(createArrival('Ada'))).toBe('stored');
});

/** Damages the database file: overwrites the bytes from `from` up to `to`. */
function damage(folder: string, from: number, to: number): void {
  const path = join(folder, 'messages.db');
  const content = readFileSync(path);
  content.fill(7, from, to);
  writeFileSync(path, content);
}
const damagedFiles = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('messages.db.damaged-'));

test.each<[string, (folder: string) => void]>([
  [
    'that is not a database',
    (folder) => writeFileSync(join(folder, 'messages.db'), 'not a database'.repeat(9)),
  ],
  ['with overwritten bytes', (folder) => damage(folder, 4096, 4096 * 3)],
  [
    'whose database is missing',
    (folder) => {
      rmSync(join(folder, 'messages.db'));
      writeFileSync(join(folder, 'messages.db-wal'), 'the log');
    },
  ],
])('a file %s is quarantined, and a new one is created', async (_what, breakStore) => {
  const folder = newDirectoryPath();
  const before = openMessageFile(folder);
  await before.storeAll(Array.from({ length: 300 }, (_, index) => createArrival(`${index}`)));
  before.close();
  breakStore(folder);
  const { store, log } = openFolder(folder);
  expect(await store([createArrival('Ada')])).toEqual(['stored']);
  expect(await readNames(folder)).toEqual(['Ada']);
  expect(log).toEqual([
    expect.stringMatching(/are damaged \(.+\)\. They were moved to messages\.db\.damaged-/),
  ]);
  expect(damagedFiles(folder).length).toBeGreaterThan(0);
});

test('a large database file is opened without a check, and quarantined once damage is found', async () => {
  const directory = newDirectoryPath();
  const plan = { field: 'plan', name: 'plan.pdf', kind: 'pdf', size: 1, content: 'YQ==' } as const;
  const file = openMessageFile(directory);
  await file.storeAll([createArrival('Ada'), createArrival('Bea', { files: [plan] }), createArrival('Cleo')]);
  file.close();
  runInDatabase(directory, (database) =>
    database.exec('update contact_files set content = zeroblob(60000000)'),
  );
  damage(directory, 30_000_000, 30_100_000);
  const { folder, store, log } = openFolder(directory);
  expect(await store([createArrival('Dora')])).toEqual(['stored']);
  expect(await readNames(directory)).toEqual(['Ada', 'Bea', 'Cleo', 'Dora']);
  expect(log).toEqual([]);
  expect(await folder.files(2)).toEqual([]);
  expect(log).toEqual([expect.stringContaining('malformed')]);
  expect(damagedFiles(directory)).toHaveLength(1);
});

test('a file that another process created in place of a damaged file is not quarantined', async () => {
  const directory = newDirectoryPath();
  const before = openMessageFile(directory);
  await before.storeAll([createArrival('Ada')]);
  before.close();
  damage(directory, 0, 4096);
  const { store, log } = openFolder(directory);
  // Simulate a second process that detects the damage at the same time.
  const { close } = DatabaseSync.prototype;
  const closeSpy = vi.spyOn(DatabaseSync.prototype, 'close');
  onTestFinished(() => closeSpy.mockRestore());
  closeSpy.mockImplementationOnce(close).mockImplementationOnce(function (this: DatabaseSync) {
    close.call(this);
    renameSync(join(directory, 'messages.db'), join(directory, 'moved.db'));
    openMessageFile(directory).close();
  });
  expect(await store([createArrival('Emil')])).toEqual(['stored']);
  expect(await readNames(directory)).toEqual(['Emil']);
  expect([log, damagedFiles(directory)]).toEqual([[], []]);
});

test.each([
  ['deleted with its folder', (folder: string) => rmSync(folder, { recursive: true })],
  ['deleted', (folder: string) => rmSync(join(folder, 'messages.db'))],
])(
  'if the database file is %s while in use, the next message is stored in a new file',
  async (_what, breakStore) => {
    const folder = newDirectoryPath();
    const { store, log } = openFolder(folder);
    await store([createArrival('Ada')]);
    breakStore(folder);
    expect(await store([createArrival('Bea')])).toEqual(['stored']);
    expect(log[0]).toContain('were moved or deleted while in use');
    expect(await readNames(folder)).toEqual(['Bea']);
  },
);

/** Stores `count` messages from two years ago, and a new one. */
async function storeOldMessages(folder: string, count: number): Promise<void> {
  const file = openMessageFile(folder);
  const oldArrivals = Array.from({ length: count }, (_, index) => createArrival(`old ${index}`));
  vi.setSystemTime(Date.now() - 730 * day);
  await file.storeAll(oldArrivals);
  vi.useRealTimers();
  await file.storeAll([createArrival('new')]);
  file.close();
}

test('old messages are deleted in small batches', async () => {
  const directory = newDirectoryPath();
  await storeOldMessages(directory, 250);
  const { folder } = openFolder(directory);
  for (const [hasMore, remaining] of [
    [true, 151],
    [true, 51],
    [false, 1],
  ] as const) {
    expect(await folder.removeBefore(Date.now() - day)).toBe(hasMore);
    expect(await readNames(directory)).toHaveLength(remaining);
  }
});

test('if the clock jumps, the server reports it and deletes no messages, even after restarts and new messages', async () => {
  const directory = newDirectoryPath();
  const { folder } = openFolder(directory);
  await folder.storeAll([createArrival('one'), createArrival('two')]);
  await folder.checkClock();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 500 * day });
  onTestFinished(() => void vi.useRealTimers());
  for (let restart = 0; restart < 3; restart++) {
    const logEntries: string[] = [];
    const retention = startRetention({}, folder, (text) => void logEntries.push(text));
    retention.run();
    await expect.poll(() => logEntries).toEqual([expect.stringContaining('are deleted as if today were')]);
    retention.stop();
    await folder.storeAll([createArrival(`later ${restart}`)]);
    expect(await readNames(directory)).toContain('one');
  }
  const { trusted, now } = await folder.checkClock();
  expect(Math.round((now - trusted) / day)).toBe(499);
});

test('the server deletes all old messages while storing new ones', async () => {
  const directory = newDirectoryPath();
  await storeOldMessages(getContactFolder(directory), 250);
  const store = openStore(directory, {});
  await store.open();
  expect(await store.store(createArrival('newer'))).toBe('stored');
  await expect.poll(() => readStoredNames(directory), { timeout: 30_000 }).toEqual(['new', 'newer']);
});
