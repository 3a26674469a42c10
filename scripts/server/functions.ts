import type { IncomingMessage, ServerResponse } from 'node:http';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import {
  clientAddress,
  clientKey,
  networkKey,
} from '../../supabase/functions/send-contact-email/client-address.ts';
import {
  limitsFrom,
  maxFromClient,
  throttleDaily,
} from '../../supabase/functions/send-contact-email/limits.ts';
import { listedOrigins } from '../../supabase/functions/send-contact-email/settings.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { deliveryFromEnv } from '../messages/delivery.ts';
import { databaseName, databaseUrlFromEnv } from '../messages/postgres-store.ts';
import { retentionMonths } from '../messages/retention.ts';
import { contactFolder, openMessageStore } from '../messages/store.ts';
import { UsageError } from '../system/command.ts';
import { clientIpHeader, handleRequest } from './web-request.ts';

/**
 * Returns a function that allows the origins of this server, also behind an https proxy, and those in
 * `ALLOWED_ORIGINS`. Logs rejected origins that may belong to this server.
 */
export function allowedOrigins(
  env: NodeJS.ProcessEnv,
  log: (text: string) => void,
): Services['isAllowedOrigin'] {
  const others = listedOrigins(env['ALLOWED_ORIGINS'] ?? '', (message) => new UsageError(message));
  const logDaily = throttleDaily(log);
  return (origin, { headers }) => {
    const host = headers.get('host') ?? '';
    if (host !== '' && [`http://${host}`, `https://${host}`].includes(origin)) return true;
    if (others.includes(origin)) return true;
    // Browsers mark requests from other sites.
    if (URL.canParse(origin) && !/^(cross|same)-site$/.test(headers.get('sec-fetch-site') ?? ''))
      logDaily(
        `A message from a page of ${new URL(origin).origin.slice(0, 200)} was rejected, because this server was ` +
          `requested as \`${host.slice(0, 200)}\`. If the page belongs to this site, make the proxy pass on its host ` +
          '(nginx: `proxy_set_header Host $http_host;`), or add it to ALLOWED_ORIGINS.',
      );
    return false;
  };
}

/** The local contact function, at the same path as on Supabase. */
interface LocalFunctions {
  /** Rejects if messages cannot be stored. Messages can be sent before it resolves. */
  ready: Promise<void>;
  /** Lines for the operator: how messages are stored and who is notified. */
  info: string[];
  /** Answers a request. Returns false if it is not for a function. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the function of a site served below `base`. Messages are in the folder `data`, or in the database set in `env`.
 */
export function openLocalFunctions(
  data: string,
  siteFile: Services['siteFile'],
  env: NodeJS.ProcessEnv = process.env,
  base: () => string = () => '',
): LocalFunctions {
  const limits = limitsFrom(
    (name) => env[name],
    (message) => new UsageError(message),
  );
  // Validated here, because the store reads it later in a separate process.
  retentionMonths(env);
  const delivery = deliveryFromEnv(env);
  const isAllowedOrigin = allowedOrigins(env, (text) => console.error(text));
  const clientIp = clientAddress(
    env,
    (text) => console.error(text),
    (message) => new UsageError(message),
  );
  const url = databaseUrlFromEnv(env);
  const store = openMessageStore(data, env);
  const ready = store.open();
  // The caller may ignore the rejection. The next message tries again.
  ready.catch(() => {});
  const secret = contactFolder(data);
  const handler = makeHandler({
    store: store.store,
    take: store.take,
    isLate: store.isLate,
    siteFile,
    get site() {
      return base();
    },
    isAllowedOrigin,
    source: ({ headers }) => clientKey(headers.get(clientIpHeader) ?? undefined, secret),
    network: ({ headers }) => networkKey(headers.get(clientIpHeader) ?? undefined, secret),
    limits,
    notifiesAll: delivery?.isForAllForms ?? false,
    notifiesByForm: delivery !== undefined,
    log: (problem) => console.error(problem),
    alert: throttleDaily((text) => console.error(text)),
  });
  const path = '/functions/v1/send-contact-email';
  const paths = [path, `${path}/health`];
  const place = url ? ` in the database ${databaseName(url)}` : '';
  return {
    ready,
    info: [
      delivery
        ? `Messages are stored${place} and ${delivery.summary}.`
        : `Messages are only stored${place}. To be notified, set SMTP_URL, MAIL_API_URL or WEBHOOK_URL.`,
      ...(limits.perAddress > 0
        ? [
            `At most ${maxFromClient('proved', limits)} are accepted per hour from an address, unless the form sets its own ` +
              `limit, and ${maxFromClient('unproved', limits)} without proof of work (MESSAGES_PER_ADDRESS).`,
          ]
        : []),
    ],
    async answer(incoming, outgoing) {
      if (!paths.includes((incoming.url ?? '').split('?')[0] ?? '')) return false;
      await handleRequest(handler, incoming, outgoing, clientIp);
      return true;
    },
    close: store.close,
  };
}
