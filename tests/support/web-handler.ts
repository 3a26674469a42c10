import { createHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';

/** Services for a site without files. They store every message. */
export const simpleServices: Services = {
  store: async () => 'stored',
  take: async () => true,
  isLate: async () => false,
  siteFile: async () => undefined,
  site: '',
  isAllowedOrigin: () => true,
  source: () => null,
  limits: { perAddress: 0, perHour: 0, perDay: 0 },
  notifiesAll: false,
  log: () => {},
};

/** Creates the contact function as it runs on Supabase, with Web API requests and responses. */
export function createWebHandler(services: Partial<Services> = {}): (request: Request) => Promise<Response> {
  const handle = createHandler({ ...simpleServices, ...services });
  return async (request) => {
    const { body, ...head } = await handle(request);
    return new Response(body, head);
  };
}
