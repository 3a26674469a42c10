import type { IncomingMessage } from 'node:http';

/**
 * Removes the path below which the site is served from the URL of a request. Returns where a request outside the
 * site goes: to its home page, or nowhere.
 */
export function enterSite(
  incoming: IncomingMessage,
  base: string,
): { redirect: string | undefined } | undefined {
  if (base === '') return undefined;
  const { url = '/' } = incoming;
  const [path = '/'] = url.split('?');
  if (path === '/' || path === base) return { redirect: `${base}/` };
  if (!path.startsWith(`${base}/`)) return { redirect: undefined };
  incoming.url = url.slice(base.length);
  return undefined;
}
