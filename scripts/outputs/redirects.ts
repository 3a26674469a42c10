import type { Website } from '../../schema/checker/check.ts';
import { encodePath, isFilePath } from '../../schema/content/file-types.ts';
import { basePath, documentPath, pathToRoute } from '../../schema/content/routes.ts';

/** An old address in the site, decoded, and where it leads, as it is sent. */
export interface Redirect {
  from: string;
  to: string;
}

/** A path as browsers send it: a name of a page or file may have any letters. */
function sentPath(path: string): string {
  const url = new URL('https://localhost');
  url.pathname = path.replaceAll('%', '%25');
  return url.pathname;
}

/** The address that a redirect leads to, as it is sent. */
function sentTarget(to: string): string {
  if (!to.startsWith('/')) return new URL(to).href;
  if (isFilePath(to)) return encodePath(to);
  const { pathname, hash } = new URL(to, 'https://localhost');
  return pathname + hash;
}

/** Whether the last step of a path has an ending, so that no slash follows it. */
const hasEnding = (path: string) => /\.[^/]*$/.test(path);

/** The redirects of a site, also with a slash at the end. Hosts find the page of `/about` at `/about.html`, too. */
export const hostRedirects = ({
  redirects,
  pages,
  site,
}: Pick<Website, 'redirects' | 'pages' | 'site'>): Redirect[] =>
  redirects
    .filter(({ path }) => !pages.has(pathToRoute(path)))
    .flatMap(({ path, to }) => {
      const target = to.startsWith('/') ? basePath(site.url) + sentTarget(to) : sentTarget(to);
      return [path, ...(hasEnding(path) ? [] : [`${path}/`])].map((from) => ({ from, to: target }));
    });

/** Formats redirects for Netlify and Cloudflare Pages, where `*` and `:` would begin a pattern. */
export const redirectsFile = (redirects: readonly Redirect[], base: string): string =>
  redirects
    .map(
      ({ from, to }) => `${base}${sentPath(from).replaceAll('*', '%2A').replaceAll(':', '%3A')} ${to} 301\n`,
    )
    .join('');

/** Parses the output of `redirectsFile`: the targets by decoded path. */
export function readRedirectsFile(text: string): Map<string, string> {
  const lines = text.split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [from = '', to = ''] = line.split(' ');
      return [decodeURIComponent(from), to];
    }),
  );
}

/** Formats redirects for Vercel, which removes `.html` and slashes first, and reads patterns of path-to-regexp. */
export function vercelRedirects(redirects: readonly Redirect[], base: string): object[] {
  const sources = new Map<string, string>();
  for (const { from, to } of redirects) {
    const source = (base + sentPath(pathToRoute(from))).replaceAll(/[()[\]{}:*+?\\]/g, String.raw`\$&`);
    if (!sources.has(source)) sources.set(source, to);
  }
  return [...sources].map(([source, destination]) => ({ source, destination, statusCode: 301 }));
}

/** Formats redirects for nginx, which compares decoded paths, and fills in what follows a `$`. */
export const nginxRedirects = (redirects: readonly Redirect[], base: string): string =>
  redirects
    .map(({ from, to }) => {
      const path = (base + from).replaceAll(/["\\]/g, String.raw`\$&`);
      return `location = "${path}" { return 301 "${to.replaceAll('"', '%22').replaceAll('$', '%24')}"; }\n`;
    })
    .join('');

/**
 * The files of pages that send browsers on, by path, with their targets: for hosts without redirects. A file
 * that hosts would not find, or whose name not every system takes, is left out.
 */
export function redirectFiles(
  redirects: readonly Redirect[],
  taken: ReadonlySet<string>,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const { from, to } of redirects) {
    const file = from.endsWith('/') ? `${from}index.html` : fileAt(from);
    const steps = file.split('/');
    const isBelowFile = steps.some((_, at) => {
      const folder = steps.slice(0, at).join('/');
      return taken.has(folder) || files.has(folder);
    });
    const isName =
      !/[<>:"|?*\\]|\/\.|[. ]\//.test(file) && steps.every((step) => Buffer.byteLength(step) < 200);
    if (isName && !isBelowFile && !taken.has(file)) files.set(file, to);
  }
  return files;
}

/** Hosts add `.html` to an address, and send other endings with other types. */
const fileAt = (from: string): string => (/\.html?$/i.test(from) ? from : documentPath(from));
