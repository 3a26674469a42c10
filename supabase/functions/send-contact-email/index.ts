import { isWebhookVariable, mailByHttp, webhook, webhookPerForm } from './channels.ts';
import { storeInBatches } from './batch.ts';
import { messageDatabase } from './message-database.ts';
import { isRejectedStatement, openPostgres } from './postgres.ts';
import { makeHandler } from './handler.ts';
import { clientIpOf, clientKey, networkKey } from './client-address.ts';
import { limitsFrom, throttleDaily } from './limits.ts';
import { allowedOrigins, mailAddressProblem, neededSecrets } from './settings.ts';
import type { Channel } from './notification.ts';
import { sendDueNotifications } from './outbox.ts';

// The parts of Deno used here, so that the type check of the project covers this file.
declare global {
  var EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
}
declare const Deno: {
  env: { get(name: string): string | undefined; toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

const environmentVariable = (name: string) => Deno.env.get(name);

// Without these variables the function would accept messages and lose them, so it does not start.
const { project, site, database: url } = neededSecrets(environmentVariable);
allowedOrigins(site, environmentVariable('ALLOWED_ORIGINS'));
limitsFrom(environmentVariable);
const problem = mailAddressProblem(environmentVariable);
if (problem !== undefined) throw new Error(`The function does not start: ${problem}`);

async function siteFile(path: string): Promise<string | undefined> {
  const response = await fetch(site + path, { signal: AbortSignal.timeout(2000) });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${site}${path} answered ${response.status}.`);
  const text = await response.text();
  if (path.endsWith('.json')) return text;
  // The function serves the page under its own URL, so root-relative links need the origin of the site.
  const { origin } = new URL(site);
  return text.replace(/(\s(?:href|src|action)=["'])\/(?!\/)/g, (_, before: string) => `${before}${origin}/`);
}

/** Returns the channel for notifications of all forms. Without SMTP, because Supabase blocks mail ports. */
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
const database = messageDatabase(openPostgres(url));
const batchedStore = storeInBatches(database.storeAll, (problem) => !isRejectedStatement(problem));

Deno.serve(async (request) => {
  const forAll = defaultChannel();
  const notifiesByForm = Object.keys(Deno.env.toObject()).some(isWebhookVariable);
  const channel = forAll || notifiesByForm ? webhookPerForm(forAll, (name) => Deno.env.get(name)) : undefined;
  const handle = makeHandler({
    store: batchedStore,
    take: database.take,
    isLate: database.isLate,
    siteFile,
    site,
    isAllowedOrigin: allowedOrigins(site, environmentVariable('ALLOWED_ORIGINS')),
    source: (asked) => clientKey(clientIpOf(asked, project), url),
    network: (asked) => networkKey(clientIpOf(asked, project), url),
    notifiesAll: forAll !== undefined,
    notifiesByForm,
    limits: limitsFrom(environmentVariable),
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
