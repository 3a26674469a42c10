import { asText, type ContactMessage, messageSchema, otherFields } from './message.ts';
import { escapeHtml, plainPage } from './plain-page.ts';
import { type Fields, readBody, readForm, readJson } from './read-body.ts';

/** What the handler needs from the place it runs in. */
export interface Services {
  /** Resolves once the message is safe; rejects if it is not. */
  store(message: ContactMessage): Promise<void>;
  /** The HTML of a page of the site, if it has that page. */
  template(path: string): Promise<string | undefined>;
  /** Called with internal errors, which visitors never see. */
  log?(problem: unknown): void;
}

interface Outcome {
  status: number;
  /** One plain sentence for the visitor; missing when the message is stored. */
  problem?: string;
  fields: Fields;
}

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

/** The site's own page for this outcome, filled in with what was typed, if the form names one that exists. */
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
