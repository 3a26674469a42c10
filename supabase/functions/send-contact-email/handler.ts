import { repliesIn } from '../../../schema/fields/form-messages.ts';
import { checkMessage } from './check-message.ts';
import { type Envelope, messageKeys, parseEnvelope, parseFormPath } from './envelope.ts';
import { type FormDefinition, type SiteForms, siteForms } from './form-definition.ts';
import type { PostKind } from './limits.ts';
import type { ContactMessage, FileWithContent, NotificationWords, StoreResult } from './message.ts';
import { type BodyReader, formBody, jsonBody, readParts } from './request-body.ts';
import { answerInJson, answerWithPage, preflight } from './respond.ts';
import type { HandlerAnswer, HandlerRequest, MessageOutcome, Services } from './services.ts';
import { classifyPost, messageBudgets, programSign, wrongPosts } from './suspicion.ts';
import { closeUpload } from './upload-file.ts';
import { hashesOf } from './uploads.ts';

/** Creates the handler of the contact function. It answers JSON requests with JSON, and form posts with a page. */
export function makeHandler(services: Services): (request: HandlerRequest) => Promise<HandlerAnswer> {
  return async (request) => {
    const origin = request.headers.get('origin') ?? undefined;
    const isAllowedOrigin = origin === undefined || services.isAllowedOrigin(origin, request);
    const allowedOrigin = isAllowedOrigin ? origin : undefined;
    if (request.method === 'OPTIONS') return preflight(allowedOrigin);
    if (isHealthCheck(request)) return answerInJson(await health(services), allowedOrigin);
    if (request.method !== 'POST')
      return answerInJson({ status: 405, reason: 'Send the message with POST.' }, allowedOrigin);
    if (!isAllowedOrigin)
      return answerInJson({ status: 403, reason: 'This page is not allowed to send messages here.' });
    const forms = siteForms(services.siteFile, services.log);
    const contentType = request.headers.get('content-type') ?? '';
    switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
      case 'application/json':
        return answerInJson(await receive(request, jsonBody, forms, services), allowedOrigin);
      case 'application/x-www-form-urlencoded':
      case 'multipart/form-data': {
        const found = await forms(parseFormPath(new URL(request.url).searchParams.get('form')));
        const network = services.network?.(request) ?? null;
        const body = await formBody(request, found === 'no such form' ? undefined : found, network);
        try {
          const outcome = await receive(request, body, forms, services);
          // Only the script sends an id.
          return new URL(request.url).searchParams.has('id')
            ? answerInJson(outcome, allowedOrigin)
            : await answerWithPage(outcome, services, allowedOrigin);
        } finally {
          if (typeof body.upload === 'object') await closeUpload(body.upload);
        }
      }
      default:
        return answerInJson({ status: 415, reason: 'Send the message as JSON or as a form.' }, allowedOrigin);
    }
  };
}

/** Returns whether a request is a health check at `…/health`. These do not write anything. */
const isHealthCheck = ({ method, url }: HandlerRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).pathname.endsWith('/health');

async function health(services: Services): Promise<MessageOutcome> {
  try {
    const isLate = await services.isLate();
    if (!isLate || !(services.notifiesAll || services.notifiesByForm)) return { status: 200 };
    return { status: 503, reason: 'A notification is overdue by more than an hour.' };
  } catch (problem) {
    services.log(problem);
    return { status: 503, reason: 'Messages cannot be stored now.' };
  }
}

/** Reads, checks and stores a message. */
async function receive(
  request: HandlerRequest,
  reader: BodyReader,
  forms: SiteForms,
  services: Services,
): Promise<MessageOutcome> {
  // The preferred language is the first one in the header.
  const preferred = reader.language ?? request.headers.get('accept-language') ?? undefined;
  const parts = await readParts(request, reader, preferred);
  if ('status' in parts) return parts;

  const envelope = parseEnvelope(parts.fields, new URL(request.url));
  const { form, answers } = envelope;
  const found = await forms(form);
  const definition = found === 'no such form' ? undefined : found;
  const language = definition?.language ?? preferred;
  const words = repliesIn(language);
  const sent = { form, language, answers, definition, filesOf: [...parts.files.keys()] };
  const now = services.now?.() ?? Date.now();
  const source = services.source(request);
  const refuse = async (reason: 'trap' | 'soon' | 'changed') => {
    await noteWrong(source, services);
    return { ...sent, status: 422, reason: words[reason] };
  };
  const refusal = programSign(envelope) ?? (found === 'no such form' ? 'changed' : undefined);
  if (refusal) return refuse(refusal);
  // Without the definition of the form, its files would be lost.
  if (!definition && form !== undefined && parts.files.size > 0)
    return { ...sent, status: 503, reason: words.notStored };

  const checked = await checkMessage(definition, answers, parts.files);
  if (checked === 'foreign') return refuse('changed');
  if ('problems' in checked) return { ...sent, status: 422, fields: checked.problems, reason: words.fields };
  try {
    const kind = classifyPost(envelope, definition, checked.message, now, services.proofBits);
    const network = services.network?.(request) ?? null;
    const arrival = { envelope, definition, kind, source, network, now };
    const result = await storeMessage(arrival, checked, services);
    if (result === 'stored' || result === 'known') return { ...sent, status: 200 };
    if (result === 'too-many-today')
      services.alert?.(
        `${services.limits.perDay} messages arrived in a day for ${form ?? 'no form'}. No more of this kind (${kind}) ` +
          'are stored until tomorrow.',
      );
    const reason = result === 'too-many-from-address' ? words.tooManyFromClient : words.tooMany;
    return { ...sent, status: 429, reason };
  } catch (problem) {
    services.log(problem);
    return { ...sent, status: 503, reason: words.notStored };
  }
}

/** Counts a post that only a program sends. */
async function noteWrong(source: string | null, { take, log }: Services): Promise<void> {
  if (source === null) return;
  try {
    await take([wrongPosts(source)]);
  } catch (problem) {
    log(problem);
  }
}

interface Arrival {
  envelope: Envelope;
  definition: FormDefinition | undefined;
  kind: PostKind;
  source: string | null;
  network: string | null;
  now: number;
}

function storeMessage(
  { envelope, definition, kind, source, network, now }: Arrival,
  { message, files }: { message: ContactMessage; files: readonly FileWithContent[] },
  services: Services,
): Promise<StoreResult> {
  const content = files.length > 0 ? [message, hashesOf(files)] : message;
  const isNotified = services.notifiesAll || definition?.webhook !== undefined;
  return services.store({
    keys: messageKeys(envelope, content, now, source),
    form: envelope.form ?? null,
    language: definition?.language ?? null,
    ...messageBudgets(kind, message, services.limits, {
      form: definition && envelope.form,
      source,
      network,
      own: definition?.maxPerAddress,
    }),
    message,
    ...(files.length > 0 && { files }),
    words: isNotified ? notificationWords(definition) : null,
  });
}

function notificationWords(definition: FormDefinition | undefined): NotificationWords {
  const labels = definition?.fields.map(({ name, label }) => [name, label] as const) ?? [];
  return {
    site: definition?.site ?? '',
    labels,
    webhook: definition?.webhook,
    confirmation: definition?.confirmation,
  };
}
