import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { HandlerAnswer, HandlerRequest } from '../../supabase/functions/send-contact-email/services.ts';

/** The header with the client's IP address. A value sent by the client is ignored. */
export const clientIpHeader = 'x-visitor-address';

/** Handles a Node.js HTTP request with a handler that takes a web `Request`. */
export async function handleRequest(
  handler: (request: HandlerRequest) => Promise<HandlerAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
  clientIp: (request: IncomingMessage) => string,
): Promise<void> {
  const method = request.method ?? 'GET';
  // Reject these methods, because a web `Request` does not support them.
  if (['TRACE', 'TRACK', 'CONNECT'].includes(method)) return void response.writeHead(405).end();
  const getHeader = (name: string) =>
    name === clientIpHeader ? clientIp(request) : request.headers[name]?.toString();
  const { status, headers, body } = await handler({
    method,
    // Use a fixed host name, because the Host header may be invalid.
    url: `http://localhost${request.url}`,
    headers: { get: (name) => getHeader(name) ?? null },
    body: method === 'GET' || method === 'HEAD' ? null : await readRequestBody(request),
  });
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body ?? undefined);
  discardBody(request);
}

/** The maximum number of bytes of a rejected body that are read to keep the connection open. */
const maxDiscardedBytes = 4_000_000;

/** Reads and discards the rest of a body, so that the connection can be used for the next request. */
function discardBody(request: IncomingMessage): void {
  if (request.complete) return;
  let length = 0;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) request.destroy();
  });
}

/**
 * Returns a request body. A body that has arrived completely is read at once. This is much faster than waiting for
 * chunks.
 */
async function readRequestBody(request: IncomingMessage): Promise<HandlerRequest['body']> {
  await setImmediate();
  // If the handler stops reading a body that is too long, the connection must stay open for the response.
  if (!request.complete) return request.iterator({ destroyOnReturn: false });
  const wholeBody: Buffer | null = request.read();
  return wholeBody ? [wholeBody] : [];
}
