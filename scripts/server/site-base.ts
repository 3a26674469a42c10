import type { IncomingMessage } from 'node:http';

/**
 * Removes the base path of the site from a request URL. For a path outside of the site, returns a redirect to the home
 * page, or no redirect.
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
