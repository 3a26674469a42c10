import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { type Answer, createMessageAnswer } from './answer.ts';

/** A secret of this process. Only its own pages contain it. */
export const pageToken: string = randomBytes(16).toString('hex');

/** Max. bytes of a request, which is more than a file and its operations need. */
const maxJsonBytes = 4_000_000;

/** Whether a request may change files: it must come from a page of this server, with the token of this process. */
export function isOwnPageRequest(headers: IncomingHttpHeaders): boolean {
  const isSameOrigin = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
  return isSameOrigin && headers.origin === `http://${headers.host}` && hasToken(headers);
}

/** Whether a request has the token of this process. */
export function hasToken(headers: IncomingHttpHeaders): boolean {
  const [givenToken, ownToken] = [Buffer.from(String(headers['x-pagewright-token'])), Buffer.from(pageToken)];
  return givenToken.length === ownToken.length && timingSafeEqual(givenToken, ownToken);
}

/**
 * Returns the refusal of a request to change files unless it is a POST of a page on this computer. `hint` is the
 * message for other methods.
 */
export function checkPostRequest(
  { method, headers, socket }: IncomingMessage,
  hint: string,
): Answer | undefined {
  if (method !== 'POST') return createMessageAnswer(405, hint);
  return isLoopback(socket.remoteAddress) && isOwnPageRequest(headers)
    ? undefined
    : createMessageAnswer(403, 'This page cannot change files. Reload it.');
}

/** Returns the refusal of a request for a document of the editor unless it comes from this computer. */
export function checkViewRequest({ method, headers, socket }: IncomingMessage): Answer | undefined {
  if (!isLoopback(socket.remoteAddress))
    return createMessageAnswer(403, 'Only this computer can edit this site.');
  if (method !== 'GET' && method !== 'HEAD') return createMessageAnswer(405, 'Use GET or HEAD.');
  // In a frame, a page of another site could place something on top of it (clickjacking).
  const isInFrame = /^(?:i?frame|embed|object)$/.test(String(headers['sec-fetch-dest']));
  return isInFrame && headers['sec-fetch-site'] !== 'same-origin'
    ? createMessageAnswer(403, 'Open this page in its own tab.')
    : undefined;
}

/** Returns a function that runs tasks one after another, because two windows may change files at the same time. */
export function createTaskQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let lastTask: Promise<unknown> = Promise.resolve();
  return (work) => {
    const task = lastTask.catch(() => {}).then(work);
    lastTask = task;
    return task;
  };
}

/** Whether a request comes from this computer. */
function isLoopback(address = ''): boolean {
  const plainAddress = address.replace(/^::ffff:/, '');
  return plainAddress === '::1' || (isIPv4(plainAddress) && plainAddress.startsWith('127.'));
}

/** Reads the JSON of a request. Returns undefined if it is too long, and null if it is invalid. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, maxJsonBytes);
  try {
    return bytes && (JSON.parse(bytes.toString('utf8')) as unknown);
  } catch {
    return null;
  }
}

/** Reads the body of a request. Returns undefined if it is longer than `byteLimit` bytes. */
export async function readBody(request: IncomingMessage, byteLimit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > byteLimit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
