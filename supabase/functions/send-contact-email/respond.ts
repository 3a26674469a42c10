import { toText } from './message.ts';
import type { MessageOutcome, HandlerAnswer, Services } from './services.ts';
import { selectReplies, toProblemMessage } from '../../../schema/fields/form-messages.ts';
import { findBuiltInLanguage } from '../../../schema/fields/words.ts';
import { checkedValue } from '../../../schema/fields/form-post.ts';

/** Renders a plain page, which is used when the site's page cannot be read. */
export function renderPlainPage({
  reason,
  fields = {},
  answers = new Map(),
  definition,
  language,
}: MessageOutcome): string {
  const replies = selectReplies(language);
  const title = reason === undefined ? replies.sent : replies.notSent;
  const filledAnswers = [...answers].filter(([, value]) => toText(value) !== '');
  const problems = Object.keys(fields).length > 0 ? new Set(Object.values(fields)) : [reason ?? ''];
  const findLabel = (name: string) => definition?.fields.find((field) => field.name === name)?.label ?? name;
  const list = filledAnswers.map(
    ([name, value]) => `<dt>${escapeHtml(findLabel(name))}</dt><dd>${escapeHtml(toText(value))}</dd>`,
  );
  const text =
    reason === undefined
      ? `<p>${replies.isStored}</p>`
      : `<p>${replies.isNotStored} ${escapeHtml([...problems].join(' '))}</p>
<p>${replies.goBack}</p>${list.length > 0 ? `\n<h2>${replies.typed}</h2>\n<dl>${list.join('')}</dl>` : ''}`;
  return `<!doctype html>
<html lang="${findBuiltInLanguage(language) ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
dt{font-weight:bold}dd{margin:0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${text}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

const commonHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-site',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};

const jsonHeaders = { 'Content-Type': 'application/json' };

const headersByStatus: Record<number, Record<string, string>> = {
  405: { Allow: 'POST, OPTIONS' },
  429: { 'Retry-After': '3600' },
  503: { 'Retry-After': '60' },
};

/** Returns headers that allow pages of an origin to read the response. */
const createCorsHeaders = (origin: string | undefined): Record<string, string> => ({
  Vary: 'Origin',
  ...(origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }),
});

export function respondToPreflight(origin: string | undefined): HandlerAnswer {
  return {
    status: 204,
    headers: {
      ...commonHeaders,
      ...createCorsHeaders(origin),
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
    },
    body: null,
  };
}

/**
 * Returns a JSON response. Pages show the problems in `fields` next to the form fields, or else the `reason`. The
 * property `error` is for other programs.
 */
export function respondWithJson({ status, reason, fields }: MessageOutcome, origin?: string): HandlerAnswer {
  const error = Object.values(fields ?? {})[0] ?? reason;
  const answer =
    error === undefined
      ? { success: true }
      : { success: false, error, ...(fields ? { fields } : { reason }) };
  const headers = {
    ...commonHeaders,
    ...createCorsHeaders(origin),
    ...headersByStatus[status],
    ...jsonHeaders,
  };
  return { status, headers, body: JSON.stringify(answer) };
}

/**
 * Returns a response to a form submission. If the message was stored, the response redirects to a page that can be
 * reloaded without sending the message again. Otherwise, the response is the page of the form, filled in with all
 * answers.
 */
export async function respondWithPage(
  outcome: MessageOutcome,
  services: Services,
  origin: string | undefined,
): Promise<HandlerAnswer> {
  const page = await readSitePage(outcome, services);
  const thanks = outcome.definition?.thanks;
  const headers = { ...commonHeaders, ...createCorsHeaders(origin), ...headersByStatus[outcome.status] };
  if (outcome.status === 200 && (thanks ?? page) !== undefined)
    return {
      status: 303,
      headers: { ...headers, Location: `${services.site}${thanks ?? `${outcome.form}.sent.html`}` },
      body: null,
    };
  return {
    status: outcome.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      // This page contains the visitor's answers, so it must not run scripts.
      'Content-Security-Policy': "script-src 'none'; object-src 'none'; frame-ancestors 'none'",
    },
    body: page ?? renderPlainPage(outcome),
  };
}

/** Returns the site's page for this outcome, or `undefined` if the page cannot be read. */
async function readSitePage(outcome: MessageOutcome, services: Services): Promise<string | undefined> {
  const { status, form } = outcome;
  if (form === undefined) return undefined;
  try {
    const template = await services.siteFile(`${form}.${status === 200 ? 'sent' : 'failed'}.html`);
    return template === undefined || status === 200 ? template : fillIn(template, outcome);
  } catch (cause) {
    services.log(cause);
    return undefined;
  }
}

/**
 * Fills in the answers and problems in a page. In text, `%%name%%` stands for the answer to a field, and `%%!name%%`
 * for its problem. The attributes `data-value="%%name%%"` and `data-invalid="%%name%%"`, and
 * `data-checked="%%name=2%%"` or `data-selected` for the third option, are replaced by the attributes without `data-`
 * if they apply.
 */
function fillIn(
  template: string,
  {
    reason = '',
    fields: problems = {},
    answers = new Map(),
    definition,
    filesOf = [],
    language,
  }: MessageOutcome,
): string {
  const selectAgainMessage = toProblemMessage({ reason: 'fileAgain' }, language);
  const fields = { ...Object.fromEntries(filesOf.map((name) => [name, selectAgainMessage])), ...problems };
  const texts = new Map(answers).set('_problem', reason);
  const isChosen = (name: string, optionIndex: string) => {
    const answer = answers.get(name);
    const options = definition?.fields.find((field) => field.name === name)?.options;
    return [answer].flat().includes(options?.[Number(optionIndex)] ?? checkedValue);
  };
  const attributes: Record<string, (name: string, optionIndex: string) => string> = {
    value: (name) => `value="${escapeHtml(toText(texts.get(name)))}"`,
    invalid: (name) => (Object.hasOwn(fields, name) ? 'aria-invalid="true"' : ''),
    checked: (name, optionIndex) => (isChosen(name, optionIndex) ? 'checked=""' : ''),
    selected: (name, optionIndex) => (isChosen(name, optionIndex) ? 'selected=""' : ''),
  };
  const placeholders = /data-(value|invalid|checked|selected)="%%\??([\w-]+)(?:=(\d+))?%%"|%%(!?)([\w-]+)%%/g;
  return template.replaceAll(
    placeholders,
    (
      _,
      attribute: string | undefined,
      attributeField: string,
      optionIndex = '',
      kind: string,
      name: string,
    ) => {
      if (attribute !== undefined) return attributes[attribute]?.(attributeField, optionIndex) ?? '';
      // A field may have the name of an object method, such as `toString`.
      const problem = Object.hasOwn(fields, name) ? (fields[name] ?? '') : '';
      return escapeHtml(kind === '!' ? problem : toText(texts.get(name)));
    },
  );
}
