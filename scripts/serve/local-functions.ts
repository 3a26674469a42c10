import type { IncomingMessage, ServerResponse } from 'node:http';
import { contactFolder, openContactStore } from '../contact/contact-store.ts';
import { openDatabaseStore } from '../contact/database-store.ts';
import { earlierMessages } from '../contact/earlier-messages.ts';
import { deliveryChannel } from '../contact/delivery-channel.ts';
import { databaseName, databaseUrl } from '../contact/database-url.ts';
import { keptMonths } from '../contact/kept-months.ts';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { limitsFrom, sourceOf } from '../../supabase/functions/send-contact-email/limits.ts';
import { onceADay } from '../../supabase/functions/send-contact-email/once-a-day.ts';
import { allowedOrigins } from './allowed-origins.ts';
import { addressHeader, answerWith } from './web-request.ts';

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
  keptMonths(env);
  const delivery = deliveryChannel(env);
  const isAllowed = allowedOrigins(env, (text) => console.error(text));
  const url = databaseUrl(env);
  const store = url ? openDatabaseStore(url, env) : openContactStore(data, env);
  const ready = store.open();
  // Whoever wants to know listens for it; the next message finds out anew.
  ready.catch(() => {});
  const secret = contactFolder(data);
  const contact = makeHandler({
    store: (arrival) => store.store(arrival),
    isLate: () => store.isLate(),
    template,
    site: '',
    isAllowed,
    source: ({ headers }) => sourceOf(headers.get(addressHeader) ?? undefined, secret),
    limits,
    tells: delivery?.isUsual ?? false,
    tellsWhereNamed: delivery !== undefined,
    log: (problem) => console.error(problem),
    alert: onceADay((text) => console.error(text)),
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
      if (handler) await answerWith(handler, incoming, outgoing);
      return handler !== undefined;
    },
    close: () => store.close(),
  };
}
