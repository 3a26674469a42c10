import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { openMessageFileStore } from '../../scripts/messages/message-folder.ts';
import { arrival } from '../support/arrival.ts';

const file = { field: 'plan', name: 'plan.pdf', kind: 'pdf', size: 1, content: 'YQ==' } as const;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Messages of which the second came with a large file. */
function storeLarge(folder: string): void {
  const opened = openMessageFile(folder);
  opened.store([arrival('Ada'), arrival('Bea', { files: [file] }), arrival('Cleo')]);
  opened.close();
  const database = new DatabaseSync(join(folder, 'messages.db'));
  database.exec('update contact_files set content = zeroblob(60000000)');
  database.close();
}

/** Writes something else over a part of a file, from a place that is so much of its length. */
function writeOver(path: string, from: number): void {
  const opened = openSync(path, 'r+');
  const place = Math.floor((statSync(path).size * from) / 4096) * 4096;
  writeSync(opened, Buffer.alloc(4096 * 4, 7), 0, 4096 * 4, place);
  closeSync(opened);
}

test('a large file is opened without reading all of it, and set aside once its damage is met', () => {
  const folder = newFolder();
  storeLarge(folder);
  writeOver(join(folder, 'messages.db'), 0.5);
  const said: string[] = [];
  const keeper = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => keeper.close());
  expect(keeper.store([arrival('Dora')])).toEqual(['stored']);
  expect(keeper.list().map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cleo', 'Dora']);
  expect(said).toEqual([]);
  keeper.files(2);
  expect(said).toEqual([expect.stringMatching(/malformed.*the 4 of them that can be read are there/)]);
});

test('what can be read of a damaged file is brought into the new one, with its files and notices', () => {
  const folder = newFolder();
  const opened = openMessageFile(folder);
  const words = { site: 'Harbour', labels: [] };
  const long = { ...arrival('').message, message: 'x'.repeat(2000) };
  opened.store(
    Array.from({ length: 300 }, (_, index) =>
      arrival(`${index}`, { message: { ...long, name: `${index}` } }),
    ),
  );
  opened.store([arrival('Ada', { words, files: [file] }), arrival('Bea', { words })]);
  opened.mark(301, 'answered');
  opened.outbox.settle(1, Date.now());
  const before = opened.list();
  opened.close();
  writeOver(join(folder, 'messages.db'), 0.5);
  const said: string[] = [];
  const keeper = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => keeper.close());
  expect(keeper.store([arrival('Dora')])).toEqual(['stored']);
  const after = keeper.list();
  expect(after.length).toBeGreaterThan(280);
  expect(after.length).toBeLessThan(303);
  const ids = new Set(after.map(({ id }) => id));
  expect(after.slice(0, -1)).toEqual(before.filter(({ id }) => ids.has(id)));
  expect(after.slice(-3)).toMatchObject([
    { name: 'Ada', mark: 'answered', notice: 'sent', files: [{ name: 'plan.pdf' }] },
    { name: 'Bea', notice: 'waiting' },
    { name: 'Dora', id: 303 },
  ]);
  expect(keeper.files(301)).toEqual([file]);
  expect(keeper.outbox((outbox) => outbox.claim(Date.now())).map(({ key }) => key)).toEqual(['Bea']);
  expect(said).toEqual([
    expect.stringContaining(`the ${after.length - 1} of them that can be read are there`),
  ]);
});

test('a file that another server has begun in the place of a damaged one is left where it is', () => {
  const folder = newFolder();
  storeLarge(folder);
  writeOver(join(folder, 'messages.db'), 0);
  const said: string[] = [];
  const [keeper, other] = [0, 1].map(() => openMessageFileStore(folder, (text) => said.push(text)));
  onTestFinished(() => [keeper, other].forEach((one) => one?.close()));
  // Just when the first has found the damage, the other does, too, and goes on.
  const { close } = DatabaseSync.prototype;
  const closing = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementationOnce(function (
    this: DatabaseSync,
  ) {
    close.call(this);
    other?.store([arrival('Dora')]);
  });
  onTestFinished(() => closing.mockRestore());
  expect(keeper?.store([arrival('Emil')])).toEqual(['stored']);
  expect(keeper?.list().map(({ name }) => name)).toEqual(['Dora', 'Emil']);
  expect(said).toEqual([expect.stringContaining('none of them can be read')]);
});

test('what takes long to bring is brought piece by piece, if need be by the next process', () => {
  const folder = newFolder();
  const content = Buffer.alloc(5_000_000, 7).toString('base64');
  const opened = openMessageFile(folder);
  for (const name of ['Ada', 'Bea', 'Cleo'])
    opened.store([arrival(name, { files: [{ ...file, size: 5_000_000, content }] })]);
  opened.store(Array.from({ length: 300 }, (_, index) => arrival(`${index}`)));
  opened.close();
  writeOver(join(folder, 'messages.db'), 0.999);
  const said: string[] = [];
  const keeper = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => keeper.close());
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
  onTestFinished(() => clock.mockRestore());
  expect(keeper.store([arrival('Dora')])).toEqual(['stored']);
  expect(said).toEqual([expect.stringContaining('of them are there, and others follow')]);
  expect(keeper.list().map(({ name }) => name)).not.toContain('Ada');
  keeper.close();
  const cleaner = openMessageFile(folder);
  cleaner.remove(cleaner.list().flatMap(({ id, name }) => (name === 'Cleo' ? [id] : [])));
  cleaner.close();
  const next = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => next.close());
  next.open();
  for (let pieces = 0; said.length < 2 && pieces < 10; pieces++) next.bringMore();
  const names = next.list().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Ada', 'Bea', 'Dora']));
  expect(names, 'what was deleted meanwhile').not.toContain('Cleo');
  expect(next.files(1)).toEqual([{ ...file, size: 5_000_000, content }]);
  expect(said[1]).toContain('are in the new file now');
  expect(readdirSync(folder).filter((name) => name.endsWith('-rest'))).toEqual([]);
});
