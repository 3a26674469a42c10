import { WrongUse } from '../base/command.ts';
import { onceADay } from '../../supabase/functions/send-contact-email/once-a-day.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';

/**
 * Pages of this very server may send messages, in front of which something else may speak https, and those of
 * what `ALLOWED_ORIGINS` lists. `say` is told of pages that may well be its own.
 */
export function allowedOrigins(env: NodeJS.ProcessEnv, say: (text: string) => void): Services['isAllowed'] {
  const others = (env['ALLOWED_ORIGINS'] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => originOf(one));
  const sayOnce = onceADay(say);
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
  throw new WrongUse(`ALLOWED_ORIGINS must list addresses such as https://example.org, not \`${written}\`.`);
}
