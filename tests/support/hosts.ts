import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serveSite } from '../../scripts/server/static-server.ts';
import { hasNginx, startNginx } from './nginx.ts';

/** What a host answers. */
export interface HostAnswer {
  status: number;
  location?: string | undefined;
  /** The text of a page. */
  text: string;
}

/** A host of a built site. */
export interface Host {
  ask(path: string): HostAnswer | Promise<HostAnswer>;
  stop?(): Promise<void>;
}

type FileAt = (path: string) => HostAnswer | undefined;

/**
 * Hosts of static files, by name, each with its habits (from https://github.com/slorber/trailing-slash-guide
 * and the docs of the hosts). Each begins to serve a folder.
 */
export const hosts: Readonly<Record<string, (folder: string) => Host | Promise<Host>>> = {
  'GitHub Pages': (folder) => {
    const at = filesIn(folder);
    return {
      ask: (path) =>
        path.endsWith('/')
          ? (at(`${path}index.html`) ?? notFound(at))
          : (at(path) ?? at(`${path}.html`) ?? (at(`${path}/index.html`) ? moved(`${path}/`) : notFound(at))),
    };
  },
  Netlify: (folder) => netlify(folder, false),
  'Netlify with pretty URLs': (folder) => netlify(folder, true),
  'Cloudflare Pages': (folder) => {
    const at = filesIn(folder);
    const redirects = redirectsIn(folder);
    return {
      ask(path) {
        // Redirects come before files.
        const to = redirects.get(decodeURIComponent(path));
        if (to !== undefined) return moved(to);
        const route = path.replace(/(?:\/index)?(?:\.html|\/)?$/, '') || '/';
        const isFolder = at(`${route === '/' ? '' : route}/index.html`) !== undefined;
        const [file, address] =
          route !== '/' && at(`${route}.html`) && !(path.endsWith('/') && isFolder)
            ? [`${route}.html`, route]
            : isFolder
              ? [`${route === '/' ? '' : route}/index.html`, route === '/' ? '/' : `${route}/`]
              : [path, path];
        if (file !== path && path !== address) return moved(address);
        return at(path) && address !== path ? moved(address) : (at(file) ?? notFound(at));
      },
    };
  },
  Vercel: (folder) => {
    const at = filesIn(folder);
    // As the build writes it.
    const config = JSON.parse(readFileSync(join(folder, 'vercel.json'), 'utf8')) as {
      cleanUrls: boolean;
      trailingSlash: boolean;
      redirects: { source: string; destination: string; statusCode: number }[];
    };
    if (!config.cleanUrls || config.trailingSlash) throw new Error('This host is not simulated.');
    return {
      ask(path) {
        const to = config.redirects.find(({ source }) => literalSource(source) === path)?.destination;
        if (to !== undefined) return moved(to);
        const clean = path.replace(/(?:\/index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
        if (clean !== path) return moved(clean);
        return at(path) ?? at(`${path}.html`) ?? at(`${path.replace(/\/$/, '')}/index.html`) ?? notFound(at);
      },
    };
  },
  'our preview': async (folder) => {
    const beside = join(folder, '..');
    const [data, cache] = [join(beside, 'preview/data'), join(beside, 'preview/cache')];
    const { address, close } = await serveSite({ out: folder, data, cache, port: 0, host: '127.0.0.1' });
    return { ask: (path) => askOver(address, path), stop: close };
  },
  ...(hasNginx && {
    nginx: async (folder: string) => {
      const { address, stop } = await startNginx(folder);
      return { ask: (path) => askOver(address, path), stop };
    },
  }),
};

function netlify(folder: string, isPretty: boolean): Host {
  const at = filesIn(folder);
  const redirects = redirectsIn(folder);
  return {
    ask(path) {
      const route = path.replace(/(?:\/index)?\.html$/, '').replace(/(.)\/$/, '$1') || '/';
      const base = route === '/' ? '' : route;
      const file = at(path) ?? at(`${route}.html`) ?? at(`${base}/index.html`);
      // Files come before redirects.
      if (!file)
        return redirects.has(decodeURIComponent(path))
          ? moved(redirects.get(decodeURIComponent(path)))
          : notFound(at);
      const address = at(`${route}.html`) || route === '/' ? route : `${route}/`;
      const isOther = path !== address && /\.html$|\/[^.]*$/.test(path);
      return isPretty && isOther ? moved(address) : file;
    },
  };
}

const moved = (location: string | undefined): HostAnswer => ({ status: 301, location, text: '' });
const notFound = (at: FileAt): HostAnswer => ({ status: 404, text: at('/404.html')?.text ?? '' });

function filesIn(folder: string): FileAt {
  return (path) => {
    const file = join(folder, decodeURIComponent(path));
    const isFile = existsSync(file) && statSync(file).isFile() && !path.endsWith('/');
    return isFile ? { status: 200, text: readFileSync(file, 'utf8') } : undefined;
  };
}

/** Reads `_redirects`. A `*` or `:` would be a pattern there, and is not simulated. */
function redirectsIn(folder: string): Map<string, string> {
  const lines = readFileSync(join(folder, '_redirects'), 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [from = '', to = '', status, ...rest] = line.split(' ');
      if (/[*:]/.test(from) || status !== '301' || rest.length > 0) throw new Error(`A wrong line: ${line}`);
      return [decodeURIComponent(from), to];
    }),
  );
}

/** The path that a source of path-to-regexp without patterns matches. */
function literalSource(source: string): string {
  if (/(?<!\\)[*+?:(){}[\]]/.test(source)) throw new Error(`A pattern: ${source}`);
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
