import type { Website } from '../../schema/check/check.ts';
import { encodePath, isFilePath } from '../../schema/fields/file-types.ts';
import { type HostName, hosts, isSafeFilePath } from '../../schema/site/hosts.ts';
import {
  getBasePath,
  decodeUrlPath,
  getDocumentPath,
  isInFolders,
  pathToRoute,
} from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';
import { pushTo } from '../../schema/base/lists.ts';

/** A redirect from an old address. */
export interface Redirect {
  /** The old path, decoded and relative to the site. */
  from: string;
  /** The query parameters that a request must have, encoded. Empty if the redirect applies to all requests. */
  query: string;
  /** The target as an encoded path or URL. */
  to: string;
  /** The page to serve for requests without these parameters. */
  page?: string;
}

/** Percent-encodes a path as browsers do. The names of pages and files may contain any characters. */
function encodeRedirectPath(path: string): string {
  const url = new URL('https://localhost');
  url.pathname = path.replaceAll('%', '%25');
  return url.pathname;
}

/** Returns the encoded target of a redirect. */
function encodeTarget(to: string, { url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>): string {
  if (!to.startsWith('/')) return new URL(to).href;
  const { pathname, search, hash } = new URL(to, 'https://localhost');
  const isOtherProgram = isInFolders(decodeUrlPath(pathname) ?? '', otherPrograms);
  return getBasePath(url) + (isFilePath(to) && !isOtherProgram ? encodePath(to) : pathname + search + hash);
}

/** Returns whether the last part of a path has an extension. Such paths need no redirect with a slash at the end. */
const hasExtension = (path: string) => /\.[^/]*$/.test(path);

/**
 * Creates the redirects of a site for hosts. Each redirect also applies to the old path with a slash at the end. A
 * redirect from `/about.html` also applies to `/about`, because hosts serve the page at both paths. Redirects with more
 * parameters come first.
 */
export function createHostRedirects({
  redirects,
  pages,
  site,
}: Pick<Website, 'redirects' | 'pages' | 'site'>): Redirect[] {
  const hostRedirectList = redirects.flatMap(({ path, query, to }): Redirect[] => {
    const route = pathToRoute(path);
    const page = pages.has(route) ? route : undefined;
    if (page !== undefined && query === '') return [];
    const sourcePaths = [...new Set([path, ...(page === undefined ? [] : [page])])];
    return sourcePaths
      .flatMap((from) => (from === '/' || hasExtension(from) ? [from] : [from, `${from}/`]))
      .map((from) => ({ from, query, to: encodeTarget(to, site), ...(page !== undefined && { page }) }));
  });
  const countParameters = ({ query }: Redirect) => query.split('&').filter(Boolean).length;
  return hostRedirectList.toSorted((a, b) => countParameters(b) - countParameters(a));
}

/** Returns whether a request has all parameters of a redirect. The request may have further parameters. */
export function hasParameters(query: string, search: string): boolean {
  const requestParameters = new URLSearchParams(search);
  return [...new URLSearchParams(query)].every(([name, value]) =>
    requestParameters.getAll(name).includes(value),
  );
}

/** Lists the spellings of an encoded path: browsers use upper case (`%C3`), some systems use lower case (`%c3`). */
const listSpellings = (path: string): string[] => [
  ...new Set([path, path.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase())]),
];

// Escape `*` and `:`, because they have a special meaning in hosts' redirect patterns.
const escapePatterns = (path: string) =>
  path.replaceAll('*', '%2A').replaceAll(/:(?=[A-Za-z])|(?<=\/):/g, '%3A');

/**
 * Formats redirects for Netlify and Cloudflare Pages. Netlify serves existing files, such as the redirect pages for
 * other hosts, unless the status is `301!`. Cloudflare Pages does not support this status. Both hosts ignore unknown
 * and repeated lines.
 */
export function formatRedirectsFile(
  redirects: readonly Redirect[],
  { pages, site: { url, host } }: Pick<Website, 'pages' | 'site'>,
): string {
  const base = getBasePath(url);
  const { hasForced } = host ? hosts[host] : {};
  const lines = redirects.flatMap(({ from, query, to }) => {
    // The host may ignore the case of paths. A forced redirect (`301!`) from `/About` would then hide the page
    // `/about`.
    const isPage = query === '' && pages.has(pathToRoute(from.toLowerCase()));
    const parameters = query.split('&').map((parameter) => parameter.replaceAll(':', '%3A'));
    return listSpellings(escapePatterns(base + encodeRedirectPath(from))).flatMap((path) => {
      const line = [path, ...parameters.filter(Boolean), to].join(' ');
      return [
        ...(hasForced === false || isPage ? [] : [`${line} 301!\n`]),
        ...(query !== '' || (hasForced && !isPage) ? [] : [`${line} 301\n`]),
      ];
    });
  });
  return [...new Set(lines)].join('');
}

/** Parses the output of `formatRedirectsFile`: the targets by decoded path, with the queries that they require. */
export function parseRedirectsFile(text: string): Map<string, { query: string; to: string }[]> {
  const redirects = new Map<string, { query: string; to: string }[]>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [from = '', ...otherParts] = line.split(' ');
    const [parameters, to = ''] = [otherParts.slice(0, -2), otherParts.at(-2)];
    pushTo(redirects, decodeURIComponent(from), { query: parameters.join('&').replaceAll('%3A', ':'), to });
  }
  return redirects;
}

/** Formats redirects for Vercel. Vercel first removes `.html` and slashes, and uses path-to-regexp patterns. */
export function formatVercelRedirects(redirects: readonly Redirect[], base: string): object[] {
  const redirectBySource = new Map<string, object>();
  for (const { from, query, to } of redirects)
    for (const path of listSpellings(base + (from === '/' ? from : pathToRoute(encodeRedirectPath(from))))) {
      const source = path.replaceAll(/[()[\]{}:*+?\\]/g, String.raw`\$&`);
      const has = [...new URLSearchParams(query)].map(([key, value]) => ({
        type: 'query',
        key,
        value: value.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`),
      }));
      const key = `${source}?${query}`;
      if (!redirectBySource.has(key))
        redirectBySource.set(key, {
          source,
          ...(has.length > 0 && { has }),
          destination: to,
          statusCode: 301,
        });
    }
  return [...redirectBySource.values()];
}

/**
 * Formats redirects for nginx, which compares decoded paths. Redirects from the home page are in the home page's
 * location.
 */
export function formatNginxRedirects(redirects: readonly Redirect[], base: string): string {
  const byPath = Map.groupBy(
    redirects.filter(({ from }) => from !== '/'),
    ({ from }) => from,
  );
  return [...byPath]
    .map(([from, pathRedirects]) => {
      const path = (base + from).replaceAll(/["\\]/g, String.raw`\$&`);
      return `location = "${path}" { ${formatNginxAnswers(pathRedirects)} ${formatFallback(from, pathRedirects, base)}}\n`;
    })
    .join('');
}

/** Formats the nginx directives for the redirects of one path. Escapes `$`, which begins a variable in nginx. */
export const formatNginxAnswers = (redirects: readonly Redirect[]): string =>
  redirects
    .map(({ query, to }) => {
      const directive = `return 301 "${to.replaceAll('"', '%22').replaceAll('$', '%24')}";`;
      return query === '' ? directive : `if ($args ~ "${createParameterPattern(query)}") { ${directive} }`;
    })
    .join(' ');

/** Formats the nginx directive for requests whose query matches no redirect. */
function formatFallback(from: string, redirects: readonly Redirect[], base: string): string {
  if (redirects.some(({ query }) => query === '')) return '';
  const page = redirects[0]?.page;
  if (page === undefined) return 'return 404; ';
  return from === page
    ? `try_files "${base}${getDocumentPath(page)}" =404; `
    : `return 301 "${base}${page}"; `;
}

/** Returns a pattern for queries with these parameters in any order, and with any further parameters. */
const createParameterPattern = (query: string): string =>
  `^${query
    .split('&')
    .map((parameter) => `(?=(?:.*&)?${parameter.replaceAll(/[.*+?^${}()|[\]\\"]/g, String.raw`\$&`)}(?:&|$))`)
    .join('')}`;

/**
 * Returns the targets of files that redirect browsers, by file path, for hosts without redirects. Omits files that
 * hosts would not find, and files whose names are invalid on some systems.
 */
export function createRedirectFiles(
  redirects: readonly Redirect[],
  takenPaths: ReadonlySet<string>,
  host: HostName | undefined,
): Map<string, string> {
  const files = new Map<string, string>();
  if (host && !hosts[host].usesPages) return files;
  for (const { from, query, to } of redirects) {
    if (query !== '') continue;
    for (const file of listFilesForPath(from)) {
      const segments = file.split('/');
      const isBelowFile = segments.some((_, index) => {
        const folder = segments.slice(0, index).join('/');
        return takenPaths.has(folder) || files.has(folder);
      });
      if (isSafeFilePath(file) && !isBelowFile && !takenPaths.has(file)) files.set(file, to);
    }
  }
  return files;
}

/**
 * Lists the files that hosts may look up for a path: hosts add `.html`, or look for `index.html` in the folder with
 * this name. Omits files with other extensions, which hosts would send with the wrong type.
 */
function listFilesForPath(from: string): string[] {
  if (from.endsWith('/')) return [`${from}index.html`];
  if (/\.html?$/i.test(from)) return [from];
  return hasExtension(from) ? [getDocumentPath(from), `${from}/index.html`] : [getDocumentPath(from)];
}

/**
 * Returns the files that redirect `/about/` to `/about`, by path, for hosts that do not redirect automatically.
 */
export const createSlashFiles = (
  pages: readonly string[],
  takenPaths: ReadonlySet<string>,
  { url, host }: Pick<Site, 'url' | 'host'>,
): Map<string, string> =>
  new Map(
    !host || !hosts[host].failsAtSlash
      ? []
      : pages
          .filter((path) => path !== '/' && path !== '/404' && !takenPaths.has(`${path}/index.html`))
          .map((path) => [`${path}/index.html`, getBasePath(url) + path]),
  );
