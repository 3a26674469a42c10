import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createViteServer } from 'vite';
import { isPhoto, isSvg } from '../../schema/content/file-types.ts';
import { basePath, pathToRoute } from '../../schema/content/routes.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { SitePage } from '../../schema/checker/page-summary.ts';
import { wordsOfLanguage } from '../../schema/content/words.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { type CommandContext, waitForStop } from '../system/command.ts';
import { openBrowser } from '../system/open-browser.ts';
import { listen } from './listen.ts';
import { plainEngineFolder, viteFolder } from '../system/engine-link.ts';
import { siteOf } from '../system/project.ts';
import { faultyPageDocument } from './error-page.ts';
import { catalogueFile } from '../catalogue/files.ts';
import { themeDocument, themePath, withPreset } from './theme-page.ts';
import { definitionFile, definitionText, sentForms, backendProject } from '../outputs/forms.ts';
import { siteInLanguage } from '../view/site-in-language.ts';
import {
  htmlText,
  formAnswerDocument,
  answers,
  pageDocument,
  type RenderContext,
} from '../outputs/documents.ts';
import { refreshSchemas, refreshSiteValues } from '../source/write-schemas.ts';
import { DevSite } from '../source/dev-site.ts';
import { readablePhoto } from '../source/heic.ts';
import { lookAgain } from '../source/look-again.ts';
import { contentTypeOf, contentTypes, unknownType } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { outputAt } from '../outputs/outputs.ts';
import { hasParameters, hostRedirects } from '../outputs/redirects.ts';
import { fontFileAt } from '../assets/built-in-fonts.ts';
import { publishedSvg } from '../assets/svg.ts';
import { devAccess, packagesFolder } from './dev-access.ts';
import { DevPages, type ShownPage, withoutFaulty } from './dev-pages.ts';
import { livePath } from './fault-bar.ts';
import { LiveWindows } from './live-windows.ts';
import { answerEdit, editPath, type EditedSite } from './edit-request.ts';
import { answerPicture, picturePath } from './picture-request.ts';
import { textOrigins } from './text-origins.ts';
import { answerFix, fixPath } from './fix-request.ts';
import { isHandInPath, openHandIn } from './hand-in-request.ts';
import { isPagesPath, openPages } from './pages-request.ts';
import { clientPath, needsPlainClient, plainClient, statePath } from './plain-client.ts';
import { openLocalFunctions } from './functions.ts';
import { enterSite } from './site-base.ts';
import { sendFile } from './send-file.ts';
import { extensionOf, requestPath, textOfFile } from './static-server.ts';
import { portNumber, type ServeValues } from './serve.ts';
import type { LivePage, Renderer } from '../../src/render/entry-server.tsx';

/** Whether a path is, or contains, code of pages. */
const isCode = (path: string) => {
  const root = plainEngineFolder();
  return path === root || /^(?:src|schema)(?:$|[/\\])/.test(path.slice(root.length + 1));
};

/** Milliseconds until a large site is read as a whole, if nobody opens a page before. */
const untilRest = 2000;

/** Milliseconds for which such a page is taken to be open. */
const stillOpen = 5000;

const renderers = new WeakMap<object, Promise<Renderer>>();

/** Serves pages that are being written, until the command is stopped. `editing` lets its pages change their files. */
export async function serveDev(
  values: ServeValues,
  context: CommandContext,
  { editing = false }: { editing?: boolean } = {},
): Promise<void> {
  const site = siteOf(values.pages);
  const backend = backendProject(context.env);
  /** When a page without a connection has asked for the state of the site. */
  let lastAsked = -Infinity;
  let answered = () => {};
  const firstAnswer = new Promise<void>((done) => (answered = done));
  const live = await lookAgain(values.pages, () => new DevSite(values.pages));

  const server = createHttpServer((incoming, outgoing) => void respond(incoming, outgoing));
  const vite = await createViteServer({
    ...viteFolder(),
    logLevel: 'warn',
    define: { __BOOT__: JSON.stringify(livePath) },
    envDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      // Vite watches code only: pages and pictures may be many and have a separate watcher.
      watch: { ignored: (path) => !isCode(path) },
      fs: {
        allow: [
          ...['src', 'schema', 'node_modules'].map((name) => join(plainEngineFolder(), name)),
          packagesFolder,
        ],
      },
    },
  });
  const currentBase = () => {
    const { url } = live.firstLook().website?.site ?? {};
    return url === undefined ? '' : basePath(url);
  };
  // Kept, as a request for code must not read the site.
  let base = currentBase();
  const pages = new DevPages(live, site, backend, loadRenderer);
  const windows = new LiveWindows(vite.ws, live, pages, { base: () => base, editing });
  const refresh = oneAtATime(() => lookAgain(site.pages, () => refreshSiteValues(site.pages)));
  live.watch(
    (hasOthers) => {
      base = currentBase();
      void windows.update();
      // Link targets change with files and settings, not with every edit of a page.
      if (hasOthers) refresh();
    },
    context.signal,
    () => vite.ws.clients.size > 0 || Date.now() - lastAsked < stillOpen,
  );
  const handIn = openHandIn(values.pages, live, context.env, () => base, drawnPage);
  const list = openPages(values.pages, live, () => base, drawn);
  const functions = openLocalFunctions(values.data ?? site.data, siteFile, context.env, () => base);

  const editedSite: EditedSite = {
    textsOf: (route) => textOrigins(route, live, pages),
    now: (route) => live.now(route),
    isStarting: () => live.isStarting,
    words() {
      const { language = 'en', words } = (live.now().website ?? live.lastWebsite)?.site ?? {};
      return wordsOfLanguage(language, words);
    },
  };

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      // Vite serves code outside the site.
      const isCodeOutside = devAccess(incoming, values.host) === 'code';
      const elsewhere = isCodeOutside ? undefined : enterSite(incoming, base);
      const access = devAccess(incoming, values.host);
      const path = requestPath(incoming);
      const [, search] = /\?(.*)/s.exec(incoming.url ?? '') ?? [];
      if (access === 'refused' || path === undefined) outgoing.writeHead(403).end();
      else if (path === fixPath) {
        const { status, text } = await answerFix(incoming, () => live.now());
        send(outgoing, status, text, contentTypes['txt']);
      } else if (editing && path === editPath) {
        const { status, body } = await answerEdit(incoming, values.pages, editedSite);
        send(outgoing, status, JSON.stringify(body), contentTypes['json']);
      } else if (editing && path === picturePath) {
        const { status, body, type } = await answerPicture(incoming, site.public);
        send(outgoing, status, body, type);
      } else if (editing && isHandInPath(path)) {
        const { status, body, type } = await handIn.answer(incoming, path, search);
        send(outgoing, status, body, type);
      } else if (editing && isPagesPath(path)) {
        const { status, body, type } = await list.answer(incoming, path, search);
        send(outgoing, status, body, type);
      } else if (needsPlainClient() && path === clientPath)
        send(outgoing, 200, plainClient, contentTypes['js']);
      else if (needsPlainClient() && path === statePath) {
        lastAsked = Date.now();
        send(outgoing, 200, `${windows.versionOf(live.now())}`, contentTypes['txt']);
      } else if (elsewhere?.redirect !== undefined)
        outgoing.writeHead(302, { Location: elsewhere.redirect, 'Cache-Control': 'no-store' }).end();
      else if (elsewhere) answerPage('/404', outgoing);
      else if (await functions.answer(incoming, outgoing)) return;
      else if (fontFileAt(path) !== undefined)
        outgoing
          .writeHead(200, { 'Content-Type': contentTypes['woff2'] })
          .end(readFileSync(fontFileAt(path) ?? ''));
      else if (access === 'code')
        vite.middlewares(incoming, outgoing, () => answerPage(path, outgoing, search));
      else if (!isServableFile(site.public, path)) answerPage(path, outgoing, search);
      else if (isSvg(path)) await svg(join(site.public, path), outgoing);
      else if (!(await publicFile(path, incoming, outgoing))) answerPage(path, outgoing, search);
    } catch (problem) {
      crash(problem, outgoing);
    }
  }

  function answerPage(path: string, outgoing: ServerResponse, search = ''): void {
    answerPath(path, outgoing, search)
      .catch((problem: unknown) => crash(problem, outgoing))
      .finally(answered);
  }

  async function publicFile(
    path: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<boolean> {
    const file = join(site.public, path);
    // Most browsers cannot show a HEIC photo. The file may vanish meanwhile.
    const readable = isPhoto(path)
      ? ((await readablePhoto(file, site.cache).catch(() => undefined)) ?? file)
      : file;
    outgoing.setHeader('Content-Type', contentTypeOf(readable === file ? extensionOf(path) : 'jpg'));
    outgoing.setHeader('Cache-Control', 'no-store');
    return sendFile(readable, incoming, outgoing);
  }

  async function svg(file: string, outgoing: ServerResponse): Promise<void> {
    const { website } = live.now();
    const source = textOfFile(file);
    if (source === undefined) return send(outgoing, 404, 'Not found\n', contentTypes['txt']);
    const text = await publishedSvg(source, website?.site.theme);
    send(outgoing, 200, text, contentTypes['svg']);
  }

  async function answerPath(requested: string, outgoing: ServerResponse, search: string): Promise<void> {
    const wantsData = requested.endsWith('/page.json');
    const path = requested.replace(/\/page\.json$/, '') || '/';
    const loaded = live.now(pathToRoute(path));
    try {
      // Without a valid `_site.yaml`, the site stays as it was.
      const website = loaded.website ?? live.lastWebsite;
      if (website && path === themePath)
        return send(outgoing, 200, themeDocument(website), contentTypes['html']);
      const ofCatalogue = website && (await catalogueFile(path, website.site, loadRenderer));
      if (ofCatalogue) return send(outgoing, 200, ofCatalogue.text, ofCatalogue.type);
      const other = website && withPreset(website, path);
      const inOther = other?.website.pages.get(other.route);
      if (other && inOther) {
        const view = await pages.viewOf(inOther, other.website);
        const html = htmlText(pageDocument(view, await pages.context(other.website, inOther)));
        return send(outgoing, 200, await vite.transformIndexHtml('/', html), contentTypes['html']);
      }
      const redirect =
        website &&
        hostRedirects(website).find(
          ({ from, query }) => from === path.normalize() && hasParameters(query, search),
        );
      if (redirect) return void outgoing.writeHead(302, { Location: redirect.to }).end();
      const route = pathToRoute(path);
      if (path !== route && (website?.pages.has(route) || live.fileAt(route)))
        return void outgoing.writeHead(301, { Location: base + route, 'Cache-Control': 'no-store' }).end();
      const output = website && outputAt(path, website);
      if (output) return send(outgoing, 200, output.text, output.type);
      const sendHtml = async (status: number, html: string, livePage?: LivePage) => {
        // Not the requested path: Vite would take /src/loader.ts for a module.
        const whole = await vite.transformIndexHtml('/', html);
        send(outgoing, status, windows.document(whole, loaded, livePage), contentTypes['html']);
      };
      const shown = await pages.at(path, loaded);
      if (!shown) return await sendHtml(500, faultyPageDocument(filterErrors(loaded.diagnostics).length));
      const { page, view, status } = shown;
      const context = await pages.context(shown.website, page);
      if (wantsData && status === 200)
        return send(outgoing, 200, context.renderer.pageData(view), contentTypes['json']);
      const html = htmlText(documentOf(shown, context));
      await sendHtml(status, html, windows.page(path, shown, context, loaded));
    } catch (problem) {
      // A file may have vanished, or changed, while the page was rendered from it.
      if (!(await live.hasChanged(loaded)) || outgoing.headersSent) throw problem;
      await answerPath(requested, outgoing, search);
    }
  }

  /** The HTML of a page as it is now, without programs, for a picture of it. */
  async function drawnPage(route: string): Promise<string | undefined> {
    const website = live.now(route).website ?? live.lastWebsite;
    const found = website?.pages.get(route);
    if (!website || !found) return undefined;
    return drawn(found, website);
  }

  async function drawn(page: SitePage, website: Website): Promise<string> {
    const html = htmlText(
      pageDocument(await pages.viewOf(page, website), await pages.context(website, page)),
    );
    return html.replaceAll(/<script\b.*?<\/script>/gs, '');
  }

  async function loadRenderer(): Promise<Renderer> {
    const entry = (await vite.ssrLoadModule(
      '/src/render/entry-server.tsx',
    )) as typeof import('../../src/render/entry-server.tsx'); // the type of that module
    return rendererOf(entry);
  }

  async function siteFile(path: string): Promise<string | undefined> {
    const website = live.now().website ?? live.lastWebsite;
    const answer = answers.find(({ ending }) => path.endsWith(ending));
    const [, parent, file] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const [, form] = /^([a-z0-9-]+)\.(?:sent|failed)\.html$/.exec(file ?? '') ?? [];
    const found = website?.pages.get(parent || '/');
    if (!website || !found) return undefined;
    const view = await pages.viewOf(found, website);
    const defined = sentForms(view).find((one) => definitionFile(one) === file);
    if (defined) return definitionText(defined, siteInLanguage(website.site, found.language));
    if (!answer || form === undefined) return undefined;
    return htmlText(formAnswerDocument(view, form, answer.status, await pages.context(website, found)));
  }

  function crash(problem: unknown, outgoing: ServerResponse): void {
    // Ctrl+C also stops git, and the windows are closed with the server.
    if (context.signal.aborted) return;
    if (problem instanceof Error) vite.ssrFixStacktrace(problem);
    console.error(problem);
    send(outgoing, 500, String(problem instanceof Error ? problem.stack : problem), contentTypes['txt']);
  }

  // The first page of a large site is answered before all others are read.
  if (!live.isStarting) await lookAgain(site.pages, () => refreshSchemas(site.pages));
  async function readRest(): Promise<void> {
    await Promise.race([firstAnswer, wait(untilRest)]);
    await live.readRest();
    await lookAgain(site.pages, () => refreshSchemas(site.pages));
  }

  const address = await listen(server, portNumber(values.port), values.host);
  context.stdout.write(
    `Editing at ${address}${base}/\nSave a file in ${values.pages}/ and the page follows. Stop with Ctrl+C.\n`,
  );
  if (editing) openBrowser(`${address}${base}/`, context.env);
  if (live.isStarting) void readRest().catch((problem: unknown) => console.error(problem));
  await waitForStop(context.signal);
  // First, as a window that loses its connection to Vite would reload from a server that is about to end.
  server.close();
  server.closeIdleConnections();
  await vite.close();
  server.closeAllConnections();
  await functions.close();
}

/** Caches the renderer per module. Vite loads a new module when code has changed. */
function rendererOf(entry: { openRenderer(): Promise<Renderer> }): Promise<Renderer> {
  const renderer = renderers.get(entry) ?? entry.openRenderer();
  renderers.set(entry, renderer);
  return renderer;
}

/** The document of a page. Its program says which faulty blocks cannot be drawn. */
function documentOf(shown: ShownPage, context: RenderContext): ReturnType<typeof pageDocument> {
  try {
    return pageDocument(shown.view, context);
  } catch (problem) {
    if (shown.faults.size === 0) throw problem;
    return pageDocument(withoutFaulty(shown), context);
  }
}

/** Runs work in the background: once again if it is asked for meanwhile. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running: Promise<void> | undefined;
  let isDue = false;
  const run = async () => {
    do {
      isDue = false;
      await work().catch((problem: unknown) => console.error(problem));
    } while (isDue);
    running = undefined;
  };
  return () => {
    isDue = true;
    running ??= run();
  };
}

function send(outgoing: ServerResponse, status: number, text: string | Uint8Array, type = unknownType): void {
  outgoing.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  outgoing.end(text);
}
