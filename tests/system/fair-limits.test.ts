import { hash } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type postgres from 'postgres';
import { zeroBits } from '../../schema/content/puzzle.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { type PostKind, budgetsOf } from '../../supabase/functions/send-contact-email/limits.ts';
import { storedMessages } from '../support/forms.ts';
import { hasPostgres, migratedDatabase, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { unsampled } from '../support/sampled.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { hasDeno, keys, startFunction, startGateway } from '../support/supabase.ts';
import { pageYaml } from '../support/small-site.ts';
import { join } from 'node:path';

const formYaml = (id: string, submit: string, fields = '') =>
  pageYaml(
    `  - type: hero\n    heading: Ask ${id}\n  - type: form\n    id: ${id}\n    fields:\n` +
      '      - { name: name, label: Name, required: true }\n' +
      '      - { name: email, label: Mail, kind: email, required: true }\n' +
      `      - { name: message, label: Text, kind: long-text, required: true }\n${fields}` +
      `    submit: { label: Send, function: send-contact-email${submit} }\n`,
  );
const site = servedSite(({ write }) => {
  write('index.yaml', pageYaml('  - type: hero\n    heading: Home page\n'));
  write('ask.yaml', formYaml('question', ''));
  write('few.yaml', formYaml('few', ', maxPerAddress: 2'));
  write('open.yaml', formYaml('open', ', proofOfWork: false'));
  write('programs.yaml', formYaml('programs', ', proofOfWork: false, maxPerAddress: 5'));
  write(
    'plans.yaml',
    formYaml('plan', '', '      - { name: plan, label: Plan, kind: file, accept: [pdf], maxSize: 10 }\n'),
  );
});

/** A backend of the site. Its own messages are listed by name. */
interface Backend {
  address: string;
  names(): Promise<string[]>;
  close(): Promise<unknown>;
}
const path = '/functions/v1/send-contact-email';
const cache = join(site.folder, 'cache');
const host = '127.0.0.1';
let server: PostgresServer | undefined;
beforeAll(async () => {
  if (hasPostgres) server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

const namesIn = (sql: postgres.Sql) => async () =>
  (await sql<{ name: string }[]>`select name from contact_messages`).map(({ name }) => name);

/** The site behind proxies of this machine. */
async function serve(data: string, env: Record<string, string> = {}): Promise<Backend> {
  const { address, close } = await serveSite({
    out: site.out,
    data,
    cache,
    port: 0,
    host,
    env: { ...env, ALLOWED_ORIGINS: site.address },
  });
  const names = async () => (await storedMessages(data)).map(({ name }) => String(name));
  return { address: address + path, names, close };
}

const backends: Record<string, () => Promise<Backend>> = {
  'an SQLite file': () => serve(join(site.folder, 'fair')),
  ...(hasPostgres && {
    async PostgreSQL() {
      const { url, sql } = await migratedDatabase(server!, 'fair'); // started before
      const served = await serve(join(site.folder, 'other'), { DATABASE_URL: url });
      return { ...served, names: namesIn(sql), close: async () => [await served.close(), await sql.end()] };
    },
  }),
  ...(hasPostgres &&
    hasDeno && {
      async Supabase() {
        const { sql } = await migratedDatabase(server!, 'fair_supabase', 'newer'); // started before
        const gateway = await startGateway(sql);
        const { address, stop } = await startFunction({
          SUPABASE_URL: gateway.address,
          SUPABASE_SERVICE_ROLE_KEY: keys.newer.server,
          SITE_URL: site.address,
        });
        const close = async () => [await stop(), await gateway.close(), await sql.end()];
        return { address: `${address}${path}`, names: namesIn(sql), close };
      },
    }),
};

const junkText = 'Buy cheap pumps at our shop, now with a discount. '.repeat(30);
const junk = (index: number) => ({ name: 'Pumps', email: 'a@spam.example', message: `${index} ${junkText}` });
const person = (number: number, name = `Person ${number}`) => ({
  name,
  email: `person-${number}@people.example`,
  message: `Question ${number}: can pumps be quieter?`,
});

interface Post {
  from: string;
  query: Record<string, string>;
  answers: Record<string, string>;
}

const headersFrom = (from: string) => ({ Origin: site.address, 'X-Forwarded-For': `1.2.3.4, ${from}` });

async function post(address: string, { from, query, answers }: Post): Promise<number> {
  const headers = { 'Content-Type': 'application/json', ...headersFrom(from) };
  const url = `${address}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(answers) });
  await response.text();
  return response.status;
}

/** Posts as browsers do without script. */
async function postForm(address: string, { from, query, answers }: Post): Promise<number> {
  const body = new URLSearchParams({ ...answers, ...query });
  const response = await fetch(address, {
    method: 'POST',
    headers: headersFrom(from),
    body,
    redirect: 'manual',
  });
  await response.text();
  return response.status;
}

const ask = (id: string, form = '/ask/question') => ({ form, id, seconds: '40' });

/** Begins an upload, and sends no more than a part of it. */
function stall(address: string, from: string): ClientRequest {
  const one = request(`${address}?form=/plans/plan&id=stalled`, {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': 10_200_000,
      'X-Forwarded-For': from,
    },
  });
  one.on('error', () => {});
  one.write(Buffer.alloc(10_000_000, 'x'));
  return one;
}

async function upload(address: string, { from, query, answers }: Post): Promise<number> {
  const body = new FormData();
  body.append('_answers', JSON.stringify(answers));
  const pdf = `%PDF-1.4\n${'x'.repeat(3_000_000)}\n%%EOF\n`;
  body.append('plan', new File([pdf], 'plan.pdf', { type: 'application/pdf' }));
  const url = `${address}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { method: 'POST', headers: headersFrom(from), body });
  await response.text();
  return response.status;
}

/** A post with the proof of work that browsers compute. */
function proved(one: Post): Post {
  const at = `${Date.now()}`;
  const { form, id } = one.query;
  const text = hash('sha256', JSON.stringify([form, id, at, Object.entries(one.answers)]), 'buffer');
  const tried = Buffer.concat([text, Buffer.alloc(4)]);
  for (let attempt = 0; ; attempt++) {
    tried.writeUInt32BE(attempt, 32);
    if (hash('sha256', tried, 'buffer').readUInt32BE() >>> (32 - zeroBits) > 0) continue;
    return { ...one, query: { ...one.query, at, proof: tried.toString('hex', 32) } };
  }
}

const byBrowser = (number: number, from: string, form?: string): Post =>
  proved({ from, query: ask(`by-${number}`, form), answers: person(number) });
const people = Array.from({ length: 40 }, (_, number) => byBrowser(number, `203.0.113.${number}`));
const office = Array.from({ length: 30 }, (_, number) => byBrowser(100 + number, '198.51.100.77'));
// Browsers prove their work to forms that do not ask for it, too.
const openPeople = [
  ...Array.from({ length: 40 }, (_, number) => byBrowser(500 + number, `203.0.117.${number}`, '/open/open')),
  ...Array.from({ length: 30 }, (_, number) => byBrowser(600 + number, '198.51.100.78', '/open/open')),
];
const uploads = [300, 301, 302].map((number) => byBrowser(number, '203.0.115.1', '/plans/plan'));
// At home, some switch scripts off.
const scriptless = ['/ask/question', '/open/open'].flatMap((form, place) =>
  Array.from({ length: 4 }, (_, number) => ({
    from: `203.0.116.${10 * place + number}`,
    query: { form },
    answers: person(400 + 10 * place + number),
  })),
);

const words =
  'buy cheap best pumps today offer shop price visit order now great site people love quality'.split(' ');
/** Ten clients, of which one has a whole network of IPv6. */
const attacker = (index: number) =>
  index % 10 < 9 ? `192.0.2.${index % 10}` : `2001:db8:0:${(index % 200).toString(16)}::${(index % 999) + 1}`;
const wellFormed = (index: number, message: string) => ({
  name: `Pumps ${index}`,
  email: `pumps-${index}@spam-${index % 700}.example`,
  message,
});
const varied = (index: number) =>
  words.toSorted((a, b) => (a + index > b + index ? index % 3 : -1)).join(' ') + index;
const forms = ['/ask/question', '/few/few', '/plans/plan'];

/** Junk of programs that know nothing of the forms, and of those that know them, but do not work for each post. */
const kinds: Record<string, (address: string, index: number, from: string) => Promise<number>> = {
  'without a form': (address, index, from) => post(address, { from, query: {}, answers: junk(index) }),
  'as a script': (address, index, from) =>
    post(address, { from, query: ask(`junk-${index}`), answers: junk(index) }),
  'into the hidden field': (address, index, from) =>
    post(address, {
      from,
      query: { form: '/ask/question' },
      answers: { ...junk(index), 'your-website': 'x' },
    }),
  'too soon': (address, index, from) =>
    post(address, { from, query: { form: '/ask/question', seconds: '0.2' }, answers: junk(index) }),
  'to no form': (address, index, from) =>
    post(address, { from, query: { form: `/nowhere/${index}` }, answers: junk(index) }),
  'well-formed with links': (address, index, from) =>
    post(address, {
      from,
      query: ask(`w-${index}`),
      answers: wellFormed(index, `See https://spam.example/${index}`),
    }),
  'well-formed with the same text': (address, index, from) =>
    post(address, {
      from,
      query: ask(`s-${index}`),
      answers: wellFormed(index, 'We sell pumps. Please answer.'),
    }),
  'well-formed with a text of its own': (address, index, from) =>
    post(address, { from, query: ask(`v-${index}`), answers: wellFormed(index, varied(index)) }),
  'well-formed to all forms': (address, index, from) =>
    post(address, {
      from,
      query: ask(`f-${index}`, forms[index % 3]),
      answers: wellFormed(index, varied(index)),
    }),
  'as browsers without script': (address, index, from) =>
    postForm(address, { from, query: { form: '/ask/question' }, answers: wellFormed(index, varied(index)) }),
  'to a form that asks for no proof': (address, index, from) =>
    post(address, {
      from,
      query: ask(`o-${index}`, '/open/open'),
      answers: wellFormed(index, varied(index)),
    }),
  'to a form that asks for no proof, without script': (address, index, from) =>
    postForm(address, { from, query: { form: '/open/open' }, answers: wellFormed(index, varied(index)) }),
  'with an invented proof': (address, index, from) =>
    post(address, {
      from,
      query: { ...ask(`p-${index}`), at: `${Date.now()}`, proof: index.toString(16).padStart(8, '0') },
      answers: wellFormed(index, varied(index)),
    }),
  'with the proof of another message': (address, index, from) =>
    post(address, { from, query: people[0]!.query, answers: wellFormed(index, varied(index)) }), // there are forty
};

/** The stores share the code that counts, so by day one of them gets all posts. */
const junkPosts = (store: string) => (unsampled || store === 'an SQLite file' ? 3000 : 600);

describe.each(Object.entries(backends))('with %s', (store, open) => {
  test('of 3,000 junk posts at most 20 are stored, and all messages of people meanwhile', async () => {
    const { address, names, close } = await open();
    try {
      const stalled = Array.from({ length: 5 }, (_, index) => stall(address, `198.51.100.${index % 2}`));
      let sent = 0;
      const sendJunk = async () => {
        for (let index = sent++; index < junkPosts(store); index = sent++) {
          const send = Object.values(kinds)[index % Object.keys(kinds).length]!; // one of them
          await send(address, index, attacker(Math.floor(index / Object.keys(kinds).length)));
        }
      };
      const results: number[] = [];
      const sendPeople = async () => {
        for (const one of [...people, ...office, ...openPeople]) results.push(await post(address, one));
        for (const one of scriptless) results.push(await postForm(address, one));
        for (const one of uploads) results.push(await upload(address, one));
      };
      await Promise.all([sendPeople(), ...Array.from({ length: 10 }, sendJunk)]);
      for (const one of stalled) one.destroy();
      expect(results.filter((status) => status !== 200 && status !== 303)).toEqual([]);
      const stored = await names();
      expect(stored.filter((name) => name.startsWith('Person'))).toHaveLength(151);
      expect(stored.filter((name) => name.startsWith('Pumps')).length).toBeLessThanOrEqual(20);
    } finally {
      await close();
    }
  });
});

describe('at one address', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await serve(join(site.folder, 'one'));
    return () => backend.close();
  });
  const send = (one: Post) => post(backend.address, one);
  const open = (number: number, from: string, answers: Record<string, string> = person(number)) =>
    send({ from, query: ask(`open-${number}`, '/open/open'), answers });

  test.each(Object.keys(kinds))('junk %s is stored at most twice', async (kind) => {
    const before = (await backend.names()).length;
    const from = `192.0.3.${Object.keys(kinds).indexOf(kind)}`;
    for (let index = 0; index < 9; index++) await kinds[kind]?.(backend.address, index, from);
    expect((await backend.names()).length - before).toBeLessThanOrEqual(2);
  });

  test('a form says how many messages it takes', async () => {
    const few = (number: number, from: string) => send(byBrowser(number, from, '/few/few'));
    expect([await few(1, '203.0.116.1'), await few(2, '203.0.116.1'), await few(3, '203.0.116.1')]).toEqual([
      200, 200, 429,
    ]);
    expect(await few(4, '203.0.116.2')).toBe(200);
    // Other forms have budgets of their own.
    expect(await send(byBrowser(5, '203.0.116.1'))).toBe(200);
  });

  test('a message that is sent again and again after failures is not taken for junk', async () => {
    for (let attempt = 0; attempt < 8; attempt++) expect(await open(500, '203.0.119.1')).toBe(200);
  });

  test('a form that asks for no proof says how many it takes without one', async () => {
    const byProgram = (number: number, from: string, answers = person(number)) =>
      send({ from, query: ask(`program-${number}`, '/programs/programs'), answers });
    const statuses = [];
    for (let number = 0; number < 6; number++) statuses.push(await byProgram(number, '203.0.120.1'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await byProgram(6, '203.0.120.2')).toBe(200);
    const storedOf = async (answers: (index: number) => string) => {
      const all = [];
      for (let index = 0; index < 200; index++)
        all.push(await byProgram(index, `192.0.4.${index % 10}`, wellFormed(index, answers(index))));
      return all.filter((status) => status === 200).length;
    };
    expect(await storedOf((index) => `See www.spam.example ${index}`)).toBeLessThanOrEqual(20);
    expect(await storedOf((index) => `${index} ${junkText}`)).toBeLessThanOrEqual(20);
  });

  test('what was suspect is so after the server has started again', async () => {
    const data = join(site.folder, 'again');
    const wrong = {
      from: '192.0.5.1',
      query: { form: '/programs/programs', seconds: '0.2' },
      answers: person(1),
    };
    const first = await serve(data);
    for (let index = 0; index < 3; index++) expect(await post(first.address, wrong)).toBe(422);
    await first.close();
    const second = await serve(data);
    const statuses = [];
    for (let number = 700; number < 704; number++)
      statuses.push(
        await post(second.address, {
          from: '192.0.5.1',
          query: ask(`again-${number}`, '/programs/programs'),
          answers: person(number),
        }),
      );
    await second.close();
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

test.each<[PostKind, object, number | undefined, number[]]>([
  ['proved', {}, undefined, [100, 300, 1000]],
  ['proved', {}, 7, [7, 300, 1000]],
  ['proved', {}, 700, [700, 300, 1000]],
  ['open', {}, undefined, [2, 300, 1000]],
  ['open', {}, 700, [700, 300, 1000]],
  ['open', { perAddress: 200 }, undefined, [20, 300, 1000]],
  ['unproved', {}, undefined, [2, 30, 1000]],
  ['unproved', { perAddress: 1 }, undefined, [1, 30, 1000]],
  ['unproved', { perAddress: 200, perHour: 50 }, 700, [20, 5, 1000]],
  ['wrong', {}, undefined, [2, 10, 1000]],
  ['wrong', {}, 700, [2, 10, 1000]],
  ['proved', { perAddress: 0, perHour: 0, perDay: 0 }, undefined, [0, 0, 0]],
  ['open', { perAddress: 0, perHour: 0, perDay: 0 }, undefined, [2, 0, 0]],
  ['wrong', { perAddress: 0, perHour: 0, perDay: 0 }, undefined, [2, 10, 0]],
])('limits of %s posts with %j and %s of the form', (kind, more, own, expected) => {
  const limits = { perAddress: 20, perHour: 300, perDay: 1000, ...more };
  const budgets = budgetsOf(kind, limits, { form: '/ask', source: 'a', own });
  expect(budgets.map(({ most }) => most)).toEqual(expected);
  expect(budgetsOf(kind, limits, { form: '/ask', source: null, own }).map(({ most }) => most)).toEqual(
    expected.slice(1),
  );
});
