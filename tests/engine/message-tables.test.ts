import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { arrival } from '../support/arrival.ts';

/** Notes the version that a program of another time notes, and returns the one that is noted then. */
function noteVersion(folder: string, version: number): number {
  const database = new DatabaseSync(join(folder, 'messages.db'));
  database.exec(`pragma user_version = ${version}`);
  openMessageFile(folder).close();
  const found = database.prepare('pragma user_version').get()?.['user_version'];
  database.close();
  return Number(found);
}

test('a file that an earlier or a later program had open meanwhile opens, and keeps all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const words = { site: 'Harbour', labels: [] };
  const limits = { perAddress: 0, perHour: 0, perDay: 1 };
  const files = [{ field: 'plan', name: 'plan.pdf', kind: 'pdf', size: 1, content: 'YQ==' }] as const;
  const file = openMessageFile(folder);
  file.store([arrival('Ada', { words, files }), arrival('Bea', { words, limits })]);
  file.mark(1, 'answered');
  file.close();
  const newest = noteVersion(folder, 0);
  for (let version = 1; version <= newest; version++) expect(noteVersion(folder, version)).toBe(newest);
  expect(noteVersion(folder, newest + 2), 'what a later program needs').toBe(newest + 2);
  const opened = openMessageFile(folder);
  onTestFinished(() => opened.close());
  expect(opened.list()).toMatchObject([{ name: 'Ada', mark: 'answered', notice: 'waiting', files: [{}] }]);
  const due = [opened.outbox.claim(Date.now()), opened.outbox.claim(Date.now())].flat();
  expect(due.map(({ key }) => key)).toEqual(['Ada', expect.stringMatching(/^limit-2/)]);
});
