import { beforeEach, expect, test } from 'vitest';
import type { MessageDatabase } from '../../supabase/functions/send-contact-email/message-database.ts';
import type {
  Budget,
  ReceivedMessage,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';
import { createArrival, createTestBudgets } from './stored-messages.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** A message store with a function that changes the time, for tests. */
export interface TestStore extends MessageDatabase {
  store(...arrivals: ReceivedMessage[]): Promise<StoreResult[]>;
  /** Moves all times in the store into the past by the given minutes. */
  advanceTime(minutes: number): MaybePromise<unknown>;
}

/** Creates a budget that allows `most` messages per hour. */
const createBudget = (name: string, most: number, otherwise: Budget['otherwise'] = 'too-many'): Budget => ({
  name,
  most,
  seconds: 3600,
  otherwise,
});

const words = { site: 'Harbour', labels: [['name', 'Your name'] as const] };
const planFile = { field: 'plan', name: 'plan.pdf', kind: 'pdf' as const, size: 5, content: btoa('%PDF-') };

/** Declares the tests that every message store must pass. `open` opens an empty store. */
export function testMessageStore(open: () => MaybePromise<TestStore>): void {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });

  test('stores all parts of a message', async () => {
    const message = {
      name: 'Zoë 😀',
      email: "o'hara@example.com",
      company: '"; drop table contact_messages; --',
      message: 'two\nlines\\',
      other: { phone: '1', ['__proto__']: 'x' },
    };
    expect(await store.store(createArrival('Zoë', { message, files: [planFile] }))).toEqual(['stored']);
    const { content: _, ...planWithoutContent } = planFile;
    const [stored] = await store.after(0);
    expect(stored).toEqual({
      ...message,
      id: 1,
      form: '/contact/message',
      language: 'en',
      mark: null,
      notification: null,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      files: [planWithoutContent],
    });
    expect(await store.files(1)).toEqual([planFile]);
    expect(await store.after(1)).toEqual([]);
  });

  test('stores messages that share a key only once, even within a batch', async () => {
    expect(await store.store(createArrival('Ada', { keys: ['now', 'before'] }))).toEqual(['stored']);
    expect(await store.store(createArrival('Ada', { keys: ['now', 'before'] }))).toEqual(['known']);
    expect(await store.store(createArrival('Ada', { keys: ['later', 'now'] }))).toEqual(['known']);
    expect(await store.store(createArrival('Bea', { keys: ['even later', 'later'] }))).toEqual(['stored']);
    expect(
      await store.store(
        createArrival('Cy'),
        createArrival('Cy'),
        createArrival('Di'),
        createArrival('Di', { keys: ['x', 'Di'] }),
      ),
    ).toEqual(['stored', 'known', 'stored', 'known']);
    expect(await store.store()).toEqual([]);
    expect((await store.after(0)).map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cy', 'Di']);
  });

  test('limits messages per address, per hour and per day', async () => {
    let count = 0;
    const limits = { perAddress: 2, perHour: 4, perDay: 6 };
    const send = (...sources: (string | null)[]) =>
      store.store(...sources.map((source) => createArrival(`${count++}`, createTestBudgets(limits, source))));
    expect(await send('a', 'a')).toEqual(['stored', 'stored']);
    expect(await send('a', 'b')).toEqual(['too-many-from-address', 'stored']);
    expect(await store.store(createArrival('0', createTestBudgets(limits, 'a')))).toEqual(['known']);
    expect(await send(null, null)).toEqual(['stored', 'too-many']);
    await store.advanceTime(61);
    expect(await send('a', 'a', 'c')).toEqual(['stored', 'stored', 'too-many-today']);
    await store.advanceTime(23 * 60);
    expect(await send('c')).toEqual(['stored']);
    expect(await store.after(0)).toHaveLength(7);
  });

  test('counts each budget separately', async () => {
    const limits = { perAddress: 1, perHour: 2, perDay: 3 };
    let count = 0;
    const send = (form: string, ...sources: string[]) =>
      store.store(
        ...sources.map((source) => createArrival(`${count++}`, createTestBudgets(limits, source, form))),
      );
    expect(await send('/few', 'a', 'a', 'b', 'c')).toEqual([
      'stored',
      'too-many-from-address',
      'stored',
      'too-many',
    ]);
    expect(await send('/ask', 'a')).toEqual(['stored']);
    expect(await send('/ask', 'b', 'c')).toEqual(['stored', 'too-many']);
    expect(await send('/other', 'a', 'b')).toEqual(['stored', 'stored']);
  });

  test('uses stricter budgets for a suspicious message', async () => {
    const repeated = createBudget('same text', 2);
    const budgets = [createBudget('proved', 0), { ...repeated, most: 0 }];
    const suspicion = {
      signs: [repeated, createBudget('wrong posts', 1)],
      budgets: [createBudget('wrong', 2, 'too-many-from-address')],
    };
    const send = (...keys: string[]) =>
      store.store(...keys.map((key) => createArrival(key, { budgets, suspicion })));
    expect(await send('a', 'b', 'c')).toEqual(['stored', 'stored', 'stored']);
    expect(await send('d', 'e', 'a')).toEqual(['stored', 'too-many-from-address', 'known']);
    await store.advanceTime(61);
    expect(await send('f')).toEqual(['stored']);
    expect(await store.take([createBudget('wrong posts', 1)])).toBe(true);
    expect(await send('g', 'h', 'i')).toEqual(['stored', 'stored', 'too-many-from-address']);
  });

  test('take() charges all given budgets, or none if one is used up, without storing a message', async () => {
    expect([await store.take([createBudget('a', 1)]), await store.take([createBudget('a', 1)])]).toEqual([
      true,
      false,
    ]);
    expect(await store.take([createBudget('b', 1), createBudget('a', 1)])).toBe(false);
    expect(await store.take([createBudget('b', 1), createBudget('c', 0)])).toBe(true);
    const takeResults = await Promise.all(
      Array.from({ length: 9 }, async () => store.take([createBudget('d', 5)])),
    );
    expect(takeResults.filter(Boolean)).toHaveLength(5);
    await store.advanceTime(59);
    expect(await store.take([createBudget('a', 1)])).toBe(false);
    await store.advanceTime(2);
    expect(await store.take([createBudget('a', 1)])).toBe(true);
    expect(await store.after(0)).toEqual([]);
  });

  test('does not count messages dated in the future after the clock is set back', async () => {
    const limits = { perAddress: 1, perHour: 1, perDay: 1 };
    expect(await store.store(createArrival('a', createTestBudgets(limits, 'a')))).toEqual(['stored']);
    await store.advanceTime(-365 * 24 * 60);
    expect(await store.store(createArrival('b', createTestBudgets(limits, 'a')))).toEqual(['stored']);
  });

  test('enforces limits for messages that arrive at the same time', async () => {
    const limits = { perAddress: 0, perHour: 5, perDay: 0 };
    const all = Array.from({ length: 20 }, (_, index) =>
      createArrival(`${index}`, createTestBudgets(limits)),
    );
    const results = await Promise.all([
      store.store(...all.slice(0, 8)),
      ...all.slice(8).map((message) => store.store(message)),
    ]);
    expect(results.flat().filter((result) => result === 'stored')).toHaveLength(5);
  });

  test('makes a notification due when its message is stored, and again after a failure', async () => {
    await store.store(createArrival('Ada', { words }), createArrival('Bea'));
    const [due] = await store.claim();
    const message = { id: 1, name: 'Ada', message: 'Hello from Ada', notification: 'waiting' };
    expect(due).toMatchObject({ key: 'Ada', words, message });
    expect(await store.claim()).toEqual([]);
    await store.settle(due?.id ?? 0, 'mailbox full');
    await store.advanceTime(9 / 60);
    expect(await store.claim()).toEqual([]);
    await store.advanceTime(2 / 60);
    expect(await store.claim()).toHaveLength(1);
    expect((await store.after(0)).map(({ notification }) => notification)).toEqual(['failed', null]);
    expect(await store.isLate()).toBe(false);
    await store.advanceTime(-1);
    expect(await store.claim()).toEqual([]);
    expect(await store.retry()).toBe(1);
    expect(await store.claim()).toHaveLength(1);
    await store.advanceTime(61);
    expect(await store.isLate()).toBe(true);
    await store.settle(due?.id ?? 0);
    expect(await store.isLate()).toBe(false);
    expect((await store.after(0)).map(({ notification }) => notification)).toEqual(['sent', null]);
    await store.advanceTime(20_000);
    expect(await store.claim()).toEqual([]);
  });

  test('claims one notification at a time, because sending may be slow', async () => {
    await store.store(...['one', 'two', 'three'].map((name) => createArrival(name, { words })));
    const claim = async () => (await store.claim()).map(({ key }) => key);
    expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([['one'], ['two']]);
    expect([await claim(), await claim()]).toEqual([['three'], []]);
    await store.advanceTime(2);
    expect(await claim(), 'the notification claimed by a process that has ended').toEqual(['one']);
  });

  test('sends one notification a day about the limit', async () => {
    const limits = { perAddress: 0, perHour: 0, perDay: 1 };
    for (const name of ['one', 'two', 'three'])
      await store.store(createArrival(name, { words, ...createTestBudgets(limits) }));
    const due = [...(await store.claim()), ...(await store.claim()), ...(await store.claim())];
    expect(due).toMatchObject([
      { key: 'one', message: { name: 'one' } },
      {
        key: expect.stringMatching(/^limit-\d{4}-\d\d-\d\d$/),
        message: null,
        words: { site: 'Harbour', perDay: 1, language: 'en' },
      },
    ]);
  });
}
