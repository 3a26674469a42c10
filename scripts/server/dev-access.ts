import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageHash } from '../system/project.ts';
import { hasToken } from './request-guard.ts';

/** The node_modules folder of the engine. Empty in an installed package, which serves no files from node_modules. */
export const packagesFolder =
  packageHash === undefined
    ? fileURLToPath(import.meta.resolve('vite')).replace(/([/\\]node_modules)[/\\].*$/, '$1')
    : '';

/** Path prefixes of code that pages load from Vite. */
const codePaths = [
  '/@vite/',
  '/src/',
  '/schema/',
  '/node_modules/',
  `/@fs/${packagesFolder.split(sep).join('/').replace(/^\//, '')}/`,
];

/** The path of requests to open a file in the author's code editor. */
export const openFilePath = '/__open-in-editor';

/**
 * Decides what a request to the dev server may access: code, which Vite serves, or the site. Without this check, Vite
 * would serve every file of the project, including visitors' messages, even to pages of other sites.
 */
export function resolveAccess(
  { url = '', headers }: { url?: string; headers: IncomingHttpHeaders },
  host: string,
): 'code' | 'site' | 'refused' {
  if (!isOwnHost(headers.host, host)) return 'refused';
  const [, path = '', query = ''] = /^([^?#\\]*)(.*)$/s.exec(url) ?? [];
  if (path === openFilePath)
    return headers['sec-fetch-site'] === 'same-origin' && hasToken(headers) ? 'code' : 'refused';
  if (!codePaths.some((start) => path.startsWith(start))) return path.startsWith('/@') ? 'refused' : 'site';
  // Reject paths that different programs may interpret differently.
  const isSafe = /^[\w/@.~+:-]*$/.test(path) && /^(\?[\w&=.-]*)?$/.test(query);
  const isHidden = /\/\./.test(path.replace('/node_modules/.vite/', '/'));
  return isSafe && !isHidden && isSameOrigin(headers) ? 'code' : 'refused';
}

/** Returns whether a Host header is a name or address of this server, to protect against DNS rebinding. */
function isOwnHost(hostHeader: string | undefined, host: string): boolean {
  const name = hostHeader?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === host || isIP(name) > 0 || /^(?:.+\.)?localhost$/.test(name);
}

/** Returns whether a request comes from a page of this server, or was not sent by any page. */
function isSameOrigin({ origin, host, 'sec-fetch-site': fetchSite = 'none' }: IncomingHttpHeaders): boolean {
  return ['same-origin', 'none'].includes(fetchSite) && (origin === undefined || origin === `http://${host}`);
}
