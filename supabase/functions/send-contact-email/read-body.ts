import type { HandlerRequest } from './handler-request.ts';

/** Fields as they arrived: text from a form, or a list where a name comes again; anything from JSON. */
export type Fields = ReadonlyMap<string, unknown>;

/** In bytes. A script keeps what was typed by itself. */
export const longestJson = 64 * 1024;
/** More than a form can take, so that whoever typed that much is told so, and gets it back. */
export const longestForm = 256 * 1024;

/**
 * The whole body, or nothing if it is too long. Counts the bytes, as content-length can be wrong. Of one
 * that is too long so much more is read and thrown away: browsers read no answer before they have sent all.
 */
export async function readBody(
  request: HandlerRequest,
  longest: number,
  more = 0,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > longest + more) return undefined;
    if (length > longest) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (length > longest) return undefined;
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
