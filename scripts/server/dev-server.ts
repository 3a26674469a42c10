import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownDefinitions } from '../../schema/blocks/index.ts';
import { isPhoto, isSvg } from '../../schema/fields/file-types.ts';
import { basePath } from '../../schema/base/routes.ts';
import { fontFileAt } from '../assets/built-in-fonts.ts';
import { publishedSvg } from '../assets/svg.ts';
import { backendProject } from '../outputs/forms.ts';
import { DevSite } from '../site/dev-site.ts';
import { readablePhoto } from '../site/heic.ts';
import { retryWhileFilesChange } from '../site/retry-while-files-change.ts';
import { refreshSchemas, refreshSiteValues } from '../site/write-schemas.ts';
import { contentTypeOf, contentTypes } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { packageHash, type SiteFolders, siteOf } from '../system/project.ts';
import { devAccess } from './dev-access.ts';
import { type Answer, plainAnswer, sendAnswer, setPolicy } from './answer.ts';
import { coalesce } from './coalesce.ts';
import { DevAnswers } from './dev-answers.ts';
import { answerEdit } from '../editing/answer-edit.ts';
import type { Answers } from '../editing/answer-request.ts';
import { answerApi, apiPath } from './api-request.ts';
import { editedSite } from './edited-site.ts';
import { answerFix, fixPath } from './fix-request.ts';
import { openLocalFunctions } from './functions.ts';
import { isHandInPath, openHandIn } from './hand-in-request.ts';
import { listen } from './listen.ts';
import { isPagesPath, openPagesTool } from './pages-request.ts';
import { answerPicture, picturePath } from './picture-request.ts';
import { servedPrograms, ownCodePath, type PageCode } from './page-code.ts';
import { clientPath, needsPlainClient, plainClient, statePath } from './plain-client.ts';
import { sendFile } from './send-file.ts';
import type { RunningServer } from './preview.ts';
import { enterSite } from './site-base.ts';
import { extensionOf, requestPath, textOfFile } from './static-server.ts';

/** Delay in milliseconds until all pages of a large site are read, unless a page is opened earlier. */
const restDelay = 2000;

export interface DevOptions {
  pages?: string;
  /** By default, the first free port from 3000. */
  port?: number | undefined;
  host?: string;
  /** The folder with the messages from forms. */
  data?: string | undefined;
  env?: NodeJS.ProcessEnv;
  /** Whether pages can be edited in the browser. */
  editing?: boolean;
}

/** Serves a site that is being edited. Saved changes are shown immediately. */
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
  readonly #requests: Answers;
  readonly #handIn: ReturnType<typeof openHandIn>;
  readonly #pagesTool: ReturnType<typeof openPagesTool>;
  readonly #editing: boolean;
  readonly #functions: ReturnType<typeof openLocalFunctions>;
  readonly #closing = new AbortController();
  /** The path below which the site is served. Stored, because requests for code must not read the site. */
  #base: string;
  readonly #firstAnswer = Promise.withResolvers<void>();

  constructor(
    live: DevSite,
    server: Server,
    code: PageCode,
    { pages, host, data, env = process.env, editing = false }: DevOptions & { pages: string; host: string },
  ) {
    [this.#live, this.#server, this.#code, this.#pages, this.#host] = [live, server, code, pages, host];
    this.#site = siteOf(pages);
    this.#base = this.#currentBase();
    const base = () => this.#base;
    const backend = backendProject(env);
    this.#answers = new DevAnswers(live, code, { site: this.#site, backend, base, editing });
    const edited = editedSite(pages, live, this.#answers.pages);
    const formFile = (path: string) => this.#answers.formFile(path);
    this.#functions = openLocalFunctions(data ?? this.#site.data, formFile, env, base);
    this.#handIn = openHandIn(pages, live, env, base, (route) => this.#answers.renderStillAt(route));
    this.#pagesTool = openPagesTool(pages, live, edited, base, this.#answers.renderStill);
    this.#requests = {
      edit: (body) => answerEdit(body, edited),
      pages: this.#pagesTool.answer,
      changes: this.#handIn.answer,
    };
    this.#editing = editing;
    server.on('request', (incoming, outgoing) => void this.#respond(incoming, outgoing));
  }

  async start(port: number | undefined): Promise<RunningServer> {
    this.#watch();
    // On a large site, the first page is sent before all others are read.
    const refresh = () => retryWhileFilesChange(this.#pages, () => refreshSchemas(this.#pages));
    if (!this.#live.isStarting) await refresh();
    const address = await listen(this.#server, port, this.#host).catch(async (problem: unknown) => {
      await this.#close();
      throw problem;
    });
    if (this.#live.isStarting)
      void Promise.race([this.#firstAnswer.promise, wait(restDelay)])
        .then(() => this.#live.readRest())
        .then(refresh)
        .catch((problem: unknown) => console.error(problem));
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
    const { url } = this.#live.firstLook().website?.site ?? {};
    return url === undefined ? '' : basePath(url);
  }

  #watch(): void {
    const refresh = coalesce(() => retryWhileFilesChange(this.#pages, () => refreshSiteValues(this.#pages)));
    const refreshAll = coalesce(() => retryWhileFilesChange(this.#pages, () => refreshSchemas(this.#pages)));
    let { key } = ownDefinitions();
    this.#live.watch(
      (hasOthers) => {
        this.#base = this.#currentBase();
        this.#answers.windows.update();
        // The schemas list link targets, which not every edit of a page changes.
        const { key: currentKey } = ownDefinitions();
        if (currentKey !== key) refreshAll();
        else if (hasOthers) refresh();
        key = currentKey;
      },
      this.#closing.signal,
      // Pages with the plain client have no connection, so windows may be open.
      () => this.#code.windows.clients.size > 0 || needsPlainClient(),
    );
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    setPolicy(outgoing);
    try {
      // Code is not served below the base path of the site.
      const isCodeOutside = devAccess(incoming, this.#host) === 'code';
      const elsewhere = isCodeOutside ? undefined : enterSite(incoming, this.#base);
      const access = devAccess(incoming, this.#host);
      const path = requestPath(incoming);
      if (access === 'refused' || path === undefined) return void outgoing.writeHead(403).end();
      const [, search] = /\?(.*)/s.exec(incoming.url ?? '') ?? [];
      const ofTool = await this.#toolAnswer(incoming, path, search);
      if (ofTool) sendAnswer(outgoing, ofTool);
      else if (elsewhere?.redirect !== undefined)
        sendAnswer(outgoing, { status: 302, location: elsewhere.redirect, body: '' });
      else if (elsewhere) await this.#sendPage('/404', outgoing);
      else if (await this.#functions.answer(incoming, outgoing)) return;
      else if (path.startsWith(`${ownCodePath}/`)) await this.#sendOwnCode(path, incoming, outgoing);
      else if (access === 'code' && fontFileAt(path) === undefined)
        this.#code.answer(incoming, outgoing, () => void this.#sendPage(path, outgoing, search));
      else if (!(await this.#sendFile(path, incoming, outgoing)))
        await this.#sendPage(path, outgoing, search);
    } catch (problem) {
      this.#sendError(problem, outgoing);
    }
  }

  /** Answers requests of the tools for authors. */
  async #toolAnswer(
    incoming: IncomingMessage,
    path: string,
    search: string | undefined,
  ): Promise<Answer | undefined> {
    if (path === fixPath) return answerFix(incoming, this.#pages, this.#live);
    if (needsPlainClient() && path === clientPath)
      return { status: 200, body: plainClient, type: contentTypes['js'] };
    if (needsPlainClient() && path === statePath)
      return plainAnswer(200, `${this.#answers.windows.versionOf(this.#live.now())}`);
    if (!this.#editing) return undefined;
    if (path === apiPath) return answerApi(incoming, this.#requests);
    if (path === picturePath) return answerPicture(incoming, this.#site.public);
    if (isHandInPath(path)) return this.#handIn.show(incoming, path, search);
    return isPagesPath(path) ? this.#pagesTool.show(incoming, path, search) : undefined;
  }

  /** Sends the compiled code of an own block. */
  async #sendOwnCode(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { folder = '' } = servedPrograms(this.#pages) ?? {};
    outgoing.setHeader('Content-Type', contentTypes['js'] ?? 'text/plain');
    if (!isServableFile(folder, `/${basename(path)}`)) return void outgoing.writeHead(404).end();
    await sendFile(join(folder, basename(path)), incoming, outgoing);
  }

  /** Sends a font of the engine or a file of `public/`. Returns false if neither exists. */
  async #sendFile(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const font = fontFileAt(path);
    if (font !== undefined) {
      outgoing.writeHead(200, { 'Content-Type': contentTypes['woff2'] }).end(readFileSync(font));
      return true;
    }
    if (!isServableFile(this.#site.public, path)) return false;
    const file = join(this.#site.public, path);
    if (isSvg(path)) {
      const source = textOfFile(file);
      const theme = this.#live.now().website?.site.theme;
      sendAnswer(
        outgoing,
        source === undefined
          ? plainAnswer(404, 'Not found\n')
          : { status: 200, body: await publishedSvg(source, theme), type: contentTypes['svg'] },
      );
      return true;
    }
    // Most browsers cannot show HEIC photos, so convert them. The file may be deleted in the meantime.
    const readable = isPhoto(path)
      ? ((await readablePhoto(file, this.#site.cache).catch(() => undefined)) ?? file)
      : file;
    outgoing.setHeader('Content-Type', contentTypeOf(readable === file ? extensionOf(path) : 'jpg'));
    outgoing.setHeader('Cache-Control', 'no-store');
    return sendFile(readable, incoming, outgoing);
  }

  async #sendPage(path: string, outgoing: ServerResponse, search?: string): Promise<void> {
    try {
      sendAnswer(outgoing, await this.#answers.at(path, search));
    } catch (problem) {
      this.#sendError(problem, outgoing);
    } finally {
      this.#firstAnswer.resolve();
    }
  }

  #sendError(problem: unknown, outgoing: ServerResponse): void {
    // After Ctrl+C, errors are expected: it also stops git, and connections are closed.
    if (this.#closing.signal.aborted) return;
    if (problem instanceof Error) this.#code.locateError(problem);
    console.error(problem);
    sendAnswer(outgoing, plainAnswer(500, String(problem instanceof Error ? problem.stack : problem)));
  }
}
