import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A page that does not come from this process cannot know it. */
export const pageToken: string = randomBytes(16).toString('hex');

/** Whether a request may change files: a page of this server sends it, with the token of this start. */
export function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const isSame = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
  return isSame && headers.origin === `http://${headers.host}` && isToken(headers['x-pagewright-token']);
}

function isToken(written: string | string[] | undefined): boolean {
  const [given, own] = [Buffer.from(String(written)), Buffer.from(pageToken)];
  return given.length === own.length && timingSafeEqual(given, own);
}
