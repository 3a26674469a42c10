import type { ServerResponse } from 'node:http';
import { hashScripts } from '../outputs/csp.ts';
import { contentTypes, defaultContentType } from '../system/content-types.ts';

/** A response from the dev server. */
export interface Answer {
  status: number;
  body: string | Uint8Array;
  type?: string | undefined;
  /** The target, if the response is a redirect. */
  location?: string;
}

export const createHtmlAnswer = (body: string, status = 200): Answer => ({
  status,
  type: contentTypes['html'],
  body,
});

export const createTextAnswer = (status: number, body: string): Answer => ({
  status,
  type: contentTypes['txt'],
  body,
});

export const createJsonAnswer = (status: number, body: object): Answer => ({
  status,
  type: contentTypes['json'],
  body: JSON.stringify(body),
});

export const createMessageAnswer = (status: number, message: string): Answer =>
  createJsonAnswer(status, { message });

export function sendAnswer(
  response: ServerResponse,
  { status, body, type = defaultContentType, location }: Answer,
): void {
  const headers = location === undefined ? { 'Content-Type': type } : { Location: location };
  if (type === contentTypes['html']) setPolicy(response, hashScripts(String(body)));
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-store' }).end(body);
}

/**
 * Sets the Content-Security-Policy of a response. The policy restricts neither embedded content nor styles, because
 * Vite and the editor add styles. It allows workers from blobs, because Vite's client uses one to wait for a restart of
 * the server.
 */
export function setPolicy(response: ServerResponse, scripts: readonly string[] = []): void {
  const scriptSources = ["'self'", ...new Set(scripts)].join(' ');
  response.setHeader(
    'Content-Security-Policy',
    `script-src ${scriptSources}; worker-src blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'`,
  );
}
