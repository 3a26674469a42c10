import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';

/** The function as its surroundings on Supabase ask it. */
export function webHandler(services: Services): (request: Request) => Promise<Response> {
  const handle = makeHandler(services);
  return async (request) => {
    const { body, ...head } = await handle(request);
    return new Response(body, head);
  };
}
