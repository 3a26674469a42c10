import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contactFolder, openMessageStore } from '../../scripts/messages/store.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { openMessageFileStore } from '../../scripts/messages/message-folder.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { arrival } from '../support/arrival.ts';

const [minute, day] = [60_000, 24 * 3_600_000];

/** A directory with messages of two years ago, and one of now. */
function directoryWith(old: readonly ReceivedMessage[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = openMessageFile(contactFolder(directory));
  file.store(old, Date.now() - 730 * day);
  file.store([arrival('new')], Date.now() - minute);
  file.close();
  return directory;
}
const many = (count: number, more: Partial<ReceivedMessage> = {}) =>
  Array.from({ length: count }, (_, at) => arrival(`old ${at}`, more));

test.each([
  ['messages', many(250), [151, 51, 1]],
  [
    'files',
    many(5, {
      files: [{ field: 'f', name: 'f.pdf', kind: 'pdf', size: 9e6, content: 'A'.repeat(12e6) }],
    }),
    [4, 2, 1],
  ],
])('not many %s that are too old are deleted in one step', (_what, old, left) => {
  const keeper = openMessageFileStore(contactFolder(directoryWith(old)), () => {});
  onTestFinished(() => keeper.close());
  const steps = left.map(() => [keeper.removeOld(12), keeper.list().length]);
  expect(steps).toEqual(left.map((count, at) => [at < left.length - 1, count]));
  expect(keeper.removeOld(12)).toBe(false);
});

test('the server goes on until nothing is left that is too old, and stores messages meanwhile', async () => {
  const store = openMessageStore(directoryWith(many(250)), {});
  onTestFinished(() => store.close());
  await store.open();
  expect(await store.store(arrival('newer'))).toBe('stored');
  const names = async () => (await store.list()).map(({ name }) => name).join();
  await vi.waitUntil(async () => (await names()) === 'new,newer', { timeout: 30_000 });
});

test('what was deleted while somebody else was reading is gone afterwards', () => {
  const folder = contactFolder(directoryWith(many(1)));
  const file = openMessageFile(folder, 10);
  onTestFinished(() => file.close());
  const reader = new DatabaseSync(join(folder, 'messages.db'));
  reader.exec('begin; select * from contact_messages');
  expect([file.removeBefore(Date.now() - day), file.list().length]).toEqual([true, 1]);
  const isIn = () => readFileSync(join(folder, 'messages.db-wal')).length > 0;
  expect([file.removeBefore(Date.now() - day), isIn()]).toEqual([true, true]);
  reader.close();
  expect([file.removeBefore(Date.now() - day), isIn()]).toEqual([false, false]);
});
