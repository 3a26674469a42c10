import {
  isWebhookVariable,
  createMailApiChannel,
  createWebhookChannel,
  createFormChannel,
} from './channels.ts';
import { storeInBatches } from './batch.ts';
import { createDatabaseQueries } from './message-database.ts';
import { isRejectedStatement, openPostgres } from './postgres.ts';
import { createHandler } from './handler.ts';
import { findClientIp, createClientKey, createNetworkKey } from './client-address.ts';
import { readLimits, throttleDaily } from './limits.ts';
import { createOriginTest, findMailAddressProblem, readRequiredSettings } from './settings.ts';
import type { Channel } from './notification.ts';
import { sendDueNotifications } from './outbox.ts';

// The parts of Deno that this file uses. They are declared here, so that the project's type check covers this file.
declare global {
  var EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
}
declare const Deno: {
  env: { get(name: string): string | undefined; toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

const getEnvironmentVariable = (name: string) => Deno.env.get(name);

// Fail at startup if these variables are missing. Otherwise, the function would accept messages and lose them.
const { project, site, database: url } = readRequiredSettings(getEnvironmentVariable);
createOriginTest(site, getEnvironmentVariable('ALLOWED_ORIGINS'));
readLimits(getEnvironmentVariable);
const problem = findMailAddressProblem(getEnvironmentVariable);
if (problem !== undefined) throw new Error(`The function does not start: ${problem}`);

async function readSiteFile(path: string): Promise<string | undefined> {
  const response = await fetch(site + path, { signal: AbortSignal.timeout(2000) });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${site}${path} answered ${response.status}.`);
  const text = await response.text();
  if (path.endsWith('.json')) return text;
  // The function serves the page under its own URL, so root-relative links need the origin of the site.
  const { origin } = new URL(site);
  return text.replace(/(\s(?:href|src|action)=["'])\/(?!\/)/g, (_, before: string) => `${before}${origin}/`);
}

/** Returns the default channel for notifications. It does not use SMTP, because Supabase blocks mail ports. */
function createDefaultChannel(): Channel | undefined {
  const mailUrl = Deno.env.get('MAIL_API_URL');
  const to = Deno.env.get('MAIL_TO');
  if (mailUrl && to) {
    const from = Deno.env.get('MAIL_FROM') ?? to;
    return createMailApiChannel(mailUrl, Deno.env.get('MAIL_API_KEY') ?? '', { to, from });
  }
  const webhookUrl = Deno.env.get('WEBHOOK_URL');
  return webhookUrl ? createWebhookChannel(webhookUrl, Deno.env.get('WEBHOOK_SECRET') ?? '') : undefined;
}

const alert = throttleDaily((text) => console.error(text));
const database = createDatabaseQueries(openPostgres(url));
const batchedStore = storeInBatches(database.storeAll, (problem) => !isRejectedStatement(problem));

Deno.serve(async (request) => {
  const mainChannel = createDefaultChannel();
  const notifiesByForm = Object.keys(Deno.env.toObject()).some(isWebhookVariable);
  const channel =
    mainChannel || notifiesByForm ? createFormChannel(mainChannel, (name) => Deno.env.get(name)) : undefined;
  const handle = createHandler({
    store: batchedStore,
    take: database.take,
    isLate: database.isLate,
    siteFile: readSiteFile,
    site,
    isAllowedOrigin: createOriginTest(site, getEnvironmentVariable('ALLOWED_ORIGINS')),
    source: (incoming) => createClientKey(findClientIp(incoming, project), url),
    network: (incoming) => createNetworkKey(findClientIp(incoming, project), url),
    notifiesAll: mainChannel !== undefined,
    notifiesByForm,
    limits: readLimits(getEnvironmentVariable),
    log: (problem) => console.error(problem),
    alert,
  });
  const { body, ...head } = await handle(request);
  const response = new Response(body, head);
  // Sends notifications after the response. A GET request from monitoring also sends failed notifications again.
  const isMonitoring = request.method === 'GET' && response.status === 405;
  if (channel && ((request.method === 'POST' && response.ok) || isMonitoring)) {
    const sending = sendDueNotifications(database, channel).catch((problem: unknown) =>
      console.error(problem),
    );
    globalThis.EdgeRuntime?.waitUntil(sending);
  }
  return response;
});
