import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serveSite } from '../../scripts/server/static-server.ts';
import { hasNginx, startNginx } from './nginx.ts';

/** A response from a static host. */
export interface HostResponse {
  status: number;
  location?: string | undefined;
  /** The body of the response. */
  text: string;
}

/** A static host that serves a built site. */
export interface Host {
  ask(path: string): HostResponse | Promise<HostResponse>;
  stop?(): Promise<void>;
}

type FindFile = (path: string) => HostResponse | undefined;

/** A parsed line of the file `_redirects`. */
interface RedirectLine {
  from: string;
  parameters: readonly string[];
  to: string;
  status: string;
}

/**
 * Simulations of static hosts, by name. Sources:
 * https://github.com/slorber/trailing-slash-guide, the hosts' documentation and the code of
 * wrangler. Each function starts to serve a folder that contains the site at the path `base`.
 */
export const hosts: Readonly<Record<string, (folder: string, base: string) => Host | Promise<Host>>> = {
  'GitHub Pages': (folder, base) => {
    const findFile = createFileLookup(folder);
    return {
      ask(address) {
        const { path } = splitTarget(address);
        if (path.endsWith('/')) return findFile(`${path}index.html`) ?? respondNotFound(findFile, base);
        const file = findFile(path) ?? findFile(`${path}.html`);
        // A browser would download a file with any other extension instead of showing it.
        if (file && /\.html?$|\/[^.]*$/i.test(path)) return file;
        return (
          file ??
          (findFile(`${path}/index.html`) ? respondRedirect(`${path}/`) : respondNotFound(findFile, base))
        );
      },
    };
  },
  Netlify: (folder, base) => netlify(folder, base, false),
  'Netlify with pretty URLs': (folder, base) => netlify(folder, base, true),
  'Cloudflare Pages': (folder, base) => {
    const findFile = createFileLookup(folder);
    // Cloudflare ignores lines that do not fit this pattern. If a path has several lines, the first one counts.
    const lines = readRedirects(folder, base).filter(
      ({ parameters, status }) => parameters.length === 0 && status === '301',
    );
    if (lines.some(({ from }) => /\*|:[A-Za-z]/.test(from)))
      throw new Error('The simulation does not support patterns.');
    const redirects = new Map(lines.toReversed().map(({ from, to }) => [from, to]));
    return {
      ask(address) {
        const { path } = splitTarget(address);
        // On Cloudflare, redirects take precedence over files. Paths are compared without decoding.
        const to = redirects.get(path);
        if (to !== undefined) return respondRedirect(to);
        const route = path.replace(/(?:\/index)?(?:\.html|\/)?$/, '') || '/';
        const isFolder = findFile(`${route === '/' ? '' : route}/index.html`) !== undefined;
        const [file, canonicalPath] =
          route !== '/' && findFile(`${route}.html`) && !(path.endsWith('/') && isFolder)
            ? [`${route}.html`, route]
            : isFolder
              ? [`${route === '/' ? '' : route}/index.html`, route === '/' ? '/' : `${route}/`]
              : [path, path];
        if (file !== path && path !== canonicalPath) return respondRedirect(canonicalPath);
        return findFile(path) && canonicalPath !== path
          ? respondRedirect(canonicalPath)
          : (findFile(file) ?? respondNotFound(findFile, base));
      },
    };
  },
  Vercel: (folder, base) => {
    const findFile = createFileLookup(folder);
    // The build writes `vercel.json` in this format.
    const config = JSON.parse(readFileSync(join(folder, base, 'vercel.json'), 'utf8')) as {
      cleanUrls: boolean;
      trailingSlash?: boolean;
      redirects: {
        source: string;
        has?: { type: string; key: string; value: string }[];
        destination: string;
        statusCode: number;
      }[];
    };
    if (!config.cleanUrls || config.trailingSlash)
      throw new Error('The simulation does not support these settings.');
    return {
      ask(address) {
        const { path, search } = splitTarget(address);
        // Vercel applies clean URLs first, then redirects, and then files.
        const isSlashless = config.trailingSlash === false || path !== `${base}/`;
        const strippedPath = path.replace(/(?:\/index)?\.html$/, '');
        const cleanPath = (isSlashless ? strippedPath.replace(/(.)\/$/, '$1') : strippedPath) || '/';
        if (cleanPath !== path) return respondRedirect(cleanPath + search);
        const sentParameters = new URLSearchParams(search);
        const redirect = config.redirects.find(
          ({ source, has = [] }) =>
            // The code above already applied the redirect that removes trailing slashes.
            source !== `${base}/:path+/` &&
            toLiteralPath(source) === path &&
            has.every(({ key, value }) => new RegExp(`^${value}$`).test(sentParameters.get(key) ?? '')),
        );
        if (redirect) return respondRedirect(redirect.destination);
        return (
          findFile(path) ??
          findFile(`${path}.html`) ??
          findFile(`${path.replace(/\/$/, '')}/index.html`) ??
          respondNotFound(findFile, '')
        );
      },
    };
  },
  'our preview': async (folder, base) => {
    const parentFolder = join(folder, '..');
    const [data, cache] = [join(parentFolder, 'preview/data'), join(parentFolder, 'preview/cache')];
    const out = join(folder, base);
    const { address, close } = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
    return { ask: (path) => fetchResponse(new URL(address).origin, path), stop: close };
  },
  ...(hasNginx && {
    nginx: async (folder: string, base: string) => {
      const { address, stop } = await startNginx(folder, join('.', base, 'nginx.conf'));
      return { ask: (path) => fetchResponse(address, path), stop };
    },
  }),
};

/** Hosts that serve the site's error page below `base`, instead of an error page of their own. */
export const hostsWithSiteErrorPage: readonly string[] = [
  'GitHub Pages',
  'Cloudflare Pages',
  'our preview',
  'nginx',
];

function netlify(folder: string, base: string, isPretty: boolean): Host {
  const findFile = createFileLookup(folder);
  const lines = readRedirects(folder, base);
  return {
    ask(address) {
      const { path, search } = splitTarget(address);
      const sentParameters = new Set(search.slice(1).split('&'));
      const line = lines.find(
        ({ from, parameters }) =>
          decodeURIComponent(from) === decodeURIComponent(path) &&
          parameters.every((parameter) => sentParameters.has(parameter)),
      );
      const route = path.replace(/(?:\/index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
      const folderName = route === '/' ? '' : route;
      const file = findFile(path) ?? findFile(`${route}.html`) ?? findFile(`${folderName}/index.html`);
      // Netlify prefers an existing file to a redirect, unless the redirect is forced.
      if (line?.status === '301!' || (line && !file)) return respondRedirect(line.to);
      if (!file) return respondNotFound(findFile, '');
      const canonicalPath = findFile(`${route}.html`) || route === '/' ? route : `${route}/`;
      const isAlternativePath = path !== canonicalPath && /\.html$|\/[^.]*$/.test(path);
      return isPretty && isAlternativePath ? respondRedirect(canonicalPath) : file;
    },
  };
}

/** Splits the target of a request into its path and query. */
function splitTarget(address: string): { path: string; search: string } {
  const [, path = '', search = ''] = /^([^?]*)(.*)$/.exec(address) ?? [];
  return { path, search };
}

const respondRedirect = (location: string | undefined): HostResponse => ({ status: 301, location, text: '' });
const respondNotFound = (findFile: FindFile, base: string): HostResponse => ({
  status: 404,
  text: (findFile(`${base}/404.html`) ?? findFile('/404.html'))?.text ?? '',
});

/** Returns a function that finds files in a folder. It caches its results, so the folder must not change. */
function createFileLookup(folder: string): FindFile {
  const responses = new Map<string, HostResponse | undefined>();
  return (path) => {
    const file = join(folder, decodeURIComponent(path));
    if (!responses.has(path)) {
      const isFile = !path.endsWith('/') && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
      responses.set(path, isFile ? { status: 200, text: readFileSync(file, 'utf8') } : undefined);
    }
    return responses.get(path);
  };
}

/** Reads the redirects in the file `_redirects`, if it exists. */
function readRedirects(folder: string, base: string): RedirectLine[] {
  const lines = readFileSync(join(folder, base, '_redirects'), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const [from = '', ...rest] = line.split(' ');
    const [status = '', to = ''] = [rest.at(-1), rest.at(-2)];
    if (!/^301!?$/.test(status)) throw new Error(`Unexpected line: ${line}`);
    return { from, parameters: rest.slice(0, -2), to, status };
  });
}

/** Returns the only path that matches a path-to-regexp source without patterns. */
function toLiteralPath(source: string): string {
  if (/(?<!\\)[*+?:(){}[\]]/.test(source)) throw new Error(`Unexpected pattern: ${source}`);
  return source.replaceAll(/\\(.)/g, '$1');
}

async function fetchResponse(address: string, path: string): Promise<HostResponse> {
  const response = await fetch(address + path, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? undefined,
    text: await response.text(),
  };
}
