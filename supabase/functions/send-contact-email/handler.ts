import { selectReplies } from '../../../schema/fields/form-messages.ts';
import { checkMessage } from './check-message.ts';
import { type Envelope, createMessageKeys, parseEnvelope, parseFormPath } from './envelope.ts';
import { type FormDefinition, type SiteForms, createFormReader } from './form-definition.ts';
import type { PostKind } from './limits.ts';
import type { ContactMessage, FileWithContent, NotificationWords, StoreResult } from './message.ts';
import { type BodyReader, createFormBodyReader, jsonBodyReader, readParts } from './request-body.ts';
import { respondWithJson, respondWithPage, respondToPreflight } from './respond.ts';
import type { HandlerAnswer, HandlerRequest, MessageOutcome, Services } from './services.ts';
import { classifyPost, createMessageBudgets, detectProgram, createWrongPostSignal } from './suspicion.ts';
import { closeUpload } from './upload-file.ts';
import { hashUploads } from './uploads.ts';

/**
 * Creates the request handler of the contact function. It responds to JSON requests with JSON, and to form submissions
 * with a page.
 */
export function createHandler(services: Services): (request: HandlerRequest) => Promise<HandlerAnswer> {
  return async (request) => {
    const origin = request.headers.get('origin') ?? undefined;
    const isAllowedOrigin = origin === undefined || services.isAllowedOrigin(origin, request);
    const allowedOrigin = isAllowedOrigin ? origin : undefined;
    if (request.method === 'OPTIONS') return respondToPreflight(allowedOrigin);
    if (isHealthCheck(request)) return respondWithJson(await checkHealth(services), allowedOrigin);
    if (request.method !== 'POST')
      return respondWithJson({ status: 405, reason: 'Send the message with POST.' }, allowedOrigin);
    if (!isAllowedOrigin)
      return respondWithJson({ status: 403, reason: 'This page is not allowed to send messages here.' });
    const forms = createFormReader(services.siteFile, services.log);
    const contentType = request.headers.get('content-type') ?? '';
    switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
      case 'application/json':
        return respondWithJson(await receiveMessage(request, jsonBodyReader, forms, services), allowedOrigin);
      case 'application/x-www-form-urlencoded':
      case 'multipart/form-data': {
        const formResult = await forms(parseFormPath(new URL(request.url).searchParams.get('form')));
        const network = services.network?.(request) ?? null;
        const body = await createFormBodyReader(
          request,
          formResult === 'no such form' ? undefined : formResult,
          network,
        );
        try {
          const outcome = await receiveMessage(request, body, forms, services);
          // Only the form's JavaScript sends an id. It expects JSON. Without JavaScript, the browser shows the response
          // as a page.
          return new URL(request.url).searchParams.has('id')
            ? respondWithJson(outcome, allowedOrigin)
            : await respondWithPage(outcome, services, allowedOrigin);
        } finally {
          if (typeof body.upload === 'object') await closeUpload(body.upload);
        }
      }
      default:
        return respondWithJson(
          { status: 415, reason: 'Send the message as JSON or as a form.' },
          allowedOrigin,
        );
    }
  };
}

/** Returns whether a request is a health check at `…/health`. Health checks do not write any data. */
const isHealthCheck = ({ method, url }: HandlerRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).pathname.endsWith('/health');

async function checkHealth(services: Services): Promise<MessageOutcome> {
  try {
    const isLate = await services.isLate();
    if (!isLate || !(services.notifiesAll || services.notifiesByForm)) return { status: 200 };
    return { status: 503, reason: 'A notification is overdue by more than an hour.' };
  } catch (error) {
    services.log(error);
    return { status: 503, reason: 'Messages cannot be stored now.' };
  }
}

/** Reads a message from a request, checks it and stores it. */
async function receiveMessage(
  request: HandlerRequest,
  reader: BodyReader,
  forms: SiteForms,
  services: Services,
): Promise<MessageOutcome> {
  // Use the first language in the header, which is the preferred one.
  const preferredLanguage = reader.language ?? request.headers.get('accept-language') ?? undefined;
  const parts = await readParts(request, reader, preferredLanguage);
  if ('status' in parts) return parts;

  const envelope = parseEnvelope(parts.fields, new URL(request.url));
  const { form, answers } = envelope;
  const formResult = await forms(form);
  const definition = formResult === 'no such form' ? undefined : formResult;
  const language = definition?.language ?? preferredLanguage;
  const replies = selectReplies(language);
  const commonOutcome = { form, language, answers, definition, filesOf: [...parts.files.keys()] };
  const now = services.now?.() ?? Date.now();
  const source = services.source(request);
  const refuse = async (reason: 'trap' | 'soon' | 'changed') => {
    await countWrongPost(source, services);
    return { ...commonOutcome, status: 422, reason: replies[reason] };
  };
  const refusalReason = detectProgram(envelope) ?? (formResult === 'no such form' ? 'changed' : undefined);
  if (refusalReason) return refuse(refusalReason);
  // Reject files if the form definition cannot be read, because the files would be lost.
  if (!definition && form !== undefined && parts.files.size > 0)
    return { ...commonOutcome, status: 503, reason: replies.notStored };

  const checked = await checkMessage(definition, answers, parts.files);
  if (checked === 'foreign') return refuse('changed');
  if ('problems' in checked)
    return { ...commonOutcome, status: 422, fields: checked.problems, reason: replies.fields };
  try {
    const kind = classifyPost(envelope, definition, checked.message, now, services.proofBits);
    const network = services.network?.(request) ?? null;
    const arrival = { envelope, definition, kind, source, network, now };
    const result = await storeCheckedMessage(arrival, checked, services);
    if (result === 'stored' || result === 'known') return { ...commonOutcome, status: 200 };
    if (result === 'too-many-today')
      services.alert?.(
        `${services.limits.perDay} messages arrived in a day for ${form ?? 'no form'}. No more of this kind (${kind}) ` +
          'are stored until tomorrow.',
      );
    const reason = result === 'too-many-from-address' ? replies.tooManyFromClient : replies.tooMany;
    return { ...commonOutcome, status: 429, reason };
  } catch (error) {
    services.log(error);
    return { ...commonOutcome, status: 503, reason: replies.notStored };
  }
}

/** Counts a submission that only a program could have sent towards the limits of its client. */
async function countWrongPost(source: string | null, { take, log }: Services): Promise<void> {
  if (source === null) return;
  try {
    await take([createWrongPostSignal(source)]);
  } catch (error) {
    log(error);
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

function storeCheckedMessage(
  { envelope, definition, kind, source, network, now }: Arrival,
  { message, files }: { message: ContactMessage; files: readonly FileWithContent[] },
  services: Services,
): Promise<StoreResult> {
  const content = files.length > 0 ? [message, hashUploads(files)] : message;
  const isNotified = services.notifiesAll || definition?.webhook !== undefined;
  return services.store({
    keys: createMessageKeys(envelope, content, now, source),
    form: envelope.form ?? null,
    language: definition?.language ?? null,
    ...createMessageBudgets(kind, message, services.limits, {
      form: definition && envelope.form,
      source,
      network,
      own: definition?.maxPerAddress,
    }),
    message,
    ...(files.length > 0 && { files }),
    words: isNotified ? createNotificationWords(definition) : null,
  });
}

function createNotificationWords(definition: FormDefinition | undefined): NotificationWords {
  const labels = definition?.fields.map(({ name, label }) => [name, label] as const) ?? [];
  return {
    site: definition?.site ?? '',
    labels,
    webhook: definition?.webhook,
    confirmation: definition?.confirmation,
  };
}
