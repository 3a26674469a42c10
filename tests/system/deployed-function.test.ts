import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer } from '../support/http-server.ts';
import { hasPostgres, createMigratedDatabase, startPostgres } from '../support/postgres.ts';

const validAnswers = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Hello' };

test.runIf(hasPostgres)(
  'the deployed function stores messages in the database and shows pages of the site',
  async () => {
    const server = await startPostgres();
    const { url, sql } = await createMigratedDatabase(server, 'deployed');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(async () => {
      vi.unstubAllGlobals();
      logged.mockRestore();
      await sql.end();
      await server.stop();
    });
    let missingStatus = 503;
    const { address: site } = await startHttpServer((request, response) => {
      const isPage = request.url?.endsWith('.html');
      response
        .writeHead(isPage ? 200 : missingStatus)
        .end(`<a href="/">%%name%%</a><a href='/x'></a>${request.url}`);
    });
    const environment = new Map([
      ['SUPABASE_URL', 'https://x.supabase.co'],
      ['SUPABASE_DB_URL', url],
      ['SITE_URL', `${site}/`],
      ['MESSAGES_PER_DAY', '7'],
    ]);
    let handle: ((request: Request) => Promise<Response>) | undefined;
    vi.stubGlobal('Deno', {
      env: {
        get: (name: string) => environment.get(name),
        toObject: () => Object.fromEntries(environment),
      },
      serve: (handler: typeof handle) => {
        handle = handler;
      },
    });
    await import('../../supabase/functions/send-contact-email/index.ts');
    const post = (name: string, headers: Record<string, string> = {}) =>
      handle?.(
        new Request('http://localhost/functions/v1/send-contact-email', {
          method: 'POST',
          headers,
          body: new URLSearchParams({ ...validAnswers, name, form: '/contact/message' }),
        }),
      );
    const names = async () =>
      (await sql`select name from contact_messages order by id`).map(({ name }) => name);

    const sent = await post('Ada', { origin: site, 'x-forwarded-for': '192.0.2.7, 10.0.0.1' });
    expect([sent?.status, sent?.headers.get('location')]).toEqual([303, `${site}/contact/message.sent.html`]);
    const budgets = (await sql`select distinct budget from contact_arrivals`).map(({ budget }) =>
      String(budget),
    );
    // While the site does not respond, the function cannot verify the form, so the form has no separate budget.
    const clientBudget = expect.stringMatching(/^unproved [\da-f]{32}$/);
    expect(budgets).toEqual(expect.arrayContaining(['unproved', clientBudget]));

    const otherOrigin = { origin: 'https://elsewhere.example' };
    expect((await post('Bea', otherOrigin))?.status).toBe(403);
    environment.set('ALLOWED_ORIGINS', 'https://preview.example/, https://elsewhere.example');
    expect((await post('Cy', otherOrigin))?.status).toBe(303);
    missingStatus = 404;
    expect((await post('Di'))?.status, 'an unknown form').toBe(422);
    missingStatus = 503;
    await sql`alter table contact_messages rename to elsewhere`;
    const failed = await post('Ed');
    expect(failed?.status).toBe(503);
    expect(await failed?.text()).toBe(
      `<a href="${site}/">Ed</a><a href='${site}/x'></a>/contact/message.failed.html`,
    );
    expect(String(logged.mock.calls.at(-1)?.[0])).toContain('relation "contact_messages" does not exist');
    await sql`alter table elsewhere rename to contact_messages`;
    expect(await names()).toEqual(['Ada', 'Cy']);

    // A monitoring request makes the function send the notifications that are due.
    const webhookBodies: string[] = [];
    const { address: hook } = await startHttpServer(async (request, response) => {
      webhookBodies.push(await text(request));
      response.end();
    });
    await sql`insert into contact_outbox (message_id, words, next_at)
    select id, '{ "site": "Harbour", "labels": [] }', now() from contact_messages where name = 'Ada'`;
    environment.set('WEBHOOK_URL', hook).set('WEBHOOK_SECRET', 'secret');
    expect((await handle?.(new Request('http://localhost/functions/v1/send-contact-email')))?.status).toBe(
      405,
    );
    const isSent = async () =>
      (await sql`select delivered_at is not null as sent from contact_outbox`)[0]?.['sent'];
    await expect.poll(isSent, { timeout: 60_000 }).toBe(true);
    expect(webhookBodies.map((body) => JSON.parse(body))).toMatchObject([{ message: { name: 'Ada' } }]);
  },
);
