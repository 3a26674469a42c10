import type { HandlerRequest } from './handler-request.ts';
import type { HeldBytes } from './held-bytes.ts';

/** Fields as they arrived: text from a form, or a list where a name comes again; anything from JSON. */
export type Fields = ReadonlyMap<string, unknown>;

/** In bytes. A script keeps what was typed by itself. */
export const longestJson = 64 * 1024;
/** More than a form can take, so that whoever typed that much is told so, and gets it back. */
export const longestForm = 256 * 1024;

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
export async function readBody(
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
