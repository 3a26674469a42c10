import { isWebhookVariable, mailByHttp, webhook, webhookPerForm } from './channels.ts';
import { messageDatabase, restClient } from './database.ts';
import { makeHandler } from './handler.ts';
import { clientKey, limitsFrom, throttleDaily } from './limits.ts';
import type { Channel } from './notification.ts';
import { sendDueNotifications } from './outbox.ts';

// The part of Deno that is used here, so that the type check of the project covers this file.
declare global {
  var EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
}
declare const Deno: {
  env: { get(name: string): string | undefined; toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

function serviceKey(): string {
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? secretKey();
  if (!key) throw new Error('SUPABASE_SERVICE_ROLE_KEY is not set.');
  return key;
}

/** Newer projects have a dictionary of secret keys. */
function secretKey(): string | undefined {
  const keys: unknown = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}');
  return keys && typeof keys === 'object' && 'default' in keys ? String(keys.default) : undefined;
}

const siteUrl = (): string => Deno.env.get('SITE_URL')?.replace(/\/+$/, '') ?? '';

async function siteFile(path: string): Promise<string | undefined> {
  const site = siteUrl();
  if (site === '') throw new Error('SITE_URL is not set.');
  const response = await fetch(site + path, { signal: AbortSignal.timeout(2000) });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${site}${path} answered ${response.status}.`);
  const text = await response.text();
  if (path.endsWith('.json')) return text;
  // The function shows the page under its own URL.
  return text.replace(/(\s(?:href|src|action)=["'])\/(?!\/)/g, (_, before: string) => `${before}${site}/`);
}

/** Allows the site and the origins in `ALLOWED_ORIGINS`. */
function isAllowedOrigin(origin: string): boolean {
  const others = Deno.env.get('ALLOWED_ORIGINS')?.split(/[\s,]+/) ?? [];
  const allowed = [siteUrl(), ...others].filter(Boolean).map((url) => new URL(url).origin);
  return allowed.length === 0 || allowed.includes(origin);
}

/** The channel for notifications of every form. Mail servers cannot be reached from Supabase. */
function defaultChannel(): Channel | undefined {
  const mailUrl = Deno.env.get('MAIL_API_URL');
  const to = Deno.env.get('MAIL_TO');
  if (mailUrl && to) {
    const from = Deno.env.get('MAIL_FROM') ?? to;
    return mailByHttp(mailUrl, Deno.env.get('MAIL_API_KEY') ?? '', { to, from });
  }
  const webhookUrl = Deno.env.get('WEBHOOK_URL');
  return webhookUrl ? webhook(webhookUrl, Deno.env.get('WEBHOOK_SECRET') ?? '') : undefined;
}

const alert = throttleDaily((text) => console.error(text));

Deno.serve(async (request) => {
  const forAll = defaultChannel();
  const notifiesByForm = Object.keys(Deno.env.toObject()).some(isWebhookVariable);
  const channel = forAll || notifiesByForm ? webhookPerForm(forAll, (name) => Deno.env.get(name)) : undefined;
  const database = messageDatabase((name, args) =>
    restClient(Deno.env.get('SUPABASE_URL') ?? '', serviceKey())(name, args),
  );
  const handle = makeHandler({
    async store(arrival) {
      const [result] = await database.storeAll([arrival]);
      if (result === undefined) throw new Error('The database returned no result.');
      return result;
    },
    isLate: database.isLate,
    siteFile,
    site: siteUrl(),
    isAllowedOrigin,
    source: ({ headers }) =>
      clientKey(
        headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',', 1)[0],
        serviceKey(),
      ),
    notifiesAll: forAll !== undefined,
    notifiesByForm,
    limits: limitsFrom((name) => Deno.env.get(name)),
    log: (problem) => console.error(problem),
    alert,
  });
  const { body, ...head } = await handle(request);
  const response = new Response(body, head);
  // Notifications are sent after the response. Monitoring with GET sends failed notifications again.
  const isMonitoring = request.method === 'GET' && response.status === 405;
  if (channel && ((request.method === 'POST' && response.ok) || isMonitoring)) {
    const sending = sendDueNotifications(database, channel).catch((problem: unknown) =>
      console.error(problem),
    );
    globalThis.EdgeRuntime?.waitUntil(sending);
  }
  return response;
});
