import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getOwnDefinitions } from '../../schema/blocks/index.ts';
import { isPhoto, isSvg } from '../../schema/fields/file-types.ts';
import { getBasePath } from '../../schema/base/routes.ts';
import { findFontFile } from '../assets/built-in-fonts.ts';
import { createPublishedSvg } from '../assets/svg.ts';
import { readBackendProject } from '../outputs/forms.ts';
import { DevSite } from '../site/dev-site.ts';
import { toReadablePhoto } from '../site/heic.ts';
import { retryWhileFilesChange } from '../site/retry-while-files-change.ts';
import { refreshSchemas, refreshSiteValues } from '../site/write-schemas.ts';
import { getContentType, contentTypes } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { packageHash, type SiteFolders, getSiteFolders } from '../system/project.ts';
import { resolveAccess } from './dev-access.ts';
import { type Answer, createTextAnswer, sendAnswer, setPolicy } from './answer.ts';
import { coalesce } from './coalesce.ts';
import { DevAnswers } from './dev-answers.ts';
import { answerEdit } from '../editing/answer-edit.ts';
import type { RequestHandlers } from '../editing/answer-request.ts';
import { answerApi, apiPath } from './api-request.ts';
import { createEditedSite } from './edited-site.ts';
import { answerFix, fixPath } from './fix-request.ts';
import { openLocalFunctions } from './functions.ts';
import { isHandInPath, openHandIn } from './hand-in-request.ts';
import { listen } from './listen.ts';
import { isPagesPath, openPagesTool } from './pages-request.ts';
import { answerPicture, picturePath } from './picture-request.ts';
import { getServedPrograms, ownCodePath, type PageCode } from './page-code.ts';
import { clientPath, needsPlainClient, plainClient, statePath } from './plain-client.ts';
import { sendFile } from './send-file.ts';
import type { RunningServer } from './preview.ts';
import { stripBasePath } from './site-base.ts';
import { getExtension, decodeRequestPath, readTextFile } from './static-server.ts';

/**
 * The delay after the start before all pages of a large site are read, in milliseconds. Opening a page starts this
 * earlier.
 */
const restDelayMs = 2000;

export interface DevOptions {
  pages?: string;
  /** The port. By default, the first unused port from 3000. */
  port?: number | undefined;
  host?: string;
  /** The folder with the messages from forms. */
  data?: string | undefined;
  env?: NodeJS.ProcessEnv;
  /** Whether authors can edit pages in the browser. */
  editing?: boolean;
}

/** Serves a site that is being edited. Open pages show saved changes immediately. */
export async function startDev(options: DevOptions = {}): Promise<RunningServer> {
  const { pages = 'pages' } = options;
  const live = await retryWhileFilesChange(pages, () => new DevSite(pages));
  const server = createHttpServer();
  const { host = '127.0.0.1' } = options;
  const code =
    packageHash === undefined
      ? await (await import('./vite-code.ts')).openViteCode(server, pages)
      : await (await import('./prebuilt-code.ts')).openPrebuiltCode(server, pages, host);
  const dev = new DevServer(live, server, code, { ...options, pages, host });
  return dev.start(options.port);
}

class DevServer {
  readonly #live: DevSite;
  readonly #server: Server;
  readonly #code: PageCode;
  readonly #pages: string;
  readonly #host: string;
  readonly #site: SiteFolders;
  readonly #answers: DevAnswers;
  readonly #requests: RequestHandlers;
  readonly #handIn: ReturnType<typeof openHandIn>;
  readonly #pagesTool: ReturnType<typeof openPagesTool>;
  readonly #editing: boolean;
  readonly #functions: ReturnType<typeof openLocalFunctions>;
  readonly #closing = new AbortController();
  /**
   * The path below which the site is served. It is stored, so that a request for code does not cause the site to be
   * read.
   */
  #base: string;
  readonly #firstAnswer = Promise.withResolvers<void>();

  constructor(
    live: DevSite,
    server: Server,
    code: PageCode,
    { pages, host, data, env = process.env, editing = false }: DevOptions & { pages: string; host: string },
  ) {
    [this.#live, this.#server, this.#code, this.#pages, this.#host] = [live, server, code, pages, host];
    this.#site = getSiteFolders(pages);
    this.#base = this.#currentBase();
    const getBase = () => this.#base;
    const backend = readBackendProject(env);
    this.#answers = new DevAnswers(live, code, { site: this.#site, backend, base: getBase, editing });
    const editableSite = createEditedSite(pages, live, this.#answers.pages);
    const createFormFile = (path: string) => this.#answers.createFormFile(path);
    this.#functions = openLocalFunctions(data ?? this.#site.data, createFormFile, env, getBase);
    this.#handIn = openHandIn(pages, live, env, getBase, (route) => this.#answers.renderStillAt(route));
    this.#pagesTool = openPagesTool(pages, live, editableSite, getBase, this.#answers.renderStill);
    this.#requests = {
      edit: (body) => answerEdit(body, editableSite),
      pages: this.#pagesTool.answer,
      changes: this.#handIn.answer,
    };
    this.#editing = editing;
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  async start(port: number | undefined): Promise<RunningServer> {
    this.#watch();
    // On a large site, send the first page before all other pages are read.
    const refresh = () => retryWhileFilesChange(this.#pages, () => refreshSchemas(this.#pages));
    if (!this.#live.isStarting) await refresh();
    const address = await listen(this.#server, port, this.#host).catch(async (error: unknown) => {
      await this.#close();
      throw error;
    });
    if (this.#live.isStarting)
      void Promise.race([this.#firstAnswer.promise, wait(restDelayMs)])
        .then(() => this.#live.readRest())
        .then(refresh)
        .catch((error: unknown) => console.error(error));
    return { address: address + this.#base, close: () => this.#close() };
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    // Close the server first, because windows reload when they lose their connection.
    this.#server.close();
    this.#server.closeIdleConnections();
    await this.#code.close();
    this.#server.closeAllConnections();
    await this.#functions.close();
  }

  #currentBase(): string {
    const { url } = this.#live.readQuickly().website?.site ?? {};
    return url === undefined ? '' : getBasePath(url);
  }

  #watch(): void {
    const refresh = coalesce(() => retryWhileFilesChange(this.#pages, () => refreshSiteValues(this.#pages)));
    const refreshAll = coalesce(() => retryWhileFilesChange(this.#pages, () => refreshSchemas(this.#pages)));
    let { key } = getOwnDefinitions();
    this.#live.watch(
      (hasOtherChanges) => {
        this.#base = this.#currentBase();
        this.#answers.windows.update();
        // Write the schemas only if needed. They list link targets, which most edits do not change.
        const { key: currentKey } = getOwnDefinitions();
        if (currentKey !== key) refreshAll();
        else if (hasOtherChanges) refresh();
        key = currentKey;
      },
      this.#closing.signal,
      // Pages with the plain client have no connection, so assume that windows are open.
      () => this.#code.windows.clients.size > 0 || needsPlainClient(),
    );
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setPolicy(response);
    try {
      // Code is served at the root, not below the base path of the site.
      const isCodeRequest = resolveAccess(request, this.#host) === 'code';
      const outsideSite = isCodeRequest ? undefined : stripBasePath(request, this.#base);
      const access = resolveAccess(request, this.#host);
      const path = decodeRequestPath(request);
      if (access === 'refused' || path === undefined) return void response.writeHead(403).end();
      const [, query] = /\?(.*)/s.exec(request.url ?? '') ?? [];
      const toolAnswer = await this.#toolAnswer(request, path, query);
      if (toolAnswer) sendAnswer(response, toolAnswer);
      else if (outsideSite?.redirect !== undefined)
        sendAnswer(response, { status: 302, location: outsideSite.redirect, body: '' });
      else if (outsideSite) await this.#sendPage('/404', response);
      else if (await this.#functions.answer(request, response)) return;
      else if (path.startsWith(`${ownCodePath}/`)) await this.#sendOwnCode(path, request, response);
      else if (access === 'code' && findFontFile(path) === undefined)
        this.#code.answer(request, response, () => void this.#sendPage(path, response, query));
      else if (!(await this.#sendFile(path, request, response))) await this.#sendPage(path, response, query);
    } catch (error) {
      this.#sendError(error, response);
    }
  }

  /** Creates the response to a request from the tools for authors. */
  async #toolAnswer(
    request: IncomingMessage,
    path: string,
    query: string | undefined,
  ): Promise<Answer | undefined> {
    if (path === fixPath) return answerFix(request, this.#pages, this.#live);
    if (needsPlainClient() && path === clientPath)
      return { status: 200, body: plainClient, type: contentTypes['js'] };
    if (needsPlainClient() && path === statePath)
      return createTextAnswer(200, `${this.#answers.windows.getVersion(this.#live.readCurrent())}`);
    if (!this.#editing) return undefined;
    if (path === apiPath) return answerApi(request, this.#requests);
    if (path === picturePath) return answerPicture(request, this.#site.public);
    if (isHandInPath(path)) return this.#handIn.show(request, path, query);
    return isPagesPath(path) ? this.#pagesTool.show(request, path, query) : undefined;
  }

  /** Sends the compiled code of one of the site's own blocks. */
  async #sendOwnCode(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { folder = '' } = getServedPrograms(this.#pages) ?? {};
    response.setHeader('Content-Type', contentTypes['js'] ?? 'text/plain');
    if (!isServableFile(folder, `/${basename(path)}`)) return void response.writeHead(404).end();
    await sendFile(join(folder, basename(path)), request, response);
  }

  /** Sends a built-in font or a file in `public/`. Returns false if there is no such file. */
  async #sendFile(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const font = findFontFile(path);
    if (font !== undefined) {
      response.writeHead(200, { 'Content-Type': contentTypes['woff2'] }).end(readFileSync(font));
      return true;
    }
    if (!isServableFile(this.#site.public, path)) return false;
    const file = join(this.#site.public, path);
    if (isSvg(path)) {
      const source = readTextFile(file);
      const theme = this.#live.readCurrent().website?.site.theme;
      sendAnswer(
        response,
        source === undefined
          ? createTextAnswer(404, 'Not found\n')
          : { status: 200, body: await createPublishedSvg(source, theme), type: contentTypes['svg'] },
      );
      return true;
    }
    // Most browsers cannot show HEIC photos, so convert them. If this fails, for example because the photo was deleted,
    // use the original file.
    const convertedFile = isPhoto(path)
      ? ((await toReadablePhoto(file, this.#site.cache).catch(() => undefined)) ?? file)
      : file;
    response.setHeader('Content-Type', getContentType(convertedFile === file ? getExtension(path) : 'jpg'));
    response.setHeader('Cache-Control', 'no-store');
    return sendFile(convertedFile, request, response);
  }

  async #sendPage(path: string, response: ServerResponse, query?: string): Promise<void> {
    try {
      sendAnswer(response, await this.#answers.createAnswer(path, query));
    } catch (error) {
      this.#sendError(error, response);
    } finally {
      this.#firstAnswer.resolve();
    }
  }

  #sendError(error: unknown, response: ServerResponse): void {
    // After Ctrl+C, errors are expected, because git is stopped and connections are closed.
    if (this.#closing.signal.aborted) return;
    if (error instanceof Error) this.#code.locateError(error);
    console.error(error);
    sendAnswer(response, createTextAnswer(500, String(error instanceof Error ? error.stack : error)));
  }
}
