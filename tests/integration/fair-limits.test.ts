import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import {
  clientKey,
  forwardedIp,
  networkKey,
} from '../../supabase/functions/send-contact-email/client-address.ts';
import { limitsFrom } from '../../supabase/functions/send-contact-email/limits.ts';
import {
  ask,
  attacker,
  byBrowser,
  countNames,
  formFiles,
  junkOfProgram,
  junkPost,
  kindsOfJunk,
  person,
  type Post,
  postsOfPeople,
  proved,
  requestTo,
} from '../support/posts.ts';
import { unsampled } from '../support/sampled.ts';
import { allMessages, folderInMemory } from '../support/stored-messages.ts';
import { webHandler } from '../support/web-handler.ts';

// tests/system/fair-limits.test.ts tests the servers and the other stores.

const site = 'https://site.example';
/** Fewer bits than in browsers, because one process solves the puzzles of hundreds of people. */
const proofBits = 10;
/** Numbers of junk posts, of people in a day, and of hours in which puzzles are solved. */
const [junkCount, personCount, floodHours] = unsampled ? [3000, 500, 5] : [906, 150, 1];
const prove = (post: Post) => proved(post, Date.now(), proofBits);

/** Opens the contact function with a message file, and stops the clock. */
function openFunction(folder = folderInMemory()) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 9) });
  const file = openMessageFile(folder);
  onTestFinished(() => {
    file.close();
    vi.useRealTimers();
  });
  const handle = webHandler({
    store: async (arrival) => (await file.storeAll([arrival]))[0] ?? 'known',
    take: file.take,
    siteFile: async (path) => formFiles[path],
    isAllowedOrigin: (origin) => origin === site,
    source: ({ headers }) => clientKey(addressIn(headers), 'secret'),
    network: ({ headers }) => networkKey(addressIn(headers), 'secret'),
    limits: limitsFrom(() => undefined),
    proofBits,
  });
  return {
    file,
    names: async () => (await allMessages(file)).map(({ name }) => name),
    wait: (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds),
    send: async (post: Post) => (await handle(requestTo('http://localhost/', site, post))).status,
  };
}
const addressIn = (headers: { get(name: string): string | null }) =>
  forwardedIp('', headers.get('x-forwarded-for') ?? '', isProxy);
const isProxy = (address: string) => address === '';

/** Sends posts one after another and returns their statuses. */
async function statusesOf(count: number, send: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push(await send(index));
  return statuses;
}
const isRejected = (status: number) => status !== 200 && status !== 303;

test('of thousands of junk posts of all kinds at most 20 are stored, as are all real messages sent meanwhile', async () => {
  const { send, names, wait } = openFunction();
  const people = postsOfPeople(prove, 40);
  const rejected: number[] = [];
  await statusesOf(junkCount, async (index) => {
    const one = people[index / Math.floor(junkCount / people.length)];
    if (one) rejected.push(...[await send(one)].filter(isRejected));
    wait(10);
    return send(junkPost(index));
  });
  expect(rejected).toEqual([]);
  const { junk, people: stored } = countNames(await names());
  expect([stored, people.length]).toEqual([151, 151]);
  expect(junk).toBeLessThanOrEqual(20);
});

test('after thousands of junk posts from one address, even if they go on, hundreds of real messages a day are stored', async () => {
  const { send, names, wait } = openFunction();
  await statusesOf(junkCount, (index) => send({ ...junkPost(index), from: '192.0.2.66' }));
  expect(countNames(await names()).junk).toBeLessThanOrEqual(20);
  const statuses = await statusesOf(personCount, async (number) => {
    // Every third person is in the same office, and junk keeps arriving.
    const from = number % 3 === 0 ? '198.51.100.1' : `203.0.${number % 250}.1`;
    if (number < 40) await send({ ...junkPost(number), from: '192.0.2.66' });
    wait((25 * 3_600_000) / personCount);
    return send(byBrowser(prove, number, from));
  });
  expect(statuses.filter(isRejected)).toEqual([]);
  expect(countNames(await names()).people).toBe(personCount);
});

test.each([4, 12])(
  'repeatedly solved puzzles from %i networks leave capacity for everyone else',
  async (networks) => {
    const { send, wait } = openFunction();
    const flood = async (round: number) => {
      for (let index = 0; index < 320; index++)
        await send(byBrowser(prove, 1000 * round + index, `10.0.${index % networks}.${index % 250}`));
    };
    for (let hour = 1; hour <= floodHours; hour++) {
      await flood(hour);
      // Every fifth person is in the same office.
      const statuses = await statusesOf(30, (number) =>
        send(
          byBrowser(prove, 9000 + 100 * hour + number, number % 5 ? `203.0.${number}.1` : '198.51.100.77'),
        ),
      );
      expect(statuses.filter(isRejected), `hour ${hour}`).toEqual([]);
      wait(3_600_000);
    }
  },
);

test('a form without required proof stores at most 20 of thousands of short varied posts, and every message with proof', async () => {
  const { send, names, wait } = openFunction();
  const ofJunk = kindsOfJunk['to a form that asks for no proof'];
  const rejected: number[] = [];
  await statusesOf(junkCount, async (index) => {
    wait(100);
    // Meanwhile, 30 people in one office and 40 others send messages.
    const number = index / Math.floor(junkCount / 70);
    const from = number < 30 ? '198.51.100.1' : `203.0.113.${number}`;
    if (number < 70 && Number.isInteger(number))
      rejected.push(...[await send(byBrowser(prove, number, from, '/open/open'))].filter(isRejected));
    const { query, ...junk } = ofJunk!(index); // a key of `kindsOfJunk`
    return send({ ...junk, query: index % 2 === 0 ? query : { form: '/open/open' }, from: attacker(index) });
  });
  expect(rejected).toEqual([]);
  const { junk, people } = countNames(await names());
  expect(people).toBe(70);
  expect(junk).toBeLessThanOrEqual(20);
});

describe('at one address', () => {
  test.each(Object.entries(kindsOfJunk))('junk %s is stored at most twice', async (_, kind) => {
    const { send, names } = openFunction();
    await statusesOf(9, (index) => send({ ...kind(index), from: '192.0.3.1' }));
    expect((await names()).length).toBeLessThanOrEqual(2);
  });

  const byProgram = (number: number, from: string, answers: Record<string, string> = person(number)) => ({
    from,
    query: ask(`program-${number}`, '/programs/programs'),
    answers,
  });

  test('a form sets its own message limit', async () => {
    const { send } = openFunction();
    const few = (number: number, from = '203.0.116.1') => send(byBrowser(prove, number, from, '/few/few'));
    expect(await statusesOf(3, few)).toEqual([200, 200, 429]);
    expect(await few(4, '203.0.116.2')).toBe(200);
    // Each form has its own budget.
    expect(await send(byBrowser(prove, 5, '203.0.116.1'))).toBe(200);
  });

  test('a message resent after failures does not count as junk', async () => {
    const { send } = openFunction();
    const post = { from: '203.0.119.1', query: ask('open-500', '/open/open'), answers: person(500) };
    expect(await statusesOf(8, () => send(post))).toEqual(Array.from({ length: 8 }, () => 200));
  });

  test('a form without required proof sets its own limit for messages without proof', async () => {
    const { send } = openFunction();
    const statuses = await statusesOf(6, (number) => send(byProgram(number, '203.0.120.1')));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await send(byProgram(6, '203.0.120.2'))).toBe(200);
    for (const junk of junkOfProgram) {
      const all = await statusesOf(200, (index) =>
        send(byProgram(index, `192.0.4.${index % 10}`, junk(index))),
      );
      expect(all.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
    }
  });

  test('suspicion survives a restart of the server', async () => {
    const folder = folderInMemory();
    const from = '192.0.5.1';
    const first = openFunction(folder);
    const wrong = { from, query: { form: '/programs/programs', seconds: '0.2' }, answers: person(1) };
    expect(await statusesOf(3, () => first.send(wrong))).toEqual([422, 422, 422]);
    const second = openFunction(folder);
    const statuses = await statusesOf(4, (number) => second.send(byProgram(700 + number, from)));
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});
