import type { Website } from '../../schema/check/check.ts';
import { encodePath, isFilePath } from '../../schema/fields/file-types.ts';
import { type HostName, hosts, isFilesPath } from '../../schema/site/hosts.ts';
import { basePath, decodedPath, documentPath, isBelow, pathToRoute } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';
import { pushTo } from '../../schema/base/lists.ts';

/** An old address, and where it leads, as it is sent. */
export interface Redirect {
  /** Decoded, within the site. */
  from: string;
  /** What must follow the `?`, as it is sent. */
  query: string;
  to: string;
  /** The page that this address shows without the query. */
  page?: string;
}

/** A path as browsers send it: a name of a page or file may have any letters. */
function sentPath(path: string): string {
  const url = new URL('https://localhost');
  url.pathname = path.replaceAll('%', '%25');
  return url.pathname;
}

/** The address that a redirect leads to, as it is sent. */
function sentTarget(to: string, { url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>): string {
  if (!to.startsWith('/')) return new URL(to).href;
  const { pathname, search, hash } = new URL(to, 'https://localhost');
  const isOther = isBelow(decodedPath(pathname) ?? '', otherPrograms);
  return basePath(url) + (isFilePath(to) && !isOther ? encodePath(to) : pathname + search + hash);
}

/** Whether the last step of a path has an ending, so that no slash follows it. */
const hasEnding = (path: string) => /\.[^/]*$/.test(path);

/**
 * The redirects of a site, also with a slash at the end. Hosts find the page of `/about` at `/about.html`, too.
 * Those with more parameters come first.
 */
export function hostRedirects({
  redirects,
  pages,
  site,
}: Pick<Website, 'redirects' | 'pages' | 'site'>): Redirect[] {
  const all = redirects.flatMap(({ path, query, to }): Redirect[] => {
    const route = pathToRoute(path);
    const page = pages.has(route) ? route : undefined;
    if (page !== undefined && query === '') return [];
    const same = [...new Set([path, ...(page === undefined ? [] : [page])])];
    return same
      .flatMap((from) => (from === '/' || hasEnding(from) ? [from] : [from, `${from}/`]))
      .map((from) => ({ from, query, to: sentTarget(to, site), ...(page !== undefined && { page }) }));
  });
  const parameters = ({ query }: Redirect) => query.split('&').filter(Boolean).length;
  return all.toSorted((a, b) => parameters(b) - parameters(a));
}

/** Whether a request has all the parameters of an old address, among others. */
export function hasParameters(query: string, search: string): boolean {
  const sent = new URLSearchParams(search);
  return [...new URLSearchParams(query)].every(([name, value]) => sent.getAll(name).includes(value));
}

/** Browsers encode with capital letters, but some systems wrote their links with small ones. */
const spellings = (path: string): string[] => [
  ...new Set([path, path.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase())]),
];

// `*` and `:` would begin a pattern.
const withoutPatterns = (path: string) =>
  path.replaceAll('*', '%2A').replaceAll(/:(?=[A-Za-z])|(?<=\/):/g, '%3A');

/**
 * Formats redirects for Netlify and Cloudflare Pages. Netlify prefers files, as those for hosts without
 * redirects are, unless it reads `301!`, which Cloudflare Pages does not accept. Each passes over the lines that
 * it does not know, or that say the same again.
 */
export function redirectsFile(
  redirects: readonly Redirect[],
  { pages, site: { url, host } }: Pick<Website, 'pages' | 'site'>,
): string {
  const base = basePath(url);
  const { hasForced } = host ? hosts[host] : {};
  const lines = redirects.flatMap(({ from, query, to }) => {
    // This host may not distinguish capital letters.
    const isPage = query === '' && pages.has(pathToRoute(from.toLowerCase()));
    const parameters = query.split('&').map((one) => one.replaceAll(':', '%3A'));
    return spellings(withoutPatterns(base + sentPath(from))).flatMap((path) => {
      const line = [path, ...parameters.filter(Boolean), to].join(' ');
      return [
        ...(hasForced === false || isPage ? [] : [`${line} 301!\n`]),
        ...(query !== '' || (hasForced && !isPage) ? [] : [`${line} 301\n`]),
      ];
    });
  });
  return [...new Set(lines)].join('');
}

/** Parses the output of `redirectsFile`: the targets by decoded path, with the queries that they need. */
export function readRedirectsFile(text: string): Map<string, { query: string; to: string }[]> {
  const redirects = new Map<string, { query: string; to: string }[]>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [from = '', ...rest] = line.split(' ');
    const [parameters, to = ''] = [rest.slice(0, -2), rest.at(-2)];
    pushTo(redirects, decodeURIComponent(from), { query: parameters.join('&').replaceAll('%3A', ':'), to });
  }
  return redirects;
}

/** Formats redirects for Vercel, which removes `.html` and slashes first, and reads patterns of path-to-regexp. */
export function vercelRedirects(redirects: readonly Redirect[], base: string): object[] {
  const written = new Map<string, object>();
  for (const { from, query, to } of redirects)
    for (const path of spellings(base + (from === '/' ? from : pathToRoute(sentPath(from))))) {
      const source = path.replaceAll(/[()[\]{}:*+?\\]/g, String.raw`\$&`);
      const has = [...new URLSearchParams(query)].map(([key, value]) => ({
        type: 'query',
        key,
        value: value.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`),
      }));
      const key = `${source}?${query}`;
      if (!written.has(key))
        written.set(key, { source, ...(has.length > 0 && { has }), destination: to, statusCode: 301 });
    }
  return [...written.values()];
}

/** Formats redirects for nginx, which compares decoded paths. Those of the home page are in its own location. */
export function nginxRedirects(redirects: readonly Redirect[], base: string): string {
  const byPath = Map.groupBy(
    redirects.filter(({ from }) => from !== '/'),
    ({ from }) => from,
  );
  return [...byPath]
    .map(([from, some]) => {
      const path = (base + from).replaceAll(/["\\]/g, String.raw`\$&`);
      return `location = "${path}" { ${nginxAnswers(some)} ${otherwise(from, some, base)}}\n`;
    })
    .join('');
}

/** What nginx answers at one address. It fills in what follows a `$`. */
export const nginxAnswers = (redirects: readonly Redirect[]): string =>
  redirects
    .map(({ query, to }) => {
      const answer = `return 301 "${to.replaceAll('"', '%22').replaceAll('$', '%24')}";`;
      return query === '' ? answer : `if ($args ~ "${parameterPattern(query)}") { ${answer} }`;
    })
    .join(' ');

/** What nginx answers where no query fits. */
function otherwise(from: string, redirects: readonly Redirect[], base: string): string {
  if (redirects.some(({ query }) => query === '')) return '';
  const page = redirects[0]?.page;
  if (page === undefined) return 'return 404; ';
  return from === page ? `try_files "${base}${documentPath(page)}" =404; ` : `return 301 "${base}${page}"; `;
}

/** Matches a query with these parameters, in any order and among others. */
const parameterPattern = (query: string): string =>
  `^${query
    .split('&')
    .map((one) => `(?=(?:.*&)?${one.replaceAll(/[.*+?^${}()|[\]\\"]/g, String.raw`\$&`)}(?:&|$))`)
    .join('')}`;

/**
 * The files of pages that send browsers on, by path, with their targets: for hosts without redirects. A file
 * that hosts would not find, or whose name not every system takes, is left out.
 */
export function redirectFiles(
  redirects: readonly Redirect[],
  taken: ReadonlySet<string>,
  host: HostName | undefined,
): Map<string, string> {
  const files = new Map<string, string>();
  if (host && !hosts[host].usesPages) return files;
  for (const { from, query, to } of redirects) {
    if (query !== '') continue;
    for (const file of filesAt(from)) {
      const steps = file.split('/');
      const isBelowFile = steps.some((_, at) => {
        const folder = steps.slice(0, at).join('/');
        return taken.has(folder) || files.has(folder);
      });
      if (isFilesPath(file) && !isBelowFile && !taken.has(file)) files.set(file, to);
    }
  }
  return files;
}

/**
 * Hosts add `.html` to an address, or look into a folder of its name. A file of another ending would be sent
 * with another type.
 */
function filesAt(from: string): string[] {
  if (from.endsWith('/')) return [`${from}index.html`];
  if (/\.html?$/i.test(from)) return [from];
  return hasEnding(from) ? [documentPath(from), `${from}/index.html`] : [documentPath(from)];
}

/**
 * The files that lead from the address of a page with a slash to the page, by path. Most hosts send visitors on by
 * themselves.
 */
export const slashFiles = (
  pages: readonly string[],
  taken: ReadonlySet<string>,
  { url, host }: Pick<Site, 'url' | 'host'>,
): Map<string, string> =>
  new Map(
    !host || !hosts[host].failsAtSlash
      ? []
      : pages
          .filter((path) => path !== '/' && path !== '/404' && !taken.has(`${path}/index.html`))
          .map((path) => [`${path}/index.html`, basePath(url) + path]),
  );
