import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import {
  createAddressFinder,
  createClientKey,
  createNetworkKey,
} from '../../supabase/functions/send-contact-email/client-address.ts';
import {
  readLimits,
  getMaxPerClient,
  throttleDaily,
} from '../../supabase/functions/send-contact-email/limits.ts';
import { parseOrigins } from '../../supabase/functions/send-contact-email/settings.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { readDeliveryConfig } from '../messages/delivery.ts';
import { formatDatabaseName, readDatabaseUrl } from '../messages/postgres-store.ts';
import { readRetentionMonths } from '../messages/retention.ts';
import { getContactFolder, openMessageStore } from '../messages/store.ts';
import { UsageError } from '../system/command.ts';
import { clientIpHeader, handleRequest } from './web-request.ts';

/**
 * Returns a function that tests whether an origin is allowed: an origin of this server, also behind an HTTPS proxy, or
 * one in `ALLOWED_ORIGINS`. The function logs rejected origins that may belong to this server.
 */
export function createOriginCheck(
  env: NodeJS.ProcessEnv,
  log: (message: string) => void,
): Services['isAllowedOrigin'] {
  const extraOrigins = parseOrigins(env['ALLOWED_ORIGINS'] ?? '', (message) => new UsageError(message));
  const logDaily = throttleDaily(log);
  return (origin, { headers }) => {
    const host = headers.get('host') ?? '';
    if (host !== '' && [`http://${host}`, `https://${host}`].includes(origin)) return true;
    if (extraOrigins.includes(origin)) return true;
    // Do not log requests that browsers mark as coming from other sites.
    if (URL.canParse(origin) && !/^(cross|same)-site$/.test(headers.get('sec-fetch-site') ?? ''))
      logDaily(
        `A message from a page on ${new URL(origin).origin.slice(0, 200)} was rejected, because this server was ` +
          `requested as \`${host.slice(0, 200)}\`. If the page belongs to this site, make the proxy pass on its host ` +
          '(nginx: `proxy_set_header Host $http_host;`), or add it to ALLOWED_ORIGINS.',
      );
    return false;
  };
}

/** The local contact function, at the same path as on Supabase. */
interface LocalFunctions {
  /** Rejects if messages cannot be stored. Visitors can send messages before the promise resolves. */
  ready: Promise<void>;
  /** Lines for the operator about how messages are stored and who is notified. */
  info: string[];
  /** Responds to a request for a function. Resolves with false if the request is for something else. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the contact function of a site that is served below `base`. Messages are stored in the folder `data`, or in the
 * database set in `env`.
 */
export function openLocalFunctions(
  data: string,
  siteFile: Services['siteFile'],
  env: NodeJS.ProcessEnv = process.env,
  base: () => string = () => '',
): LocalFunctions {
  const limits = readLimits(
    (name) => env[name],
    (message) => new UsageError(message),
  );
  // Validate the retention here, because the store reads it later in a separate process.
  readRetentionMonths(env);
  const delivery = readDeliveryConfig(env);
  const isAllowedOrigin = createOriginCheck(env, (text) => console.error(text));
  const clientIp = createAddressFinder(
    env,
    (text) => console.error(text),
    (message) => new UsageError(message),
  );
  const url = readDatabaseUrl(env);
  const store = openMessageStore(data, env);
  const ready = store.open();
  // The caller may ignore the rejection, because the next message opens the store again.
  ready.catch(() => {});
  const secret = getContactFolder(data);
  const handler = createHandler({
    store: store.store,
    take: store.take,
    isLate: store.isLate,
    siteFile,
    get site() {
      return base();
    },
    isAllowedOrigin,
    source: ({ headers }) => createClientKey(headers.get(clientIpHeader) ?? undefined, secret),
    network: ({ headers }) => createNetworkKey(headers.get(clientIpHeader) ?? undefined, secret),
    limits,
    notifiesAll: delivery?.isForAllForms ?? false,
    notifiesByForm: delivery !== undefined,
    log: (problem) => console.error(problem),
    alert: throttleDaily((text) => console.error(text)),
  });
  const path = '/functions/v1/send-contact-email';
  const paths = [path, `${path}/health`];
  const storageNote = url ? ` in the database ${formatDatabaseName(url)}` : '';
  return {
    ready,
    info: [
      delivery
        ? `Messages are stored${storageNote} and ${delivery.summary}.`
        : `Messages are only stored${storageNote}. To receive notifications, set SMTP_URL, MAIL_API_URL or WEBHOOK_URL.`,
      ...(limits.perAddress > 0
        ? [
            `Each IP address can send ${getMaxPerClient('proved', limits)} messages per hour, or ` +
              `${getMaxPerClient('unproved', limits)} without proof of work, unless a form sets a different limit ` +
              '(MESSAGES_PER_ADDRESS).',
          ]
        : []),
    ],
    async answer(request, response) {
      if (!paths.includes((request.url ?? '').split('?')[0] ?? '')) return false;
      await handleRequest(handler, request, response, clientIp);
      return true;
    },
    close: store.close,
  };
}
