import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOutbox, openMessageFileStore } from '../../scripts/messages/message-folder.ts';
import { sendDueNotices } from '../../supabase/functions/send-contact-email/outbox.ts';
import { arrival } from '../support/arrival.ts';

const day = 24 * 3_600_000;
const start = Date.UTC(2026, 0, 5);
const words = { site: 'Harbour', labels: [] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => void vi.useRealTimers();
});

function newKeeper() {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const keeper = openMessageFileStore(folder, () => {});
  onTestFinished(() => {
    keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const removeOld = () => {
    keeper.removeOld(12);
    return keeper.list().map(({ name }) => name);
  };
  return { keeper, removeOld };
}

test('a clock that is ahead deletes no messages, also where some come meanwhile', () => {
  const { keeper, removeOld } = newKeeper();
  keeper.store([arrival('Ada')]);
  expect(removeOld()).toEqual(['Ada']);
  vi.setSystemTime(start + 400 * day);
  expect(removeOld()).toEqual(['Ada']);
  keeper.store([arrival('Bea'), arrival('Cleo')]);
  vi.setSystemTime(start + 401 * day);
  expect(removeOld()).toEqual(['Ada', 'Bea', 'Cleo']);
  vi.setSystemTime(start + 2 * day);
  expect(removeOld()).toEqual(['Ada', 'Bea', 'Cleo']);
});

test('a clock that leaps twice, and messages that come before anybody looks, are believed no further', () => {
  const { keeper, removeOld } = newKeeper();
  expect(removeOld()).toEqual([]);
  vi.setSystemTime(start + day);
  keeper.store([arrival('Ada')]);
  vi.setSystemTime(start + 400 * day);
  keeper.store([arrival('Bea')]);
  vi.setSystemTime(start + 401 * day);
  expect(removeOld()).toEqual(['Ada', 'Bea']);
  vi.setSystemTime(start + 800 * day);
  expect(removeOld()).toEqual(['Ada', 'Bea']);
});

test('what is older than the newest by so much is deleted at once, all else after a week', () => {
  const { keeper, removeOld } = newKeeper();
  keeper.store([arrival('Ada')]);
  vi.setSystemTime(start + 380 * day);
  keeper.store([arrival('Bea')]);
  vi.setSystemTime(start + 760 * day);
  expect(removeOld()).toEqual(['Bea']);
  for (let days = 1; days < 7; days++) {
    vi.setSystemTime(start + (760 + days) * day);
    expect(removeOld()).toEqual(['Bea']);
  }
  vi.setSystemTime(start + 767 * day);
  expect(removeOld()).toEqual([]);
});

test('what could not be told while the clock was ahead is told once it is right', async () => {
  const { keeper } = newKeeper();
  keeper.store([arrival('Ada', { words })]);
  vi.setSystemTime(start + 400 * day);
  const refuse = () => Promise.reject(new Error('mailbox full'));
  expect(await sendDueNotices(createOutbox(keeper), refuse)).toBe(1);
  vi.setSystemTime(start);
  const told: string[] = [];
  expect(await sendDueNotices(createOutbox(keeper), async ({ key }) => void told.push(key))).toBe(0);
  expect(told).toEqual(['Ada']);
});
