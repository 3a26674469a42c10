import sirv from 'sirv';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { statSync, readFileSync, existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CompressedCopy, compressedCopies, isCompressible } from '../outputs/compression.ts';
import { UsageError } from '../system/command.ts';
import { contentTypes, unknownType } from '../system/content-types.ts';
import { listen } from './listen.ts';
import { readHeadersFile, revalidate } from '../outputs/headers.ts';
import { hostFiles } from '../outputs/host-files.ts';
import { openLocalFunctions } from './functions.ts';

/** The path of a request, decoded; nothing for one that cannot be read. */
export function requestPath({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return undefined;
  }
}

const encodings = { '.gz': 'gzip', '.br': 'br' } as const;

/** The file of a built site that stands for an address, by its path there. */
function fileAt(folder: string, path: string): string | undefined {
  const files = [path, `${path}/index`, `${path}.html`, `${path}/index.html`];
  const found = files.find((file) => isFile(join(folder, file)));
  return found?.replace(/^\/+/, '');
}

/** No file has a name that is longer than its disk takes. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Answers with the copy of a text that hosts would send, which need not be in the built site; false if there
 * is none that the browser takes.
 */
export async function sendCompressed(
  folder: string,
  cache: string,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const file = fileAt(folder, path);
  if (file === undefined || !isCompressible(file)) return false;
  outgoing.setHeader('Vary', 'Accept-Encoding');
  if (incoming.headers.range !== undefined) return false;
  const { size, mtime } = statSync(join(folder, file));
  const accepted = String(incoming.headers['accept-encoding'] ?? '');
  const copies = await compressedCopies(file, await readFile(join(folder, file)), cache).catch(none);
  const copy = copies.findLast(({ ending }) => takes(accepted, encodings[ending]));
  if (!copy) return false;
  const etag = `W/"${size}-${mtime.getTime()}${copy.ending}"`;
  if (incoming.headers['if-none-match'] === etag) {
    outgoing.writeHead(304).end();
    return true;
  }
  const content = await readFile(copy.file);
  outgoing
    .writeHead(200, {
      'Content-Encoding': encodings[copy.ending],
      'Content-Length': content.length,
      'Last-Modified': mtime.toUTCString(),
      ETag: etag,
    })
    .end(content);
  return true;
}

/** Whether a browser takes an encoding: `gzip;q=0` says that it does not, and `*` stands for any. */
function takes(accepted: string, encoding: string): boolean {
  const wishes = accepted.split(',').map((one) =>
    one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const wish = wishes.find(([name]) => name === encoding) ?? wishes.find(([name]) => name === '*');
  return wish !== undefined && !wish.some((one) => /^q=0(?:\.0*)?$/.test(one));
}

/** Without a cache, as on a disk that can only be read, pages are sent as they are. */
const none = (): CompressedCopy[] => [];

/** The last text of each file, and how the file looked then. */
const lastTexts = new Map<string, { look: string; text: string }>();

/** A file that has only just changed may change again without looking different, for so many milliseconds. */
const justNow = 100;

/** The text of a small file, if it can be read. To look at it takes less time than to read it again. */
export function textOfFile(file: string): string | undefined {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(file, { bigint: true });
    const look = [dev, ino, size, mtimeNs, ctimeNs].join();
    const last = lastTexts.get(file);
    if (last?.look === look) return last.text;
    const text = readFileSync(file, 'utf8');
    if (Date.now() - Number(ctimeMs) > justNow) lastTexts.set(file, { look, text });
    return text;
  } catch {
    return undefined;
  }
}

/** What is served, and where. */
interface Served {
  out: string;
  data: string;
  /** Compressed copies are kept here. */
  cache: string;
  port?: number;
  host: string;
}

/** A server of a built site. */
export interface SiteServer {
  /** Where it answers: `http://127.0.0.1:3000`. */
  address: string;
  /** Rejects if messages cannot be stored now. */
  ready: Promise<void>;
  /** What is done with messages besides storing them. */
  says: string[];
  close(): Promise<void>;
}

/** How long a visitor may take to send a request, in milliseconds, on whatever line: one may have files. */
const defaultTimeout = { head: 10_000, all: 120_000, checkEach: 2000 };
/** How long an answer that is under way may still take when the server is asked to end. */
const longestEnd = 1500;

/** Serves a built site as a static host would, and the functions beside it. Port 0 takes a free one. */
export async function serveSite(
  { out, data, cache, port, host }: Served,
  patience = defaultTimeout,
): Promise<SiteServer> {
  const folder = resolve(out);
  if (!existsSync(join(folder, 'index.html')))
    throw new UsageError(`${out}/ holds no built site yet. Run \`npm run build\` first.`);
  const functions = openLocalFunctions(data, async (path) => textOfFile(join(folder, path)));
  // `dev` reads the folder at each request, so that a new build is served without a restart.
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'] });

  const timeouts = {
    headersTimeout: patience.head,
    requestTimeout: patience.all,
    connectionsCheckingInterval: patience.checkEach,
  };
  const server = createServer(timeouts, async (incoming, outgoing) => {
    try {
      if (await functions.answer(incoming, outgoing)) return;
      const path = pathOf(incoming);
      setHeaders(path ?? '/404.html');
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
        return void outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end();
      const redirect = path && redirectsOf(folder).get(path);
      const isServed = path !== undefined && !isHidden(path) && !crossesSymlink(folder, path);
      if (!isSingleRange(incoming)) delete incoming.headers.range;
      if (redirect) outgoing.writeHead(301, { Location: redirect }).end();
      else if (!isServed) notFound();
      else if (!(await sendCompressed(folder, cache, path, incoming, outgoing)))
        files(incoming, outgoing, notFound);
    } catch (problem) {
      console.error(problem);
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'text/plain' });
      outgoing.end('The server failed to answer. Please try again.\n');
    }

    function notFound(): void {
      const page = join(folder, '404.html');
      setHeaders('/404.html');
      outgoing.setHeader('Vary', 'Accept-Encoding');
      outgoing.writeHead(404).end(existsSync(page) ? readFileSync(page) : 'Not found\n');
    }

    function setHeaders(path: string): void {
      for (const [name, value] of Object.entries(headersFor(path, folder))) outgoing.setHeader(name, value);
    }
  });
  const address = await listen(server, port, host);
  return {
    address,
    ready: functions.ready,
    says: functions.says,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      // A message that is being stored is answered first.
      const late = setTimeout(() => server.closeAllConnections(), longestEnd);
      server.closeIdleConnections();
      await closed;
      clearTimeout(late);
      await functions.close();
    },
  };
}

/** The path of a request without a slash at its end; nothing for one that tries to leave the folder. */
function pathOf(incoming: IncomingMessage): string | undefined {
  // Several slashes are one to the disk.
  const path = requestPath(incoming)?.replaceAll(/\/{2,}/g, '/');
  const leaves = path === undefined || /(^|[/\\])\.\.?([/\\]|$)|\0/.test(path);
  return leaves ? undefined : path.replace(/(.)\/$/, '$1');
}

/** Whether a part of a file is asked for as it can be sent; who asks in another way gets all of it. */
function isSingleRange({ headers }: IncomingMessage): boolean {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  return from !== undefined && headers['if-range'] === undefined && (!to || Number(from) <= Number(to));
}

/** The headers of a file, as the hosts send them that read `_headers`. */
function headersFor(path: string, folder: string): Record<string, string> {
  const file = join(folder, '_headers');
  const rules = existsSync(file) ? readHeadersFile(readFileSync(file, 'utf8')) : [];
  const matching = rules.filter((rule) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
  );
  return Object.assign(
    { 'Cache-Control': revalidate, 'Content-Type': contentTypes[endingOf(path)] ?? unknownType },
    ...matching.map(({ headers }) => headers),
  ) as Record<string, string>; // all of them are
}

/** By its ending the kind of a file is known. The addresses of pages have none. */
const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? 'html';

/** Whether a link stands in the way to any of the files that may be the answer. */
function crossesSymlink(folder: string, path: string): boolean {
  const root = realpathSync(folder);
  const files = ['', '.html', '/index', '/index.html'].map((ending) => resolve(join(root, path + ending)));
  return files.some((file) => existsSync(file) && realpathSync(file) !== file);
}

/**
 * What is for hosts alone, or hidden by a dot in front, but for the folder where the web looks for some
 * files.
 */
const isHidden = (path: string): boolean =>
  hostFiles.includes(path.slice(1)) || /\/\./.test(path.replace(/^\/\.well-known\//, '/'));

/** Redirects as the build wrote them, in the form that several static hosts read: `/from /to 301`. */
function redirectsOf(folder: string): Map<string, string> {
  const file = join(folder, '_redirects');
  if (!existsSync(file)) return new Map();
  return new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ') as [string, string]),
  ); // each line is `from to status`
}
