import type { IncomingMessage, ServerResponse } from 'node:http';
import { openContactStore } from '../contact/contact-store.ts';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { answerWith } from './web-request.ts';

/** The serverless functions, answering on this machine at the addresses that Supabase gives them. */
export interface LocalFunctions {
  /** Answers a request to a function; false if it is for none. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
}

/** `data` is the folder that messages are kept in; `template` reads an answer page of the site. */
export function openLocalFunctions(
  data: string,
  template: (path: string) => Promise<string | undefined>,
): LocalFunctions {
  const store = openContactStore(data);
  const handlers = new Map([
    [
      '/functions/v1/send-contact-email',
      makeHandler({
        store: (message) => store.store(message),
        template,
        log: (problem) => console.error(problem),
      }),
    ],
  ]);
  return {
    async answer(incoming, outgoing) {
      const handler = handlers.get((incoming.url ?? '').split('?')[0] ?? '');
      if (handler) await answerWith(handler, incoming, outgoing);
      return handler !== undefined;
    },
    close: () => store.close(),
  };
}
