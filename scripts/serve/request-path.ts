import type { IncomingMessage } from 'node:http';

/** The path of a request, decoded; nothing for one that cannot be read. */
export function requestPath({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return undefined;
  }
}
