import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { openMessageFileStore } from '../../scripts/messages/message-folder.ts';
import { arrival } from '../support/arrival.ts';

function newKeeper() {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const said: string[] = [];
  const keeper = openMessageFileStore(folder, (text) => said.push(text));
  onTestFinished(() => {
    keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, keeper, said, log: join(folder, 'messages.db-wal') };
}

/** What is there for whoever opens the same files after a crash. */
function namesAfterCrash(folder: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of ['messages.db', 'messages.db-wal'])
    writeFileSync(join(copy, name), readFileSync(join(folder, name)));
  const file = openMessageFile(copy);
  onTestFinished(() => file.close());
  return file.list().map(({ name }) => name);
}

let older: Buffer;
test.each([
  ['cut off', (log: string) => truncateSync(log)],
  ['cut in half', (log: string) => truncateSync(log, statSync(log).size / 2)],
  ['written over', (log: string) => writeFileSync(log, Buffer.alloc(100_000, 7))],
  ['replaced by an older copy', (log: string) => writeFileSync(log, older)],
])('what is stored after the log of last changes was %s is kept', (_what, harm) => {
  const { folder, keeper, said, log } = newKeeper();
  keeper.store([arrival('Ada')]);
  older = readFileSync(log);
  keeper.bringHome();
  keeper.store([arrival('Bea'), arrival('Cleo')]);
  expect(said).toEqual([]);
  harm(log);
  expect(keeper.store([arrival('Dora')])).toEqual(['stored']);
  expect(keeper.store([arrival('Emil')])).toEqual(['stored']);
  expect(said).toEqual([
    expect.stringContaining('Something else than this server wrote into messages.db-wal'),
  ]);
  for (const names of [namesAfterCrash(folder), keeper.list().map(({ name }) => name)])
    expect(names).toEqual(expect.arrayContaining(['Ada', 'Dora', 'Emil']));
});

test('what has been brought home outlasts the log', () => {
  const { folder, keeper, log } = newKeeper();
  keeper.store([arrival('Ada')]);
  keeper.bringHome();
  truncateSync(log);
  expect(keeper.store([arrival('Bea')])).toEqual(['stored']);
  expect(namesAfterCrash(folder)).toEqual(['Ada', 'Bea']);
});

test('what this server and others write into the log is taken for nothing else', () => {
  const { folder, keeper, said } = newKeeper();
  const other = openMessageFile(folder);
  onTestFinished(() => other.close());
  const names = Array.from({ length: 60 }, (_, index) => `${index}`);
  for (const [index, name] of names.entries()) {
    if (index % 5 === 1) keeper.bringHome();
    if (index % 7 === 2) other.remove([index - 1]);
    if (index % 3 === 0) other.store([arrival(name, { words: { site: 'Harbour', labels: [] } })]);
    else keeper.store([arrival(name)]);
    keeper.outbox((outbox) => outbox.claim(Date.now()));
    if (index % 11 === 0) other.lastChanges.bringHome();
  }
  expect(said).toEqual([]);
  expect(keeper.list().length).toBe(60 - Math.ceil((60 - 2) / 7));
});
