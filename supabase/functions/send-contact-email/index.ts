import { makeHandler } from './handler.ts';
import { limitsFrom, clientKey, throttleDaily } from './limits.ts';
import { webhookPerForm, isWebhookVariable, mailByHttp, webhook } from './channels.ts';
import type { Channel } from './notice.ts';
import { messageDatabase, restClient } from './database.ts';
import { sendDueNotices } from './outbox.ts';

// The small part of Deno used here, so that the project's own type check covers this file too.
declare global {
  var EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
}
declare const Deno: {
  env: { get(name: string): string | undefined; toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): unknown;
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
  const site = siteUrl();
  if (site === '') throw new Error('SITE_URL is not set, so the site cannot be asked.');
  const answer = await fetch(site + path, { signal: AbortSignal.timeout(2000) });
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (!answer.ok) throw new Error(`${site}${path} answered ${answer.status}.`);
  if (path.endsWith('.json')) return answer.text();
  // The page is shown under the function's address, where `/` would lead nowhere.
  return (await answer.text()).replace(
    /(\s(?:href|src|action)=["'])\/(?!\/)/g,
    (_, before: string) => `${before}${site}/`,
  );
}

function siteUrl(): string {
  return Deno.env.get('SITE_URL')?.replace(/\/+$/, '') ?? '';
}

/** Pages of the site, and of what `ALLOWED_ORIGINS` lists besides, such as a preview of it. */
function isAllowedOrigin(origin: string): boolean {
  const others = Deno.env.get('ALLOWED_ORIGINS')?.split(/[\s,]+/) ?? [];
  const all = [siteUrl(), ...others].filter((one) => one !== '').map((one) => new URL(one).origin);
  return all.length === 0 || all.includes(origin);
}

const alert = throttleDaily((text) => console.error(text));

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
  const usual = channelNow();
  const isNamed = Object.keys(Deno.env.toObject()).some(isWebhookVariable);
  const channel = usual || isNamed ? webhookPerForm(usual, (name) => Deno.env.get(name)) : undefined;
  const database = messageDatabase((name, given) =>
    restClient(Deno.env.get('SUPABASE_URL') ?? '', serviceKey())(name, given),
  );
  const { body, ...head } = await makeHandler({
    store: database.store,
    isLate: database.isLate,
    template,
    site: siteUrl(),
    isAllowedOrigin,
    source: ({ headers }) =>
      clientKey(
        headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',', 1)[0],
        serviceKey(),
      ),
    tells: usual !== undefined,
    usesWebhookOfForm: isNamed,
    limits: limitsFrom((name) => Deno.env.get(name)),
    log: (problem) => console.error(problem),
    alert,
  })(request);
  const answer = new Response(body, head);
  // After the answer. Whoever looks whether the function is there has it try again what could not be told.
  const isLook = request.method === 'GET' && answer.status === 405;
  if (channel && ((request.method === 'POST' && answer.ok) || isLook)) {
    const told = sendDueNotices(database, channel).catch((problem: unknown) => console.error(problem));
    globalThis.EdgeRuntime?.waitUntil(told);
  }
  return answer;
});
