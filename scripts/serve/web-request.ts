import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** The header in which a handler finds the address of the visitor. What visitors write there is dropped. */
export const addressHeader = 'x-visitor-address';

/** Answers a request of Node's server with a web-standard handler. */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? 'GET';
  // No web-standard request can be made of these.
  if (['TRACE', 'TRACK', 'CONNECT'].includes(method)) return void outgoing.writeHead(405).end();
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = Object.entries(incoming.headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  // The stream types of Node and of the web are declared apart.
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : undefined;
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
  // Whatever name the server was called by, which need not even be one.
  const request = new Request(`http://localhost${pathname}${search}`, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  request.headers.set(addressHeader, visitorAddress(incoming));
  const response = await handler(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** A server in front of this one, on the same machine, says whom it answers. */
function visitorAddress({ socket, headers }: IncomingMessage): string {
  const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
  const forwarded =
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return /^(127\.|::1$)/.test(address) && isIP(forwarded) > 0 ? forwarded : address;
}
