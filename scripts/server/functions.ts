import type { IncomingMessage, ServerResponse } from 'node:http';
import { UsageError } from '../system/command.ts';
import { throttleDaily, limitsFrom, clientKey } from '../../supabase/functions/send-contact-email/limits.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { contactFolder, openMessageStore } from '../messages/store.ts';
import { openDatabaseStore, databaseName, databaseUrlFromEnv } from '../messages/postgres-store.ts';
import { earlierMessages } from '../../legacy/scripts/contact/earlier-messages.ts';
import { deliveryFromEnv } from '../messages/delivery.ts';
import { retentionMonths } from '../messages/retention.ts';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { clientIpHeader, handleRequest } from './web-request.ts';

/**
 * Pages of this very server may send messages, in front of which something else may speak https, and those of
 * what `ALLOWED_ORIGINS` lists. `say` is told of pages that may well be its own.
 */
export function allowedOrigins(
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Services['isAllowedOrigin'] {
  const others = (env['ALLOWED_ORIGINS'] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => originOf(one));
  const sayOnce = throttleDaily(say);
  return (origin, { headers }) => {
    const own = headers.get('host') ?? '';
    if (own !== '' && [`http://${own}`, `https://${own}`].includes(origin)) return true;
    if (others.includes(origin)) return true;
    // Browsers of today say so where the page is that of another site.
    if (URL.canParse(origin) && !/^(cross|same)-site$/.test(headers.get('sec-fetch-site') ?? ''))
      sayOnce(
        `A message from a page of ${new URL(origin).origin.slice(0, 200)} was refused: this server was ` +
          `called \`${own.slice(0, 200)}\`. If the page is of this site, the server in front must pass its ` +
          'name on (nginx: `proxy_set_header Host $http_host;`), or ALLOWED_ORIGINS must list it.',
      );
    return false;
  };
}

function originOf(written: string): string {
  if (URL.canParse(written) && /^https?:/.test(written)) return new URL(written).origin;
  throw new UsageError(
    `ALLOWED_ORIGINS must list addresses such as https://example.org, not \`${written}\`.`,
  );
}

/** The serverless functions, answering on this machine at the addresses that Supabase gives them. */
export interface LocalFunctions {
  /** Rejects if messages cannot be stored now. The first message need not wait for it. */
  ready: Promise<void>;
  /** What is done with messages besides storing them, for whoever started the server. */
  says: string[];
  /** Answers a request to a function; false if it is for none. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
}

/** `data` is the folder that messages are kept in; `template` reads a file of the site. */
export function openLocalFunctions(
  data: string,
  template: (path: string) => Promise<string | undefined>,
  env: NodeJS.ProcessEnv = process.env,
): LocalFunctions {
  const limits = limitsFrom((name) => env[name]);
  // A wrong one is told now, not by the process that reads it.
  retentionMonths(env);
  const delivery = deliveryFromEnv(env);
  const isAllowedOrigin = allowedOrigins(env, (text) => console.error(text));
  const url = databaseUrlFromEnv(env);
  const store = url ? openDatabaseStore(url, env) : openMessageStore(data, env);
  const ready = store.open();
  // Whoever wants to know listens for it; the next message finds out anew.
  ready.catch(() => {});
  const secret = contactFolder(data);
  const contact = makeHandler({
    store: (arrival) => store.store(arrival),
    isLate: () => store.isLate(),
    template,
    site: '',
    isAllowedOrigin,
    source: ({ headers }) => clientKey(headers.get(clientIpHeader) ?? undefined, secret),
    limits,
    tells: delivery?.isUsual ?? false,
    usesWebhookOfForm: delivery !== undefined,
    log: (problem) => console.error(problem),
    alert: throttleDaily((text) => console.error(text)),
  });
  const address = '/functions/v1/send-contact-email';
  const handlers = new Map([address, `${address}/health`].map((one) => [one, contact]));
  // Without what opens it.
  const place = url ? ` in the database ${databaseName(url)}` : '';
  return {
    ready,
    says: [
      delivery
        ? `They are stored${place}, and ${delivery.says}.`
        : `They are stored only${place}: set SMTP_URL, MAIL_API_URL or WEBHOOK_URL to be told of them.`,
      ...(limits.perAddress > 0
        ? [`At most ${limits.perAddress} are taken in an hour from one address (MESSAGES_PER_ADDRESS).`]
        : []),
      ...earlierMessages(data),
    ],
    async answer(incoming, outgoing) {
      const handler = handlers.get((incoming.url ?? '').split('?')[0] ?? '');
      if (handler) await handleRequest(handler, incoming, outgoing);
      return handler !== undefined;
    },
    close: () => store.close(),
  };
}
