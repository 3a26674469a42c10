import { commandText } from '../system/command-text.ts';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { statSync, readFileSync, existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { join, resolve } from 'node:path';
import { encodePath } from '../../schema/fields/file-types.ts';
import { dataPath, documentPath, pathToRoute } from '../../schema/base/routes.ts';
import { type CompressedCopy, compressedCopies, isCompressible } from '../outputs/compression.ts';
import { UsageError } from '../system/command.ts';
import { contentTypeOf } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { isMissingFileError } from '../site/retry-while-files-change.ts';
import { listen } from './listen.ts';
import { baseOf, type HeaderRule, readHeadersFile, revalidate } from '../outputs/headers.ts';
import { hostFiles } from '../outputs/host-files.ts';
import { hasParameters, readRedirectsFile } from '../outputs/redirects.ts';
import { openLocalFunctions } from './functions.ts';
import { requestedRange, sendFile } from './send-file.ts';
import { enterSite } from './site-base.ts';

/** Returns the decoded path of a request. Returns undefined if it is malformed. */
export function requestPath({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return undefined;
  }
}

const encodings = { '.gz': 'gzip', '.br': 'br' } as const;

/** The response to a path: a file, relative to the folder, or a redirect to the route of a page. */
type Target = { file: string } | { redirect: string } | undefined;

/** Finds the response to a path. Each page has one URL, without a slash, `.html` or `index` at the end. */
function findTarget(folder: string, path: string): Target {
  if (hostFiles.includes(path.slice(1))) return undefined;
  // The output folder itself may be a symbolic link.
  const root = realpathSync(folder);
  const has = (file: string) => isServableFile(root, file);
  const route = pathToRoute(path);
  const isPage = has(dataPath(route)) && has(documentPath(route));
  if (path !== route && (isPage || path === '/index')) return { redirect: route };
  const folderIndex = `${route}/index.html`;
  // The index file of a folder in `public/` is served with a slash at the end.
  const files = /.\/(?:index)?$/.test(path) ? [folderIndex] : [path, `${path}.html`, folderIndex];
  const file = files.find(has);
  if (file !== undefined) return { file: file.replace(/^\/+/, '') };
  return path !== route && !path.endsWith('.html') && has(`${route}.html`) ? { redirect: route } : undefined;
}

/**
 * Sends a compressed copy, as hosts do, even if the built site contains none. Returns false if the browser does not
 * accept one.
 */
async function sendCompressed(
  folder: string,
  cache: string,
  file: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  if (!isCompressible(file)) return false;
  outgoing.setHeader('Vary', 'Accept-Encoding');
  if (requestedRange(incoming.headers)) return false;
  const { size, mtime } = statSync(join(folder, file));
  const accepted = String(incoming.headers['accept-encoding'] ?? '');
  const copies = await compressedCopies(file, await readFile(join(folder, file)), cache).catch(noCopies);
  const copy = copies.findLast(({ ending }) => acceptsEncoding(accepted, encodings[ending]));
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

/** Milliseconds that requests wait while a build replaces the folder, and between two checks. */
const replacing = { patience: 5000, pause: 10 };

/** Returns an id of the build in a folder. Returns undefined if there is none. */
function buildIn(folder: string): string | undefined {
  const state = statSync(folder, { throwIfNoEntry: false });
  return state && `${state.dev} ${state.ino} ${state.birthtimeMs}`;
}

/** Returns the id of the build in a folder. Waits while it is being replaced, because there is none for a moment. */
async function currentBuild(folder: string): Promise<string | undefined> {
  const deadline = Date.now() + replacing.patience;
  for (;;) {
    const build = buildIn(folder);
    if (build !== undefined || Date.now() > deadline) return build;
    await wait(replacing.pause);
  }
}

/** Whether an Accept-Encoding header accepts an encoding. `gzip;q=0` rejects gzip, `*` accepts any. */
function acceptsEncoding(accepted: string, encoding: string): boolean {
  const preferences = accepted.split(',').map((one) =>
    one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const preference =
    preferences.find(([name]) => name === encoding) ?? preferences.find(([name]) => name === '*');
  return preference !== undefined && !preference.some((one) => /^q=0(?:\.0*)?$/.test(one));
}

/** If the cache is not writable, files are sent uncompressed. */
const noCopies = (): CompressedCopy[] => [];

/** Reads a small text file. Returns undefined if it is unreadable. */
export function textOfFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

interface ServeOptions {
  out: string;
  data: string;
  /** The folder for compressed copies. */
  cache: string;
  port?: number;
  host: string;
  /** By default, the environment of this process. */
  env?: NodeJS.ProcessEnv;
}

/** A server of a built site. */
export interface SiteServer {
  /** For example `http://127.0.0.1:3000`. */
  address: string;
  /** Rejects if messages cannot be stored. */
  ready: Promise<void>;
  /** Lines for the operator about messages. */
  info: string[];
  close(): Promise<void>;
}

/** Milliseconds to receive a request, enough for 10 MB of files at 20 kB/s. */
const defaultTimeout = { head: 10_000, all: 600_000, checkEach: 2000 };
/** Milliseconds for pending responses when the server closes. */
const closeTimeout = 1500;

/** Serves a built site like a static host, and its functions. Port 0 uses any free port. */
export async function serveSite(
  { out, data, cache, port, host, env }: ServeOptions,
  timeout = defaultTimeout,
): Promise<SiteServer> {
  const folder = resolve(out);
  if (!existsSync(join(folder, 'index.html')))
    throw new UsageError(`${out}/ contains no built site yet. Run \`${commandText('build')}\` first.`);
  const base = () => baseOf(rulesOf(folder));
  const siteFile = async (path: string) => textOfFile(join(folder, path));
  const functions = openLocalFunctions(data, siteFile, env, base);
  const timeouts = {
    headersTimeout: timeout.head,
    requestTimeout: timeout.all,
    connectionsCheckingInterval: timeout.checkEach,
  };
  const site = { folder, cache, functions };
  const server = createServer(timeouts, (incoming, outgoing) => void answer(incoming, outgoing, site));
  const address = await listen(server, port, host);
  return {
    address: address + base(),
    ready: functions.ready,
    info: functions.info,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      // Answer pending messages first.
      const deadline = setTimeout(() => server.closeAllConnections(), closeTimeout);
      server.closeIdleConnections();
      await closed;
      clearTimeout(deadline);
      await functions.close();
    },
  };
}

interface ServedSite {
  folder: string;
  cache: string;
  functions: ReturnType<typeof openLocalFunctions>;
}

/** Answers a request from the build in a folder. If a new build replaces it meanwhile, answers from the new one. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, site: ServedSite): Promise<void> {
  const { folder } = site;
  for (;;) {
    const build = await currentBuild(folder);
    const { url } = incoming;
    const isReplaced = () => buildIn(folder) !== build && !outgoing.headersSent;
    try {
      if (await answerOnce(incoming, outgoing, site)) return;
      if (!isReplaced()) return notFound(outgoing, folder);
    } catch (error) {
      if (!isReplaced()) {
        if (isMissingFileError(error) && !outgoing.headersSent) return notFound(outgoing, folder);
        console.error(error);
        if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'text/plain' });
        return void outgoing.end('The server failed to answer. Try again.\n');
      }
    }
    incoming.url = url;
  }
}

/** Answers a request. Returns false without sending anything if the path is unknown, or its file was just deleted. */
async function answerOnce(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { folder, cache, functions }: ServedSite,
): Promise<boolean> {
  const redirect = (status: number, to: string): true => {
    outgoing.writeHead(status, { Location: to }).end();
    return true;
  };
  const [, search = ''] = /\?(.*)/s.exec(incoming.url ?? '') ?? [];
  const base = baseOf(rulesOf(folder));
  const elsewhere = enterSite(incoming, base);
  if (elsewhere) return elsewhere.redirect !== undefined && redirect(302, elsewhere.redirect);
  if (await functions.answer(incoming, outgoing)) return true;
  const path = safePath(incoming);
  setHeaders(outgoing, path ?? '/404.html', folder);
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return true;
  }
  if (path === undefined) return false;
  const redirects = readRedirectsFile(textOfFile(join(folder, '_redirects')) ?? '');
  const rules = redirects.get((base + path).normalize());
  const rule = rules?.find(({ query }) => hasParameters(query, search));
  if (rule) return redirect(301, rule.to);
  const target = findTarget(folder, path);
  if (!target) return false;
  if ('redirect' in target) return redirect(301, base + encodePath(target.redirect));
  return (
    (await sendCompressed(folder, cache, target.file, incoming, outgoing)) ||
    sendFile(join(folder, target.file), incoming, outgoing)
  );
}

function notFound(outgoing: ServerResponse, folder: string): void {
  setHeaders(outgoing, '/404.html', folder);
  outgoing.setHeader('Vary', 'Accept-Encoding');
  outgoing.writeHead(404).end(textOfFile(join(folder, '404.html')) ?? 'Not found\n');
}

/** Sets the headers of a file, as hosts that read `_headers` do. */
function setHeaders(outgoing: ServerResponse, path: string, folder: string): void {
  const rules = rulesOf(folder);
  const full = baseOf(rules) + path;
  outgoing.setHeader('Cache-Control', revalidate);
  outgoing.setHeader('Content-Type', contentTypeOf(extensionOf(path)));
  for (const { path: of, headers } of rules)
    if (of.endsWith('*') ? full.startsWith(of.slice(0, -1)) : full === of)
      outgoing.setHeaders(new Map(Object.entries(headers)));
}

/** Returns the path of a request. Returns undefined if it is outside of the folder. */
function safePath(incoming: IncomingMessage): string | undefined {
  // The file system treats several slashes as one.
  const path = requestPath(incoming)?.replaceAll(/\/{2,}/g, '/');
  const isOutside = path === undefined || /(^|[/\\])\.\.?([/\\]|$)|\0/.test(path);
  return isOutside ? undefined : path;
}

function rulesOf(folder: string): HeaderRule[] {
  return readHeadersFile(textOfFile(join(folder, '_headers')) ?? '');
}

/** Returns the file extension of a path. URLs of pages have none, so it is `html`. */
export const extensionOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? 'html';
