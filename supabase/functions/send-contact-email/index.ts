import { z } from 'zod';
import { makeHandler } from './handler.ts';
import { limitsFrom, sourceOf } from './limits.ts';
import { onceADay } from './once-a-day.ts';
import { mailByHttp, webhook } from './channels.ts';
import type { Channel } from './notice.ts';
import { type DueNotice, type Outbox, tellDue } from './tell.ts';

// The small part of Deno used here, so that the project's own type check covers this file too.
declare global {
  var EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
}
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

const receipts = z.enum(['stored', 'known', 'too-many-from-address', 'too-many', 'too-many-today']);

/** Calls a function of the database: through REST, as no driver has to start with the function then. */
async function call(name: string, body: unknown): Promise<unknown> {
  const key = serviceKey();
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      apikey: key,
      // Only the older kind of key is a token; the newer kind is refused as one.
      ...(key.startsWith('sb_') ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  if (!answer.ok) throw new Error(`The database answered ${answer.status}: ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

const outbox: Outbox = {
  // Made by the database from what was stored.
  claim: async () => (await call('claim_contact_notices', {})) as DueNotice[],
  async settle(settled, error) {
    await call('settle_contact_notice', { settled, failure: error ?? null });
  },
};

function serviceKey(): string {
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? newerServiceKey();
  if (!key) throw new Error('SUPABASE_SERVICE_ROLE_KEY is not set.');
  return key;
}

/** Projects without the older keys are given a dictionary of newer ones instead. */
function newerServiceKey(): string | undefined {
  const keys: unknown = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}');
  return keys && typeof keys === 'object' && 'default' in keys ? String(keys.default) : undefined;
}

async function template(path: string): Promise<string | undefined> {
  const site = siteAddress();
  if (site === '') return undefined;
  const answer = await fetch(site + path, { signal: AbortSignal.timeout(2000) });
  if (!answer.ok) return undefined;
  if (path.endsWith('.json')) return answer.text();
  // The page is shown under the function's address, where `/` would lead nowhere.
  return (await answer.text()).replace(
    /(\s(?:href|src|action)=["'])\/(?!\/)/g,
    (_, before: string) => `${before}${site}/`,
  );
}

function siteAddress(): string {
  return Deno.env.get('SITE_URL')?.replace(/\/+$/, '') ?? '';
}

/** Pages of the site, and of what `ALLOWED_ORIGINS` lists besides, such as a preview of it. */
function isAllowed(origin: string): boolean {
  const others = Deno.env.get('ALLOWED_ORIGINS')?.split(/[\s,]+/) ?? [];
  const all = [siteAddress(), ...others].filter((one) => one !== '').map((one) => new URL(one).origin);
  return all.length === 0 || all.includes(origin);
}

const alert = onceADay((text) => console.error(text));

/** The way on which messages are told of; mail servers cannot be reached from here. */
function channelNow(): Channel | undefined {
  const [mail, hook, to] = [
    Deno.env.get('MAIL_API_URL'),
    Deno.env.get('WEBHOOK_URL'),
    Deno.env.get('MAIL_TO'),
  ];
  if (mail && to)
    return mailByHttp(mail, Deno.env.get('MAIL_API_KEY') ?? '', {
      to,
      from: Deno.env.get('MAIL_FROM') ?? to,
    });
  return hook ? webhook(hook, Deno.env.get('WEBHOOK_SECRET') ?? '') : undefined;
}

Deno.serve(async (request) => {
  const channel = channelNow();
  const answer = await makeHandler({
    store: async (arrival) => receipts.parse(await call('receive_contact_message', { arrival })),
    template,
    site: siteAddress(),
    isAllowed,
    source: ({ headers }) =>
      sourceOf(
        headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',', 1)[0],
        serviceKey(),
      ),
    tells: channel !== undefined,
    limits: limitsFrom((name) => Deno.env.get(name)),
    log: (problem) => console.error(problem),
    alert,
  })(request);
  // After the answer. Whoever looks whether the function is there has it try again what could not be told.
  if (channel && (answer.status < 400 || request.method === 'GET')) {
    const told = tellDue(outbox, channel).catch((problem: unknown) => console.error(problem));
    globalThis.EdgeRuntime?.waitUntil(told);
  }
  return answer;
});
