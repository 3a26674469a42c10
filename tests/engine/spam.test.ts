import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
function openFunction() {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const file = openMessageFile(folder);
  onTestFinished(() => {
    file.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let now = Date.UTC(2026, 0, 5, 9);
  const handle = webHandler({
    store: async (arrival) => file.store([arrival], now)[0] ?? 'known',
    siteFile: async (path) => (path.endsWith('.json') ? JSON.stringify(definition) : undefined),
    isAllowedOrigin: (origin) => origin === site,
    source: ({ headers }) => clientKey(headers.get('address') ?? undefined, 'secret'),
    limits: limitsFrom(() => undefined),
    now: () => now,
  });
  return {
    stored: () => allMessages(file),
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
  const { send, stored, wait } = openFunction();
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
    const query = `?form=${form}&seconds=40&id=person-${person}`;
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
