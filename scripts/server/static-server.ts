import { formatCommand } from '../system/command-text.ts';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { statSync, readFileSync, existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { join, resolve } from 'node:path';
import { encodePath } from '../../schema/fields/file-types.ts';
import { getDataPath, getDocumentPath, pathToRoute } from '../../schema/base/routes.ts';
import { type CompressedCopy, createCompressedCopies, isCompressible } from '../outputs/compression.ts';
import { UsageError } from '../system/command.ts';
import { getContentType } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { isMissingFileError } from '../site/retry-while-files-change.ts';
import { listen } from './listen.ts';
import { findBasePath, type HeaderRule, parseHeadersFile, mustRevalidate } from '../outputs/headers.ts';
import { hostFiles } from '../outputs/host-files.ts';
import { hasParameters, parseRedirectsFile } from '../outputs/redirects.ts';
import { openLocalFunctions } from './functions.ts';
import { parseRange, sendFile } from './send-file.ts';
import { stripBasePath } from './site-base.ts';

/** Returns the decoded path of a request, or `undefined` if the path is malformed. */
export function decodeRequestPath({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return undefined;
  }
}

const encodings = { '.gz': 'gzip', '.br': 'br' } as const;

/** The response to a path: a file path relative to the folder, or a redirect to a page route. */
type Target = { file: string } | { redirect: string } | undefined;

/** Finds the response to a path. Each page has one URL, without a slash, `.html` or `index` at the end. */
function findTarget(folder: string, path: string): Target {
  if (hostFiles.includes(path.slice(1))) return undefined;
  // Resolve the output folder, because it may itself be a symbolic link.
  const root = realpathSync(folder);
  const isServable = (file: string) => isServableFile(root, file);
  const route = pathToRoute(path);
  const isPage = isServable(getDataPath(route)) && isServable(getDocumentPath(route));
  if (path !== route && (isPage || path === '/index')) return { redirect: route };
  const folderIndex = `${route}/index.html`;
  // The index file of a folder in `public/` is served with a slash at the end.
  const files = /.\/(?:index)?$/.test(path) ? [folderIndex] : [path, `${path}.html`, folderIndex];
  const file = files.find(isServable);
  if (file !== undefined) return { file: file.replace(/^\/+/, '') };
  return path !== route && !path.endsWith('.html') && isServable(`${route}.html`)
    ? { redirect: route }
    : undefined;
}

/**
 * Sends a compressed copy of a file, as hosts do, even if the built site contains no copies. Returns false if the
 * browser does not accept a compressed copy.
 */
async function sendCompressed(
  folder: string,
  cache: string,
  file: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!isCompressible(file)) return false;
  response.setHeader('Vary', 'Accept-Encoding');
  if (parseRange(request.headers)) return false;
  const { size, mtime } = statSync(join(folder, file));
  const acceptedEncodings = String(request.headers['accept-encoding'] ?? '');
  const copies = await createCompressedCopies(file, await readFile(join(folder, file)), cache).catch(
    createNoCopies,
  );
  const copy = copies.findLast(({ extension }) => acceptsEncoding(acceptedEncodings, encodings[extension]));
  if (!copy) return false;
  const etag = `W/"${size}-${mtime.getTime()}${copy.extension}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  const content = await readFile(copy.file);
  response
    .writeHead(200, {
      'Content-Encoding': encodings[copy.extension],
      'Content-Length': content.length,
      'Last-Modified': mtime.toUTCString(),
      ETag: etag,
    })
    .end(content);
  return true;
}

/** The longest wait while a build replaces the folder, and the pause between two checks, in milliseconds. */
const buildWait = { patience: 5000, pause: 10 };

/** Returns the id of the build in a folder, or `undefined` if the folder has no build. */
function readBuildId(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
}

/** Returns the id of the build in a folder. Waits while a new build replaces the folder, which is then missing. */
async function waitForBuild(folder: string): Promise<string | undefined> {
  const deadline = Date.now() + buildWait.patience;
  for (;;) {
    const build = readBuildId(folder);
    if (build !== undefined || Date.now() > deadline) return build;
    await wait(buildWait.pause);
  }
}

/**
 * Returns whether an Accept-Encoding header accepts an encoding. `gzip;q=0` rejects gzip, and `*` accepts any encoding.
 */
function acceptsEncoding(acceptedEncodings: string, encoding: string): boolean {
  const preferences = acceptedEncodings.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const preference =
    preferences.find(([name]) => name === encoding) ?? preferences.find(([name]) => name === '*');
  return preference !== undefined && !preference.some((part) => /^q=0(?:\.0*)?$/.test(part));
}

/** Creates no compressed copies. Used if the cache is not writable, so that files are sent uncompressed. */
const createNoCopies = (): CompressedCopy[] => [];

/** Reads a small text file. Returns `undefined` if the file is unreadable. */
export function readTextFile(file: string): string | undefined {
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
  /** The environment variables. By default, those of this process. */
  env?: NodeJS.ProcessEnv;
}

/** A running server for a built site. */
export interface SiteServer {
  /** The URL of the server, such as `http://127.0.0.1:3000`. */
  address: string;
  /** Rejects if messages cannot be stored. */
  ready: Promise<void>;
  /** Lines for the operator about how messages are stored and who is notified. */
  info: string[];
  close(): Promise<void>;
}

/** Timeouts for receiving a request, in milliseconds. They allow for 10 MB of files at 20 kB/s. */
const defaultTimeout = { head: 10_000, all: 600_000, checkEach: 2000 };
/** Milliseconds that a closing server waits for pending responses. */
const closeTimeout = 1500;

/** Serves a built site like a static host, with its contact function. Port 0 uses any unused port. */
export async function serveSite(
  { out, data, cache, port, host, env }: ServeOptions,
  timeout = defaultTimeout,
): Promise<SiteServer> {
  const folder = resolve(out);
  if (!existsSync(join(folder, 'index.html')))
    throw new UsageError(`${out}/ contains no built site yet. Run \`${formatCommand('build')}\` first.`);
  const getBase = () => findBasePath(readHeaderRules(folder));
  const readSiteText = async (path: string) => readTextFile(join(folder, path));
  const functions = openLocalFunctions(data, readSiteText, env, getBase);
  const timeouts = {
    headersTimeout: timeout.head,
    requestTimeout: timeout.all,
    connectionsCheckingInterval: timeout.checkEach,
  };
  const site = { folder, cache, functions };
  const server = createServer(timeouts, (request, response) => void answer(request, response, site));
  const address = await listen(server, port, host);
  return {
    address: address + getBase(),
    ready: functions.ready,
    info: functions.info,
    close: async () => {
      const closePromise = new Promise((resolve) => server.close(resolve));
      // Give the server time to respond to pending requests, such as messages.
      const deadline = setTimeout(() => server.closeAllConnections(), closeTimeout);
      server.closeIdleConnections();
      await closePromise;
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

/**
 * Responds to a request with the build in a folder. If a new build replaces the folder in the meantime, uses the new
 * build.
 */
async function answer(request: IncomingMessage, response: ServerResponse, site: ServedSite): Promise<void> {
  const { folder } = site;
  for (;;) {
    const build = await waitForBuild(folder);
    const { url } = request;
    const isReplaced = () => readBuildId(folder) !== build && !response.headersSent;
    try {
      if (await answerOnce(request, response, site)) return;
      if (!isReplaced()) return sendNotFound(response, folder);
    } catch (error) {
      if (!isReplaced()) {
        if (isMissingFileError(error) && !response.headersSent) return sendNotFound(response, folder);
        console.error(error);
        if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
        return void response.end('The server encountered an error. Try again.\n');
      }
    }
    request.url = url;
  }
}

/**
 * Responds to a request. Returns false without sending anything if the path is unknown or the file was just deleted.
 */
async function answerOnce(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, cache, functions }: ServedSite,
): Promise<boolean> {
  const redirect = (status: number, to: string): true => {
    response.writeHead(status, { Location: to }).end();
    return true;
  };
  const [, search = ''] = /\?(.*)/s.exec(request.url ?? '') ?? [];
  const base = findBasePath(readHeaderRules(folder));
  const outsideSite = stripBasePath(request, base);
  if (outsideSite) return outsideSite.redirect !== undefined && redirect(302, outsideSite.redirect);
  if (await functions.answer(request, response)) return true;
  const path = toSafePath(request);
  setHeaders(response, path ?? '/404.html', folder);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return true;
  }
  if (path === undefined) return false;
  const redirects = parseRedirectsFile(readTextFile(join(folder, '_redirects')) ?? '');
  const rules = redirects.get((base + path).normalize());
  const rule = rules?.find(({ query }) => hasParameters(query, search));
  if (rule) return redirect(301, rule.to);
  const target = findTarget(folder, path);
  if (!target) return false;
  if ('redirect' in target) return redirect(301, base + encodePath(target.redirect));
  return (
    (await sendCompressed(folder, cache, target.file, request, response)) ||
    sendFile(join(folder, target.file), request, response)
  );
}

function sendNotFound(response: ServerResponse, folder: string): void {
  setHeaders(response, '/404.html', folder);
  response.setHeader('Vary', 'Accept-Encoding');
  response.writeHead(404).end(readTextFile(join(folder, '404.html')) ?? 'Not found\n');
}

/** Sets the response headers for a file, as hosts that read `_headers` do. */
function setHeaders(response: ServerResponse, path: string, folder: string): void {
  const rules = readHeaderRules(folder);
  const fullPath = findBasePath(rules) + path;
  response.setHeader('Cache-Control', mustRevalidate);
  response.setHeader('Content-Type', getContentType(getExtension(path)));
  for (const { path: rulePath, headers } of rules)
    if (rulePath.endsWith('*') ? fullPath.startsWith(rulePath.slice(0, -1)) : fullPath === rulePath)
      response.setHeaders(new Map(Object.entries(headers)));
}

/** Returns the decoded path of a request, or `undefined` if the path is outside of the folder. */
function toSafePath(request: IncomingMessage): string | undefined {
  // The file system treats several slashes as one.
  const path = decodeRequestPath(request)?.replaceAll(/\/{2,}/g, '/');
  const isOutside = path === undefined || /(^|[/\\])\.\.?([/\\]|$)|\0/.test(path);
  return isOutside ? undefined : path;
}

function readHeaderRules(folder: string): HeaderRule[] {
  return parseHeadersFile(readTextFile(join(folder, '_headers')) ?? '');
}

/** Returns the file extension of a path, in lower case. Page URLs have no extension, so for them it is `html`. */
export const getExtension = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? 'html';
