import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { type Answer, createMessageAnswer } from './answer.ts';

/** A random secret of this process. Only pages that this process has sent contain it. */
export const pageToken: string = randomBytes(16).toString('hex');

/** Maximum size of a request in bytes: more than a file and its operations need. */
const maxJsonBytes = 4_000_000;

/** Returns whether a request may change files: it must come from a page of this server and have the page token. */
export function isOwnPageRequest(headers: IncomingHttpHeaders): boolean {
  const isSameOrigin = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
  return isSameOrigin && headers.origin === `http://${headers.host}` && hasToken(headers);
}

/** Returns whether a request has the page token of this process. */
export function hasToken(headers: IncomingHttpHeaders): boolean {
  const [givenToken, ownToken] = [Buffer.from(String(headers['x-pagewright-token'])), Buffer.from(pageToken)];
  return givenToken.length === ownToken.length && timingSafeEqual(givenToken, ownToken);
}

/**
 * Checks a request to change files. Returns a refusal unless the request is a POST from a page on this computer. `hint`
 * is the message for other methods.
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

/** Checks a request for a document of the editor. Returns a refusal unless the request comes from this computer. */
export function checkViewRequest({ method, headers, socket }: IncomingMessage): Answer | undefined {
  if (!isLoopback(socket.remoteAddress))
    return createMessageAnswer(403, 'Only this computer can edit this site.');
  if (method !== 'GET' && method !== 'HEAD') return createMessageAnswer(405, 'Use GET or HEAD.');
  // Refuse frames on other sites. Such a site could cover parts of the editor to make authors click on something else
  // (clickjacking).
  const isInFrame = /^(?:i?frame|embed|object)$/.test(String(headers['sec-fetch-dest']));
  return isInFrame && headers['sec-fetch-site'] !== 'same-origin'
    ? createMessageAnswer(403, 'Open this page in its own tab.')
    : undefined;
}

/** Returns a function that runs tasks one after another, even if two windows change files at the same time. */
export function createTaskQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let lastTask: Promise<unknown> = Promise.resolve();
  return (work) => {
    const task = lastTask.catch(() => {}).then(work);
    lastTask = task;
    return task;
  };
}

/** Returns whether an IP address belongs to this computer. */
function isLoopback(address = ''): boolean {
  const plainAddress = address.replace(/^::ffff:/, '');
  return plainAddress === '::1' || (isIPv4(plainAddress) && plainAddress.startsWith('127.'));
}

/** Reads the JSON body of a request. Returns `undefined` if the body is too long, and null if it is not valid JSON. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, maxJsonBytes);
  try {
    return bytes && (JSON.parse(bytes.toString('utf8')) as unknown);
  } catch {
    return null;
  }
}

/** Reads the body of a request. Returns `undefined` if the body is longer than `byteLimit` bytes. */
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
