import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { HandlerAnswer, HandlerRequest } from '../../supabase/functions/send-contact-email/services.ts';
import { lastForwardedIp, parseIp } from '../../supabase/functions/send-contact-email/limits.ts';

/** The header in which a handler finds the address of the visitor. What visitors write there is dropped. */
export const clientIpHeader = 'x-visitor-address';

/** Answers a request of Node's server with a handler whose requests are those of the web. */
export async function handleRequest(
  handler: (request: HandlerRequest) => Promise<HandlerAnswer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? 'GET';
  // No web-standard request can be made of these.
  if (['TRACE', 'TRACK', 'CONNECT'].includes(method)) return void outgoing.writeHead(405).end();
  const headerOf = (name: string) =>
    name === clientIpHeader ? clientIp(incoming) : incoming.headers[name]?.toString();
  const { status, headers, body } = await handler({
    method,
    // Whatever name the server was called by, which need not even be one.
    url: `http://localhost${incoming.url}`,
    headers: { get: (name) => headerOf(name) ?? null },
    body: method === 'GET' || method === 'HEAD' ? null : await bodyOf(incoming),
  });
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length });
  // Text goes out in one piece with its head.
  outgoing.end(body ?? undefined);
  discardBody(incoming);
}

/** More than a form has that is a little too long, in bytes. */
const maxDiscardedBytes = 4_000_000;

/** The next request on the line comes behind the rest of this one, which somebody has to read. */
function discardBody(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  let length = 0;
  incoming.on('error', () => {});
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) incoming.destroy();
  });
}

/** What came in one piece with its head is there once that is read; to wait for each piece costs far more. */
async function bodyOf(incoming: IncomingMessage): Promise<HandlerRequest['body']> {
  await setImmediate();
  // What is not read of a body that is too long must not end the line that the answer goes out on.
  if (!incoming.complete) return incoming.iterator({ destroyOnReturn: false });
  const whole: Buffer | null = incoming.read();
  return whole ? [whole] : [];
}

/** A server in front of this one, on the same machine, says whom it answers. */
function clientIp({ socket, headers }: IncomingMessage): string {
  const address = parseIp(socket.remoteAddress ?? '') ?? '';
  const isNear = /^(127\.|0:0:0:0:0:0:0:1$)/.test(address);
  return (isNear ? lastForwardedIp(String(headers['x-forwarded-for'] ?? '')) : undefined) ?? address;
}
