import { answerInJson, answerWithPage, preflight } from './answers.ts';
import { messageKeys, openEnvelope } from './envelope.ts';
import {
  checkAnswers,
  definitionEnding,
  type FieldProblems,
  type FormDefinition,
  readDefinition,
} from './form-definition.ts';
import {
  areTooMany,
  type Arrival,
  type ContactMessage,
  messageSchema,
  type NoticeWords,
  otherFields,
} from './message.ts';
import type { HandlerAnswer } from './handler-answer.ts';
import type { HandlerRequest } from './handler-request.ts';
import type { Outcome } from './outcome.ts';
import { withoutWork } from './limits.ts';
import { hasWorked } from './proof-of-work.ts';
import { type Fields, longestForm, longestJson, readBody, readForm, readJson } from './read-body.ts';
import { sentences } from './sentences.ts';
import type { Services } from './services.ts';

/** Nobody reads a form and writes an answer sooner, in seconds. The browser waits for so long by itself. */
const soonest = 2;

/** Makes the one handler behind the contact form: JSON gets JSON, a native form post gets a page. */
export function makeHandler(services: Services): (request: HandlerRequest) => Promise<HandlerAnswer> {
  return async (request) => {
    const origin = request.headers.get('origin') ?? undefined;
    const isAllowed = origin === undefined || services.isAllowed(origin, request);
    const from = isAllowed ? origin : undefined;
    if (request.method === 'OPTIONS') return preflight(from);
    if (isHealth(request)) return answerInJson(await health(services), from);
    if (request.method !== 'POST')
      return answerInJson({ status: 405, reason: 'Send the message with POST.' }, from);
    if (!isAllowed) return answerInJson({ status: 403, reason: 'This page may not send messages here.' });
    const contentType = request.headers.get('content-type') ?? '';
    switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
      case 'application/json':
        return answerInJson(await receive(request, longestJson, readJson, services), from);
      case 'application/x-www-form-urlencoded':
      case 'multipart/form-data': {
        const outcome = await receive(request, longestForm, (body) => readForm(body, contentType), services);
        return answerWithPage(outcome, services, from);
      }
      default:
        return answerInJson({ status: 415, reason: 'Send the message as JSON or as a form.' }, from);
    }
  };
}

/** Whoever watches the site asks `…/health`, which writes nothing. */
const isHealth = ({ method, url }: HandlerRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).pathname.endsWith('/health');

async function health(services: Services): Promise<Outcome> {
  try {
    const isLate = await services.isLate();
    if (!isLate || !services.tells) return { status: 200 };
    return { status: 503, reason: 'Nobody could be told of a message for more than an hour.' };
  } catch (problem) {
    services.log?.(problem);
    return { status: 503, reason: 'Messages cannot be stored now.' };
  }
}

type ReadFields = (body: Uint8Array<ArrayBuffer>) => Fields | Promise<Fields>;

async function receive(
  request: HandlerRequest,
  longest: number,
  readFields: ReadFields,
  services: Services,
): Promise<Outcome> {
  // It begins with the language that is wanted most.
  const wanted = request.headers.get('accept-language') ?? undefined;
  let fields: Fields = new Map();
  try {
    const body = await readBody(request, longest);
    if (!body) return { status: 413, language: wanted, reason: sentences(wanted).tooLong };
    fields = await readFields(body);
  } catch {
    return { status: 400, language: wanted, reason: sentences(wanted).damaged };
  }
  const envelope = openEnvelope(fields, new URL(request.url));
  const { form, answers, isTrapped, seconds } = envelope;
  const found = form === undefined ? undefined : await definitionOf(form, services);
  const definition = found === 'no such form' ? undefined : found;
  const language = definition?.language ?? wanted;
  const words = sentences(language);
  const asked = definition?.fields ?? [];
  const options = Object.fromEntries(asked.map(({ name, options }) => [name, options]));
  const labels = Object.fromEntries(asked.map(({ name, label }) => [name, label]));
  const sent = { form, language, answers, options, labels };
  if (isTrapped) return { ...sent, status: 422, reason: words.trap };
  // A number that is none counts as none.
  if (seconds !== undefined && !(seconds >= soonest)) return { ...sent, status: 422, reason: words.soon };
  if (found === 'no such form') return { ...sent, status: 422, reason: words.changed };
  const checked = definition ? checkAnswers(definition, answers) : checkAnyAnswers(answers);
  if (!('message' in checked)) {
    const { problems, isOther } = checked;
    if (Object.keys(problems).length === 0 && isOther) return { ...sent, status: 422, reason: words.changed };
    return { ...sent, status: 422, fields: problems, reason: words.fields };
  }
  try {
    const now = services.now?.() ?? Date.now();
    const isStrict = definition?.proofOfWork && !hasWorked(envelope, now);
    const arrival: Arrival = {
      keys: messageKeys(envelope, checked.message, now),
      form: form ?? null,
      language: definition?.language ?? null,
      source: services.source(request),
      limits: isStrict ? withoutWork(services.limits) : services.limits,
      message: checked.message,
      words: services.tells || definition?.webhook !== undefined ? wordsOf(definition) : null,
    };
    const receipt = await services.store(arrival);
    if (receipt === 'stored' || receipt === 'known') return { ...sent, status: 200 };
    if (receipt === 'too-many-today')
      services.alert?.(
        `${services.limits.perDay} messages came in a day, and no more are stored until tomorrow.`,
      );
    const reason = receipt === 'too-many-from-address' ? words.tooManyFromAddress : words.tooMany;
    return { ...sent, status: 429, reason };
  } catch (problem) {
    services.log?.(problem);
    return { ...sent, status: 503, reason: words.notStored };
  }
}

/**
 * What the build says of a form, or that the site has no such form. Where the site cannot be asked, messages
 * are taken by the general rules.
 */
async function definitionOf(
  form: string,
  services: Services,
): Promise<FormDefinition | 'no such form' | undefined> {
  try {
    const text = await services.template(form + definitionEnding);
    return text === undefined ? 'no such form' : readDefinition(form, text);
  } catch (problem) {
    services.log?.(problem);
    return undefined;
  }
}

function wordsOf(definition: FormDefinition | undefined): NoticeWords {
  const labels = definition?.fields.map(({ name, label }) => [name, label] as const) ?? [];
  return { site: definition?.site ?? '', labels, webhook: definition?.webhook };
}

function checkAnyAnswers(answers: Fields): ReturnType<typeof checkAnswers> {
  const checked = messageSchema.safeParse(Object.fromEntries(answers));
  if (!checked.success) {
    const problems: FieldProblems = {};
    for (const { path, message } of checked.error.issues) problems[String(path[0])] ??= message;
    return { problems, isOther: false };
  }
  const other = otherFields(answers);
  if (areTooMany(other)) return { problems: {}, isOther: true };
  const message: ContactMessage = { ...checked.data, other };
  return { message };
}
