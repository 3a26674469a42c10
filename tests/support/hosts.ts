import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serveSite } from '../../scripts/server/static-server.ts';
import { hasNginx, startNginx } from './nginx.ts';

/** The response of a host. */
export interface HostAnswer {
  status: number;
  location?: string | undefined;
  /** The body of the response. */
  text: string;
}

/** A host that serves a built site. */
export interface Host {
  ask(path: string): HostAnswer | Promise<HostAnswer>;
  stop?(): Promise<void>;
}

type FileAt = (path: string) => HostAnswer | undefined;

/** A line of `_redirects`. */
interface RedirectLine {
  from: string;
  parameters: readonly string[];
  to: string;
  status: string;
}

/**
 * Simulations of static hosts, by name (sources: https://github.com/slorber/trailing-slash-guide, the docs of the
 * hosts and the code of wrangler). Each starts to serve a folder that contains the site at `base`.
 */
export const hosts: Readonly<Record<string, (folder: string, base: string) => Host | Promise<Host>>> = {
  'GitHub Pages': (folder, base) => {
    const at = filesIn(folder);
    return {
      ask(address) {
        const { path } = partsOf(address);
        if (path.endsWith('/')) return at(`${path}index.html`) ?? notFound(at, base);
        const file = at(path) ?? at(`${path}.html`);
        // A browser would download a file with another extension.
        if (file && /\.html?$|\/[^.]*$/i.test(path)) return file;
        return file ?? (at(`${path}/index.html`) ? moved(`${path}/`) : notFound(at, base));
      },
    };
  },
  Netlify: (folder, base) => netlify(folder, base, false),
  'Netlify with pretty URLs': (folder, base) => netlify(folder, base, true),
  'Cloudflare Pages': (folder, base) => {
    const at = filesIn(folder);
    // Cloudflare ignores all other lines. The first line for a path counts.
    const lines = linesIn(folder, base).filter(
      ({ parameters, status }) => parameters.length === 0 && status === '301',
    );
    if (lines.some(({ from }) => /\*|:[A-Za-z]/.test(from)))
      throw new Error('The simulation does not support patterns.');
    const redirects = new Map(lines.toReversed().map(({ from, to }) => [from, to]));
    return {
      ask(address) {
        const { path } = partsOf(address);
        // Redirects take precedence over files. Paths are compared without decoding.
        const to = redirects.get(path);
        if (to !== undefined) return moved(to);
        const route = path.replace(/(?:\/index)?(?:\.html|\/)?$/, '') || '/';
        const isFolder = at(`${route === '/' ? '' : route}/index.html`) !== undefined;
        const [file, own] =
          route !== '/' && at(`${route}.html`) && !(path.endsWith('/') && isFolder)
            ? [`${route}.html`, route]
            : isFolder
              ? [`${route === '/' ? '' : route}/index.html`, route === '/' ? '/' : `${route}/`]
              : [path, path];
        if (file !== path && path !== own) return moved(own);
        return at(path) && own !== path ? moved(own) : (at(file) ?? notFound(at, base));
      },
    };
  },
  Vercel: (folder, base) => {
    const at = filesIn(folder);
    // The format that the build writes.
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
        const { path, search } = partsOf(address);
        // Clean URLs come first, then redirects, then files.
        const isSlashless = config.trailingSlash === false || path !== `${base}/`;
        const named = path.replace(/(?:\/index)?\.html$/, '');
        const clean = (isSlashless ? named.replace(/(.)\/$/, '$1') : named) || '/';
        if (clean !== path) return moved(clean + search);
        const sent = new URLSearchParams(search);
        const redirect = config.redirects.find(
          ({ source, has = [] }) =>
            // The redirect that removes trailing slashes is handled above.
            source !== `${base}/:path+/` &&
            literalSource(source) === path &&
            has.every(({ key, value }) => new RegExp(`^${value}$`).test(sent.get(key) ?? '')),
        );
        if (redirect) return moved(redirect.destination);
        return (
          at(path) ?? at(`${path}.html`) ?? at(`${path.replace(/\/$/, '')}/index.html`) ?? notFound(at, '')
        );
      },
    };
  },
  'our preview': async (folder, base) => {
    const beside = join(folder, '..');
    const [data, cache] = [join(beside, 'preview/data'), join(beside, 'preview/cache')];
    const out = join(folder, base);
    const { address, close } = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
    return { ask: (path) => askOver(new URL(address).origin, path), stop: close };
  },
  ...(hasNginx && {
    nginx: async (folder: string, base: string) => {
      const { address, stop } = await startNginx(folder, join('.', base, 'nginx.conf'));
      return { ask: (path) => askOver(address, path), stop };
    },
  }),
};

/** Hosts that serve the error page of a site below a path, instead of their own. */
export const hostsBelowPaths: readonly string[] = [
  'GitHub Pages',
  'Cloudflare Pages',
  'our preview',
  'nginx',
];

function netlify(folder: string, base: string, isPretty: boolean): Host {
  const at = filesIn(folder);
  const lines = linesIn(folder, base);
  return {
    ask(address) {
      const { path, search } = partsOf(address);
      const sent = new Set(search.slice(1).split('&'));
      const line = lines.find(
        ({ from, parameters }) =>
          decodeURIComponent(from) === decodeURIComponent(path) && parameters.every((one) => sent.has(one)),
      );
      const route = path.replace(/(?:\/index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
      const folderName = route === '/' ? '' : route;
      const file = at(path) ?? at(`${route}.html`) ?? at(`${folderName}/index.html`);
      // Files take precedence over redirects that are not forced.
      if (line?.status === '301!' || (line && !file)) return moved(line.to);
      if (!file) return notFound(at, '');
      const own = at(`${route}.html`) || route === '/' ? route : `${route}/`;
      const isOther = path !== own && /\.html$|\/[^.]*$/.test(path);
      return isPretty && isOther ? moved(own) : file;
    },
  };
}

/** Splits the target of a request into path and query. */
function partsOf(address: string): { path: string; search: string } {
  const [, path = '', search = ''] = /^([^?]*)(.*)$/.exec(address) ?? [];
  return { path, search };
}

const moved = (location: string | undefined): HostAnswer => ({ status: 301, location, text: '' });
const notFound = (at: FileAt, base: string): HostAnswer => ({
  status: 404,
  text: (at(`${base}/404.html`) ?? at('/404.html'))?.text ?? '',
});

/** Returns a lookup for the files of a folder. It caches results, so the folder must not change. */
function filesIn(folder: string): FileAt {
  const known = new Map<string, HostAnswer | undefined>();
  return (path) => {
    const file = join(folder, decodeURIComponent(path));
    if (!known.has(path)) {
      const isFile = !path.endsWith('/') && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
      known.set(path, isFile ? { status: 200, text: readFileSync(file, 'utf8') } : undefined);
    }
    return known.get(path);
  };
}

/** Reads `_redirects`. */
function linesIn(folder: string, base: string): RedirectLine[] {
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

/** Returns the path that a path-to-regexp source without patterns matches. */
function literalSource(source: string): string {
  if (/(?<!\\)[*+?:(){}[\]]/.test(source)) throw new Error(`Unexpected pattern: ${source}`);
  return source.replaceAll(/\\(.)/g, '$1');
}

async function askOver(address: string, path: string): Promise<HostAnswer> {
  const response = await fetch(address + path, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? undefined,
    text: await response.text(),
  };
}
