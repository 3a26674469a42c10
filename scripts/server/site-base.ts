import type { IncomingMessage } from 'node:http';

/**
 * Removes the site's base path from a request URL. For a URL outside the site, returns an object instead. Its
 * `redirect` is the home page if the path is `/` or the base path, otherwise `undefined`.
 */
export function stripBasePath(
  request: IncomingMessage,
  base: string,
): { redirect: string | undefined } | undefined {
  if (base === '') return undefined;
  const { url = '/' } = request;
  const [path = '/'] = url.split('?');
  if (path === '/' || path === base) return { redirect: `${base}/` };
  if (!path.startsWith(`${base}/`)) return { redirect: undefined };
  request.url = url.slice(base.length);
  return undefined;
}
