import { z } from 'zod';

/** What a visitor wrote. `other` keeps every further field of the form, so that nothing typed is lost. */
export interface ContactMessage {
  name: string;
  email: string;
  company: string | null;
  message: string;
  other: Record<string, string>;
}

/** What the handler needs from the place it runs in. */
export interface Services {
  /** Resolves once the message is safe; rejects if it is not. */
  store(message: ContactMessage): Promise<void>;
  /** The HTML of a page of the site, if it has that page. */
  template(path: string): Promise<string | undefined>;
  /** Told of what went wrong inside; visitors never are. */
  log?(problem: unknown): void;
}

/** Fields as they arrived: always text from a form, anything from JSON. */
type Fields = ReadonlyMap<string, unknown>;

interface Outcome {
  status: number;
  /** One plain sentence for the visitor; missing when the message is stored. */
  problem?: string;
  fields: Fields;
}

const longestBody = 64 * 1024;
const ownFields = new Set(['name', 'email', 'company', 'message', 'form']);

const everyAnswer = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** Makes the one handler behind the contact form: JSON gets JSON, a native form post gets a page. */
export function makeHandler(services: Services): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST')
      return answerInJson(405, 'Send the message with POST.', { Allow: 'POST, OPTIONS' });
    const contentType = request.headers.get('content-type') ?? '';
    switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
      case 'application/json': {
        const { status, problem } = await receive(request, readJson, services);
        return answerInJson(status, problem);
      }
      case 'application/x-www-form-urlencoded':
      case 'multipart/form-data': {
        const outcome = await receive(request, (body) => readForm(body, contentType), services);
        return answerWithPage(outcome, services);
      }
      default:
        return answerInJson(415, 'Send the message as JSON or as a form.');
    }
  };
}

type ReadFields = (body: Uint8Array<ArrayBuffer>) => Fields | Promise<Fields>;

async function receive(request: Request, readFields: ReadFields, services: Services): Promise<Outcome> {
  let fields: Fields = new Map();
  try {
    const body = await readBody(request);
    if (!body) return { status: 413, problem: 'The message is too long to be sent.', fields };
    fields = await readFields(body);
  } catch {
    return { status: 400, problem: 'The message arrived damaged and could not be read.', fields };
  }
  const checked = messageSchema.safeParse(Object.fromEntries(fields));
  if (!checked.success) {
    return {
      status: 422,
      problem: checked.error.issues[0]?.message ?? 'The message is not complete.',
      fields,
    };
  }
  try {
    await services.store({ ...checked.data, other: otherFields(fields) });
  } catch (problem) {
    services.log?.(problem);
    return { status: 500, problem: 'The message could not be stored; please try again later.', fields };
  }
  return { status: 200, fields };
}

/** The whole body, or nothing if it is too long. Counts what arrives, because content-length is only a claim. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > longestBody) return undefined;
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

function readJson(body: Uint8Array<ArrayBuffer>): Fields {
  const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  return new Map(
    data !== null && typeof data === 'object' && !Array.isArray(data) ? Object.entries(data) : [],
  );
}

async function readForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Fields> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    // Several checkboxes share one name.
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

const required = (label: string, longest: number) =>
  text(`Please enter your ${label}.`, label, longest).min(1, `Please enter your ${label}.`);

const messageSchema = z.object({
  name: required('name', 300),
  email: required('email', 300).refine(
    isEmailAddress,
    'Please enter an email address like name@example.com.',
  ),
  company: text('The company must be text.', 'company', 300)
    .nullish()
    .transform((company) => company || null),
  message: required('message', 20_000),
});

function text(otherwise: string, label: string, longest: number) {
  return z
    .string(otherwise)
    .overwrite(storable)
    .trim()
    .max(longest, `The ${label} is too long: at most ${longest} characters.`);
}

/**
 * The same test that a browser makes for type=email. Browsers turn `name@grüße.example` into ASCII for that test
 * but may send it as typed, so letters beyond ASCII count as letters in the part after the @.
 */
function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@') + 1;
  const domain = address
    .slice(at)
    .replace(/[^\p{ASCII}]/gu, (sign) => (/[\p{L}\p{M}\p{N}]/u.test(sign) ? 'x' : sign));
  return z.regexes.html5Email.test(address.slice(0, at) + domain);
}

/** PostgreSQL refuses NUL and half characters; forms send other line ends than scripts do. */
function storable(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\u{FFFD}');
}

function otherFields(fields: Fields): Record<string, string> {
  const others = [...fields].filter(([name]) => !ownFields.has(name));
  return Object.fromEntries(others.map(([name, value]) => [storable(name), storable(asText(value))]));
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...everyAnswer,
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
    },
  });
}

function answerInJson(status: number, problem?: string, headers?: Record<string, string>): Response {
  const answer = problem === undefined ? { success: true } : { success: false, error: problem };
  return Response.json(answer, { status, headers: { ...everyAnswer, ...headers } });
}

async function answerWithPage(outcome: Outcome, services: Services): Promise<Response> {
  const page = (await sitePage(outcome, services)) ?? plainPage(outcome);
  return new Response(page, {
    status: outcome.status,
    headers: {
      ...everyAnswer,
      'Content-Type': 'text/html; charset=utf-8',
      // The one page that repeats what somebody typed runs nothing.
      'Content-Security-Policy': "script-src 'none'; object-src 'none'; frame-ancestors 'none'",
    },
  });
}

/** The site's own page for this outcome, with what was typed filled in, if the form names one and it is there. */
async function sitePage({ problem, fields }: Outcome, services: Services): Promise<string | undefined> {
  const form = asText(fields.get('form'));
  if (!/^(\/[a-z0-9-]+)+$/.test(form)) return undefined;
  try {
    const template = await services.template(`${form}-${problem === undefined ? 'sent' : 'failed'}.html`);
    if (problem === undefined || template === undefined) return template;
    const values = new Map(fields).set('_problem', problem);
    return template.replace(/%%([A-Za-z0-9_-]+)%%/g, (_, name: string) =>
      escapeHtml(asText(values.get(name))),
    );
  } catch (cause) {
    services.log?.(cause);
    return undefined;
  }
}

/** Tells the outcome when the site's own page is out of reach. */
function plainPage({ problem, fields }: Outcome): string {
  const title = problem === undefined ? 'Message sent' : 'Message not sent';
  const typed = [...fields].filter(([name, value]) => name !== 'form' && asText(value) !== '');
  const list = typed.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(asText(value))}</dd>`,
  );
  const told =
    problem === undefined
      ? '<p>Your message has been received and stored.</p>'
      : `<p>Your message has not been stored. ${escapeHtml(problem)}</p>
<p>Use your browser’s Back button to return to the form.</p>${
          list.length > 0 ? `\n<h2>What you wrote</h2>\n<dl>${list.join('')}</dl>` : ''
        }`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
dt{font-weight:bold}dd{margin:0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${told}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}
