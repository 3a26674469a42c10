import { asText } from './message.ts';
import type { Outcome } from './outcome.ts';
import { escapeHtml, plainPage } from './plain-page.ts';
import type { Services } from './services.ts';

const everyAnswer = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-site',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};

/** What else a status says to programs. */
const headersOfStatus: Record<number, Record<string, string>> = {
  405: { Allow: 'POST, OPTIONS' },
  429: { 'Retry-After': '3600' },
  503: { 'Retry-After': '60' },
};

/** Pages of the origin may read the answer. */
const readableFor = (origin: string | undefined): Record<string, string> => ({
  Vary: 'Origin',
  ...(origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }),
});

export function preflight(origin: string | undefined): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...everyAnswer,
      ...readableFor(origin),
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
    },
  });
}

/** `error` is one sentence for programs; a page shows `reason`, or else what `fields` says beside each. */
export function answerInJson({ status, reason, fields }: Outcome, origin?: string): Response {
  const error = Object.values(fields ?? {})[0] ?? reason;
  const answer =
    error === undefined
      ? { success: true }
      : { success: false, error, ...(fields ? { fields } : { reason }) };
  const headers = { ...everyAnswer, ...readableFor(origin), ...headersOfStatus[status] };
  return Response.json(answer, { status, headers });
}

/**
 * A stored message leads on to a page, which can be loaded again without sending anything; one that is not
 * stored is answered with the page of its form, and all that was typed.
 */
export async function answerWithPage(
  outcome: Outcome,
  services: Services,
  origin: string | undefined,
): Promise<Response> {
  const page = await sitePage(outcome, services);
  const headers = { ...everyAnswer, ...readableFor(origin), ...headersOfStatus[outcome.status] };
  if (page !== undefined && outcome.status === 200)
    return new Response(null, {
      status: 303,
      headers: { ...headers, Location: `${services.site}${outcome.form}-sent.html` },
    });
  return new Response(page ?? plainPage(outcome), {
    status: outcome.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      // The one page that repeats what somebody typed runs nothing.
      'Content-Security-Policy': "script-src 'none'; object-src 'none'; frame-ancestors 'none'",
    },
  });
}

/**
 * The site's own page for this outcome, if the form names one that exists. In it `%%name%%` stands for what
 * was typed, `%%!name%%` for what is wrong with it, and `data-invalid="%%?name%%"` for whether anything is.
 */
async function sitePage(
  { status, form, reason = '', fields = {}, answers = new Map() }: Outcome,
  services: Services,
): Promise<string | undefined> {
  if (form === undefined) return undefined;
  try {
    const template = await services.template(`${form}-${status === 200 ? 'sent' : 'failed'}.html`);
    if (status === 200) return template;
    const typed = new Map(answers).set('_problem', reason);
    const values: Record<string, (name: string) => string> = {
      '': (name) => asText(typed.get(name)),
      '!': (name) => fields[name] ?? '',
    };
    const places = /data-invalid="%%\?([\w-]+)%%"|%%(!?)([\w-]+)%%/g;
    return template?.replaceAll(places, (_, asked: string | undefined, kind: string, name: string) => {
      // A template is a page like any other, and says that nothing is invalid.
      if (asked !== undefined) return Object.hasOwn(fields, asked) ? 'aria-invalid="true"' : '';
      return escapeHtml(values[kind]?.(name) ?? '');
    });
  } catch (cause) {
    services.log?.(cause);
    return undefined;
  }
}
