import { Buffer } from 'node:buffer';
import { toProblemMessage, selectReplies } from '../../../schema/fields/form-messages.ts';
import { answersPart } from '../../../schema/fields/form-post.ts';
import { getMaxTotalFileBytes, toTotalSizeProblem } from '../../../schema/fields/upload-rules.ts';
import type { FormDefinition } from './form-definition.ts';
import type { Fields } from './message.ts';
import type { HandlerRequest, MessageOutcome } from './services.ts';
import { appendToUpload, closeUpload, openUpload, readUpload, type Upload } from './upload-file.ts';

/** The maximum size of a JSON body, in bytes. If a body is larger, the page's JavaScript still has the answers. */
const maxJsonBytes = 64 * 1024;
/**
 * The maximum size of a form submission without files, in bytes. It is more than a form accepts, so that answers that
 * are too long can be shown again.
 */
const maxFormBytes = 256 * 1024;

type Rejection = 'too long' | 'no room';

/** The limits for a request body, and the function that reads it. */
export interface BodyReader {
  maxLength: number;
  /** The maximum number of bytes that are read and discarded after a body was rejected. */
  maxDiscarded?: number;
  /** The upload file for a large body, or the reason why the body is rejected. */
  upload?: Upload | Rejection;
  /** The maximum number of bytes for files. */
  maxFileBytes?: number;
  read(body: Uint8Array<ArrayBuffer>): FormParts | Promise<FormParts>;
  /** The page language, if it is known before the body is read. */
  language?: string;
}

export const jsonBodyReader: BodyReader = {
  maxLength: maxJsonBytes,
  read: (body) => ({ fields: readJson(body), files: new Map() }),
};

/**
 * Returns the reader for a form submission. Accepts files only if the form that the query names has a field for files.
 */
export async function createFormBodyReader(
  { headers }: HandlerRequest,
  definition: FormDefinition | undefined,
  network: string | null,
): Promise<BodyReader> {
  const contentType = headers.get('content-type') ?? '';
  const maxFileBytes = getMaxTotalFileBytes(definition?.fields ?? []);
  const readFormBody = (body: Uint8Array<ArrayBuffer>) => readForm(body, contentType);
  if (maxFileBytes === 0 || !/^\s*multipart/i.test(contentType))
    return { maxLength: maxFormBytes, read: readFormBody };
  const maxLength = maxFormBytes + maxFileBytes;
  const length = Number(headers.get('content-length')) || maxLength;
  return {
    maxLength: Math.min(length, maxLength),
    maxDiscarded: maxFileBytes * 4,
    upload: length > maxLength ? 'too long' : await openUpload(network).catch(rejectUpload),
    maxFileBytes,
    read: readFormBody,
    language: definition?.language,
  };
}

function rejectUpload(problem: unknown): Rejection {
  console.error(problem);
  return 'no room';
}

/** Reads the parts of a body. If the body is rejected, returns the reason in this language. */
export async function readParts(
  request: HandlerRequest,
  reader: BodyReader,
  language: string | undefined,
): Promise<FormParts | MessageOutcome> {
  const replies = selectReplies(language);
  try {
    const body = await readRequestBody(request, reader);
    if (body === 'no room') return { status: 503, language, reason: replies.notStored };
    if (body === 'too long') {
      const { maxFileBytes } = reader;
      const reason = maxFileBytes
        ? toProblemMessage(toTotalSizeProblem(maxFileBytes), language)
        : replies.tooLong;
      return { status: 413, language, reason };
    }
    return await reader.read(body);
  } catch {
    return { status: 400, language, reason: replies.damaged };
  }
}

/**
 * Reads the whole body, or returns why it is rejected. Counts bytes, because content-length can be wrong. Discards
 * the rest of a rejected body, because browsers read the response only after they have sent the whole body.
 */
async function readRequestBody(
  { body }: HandlerRequest,
  { maxLength, maxDiscarded = 0, upload: uploadOrRejection }: BodyReader,
): Promise<Uint8Array<ArrayBuffer> | Rejection> {
  const upload = typeof uploadOrRejection === 'object' ? uploadOrRejection : undefined;
  let rejection = typeof uploadOrRejection === 'object' ? undefined : uploadOrRejection;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxLength) rejection = 'too long';
    if (length > maxLength + maxDiscarded) break;
    if (rejection) chunks.length = 0;
    else if (!upload) chunks.push(chunk);
    else if (!(await appendToUpload(upload, chunk))) rejection = 'no room';
    if (rejection && upload) await closeUpload(upload);
  }
  return rejection ?? (upload ? ((await readUpload(upload)) ?? 'no room') : Buffer.concat(chunks));
}

function readJson(body: Uint8Array<ArrayBuffer>): Fields {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (isDeeperThan(maxBodyDepth, value)) throw new Error('The answers are nested too deeply.');
  return new Map(
    value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [],
  );
}

const maxBodyDepth = 4;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((value) => isDeeperThan(levels - 1, value));
}

/** The uploaded files, by field name. */
export type UploadedFiles = ReadonlyMap<string, readonly File[]>;

/** The fields and files of a form submission. */
export interface FormParts {
  fields: Fields;
  files: UploadedFiles;
}

/** The maximum number of parts of a form submission, which is more than any form has fields and files. */
const maxParts = 500;

/** Reads the body of a form submission. Throws if it is malformed. */
async function readForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormParts> {
  // Check the number of parts first, because parsing 100,000 empty parts would take minutes.
  if (countOccurrences(body, readPartSeparator(contentType)) > maxParts)
    throw new Error('The form has too many parts.');
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  const texts = [...form].filter((part): part is [string, string] => typeof part[1] === 'string');
  // Text fields have their own limit, so that they cannot use up the limit for files.
  if (texts.reduce((sum, [, { length }]) => sum + length, 0) > maxFormBytes)
    throw new Error('The answers are too long.');
  const files = new Map<string, File[]>();
  for (const [name, value] of form) {
    if (typeof value === 'string') continue;
    // If no file is selected, browsers send an empty file without a name.
    if (value.name !== '' || value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
  }
  const fields = new Map<string, string | string[]>();
  // The checkboxes in a group have the same name.
  for (const [name, values] of Map.groupBy(texts, ([name]) => name)) {
    const [first = '', ...otherValues] = values.map(([, value]) => value);
    fields.set(name, otherValues.length === 0 ? first : [first, ...otherValues]);
  }
  const answers = fields.get(answersPart);
  if (answers === undefined) return { fields, files };
  // The form's JavaScript sends answers as JSON, because form data would change line breaks.
  if (typeof answers !== 'string' || fields.size > 1)
    throw new Error('Answers must be sent either as one JSON value or as form fields.');
  return { fields: readJson(new TextEncoder().encode(answers)), files };
}

const multipart = /^\s*multipart\/form-data\s*;(?:\s*charset=[\w-]+\s*;)?\s*boundary=(.*?)\s*$/i;
const plainBoundary = /^[\w'+.-]+$/;
const quotedBoundary = /^"([\w'()+./:=? -]+)"$/;

/**
 * Returns the separator of the parts in a form submission. Throws if the content type is ambiguous, because browsers do
 * not send such types.
 */
function readPartSeparator(contentType: string): string {
  if (/^\s*application\/x-www-form-urlencoded/i.test(contentType)) return '&';
  const boundaryText = multipart.exec(contentType)?.[1] ?? '';
  const boundary = plainBoundary.test(boundaryText) ? boundaryText : quotedBoundary.exec(boundaryText)?.[1];
  if (boundary === undefined) throw new Error('The multipart boundary is malformed.');
  return `--${boundary}`;
}

function countOccurrences(body: Uint8Array<ArrayBuffer>, text: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 0;
  for (
    let index = bytes.indexOf(text);
    index >= 0 && count <= maxParts;
    index = bytes.indexOf(text, index + 1)
  )
    count++;
  return count;
}
