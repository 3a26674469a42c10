import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMessageFile } from '../../scripts/contact/message-file.ts';
import { messageKeeper } from '../../scripts/contact/message-keeper.ts';
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
  const keeper = messageKeeper(folder, (text) => said.push(text));
  onTestFinished(() => keeper.close());
  expect(keeper.store([arrival('Dora')])).toEqual(['stored']);
  expect(keeper.list().map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cleo', 'Dora']);
  expect(said).toEqual([]);
  keeper.files(2);
  expect(said).toEqual([expect.stringContaining('malformed')]);
});
