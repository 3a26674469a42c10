import { Buffer } from 'node:buffer';
import type { Fields } from './message.ts';
import type { HandlerRequest } from './services.ts';

/** How many bytes of bodies with files are held in memory at the same moment: those of four at least. */
const maxHeldBytes = 48_000_000;

let held = 0;

/** What one body holds. */
export interface HeldBytes {
  /** Whether there is room for more. */
  hold(bytes: number): boolean;
  release(): void;
}

export function byteBudget(): HeldBytes {
  let own = 0;
  return {
    hold(bytes) {
      if (held + bytes > maxHeldBytes) return false;
      held += bytes;
      own += bytes;
      return true;
    },
    release() {
      held -= own;
      own = 0;
    },
  };
}

/** In bytes. A script keeps what was typed by itself. */
export const maxJsonBytes = 64 * 1024;
/** More than a form can take, so that whoever typed that much is told so, and gets it back. */
export const maxFormBytes = 256 * 1024;

/** How much of a body is read. */
export interface BodyLimits {
  longest: number;
  /** Of a body that is not taken so much more is read and thrown away. */
  thrownAway?: number;
  /** What holds it, where it may be large. */
  held?: HeldBytes;
}

/**
 * The whole body, or why it is not taken. Counts the bytes, as content-length can be wrong. Browsers read no
 * answer before they have sent all that they have.
 */
export async function readRequestBody(
  request: HandlerRequest,
  { longest, thrownAway = 0, held }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer> | 'too long' | 'no room'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let refusal: 'too long' | 'no room' | undefined;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > longest) refusal = 'too long';
    else if (held?.hold(chunk.length) === false) refusal ??= 'no room';
    if (!refusal) chunks.push(chunk);
    else if (length > longest + thrownAway) return refusal;
    else if (chunks.length > 0) {
      chunks.length = 0;
      held?.release();
    }
  }
  if (refusal) return refusal;
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

export function readJson(body: Uint8Array<ArrayBuffer>): Fields {
  const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (isDeeperThan(deepest, data)) throw new Error('No form has answers within answers within answers.');
  return new Map(
    data !== null && typeof data === 'object' && !Array.isArray(data) ? Object.entries(data) : [],
  );
}

const deepest = 4;

function isDeeperThan(levels: number, data: unknown): boolean {
  if (data === null || typeof data !== 'object') return false;
  return levels === 0 || Object.values(data).some((value) => isDeeperThan(levels - 1, value));
}

/** The files of a form by the names of their fields. */
export type Files = ReadonlyMap<string, readonly File[]>;

/** What came in a body. */
export interface Parts {
  fields: Fields;
  files: Files;
}

/** The part in which a script sends all answers. No field has such a name. */
const answersPart = '_answers';

/** More than a form has fields and files; a program could send a hundred thousand parts of nothing. */
const maxParts = 500;

/** Reads the body of a form post. Throws where it is damaged. */
export async function readForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Parts> {
  // Counted before they are read, as to read them may take minutes.
  if (countOf(body, partMark(contentType)) > maxParts) throw new Error('No form has so many parts.');
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  const texts = [...form].filter((part): part is [string, string] => typeof part[1] === 'string');
  // What is read for files is for files alone.
  if (texts.reduce((sum, [, { length }]) => sum + length, 0) > maxFormBytes)
    throw new Error('No form has such long answers.');
  const files = new Map<string, File[]>();
  for (const [name, value] of form) {
    if (typeof value === 'string') continue;
    // A field in which nothing was chosen is sent as a file without a name.
    if (value.name !== '' || value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
  }
  const fields = new Map<string, string | string[]>();
  // Several checkboxes share one name.
  for (const [name, all] of Map.groupBy(texts, ([name]) => name)) {
    const [first = '', ...more] = all.map(([, value]) => value);
    fields.set(name, more.length === 0 ? first : [first, ...more]);
  }
  const answers = fields.get(answersPart);
  if (answers === undefined) return { fields, files };
  // The form data of a script would have other line ends than what was typed.
  if (typeof answers !== 'string' || fields.size > 1) throw new Error('These are answers twice.');
  return { fields: readJson(new TextEncoder().encode(answers)), files };
}

const multipart = /^\s*multipart\/form-data\s*;(?:\s*charset=[\w-]+\s*;)?\s*boundary=(.*?)\s*$/i;
const plainBoundary = /^[\w'+.-]+$/;
const quotedBoundary = /^"([\w'()+./:=? -]+)"$/;

/** What stands between parts. Throws for a type that could be read in two ways, which no browser sends. */
function partMark(contentType: string): string {
  if (/^\s*application\/x-www-form-urlencoded/i.test(contentType)) return '&';
  const written = multipart.exec(contentType)?.[1] ?? '';
  const boundary = plainBoundary.test(written) ? written : quotedBoundary.exec(written)?.[1];
  if (boundary === undefined) throw new Error('This is no form.');
  return `--${boundary}`;
}

function countOf(body: Uint8Array<ArrayBuffer>, text: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count <= maxParts; at = bytes.indexOf(text, at + 1)) count++;
  return count;
}
