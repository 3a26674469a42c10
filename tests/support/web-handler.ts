import { createHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';

/** Services that store every message, for a site without files. */
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

/** Creates the contact function with Web API requests and responses, as on Supabase. */
export function createWebHandler(services: Partial<Services> = {}): (request: Request) => Promise<Response> {
  const handle = createHandler({ ...simpleServices, ...services });
  return async (request) => {
    const { body, ...head } = await handle(request);
    return new Response(body, head);
  };
}
