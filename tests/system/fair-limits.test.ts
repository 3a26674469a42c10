import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveSite } from '../../scripts/server/static-server.ts';
import { storedMessages } from '../support/forms.ts';
import { hasPostgres, migratedDatabase, type PostgresServer, startPostgres } from '../support/postgres.ts';
import {
  countNames,
  junkPost,
  type Post,
  postsOfPeople,
  proved,
  requestTo,
  writeForms,
} from '../support/posts.ts';
import { unsampled } from '../support/sampled.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';
import { hasDeno, keys, startFunction, startGateway } from '../support/supabase.ts';

// All kinds of posts are sent one by one, and by the thousand, in tests/integration/fair-limits.test.ts.

/** Where the posts go, and the names of the messages that are stored there. */
interface Backend {
  address: string;
  names(): Promise<string[]>;
}
const path = '/functions/v1/send-contact-email';
let server: PostgresServer | undefined;
beforeAll(async () => {
  if (hasPostgres) server = await startPostgres();
});
afterAll(() => server?.stop());

/** The site behind proxies of this machine. */
async function serve(env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const [out, data, cache] = [join(folder, 'dist'), join(folder, 'data'), join(folder, 'cache')];
  writeForms(out);
  const { address, close } = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1', env });
  onTestFinished(() => close());
  const names = async () => (await storedMessages(data)).map(({ name }) => String(name));
  return { site: address, address: address + path, names };
}

async function newDatabase(name: string) {
  const database = await migratedDatabase(server!, name); // started before
  onTestFinished(() => database.sql.end());
  return database;
}
const namesIn = (sql: postgres.Sql) => async () =>
  (await sql<{ name: string }[]>`select name from contact_messages`).map(({ name }) => name);

const backends: Record<string, () => Promise<Backend & { site: string }>> = {
  'an SQLite file': () => serve(),
  ...(hasPostgres && {
    async PostgreSQL() {
      const { url, sql } = await newDatabase('fair');
      return { ...(await serve({ DATABASE_URL: url })), names: namesIn(sql) };
    },
  }),
  ...(hasPostgres &&
    hasDeno && {
      async Supabase() {
        const { sql } = await newDatabase('fair_supabase');
        const gateway = await startGateway(sql);
        onTestFinished(() => gateway.close());
        const { site } = await serve();
        const { address, stop } = await startFunction({
          SUPABASE_URL: gateway.address,
          SUPABASE_SERVICE_ROLE_KEY: keys.newer.server,
          SITE_URL: site,
        });
        onTestFinished(() => stop());
        return { site, address: address + path, names: namesIn(sql) };
      },
    }),
};

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

const [junkCount, peopleAtHome] = unsampled ? [2000, 20] : [340, 6];
let people: Post[] | undefined;

test.each(Object.entries(backends))(
  'with %s at most 20 of hundreds of junk posts are stored, and all messages of people meanwhile',
  async (_name, open) => {
    const { site, address, names } = await open();
    const posts = (people ??= postsOfPeople(proved, peopleAtHome));
    const stalled = Array.from({ length: 5 }, (_, index) => stall(address, `198.51.100.${index % 2}`));
    const send = async (post: Post) => {
      const response = await fetch(requestTo(address, site, post));
      await response.text();
      return response.status;
    };
    let sent = 0;
    const sendJunk = async () => {
      for (let index = sent++; index < junkCount; index = sent++) await send(junkPost(index));
    };
    const statuses: number[] = [];
    const sendPeople = async () => {
      for (const one of posts) statuses.push(await send(one));
    };
    await Promise.all([sendPeople(), ...Array.from({ length: 10 }, sendJunk)]);
    for (const one of stalled) one.destroy();
    expect(statuses.filter((status) => status !== 200 && status !== 303)).toEqual([]);
    const stored = countNames(await names());
    expect(stored.people).toBe(posts.length);
    expect(stored.junk).toBeLessThanOrEqual(20);
  },
);
