import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { RequestHandlers } from '../../scripts/editing/answer-request.ts';
import type { Answer } from '../../scripts/server/answer.ts';
import { answerApi, apiPath } from '../../scripts/server/api-request.ts';
import { pageToken } from '../../scripts/server/request-guard.ts';

/** Sends requests to a server as a page in `npm run edit` does. */
export interface EditorClient {
  token: string;
  /**
   * Sends a request as a page on the server does. `headers` changes the headers, and `to` selects a different server.
   */
  send(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
    method?: string,
    to?: string,
  ): Promise<{ status: number; body: string }>;
}

export async function createEditorClient(address: string): Promise<EditorClient> {
  const list = await (await fetch(`${address}/__pages`)).text();
  const [, token = ''] = /data-token="(\w+)"/.exec(list) ?? [];
  const defaultHeaders = { 'Content-Type': 'application/json', Origin: address, 'X-Pagewright-Token': token };
  return {
    token,
    // Do not use `fetch`, which would set some headers itself.
    send: (path, body, headers = {}, method = 'POST', to = address) =>
      new Promise((resolve, reject) => {
        const clientRequest = request(
          to + path.replace(/#.*/, ''),
          { method, headers: { ...defaultHeaders, ...headers } },
          (answer) => {
            text(answer).then(
              (responseText) => resolve({ status: answer.statusCode ?? 0, body: responseText }),
              reject,
            );
          },
        );
        clientRequest.on('error', reject);
        if (method !== 'POST') clientRequest.end();
        else
          clientRequest.end(
            typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
          );
      }),
  };
}

/** A server with some of the request handlers of `npm run edit`. */
interface PartialServer {
  address: string;
  html(path: string): Promise<string>;
  /** Posts JSON as a page on the server does. Resolves with the response data and the status code. */
  post<Answer>(body: object): Promise<Answer & { status: number }>;
}

/** Serves some of the editor's request handlers until the end of the test. */
export async function startPartialServer(
  answers: Partial<RequestHandlers>,
  show: (incoming: IncomingMessage, path: string, query: string) => Promise<Answer>,
): Promise<PartialServer> {
  const rejectRequest = () => Promise.resolve({ status: 400, answer: {} });
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '', 'http://x');
    const response =
      pathname === apiPath
        ? answerApi(incoming, {
            edit: rejectRequest,
            pages: rejectRequest,
            changes: rejectRequest,
            ...answers,
          })
        : show(incoming, pathname, search.slice(1));
    void response.then(
      ({ status, body }) => outgoing.writeHead(status).end(body),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // the server listens on a port
  const headers = { 'Content-Type': 'application/json', 'X-Pagewright-Token': pageToken, Origin: address };
  return {
    address,
    html: async (path) => (await fetch(address + path)).text(),
    async post<Answer>(body: object) {
      const answer = await fetch(address + apiPath, { method: 'POST', headers, body: JSON.stringify(body) });
      return { ...((await answer.json()) as Answer), status: answer.status }; // the server sends this type
    },
  };
}
