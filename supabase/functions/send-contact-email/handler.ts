import {
  definitionSuffix,
  type FormDefinition,
  readDefinition,
  checkAnswers,
  type FieldProblems,
} from './form-definition.ts';
import type { Services, HandlerAnswer, HandlerRequest, Outcome } from './services.ts';
import { maxTotalFileBytes, tooMuch } from '../../../schema/content/upload-rules.ts';
import { problemMessage, repliesIn } from '../../../schema/content/form-messages.ts';
import { answerInJson, answerWithPage, preflight } from './respond.ts';
import { formNamed, messageKeys, parseEnvelope, hasValidProof } from './envelope.ts';
import {
  areTooMany,
  type ReceivedMessage,
  type ContactMessage,
  type FileWithContent,
  messageSchema,
  type NoticeWords,
  otherFields,
  type Fields,
} from './message.ts';
import { stricterLimits } from './limits.ts';
import {
  byteBudget,
  type BodyLimits,
  maxFormBytes,
  maxJsonBytes,
  readRequestBody,
  readJson,
  type Files,
  type Parts,
  readForm,
} from './request-body.ts';
import { hashesOf, validateUploads } from './uploads.ts';

/** What the build says of a form, that there is no such form, or nothing where the site cannot be asked. */
export type SiteForm = FormDefinition | 'no such form' | undefined;

/** Asks the site for what it says of forms, once for each in a request. */
export function siteForms(services: Services): (form: string) => Promise<SiteForm> {
  const asked = new Map<string, Promise<SiteForm>>();
  return (form) => {
    const found = asked.get(form) ?? siteForm(form, services);
    asked.set(form, found);
    return found;
  };
}

async function siteForm(form: string, services: Services): Promise<SiteForm> {
  try {
    const text = await services.template(form + definitionSuffix);
    return text === undefined ? 'no such form' : readDefinition(form, text);
  } catch (problem) {
    services.log?.(problem);
    return undefined;
  }
}

type Forms = ReturnType<typeof siteForms>;

/** Nobody reads a form and writes an answer sooner, in seconds. The browser waits for so long by itself. */
const soonest = 2;

/** Makes the one handler behind the contact form: JSON gets JSON, a native form post gets a page. */
export function makeHandler(services: Services): (request: HandlerRequest) => Promise<HandlerAnswer> {
  return async (request) => {
    const origin = request.headers.get('origin') ?? undefined;
    const isAllowedOrigin = origin === undefined || services.isAllowedOrigin(origin, request);
    const from = isAllowedOrigin ? origin : undefined;
    if (request.method === 'OPTIONS') return preflight(from);
    if (isHealth(request)) return answerInJson(await health(services), from);
    if (request.method !== 'POST')
      return answerInJson({ status: 405, reason: 'Send the message with POST.' }, from);
    if (!isAllowedOrigin)
      return answerInJson({ status: 403, reason: 'This page may not send messages here.' });
    const contentType = request.headers.get('content-type') ?? '';
    switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
      case 'application/json':
        return answerInJson(await receive(request, inJson, siteForms(services), services), from);
      case 'application/x-www-form-urlencoded':
      case 'multipart/form-data': {
        const forms = siteForms(services);
        const body = await formBody(request, contentType, forms);
        try {
          const outcome = await receive(request, body, forms, services);
          // Only a script has an id for what it sends.
          return new URL(request.url).searchParams.has('id')
            ? answerInJson(outcome, from)
            : await answerWithPage(outcome, services, from);
        } finally {
          body.held?.release();
        }
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
    if (!isLate || !(services.tells || services.usesWebhookOfForm)) return { status: 200 };
    return { status: 503, reason: 'Nobody could be told of a message for more than an hour.' };
  } catch (problem) {
    services.log?.(problem);
    return { status: 503, reason: 'Messages cannot be stored now.' };
  }
}

/** How a body is read, and how much of it. */
interface BodyKind extends BodyLimits {
  /** For files, in bytes. */
  room?: number;
  read(body: Uint8Array<ArrayBuffer>): Parts | Promise<Parts>;
  /** That of the page, where it is known before the body. */
  language?: string;
}

const inJson: BodyKind = {
  longest: maxJsonBytes,
  read: (body) => ({ fields: readJson(body), files: new Map() }),
};

/** A form that asks for files names itself in the address, so that none is read for any other. */
async function formBody({ url }: HandlerRequest, contentType: string, forms: Forms): Promise<BodyKind> {
  const form = formNamed(new URL(url).searchParams.get('form'));
  const found = form === undefined ? undefined : await forms(form);
  const definition = found === 'no such form' ? undefined : found;
  const room = maxTotalFileBytes(definition?.fields ?? []);
  const read = (body: Uint8Array<ArrayBuffer>) => readForm(body, contentType);
  if (room === 0 || !/^\s*multipart/i.test(contentType)) return { longest: maxFormBytes, read };
  const limits = { longest: maxFormBytes + room, thrownAway: room * 4, held: byteBudget() };
  return { ...limits, room, read, language: definition?.language };
}

/** It begins with the language that is wanted most. */
const wantedLanguage = ({ headers }: HandlerRequest) => headers.get('accept-language') ?? undefined;

async function receive(
  request: HandlerRequest,
  kind: BodyKind,
  forms: Forms,
  services: Services,
): Promise<Outcome> {
  const { room, read } = kind;
  const wanted = kind.language ?? wantedLanguage(request);
  let fields: Fields = new Map();
  let given: Files = new Map();
  try {
    const body = await readRequestBody(request, kind);
    const { tooLong, notStored } = repliesIn(wanted);
    if (body === 'no room') return { status: 503, language: wanted, reason: notStored };
    if (body === 'too long')
      return {
        status: 413,
        language: wanted,
        reason: room ? problemMessage(tooMuch(room), wanted) : tooLong,
      };
    ({ fields, files: given } = await read(body));
  } catch {
    return { status: 400, language: wanted, reason: repliesIn(wanted).damaged };
  }
  const envelope = parseEnvelope(fields, new URL(request.url));
  const { form, answers, isTrapped, seconds } = envelope;
  const found = form === undefined ? undefined : await forms(form);
  const definition = found === 'no such form' ? undefined : found;
  const language = definition?.language ?? wanted;
  const words = repliesIn(language);
  const sent = { form, language, answers, asked: definition?.fields, filesOf: [...given.keys()] };
  if (isTrapped) return { ...sent, status: 422, reason: words.trap };
  // A number that is none counts as none.
  if (seconds !== undefined && !(seconds >= soonest)) return { ...sent, status: 422, reason: words.soon };
  if (found === 'no such form') return { ...sent, status: 422, reason: words.changed };
  // What was sent along would be lost.
  if (!definition && form !== undefined && given.size > 0)
    return { ...sent, status: 503, reason: words.notStored };
  const taken = definition ? await validateUploads(definition, given) : noFiles(given);
  const checked = definition
    ? checkAnswers(definition, answers, taken.files.length > 0)
    : checkAnyAnswers(answers);
  if (!('message' in checked) || taken.isOther || Object.keys(taken.problems).length > 0) {
    const answered = 'message' in checked ? { problems: {}, isOther: false } : checked;
    const isOther = answered.isOther || taken.isOther;
    const problems = isOther ? {} : { ...answered.problems, ...taken.problems };
    if (Object.keys(problems).length === 0 && isOther) return { ...sent, status: 422, reason: words.changed };
    return { ...sent, status: 422, fields: problems, reason: words.fields };
  }
  try {
    const now = services.now?.() ?? Date.now();
    const isStrict = definition?.proofOfWork && !hasValidProof(envelope, now);
    const source = services.source(request);
    const arrival: ReceivedMessage = {
      keys: messageKeys(envelope, contentOf(checked.message, taken.files), now, source),
      form: form ?? null,
      language: definition?.language ?? null,
      source,
      limits: isStrict ? stricterLimits(services.limits) : services.limits,
      message: checked.message,
      ...(taken.files.length > 0 && { files: taken.files }),
      words: services.tells || definition?.webhook !== undefined ? wordsOf(definition) : null,
    };
    const receipt = await services.store(arrival);
    if (receipt === 'stored' || receipt === 'known') return { ...sent, status: 200 };
    if (receipt === 'too-many-today')
      services.alert?.(
        `${services.limits.perDay} messages came in a day, and no more are stored until tomorrow.`,
      );
    const reason = receipt === 'too-many-from-address' ? words.tooManyFromClient : words.tooMany;
    return { ...sent, status: 429, reason };
  } catch (problem) {
    services.log?.(problem);
    return { ...sent, status: 503, reason: words.notStored };
  }
}

/** Where the site cannot be asked, no file is asked for. */
const noFiles = (given: Files) => ({ files: [], problems: {}, isOther: given.size > 0 });

const contentOf = (message: ContactMessage, files: readonly FileWithContent[]): unknown =>
  files.length > 0 ? [message, hashesOf(files)] : message;

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
