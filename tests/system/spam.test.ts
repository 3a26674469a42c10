import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { zeroBits } from '../../schema/content/puzzle.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { clientKey } from '../../supabase/functions/send-contact-email/client-address.ts';
import { limitsFrom } from '../../supabase/functions/send-contact-email/limits.ts';
import { allMessages } from '../support/stored-messages.ts';
import { webHandler } from '../support/web-handler.ts';

const form = '/ask/question';
const site = 'https://site.example';
const definition = {
  language: 'en',
  site: 'Harbour',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', required: true },
    { name: 'email', label: 'E-Mail', kind: 'email', required: true },
    { name: 'message', label: 'Nachricht', kind: 'long-text', required: true },
  ],
};

/** The function with a message file, and a clock of its own. */
function openFunction(more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const file = openMessageFile(folder);
  onTestFinished(() => {
    file.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let now = Date.UTC(2026, 0, 5, 9);
  const handle = webHandler({
    store: async (arrival) => file.store([arrival], now)[0] ?? 'known',
    siteFile: async (path) =>
      path.endsWith('.json') ? JSON.stringify({ ...definition, ...more }) : undefined,
    isAllowedOrigin: (origin) => origin === site,
    source: ({ headers }) => clientKey(headers.get('address') ?? undefined, 'secret'),
    limits: limitsFrom(() => undefined),
    now: () => now,
  });
  return {
    stored: () => allMessages(file),
    now: () => now,
    wait: (milliseconds: number) => void (now += milliseconds),
    async send(data: unknown, address: string, query = '', origin?: string): Promise<number> {
      const headers = { 'content-type': 'application/json', address, ...(origin ? { origin } : {}) };
      const body = JSON.stringify(data);
      return (await handle(new Request(`http://localhost/${query}`, { method: 'POST', body, headers })))
        .status;
    },
  };
}

const text = 'Buy cheap pumps. '.repeat(1100);
const junk = (index: number) => ({ name: 'Spam', email: 'spam@spam.example', message: `${index} ${text}` });

/** Posts of programs, in turns. */
const kinds: ((index: number) => [data: unknown, query?: string, origin?: string])[] = [
  (index) => [junk(index)],
  (index) => [junk(index), `?form=${form}&seconds=9&id=${index}`, site],
  (index) => [{ ...junk(index), 'your-website': 'https://spam.example' }, `?form=${form}`],
  (index) => [junk(index), `?form=${form}&seconds=0.2`],
  (index) => [{ ...junk(index), subject: 'Spam' }, `?form=${form}`],
  (index) => [junk(index), '', `https://spam-${index}.example`],
  () => [junk(0)],
];

test('at most 20 of 3,000 junk posts are stored, and the messages of 500 people meanwhile are accepted', async () => {
  const { send, stored, now, wait } = openFunction();
  const statuses = new Map<number, number>();
  for (let index = 0; index < 3000; index++) {
    const [data, query, origin] = kinds[index % kinds.length]!(index); // one of them
    const status = await send(data, '192.0.2.66', query, origin);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    wait(3);
  }
  const junkStored = stored().length;
  expect(junkStored).toBeLessThanOrEqual(20);
  const rejected: number[] = [];
  for (let person = 0; person < 500; person++) {
    // One in three is from the same office, and the junk goes on.
    const address = person % 3 === 0 ? '198.51.100.1' : `203.0.113.${person % 250}`;
    const message = { name: `Person ${person}`, email: 'a@b.example', message: 'Can pumps be quieter?' };
    // Browsers prove their work to every form.
    const query = provedQuery(`person-${person}`, `${now()}`, message);
    const status = await send(message, address, query, site);
    if (status !== 200) rejected.push(status);
    wait(3 * 60_000);
    if (person < 40) await send(junk(person), '192.0.2.66');
  }
  expect(rejected).toEqual([]);
  const people = stored().filter(({ name }) => name.startsWith('Person'));
  expect(people).toHaveLength(500);
  const counts = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(
    `3000 junk posts: ${junkStored} stored (${counts.join(', ')}); 500 people: 0 rejected\n`,
  );
});

/** The query of a post with the proof of work that browsers compute. */
function provedQuery(id: string, at: string, answers: Record<string, string>): string {
  const text = hash('sha256', JSON.stringify([form, id, at, Object.entries(answers)]), 'buffer');
  const tried = Buffer.concat([text, Buffer.alloc(4)]);
  let attempt = 0;
  do tried.writeUInt32BE(attempt++, 32);
  while (hash('sha256', tried, 'buffer').readUInt32BE() >>> (32 - zeroBits) > 0);
  return `?form=${form}&seconds=40&id=${id}&at=${at}&proof=${tried.toString('hex', 32)}`;
}

test('a form that asks for no proof stores at most 20 of 3,000 short varied posts, and all of people with one', async () => {
  const { send, stored, now, wait } = openFunction({ proofOfWork: false });
  const words = 'buy cheap best pumps today offer shop price visit order now great site'.split(' ');
  const rejected: number[] = [];
  for (let index = 0; index < 3000; index++) {
    const message = `${words[index % 13]} ${words[(index * 7) % 11]} ${words[(index * 3) % 5]} ${index}`;
    const answers = { name: `Pumps ${index}`, email: `p-${index}@spam-${index % 700}.example`, message };
    const query = `?form=${form}${index % 2 === 0 ? `&seconds=9&id=${index}` : ''}`;
    await send(answers, `192.0.2.${index % 10}`, query, site);
    // Thirty people of one office, and forty of elsewhere, meanwhile.
    const person = index / 40;
    if (person < 70 && Number.isInteger(person)) {
      const question = { name: `Person ${person}`, email: 'a@b.example', message: 'Can pumps be quieter?' };
      const address = person < 30 ? '198.51.100.1' : `203.0.113.${person}`;
      const status = await send(question, address, provedQuery(`by-${person}`, `${now()}`, question), site);
      if (status !== 200) rejected.push(status);
    }
    wait(100);
  }
  expect(rejected).toEqual([]);
  const names = stored().map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('Person'))).toHaveLength(70);
  expect(names.filter((name) => name.startsWith('Pumps')).length).toBeLessThanOrEqual(20);
});
