import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a page of `npm run edit` may ask its server. */
export interface OwnRequests {
  token: string;
  /** Posts as a page of the server does, except for some headers, to this server or another one. */
  send(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
    method?: string,
    to?: string,
  ): Promise<{ status: number; body: string }>;
}

export async function ownRequests(address: string): Promise<OwnRequests> {
  const home = await (await fetch(`${address}/`)).text();
  const [, token = ''] = /data-token="(\w+)"/.exec(home) ?? [];
  const own = { 'Content-Type': 'application/json', Origin: address, 'X-Pagewright-Token': token };
  return {
    token,
    // Not `fetch`, which sets some headers itself.
    send: (path, body, headers = {}, method = 'POST', to = address) =>
      new Promise((resolve, reject) => {
        const sent = request(to + path, { method, headers: { ...own, ...headers } }, (answer) => {
          text(answer).then((whole) => resolve({ status: answer.statusCode ?? 0, body: whole }), reject);
        });
        sent.on('error', reject);
        if (method !== 'POST') sent.end();
        else sent.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
      }),
  };
}
