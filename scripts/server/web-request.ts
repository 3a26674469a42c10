import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { HandlerAnswer, HandlerRequest } from '../../supabase/functions/send-contact-email/services.ts';

/** The header with the client's IP address. A value sent by the client is ignored. */
export const clientIpHeader = 'x-visitor-address';

/** Answers a request of Node's server with a handler for web requests. */
export async function handleRequest(
  handler: (request: HandlerRequest) => Promise<HandlerAnswer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  clientIp: (incoming: IncomingMessage) => string,
): Promise<void> {
  const method = incoming.method ?? 'GET';
  // A web `Request` cannot have these methods.
  if (['TRACE', 'TRACK', 'CONNECT'].includes(method)) return void outgoing.writeHead(405).end();
  const headerOf = (name: string) =>
    name === clientIpHeader ? clientIp(incoming) : incoming.headers[name]?.toString();
  const { status, headers, body } = await handler({
    method,
    // Not the Host header, which may be invalid.
    url: `http://localhost${incoming.url}`,
    headers: { get: (name) => headerOf(name) ?? null },
    body: method === 'GET' || method === 'HEAD' ? null : await requestBody(incoming),
  });
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(body ?? undefined);
  discardBody(incoming);
}

/** Max. bytes of a rejected body to read in order to keep the connection open. */
const maxDiscardedBytes = 4_000_000;

/** Reads the rest of a body, so that the connection can be used for the next request. */
function discardBody(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  let length = 0;
  incoming.on('error', () => {});
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) incoming.destroy();
  });
}

/** Returns a body. If all of it has arrived, it is read at once, which is much faster than waiting for chunks. */
async function requestBody(incoming: IncomingMessage): Promise<HandlerRequest['body']> {
  await setImmediate();
  // If the reader stops at a body that is too long, the connection must stay open for the response.
  if (!incoming.complete) return incoming.iterator({ destroyOnReturn: false });
  const whole: Buffer | null = incoming.read();
  return whole ? [whole] : [];
}
