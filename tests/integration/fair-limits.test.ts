import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import {
  createClientKey,
  findForwardedIp,
  createNetworkKey,
} from '../../supabase/functions/send-contact-email/client-address.ts';
import { readLimits } from '../../supabase/functions/send-contact-email/limits.ts';
import {
  createQuery,
  toAttackerAddress,
  createBrowserPost,
  countSenders,
  formFiles,
  programJunk,
  createJunkPost,
  junkKinds,
  createPerson,
  type Post,
  createPostsOfPeople,
  addProof,
  createRequest,
} from '../support/posts.ts';
import { isFullRun } from '../support/sample.ts';
import { readAllMessages, createMemoryFolder } from '../support/stored-messages.ts';
import { createWebHandler } from '../support/web-handler.ts';

// These tests use the function with a message file. tests/system/fair-limits.test.ts tests servers and other stores.

const site = 'https://site.example';
/** Puzzle difficulty in bits. Lower than in browsers: one process solves the puzzles for hundreds of people. */
const proofBits = 10;
/** How many spam submissions are sent, how many people write each day, and for how many hours attackers solve puzzles. */
const [junkCount, personCount, floodHours] = isFullRun ? [3000, 500, 5] : [906, 150, 1];
const addCurrentProof = (post: Post) => addProof(post, Date.now(), proofBits);

/** Starts the contact function with a message file and a stopped clock. */
function openFunction(folder = createMemoryFolder()) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 9) });
  const file = openMessageFile(folder);
  onTestFinished(() => {
    file.close();
    vi.useRealTimers();
  });
  const handle = createWebHandler({
    store: async (arrival) => (await file.storeAll([arrival]))[0] ?? 'known',
    take: file.take,
    siteFile: async (path) => formFiles[path],
    isAllowedOrigin: (origin) => origin === site,
    source: ({ headers }) => createClientKey(readAddress(headers), 'secret'),
    network: ({ headers }) => createNetworkKey(readAddress(headers), 'secret'),
    limits: readLimits(() => undefined),
    proofBits,
  });
  return {
    file,
    names: async () => (await readAllMessages(file)).map(({ name }) => name),
    wait: (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds),
    send: async (post: Post) => (await handle(createRequest('http://localhost/', site, post))).status,
  };
}
const readAddress = (headers: { get(name: string): string | null }) =>
  findForwardedIp('', headers.get('x-forwarded-for') ?? '', isProxy);
const isProxy = (address: string) => address === '';

/** Sends submissions one after another and returns their statuses. */
async function sendInOrder(count: number, send: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push(await send(index));
  return statuses;
}
const isRejected = (status: number) => status !== 200 && status !== 303;

test('while thousands of spam messages arrive, at most 20 of them are stored, and every genuine message is', async () => {
  const { send, names, wait } = openFunction();
  const people = createPostsOfPeople(addCurrentProof, 40);
  const rejectedStatuses: number[] = [];
  await sendInOrder(junkCount, async (index) => {
    const nextPost = people[index / Math.floor(junkCount / people.length)];
    if (nextPost) rejectedStatuses.push(...[await send(nextPost)].filter(isRejected));
    wait(10);
    return send(createJunkPost(index));
  });
  expect(rejectedStatuses).toEqual([]);
  const { junk, people: stored } = countSenders(await names());
  expect([stored, people.length]).toEqual([151, 151]);
  expect(junk).toBeLessThanOrEqual(20);
});

test('hundreds of genuine messages a day are stored during and after thousands of spam messages from one address', async () => {
  const { send, names, wait } = openFunction();
  await sendInOrder(junkCount, (index) => send({ ...createJunkPost(index), from: '192.0.2.66' }));
  expect(countSenders(await names()).junk).toBeLessThanOrEqual(20);
  const statuses = await sendInOrder(personCount, async (number) => {
    // Every third person sends from the same office. Meanwhile, spam keeps arriving.
    const from = number % 3 === 0 ? '198.51.100.1' : `203.0.${number % 250}.1`;
    if (number < 40) await send({ ...createJunkPost(number), from: '192.0.2.66' });
    wait((25 * 3_600_000) / personCount);
    return send(createBrowserPost(addCurrentProof, number, from));
  });
  expect(statuses.filter(isRejected)).toEqual([]);
  expect(countSenders(await names()).people).toBe(personCount);
});

test.each([4, 12])(
  'a flood of messages with proof of work from %i networks does not block anyone else',
  async (networks) => {
    const { send, wait } = openFunction();
    const flood = async (round: number) => {
      for (let index = 0; index < 320; index++)
        await send(
          createBrowserPost(addCurrentProof, 1000 * round + index, `10.0.${index % networks}.${index % 250}`),
        );
    };
    for (let hour = 1; hour <= floodHours; hour++) {
      await flood(hour);
      // Every fifth person sends from the same office.
      const statuses = await sendInOrder(30, (number) =>
        send(
          createBrowserPost(
            addCurrentProof,
            9000 + 100 * hour + number,
            number % 5 ? `203.0.${number}.1` : '198.51.100.77',
          ),
        ),
      );
      expect(statuses.filter(isRejected), `hour ${hour}`).toEqual([]);
      wait(3_600_000);
    }
  },
);

test('a form with optional proof of work stores all messages with proof and at most 20 of thousands of spam messages', async () => {
  const { send, names, wait } = openFunction();
  const createJunk = junkKinds['to a form that asks for no proof'];
  const rejectedStatuses: number[] = [];
  await sendInOrder(junkCount, async (index) => {
    wait(100);
    // While spam arrives, 30 people in one office and 40 other people send messages.
    const number = index / Math.floor(junkCount / 70);
    const from = number < 30 ? '198.51.100.1' : `203.0.113.${number}`;
    if (number < 70 && Number.isInteger(number))
      rejectedStatuses.push(
        ...[await send(createBrowserPost(addCurrentProof, number, from, '/open/open'))].filter(isRejected),
      );
    const { query, ...junk } = createJunk!(index); // a key of `junkKinds`
    return send({
      ...junk,
      query: index % 2 === 0 ? query : { form: '/open/open' },
      from: toAttackerAddress(index),
    });
  });
  expect(rejectedStatuses).toEqual([]);
  const { junk, people } = countSenders(await names());
  expect(people).toBe(70);
  expect(junk).toBeLessThanOrEqual(20);
});

describe('from a single address', () => {
  test.each(Object.entries(junkKinds))(
    'at most two of several spam messages %s are stored',
    async (_, kind) => {
      const { send, names } = openFunction();
      await sendInOrder(9, (index) => send({ ...kind(index), from: '192.0.3.1' }));
      expect((await names()).length).toBeLessThanOrEqual(2);
    },
  );

  const programPost = (
    number: number,
    from: string,
    answers: Record<string, string> = createPerson(number),
  ) => ({
    from,
    query: createQuery(`program-${number}`, '/programs/programs'),
    answers,
  });

  test('a form can set its own message limit', async () => {
    const { send } = openFunction();
    const sendToFewForm = (number: number, from = '203.0.116.1') =>
      send(createBrowserPost(addCurrentProof, number, from, '/few/few'));
    expect(await sendInOrder(3, sendToFewForm)).toEqual([200, 200, 429]);
    expect(await sendToFewForm(4, '203.0.116.2')).toBe(200);
    // Each form has a separate budget.
    expect(await send(createBrowserPost(addCurrentProof, 5, '203.0.116.1'))).toBe(200);
  });

  test('a message resent after failures does not count as spam', async () => {
    const { send } = openFunction();
    const post = {
      from: '203.0.119.1',
      query: createQuery('open-500', '/open/open'),
      answers: createPerson(500),
    };
    expect(await sendInOrder(8, () => send(post))).toEqual(Array.from({ length: 8 }, () => 200));
  });

  test('a form with optional proof of work can set its own limit for messages without proof', async () => {
    const { send } = openFunction();
    const statuses = await sendInOrder(6, (number) => send(programPost(number, '203.0.120.1')));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await send(programPost(6, '203.0.120.2'))).toBe(200);
    for (const junk of programJunk) {
      const junkStatuses = await sendInOrder(200, (index) =>
        send(programPost(index, `192.0.4.${index % 10}`, junk(index))),
      );
      expect(junkStatuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
    }
  });

  test('a suspicious client keeps its stricter limit after a server restart', async () => {
    const folder = createMemoryFolder();
    const from = '192.0.5.1';
    const first = openFunction(folder);
    const tooFastPost = {
      from,
      query: { form: '/programs/programs', seconds: '0.2' },
      answers: createPerson(1),
    };
    expect(await sendInOrder(3, () => first.send(tooFastPost))).toEqual([422, 422, 422]);
    const second = openFunction(folder);
    const statuses = await sendInOrder(4, (number) => second.send(programPost(700 + number, from)));
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});
