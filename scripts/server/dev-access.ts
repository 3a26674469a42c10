import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that the engine's packages are installed in. */
export const packagesFolder = fileURLToPath(import.meta.resolve('vite')).replace(
  /([/\\]node_modules)[/\\].*$/,
  '$1',
);

/**
 * What a page that is being written loads besides itself: the code of the engine and of its packages, from
 * Vite.
 */
const codePaths = [
  '/@vite/',
  '/src/',
  '/schema/',
  '/node_modules/',
  `/@fs/${packagesFolder.split(sep).join('/').replace(/^\//, '')}/`,
];

/** Where an error on the screen opens the file that it is about. */
const editorPath = '/__open-in-editor';

/**
 * What a request to `npm run dev` may reach: code, which Vite answers, or the site itself. Vite would serve
 * every file of the project, the messages of visitors among them, and a page of another site could ask for
 * it.
 */
export function devAccess(
  { url = '', headers }: { url?: string; headers: IncomingHttpHeaders },
  host: string,
): 'code' | 'site' | 'refused' {
  if (!isOwnHost(headers.host, host)) return 'refused';
  const [, path = '', query = ''] = /^([^?#\\]*)(.*)$/s.exec(url) ?? [];
  if (path === editorPath) return headers['sec-fetch-site'] === 'same-origin' ? 'code' : 'refused';
  if (!codePaths.some((start) => path.startsWith(start))) return path.startsWith('/@') ? 'refused' : 'site';
  // Nothing that one program reads in this way and another in that way.
  const isPlain = /^[\w/@.~+:-]*$/.test(path) && /^(\?[\w&=.-]*)?$/.test(query);
  const isHidden = /\/\./.test(path.replace('/node_modules/.vite/', '/'));
  return isPlain && !isHidden && isOwnPage(headers) ? 'code' : 'refused';
}

/** A name that anybody can let point at this machine is no host of ours. */
function isOwnHost(written: string | undefined, host: string): boolean {
  const name = written?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === host || isIP(name) > 0 || /^(?:.+\.)?localhost$/.test(name);
}

/** Whether a page of this very server asks, or no page at all. */
function isOwnPage({ origin, host, 'sec-fetch-site': from = 'none' }: IncomingHttpHeaders): boolean {
  return ['same-origin', 'none'].includes(from) && (origin === undefined || origin === `http://${host}`);
}
