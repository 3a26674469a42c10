import sirv from 'sirv';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer as createViteServer } from 'vite';
import { isSvg } from '../../schema/content/file-types.ts';
import { pathToRoute } from '../../schema/content/routes.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { SitePage } from '../../schema/checker/page-summary.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { type CommandContext, waitForStop } from '../system/command.ts';
import { listen } from './listen.ts';
import { engineFolder, siteOf } from '../system/project.ts';
import { diagnosticsDocument, draftNotice, withNotice } from './error-page.ts';
import { definitionFile, definitionText, sentForms, backendProject } from '../outputs/forms.ts';
import { siteWithFileWords } from '../view/file-words.ts';
import { renderInputs } from '../view/render-input.ts';
import {
  htmlText,
  formAnswerDocument,
  answers,
  pageDocument,
  type RenderContext,
} from '../outputs/documents.ts';
import { highlighted } from '../view/highlight.ts';
import { activeSite, buildDay } from '../view/visibility.ts';
import { pageView } from '../view/page-view.ts';
import { refreshSchemas, refreshSiteValues } from '../source/write-schemas.ts';
import { DevSite } from '../source/watch.ts';
import { contentTypes, unknownType } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { outputAt } from '../outputs/outputs.ts';
import { pictureSize } from '../assets/pictures.ts';
import { publishedSvg } from '../assets/svg.ts';
import { devAccess, packagesFolder } from './dev-access.ts';
import { openLocalFunctions } from './functions.ts';
import { requestPath } from './static-server.ts';
import { portNumber, type ServeValues } from './serve.ts';
import type { PageView, Renderer } from '../../src/render/entry-server.tsx';

/** Whether a path is, or contains, code of pages. */
const isCode = (path: string) =>
  path === engineFolder || /^(?:src|schema)(?:$|[/\\])/.test(path.slice(engineFolder.length + 1));

const renderers = new WeakMap<object, Promise<Renderer>>();

/** Serves pages that are being written, until the command is stopped. */
export async function serveDev(values: ServeValues, context: CommandContext): Promise<void> {
  const site = siteOf(values.pages);
  const backend = backendProject(context.env);
  const live = new DevSite(values.pages);

  const server = createHttpServer((incoming, outgoing) => void respond(incoming, outgoing));
  const vite = await createViteServer({
    root: engineFolder,
    configFile: join(engineFolder, 'vite.config.ts'),
    logLevel: 'warn',
    define: { __BOOT__: JSON.stringify('/src/client/entry-client.tsx') },
    envDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      // Vite watches code only: pages and pictures may be many and have a separate watcher.
      watch: { ignored: (path) => !isCode(path) },
      fs: {
        allow: [join(engineFolder, 'src'), join(engineFolder, 'schema'), packagesFolder],
      },
    },
  });
  refreshSchemas(site.pages);
  live.watch((hasOthers) => {
    vite.ws.send({ type: 'full-reload' });
    // Link targets change with files and settings, not with every edit of a page.
    if (hasOthers) refreshSiteValues(site.pages);
  }, context.signal);
  const files = sirv(site.public, { dev: true, dotfiles: true });
  const functions = openLocalFunctions(values.data ?? site.data, siteFile, context.env);

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const access = devAccess(incoming, values.host);
      const path = requestPath(incoming);
      if (access === 'refused' || path === undefined) outgoing.writeHead(403).end();
      else if (await functions.answer(incoming, outgoing)) return;
      else if (access === 'code') vite.middlewares(incoming, outgoing, () => void page(path, outgoing));
      else if (!isServableFile(site.public, path)) await page(path, outgoing);
      else if (isSvg(path)) await svg(join(site.public, path), outgoing);
      else files(incoming, outgoing, () => void page(path, outgoing));
    } catch (problem) {
      crash(problem, outgoing);
    }
  }

  async function svg(file: string, outgoing: ServerResponse): Promise<void> {
    const { website } = live.now();
    const text = await publishedSvg(readFileSync(file, 'utf8'), website?.site.theme.accent);
    send(outgoing, 200, text, contentTypes['svg']);
  }

  async function page(requested: string, outgoing: ServerResponse): Promise<void> {
    try {
      const wantsData = requested.endsWith('/page.json');
      const path = requested.replace(/\/page\.json$/, '') || '/';
      const { website, diagnostics, files } = live.now();
      const route = pathToRoute(path);
      if (path !== route && (website?.pages.has(route) || live.fileAt(route)))
        return void outgoing.writeHead(301, { Location: route, 'Cache-Control': 'no-store' }).end();
      const redirect = website?.redirects.find((one) => one.path === path);
      if (redirect) return void outgoing.writeHead(302, { Location: redirect.to }).end();
      const output = website && outputAt(path, website);
      if (output) return send(outgoing, 200, output.text, output.type);
      const file = live.fileAt(path)?.file;
      const own = filterErrors(diagnostics).filter((diagnostic) => diagnostic.file === file);
      const found = website?.pages.get(path) ?? (file === undefined ? website?.pages.get('/404') : undefined);
      // Not the requested path: Vite would take /src/loader.ts for a module.
      const sendHtml = async (status: number, html: string) =>
        send(outgoing, status, await vite.transformIndexHtml(found?.path ?? '/', html), contentTypes['html']);
      // A page without errors is shown even if another file has some.
      if (!website || !found || own.length > 0)
        return sendHtml(500, diagnosticsDocument(own.length > 0 ? own : filterErrors(diagnostics), files));
      const view = await viewOf(found, website);
      const context = await renderContext(website);
      if (wantsData) return send(outgoing, 200, context.renderer.pageData(view), contentTypes['json']);
      const html = htmlText(pageDocument(view, context));
      await sendHtml(found.path === '/404' ? 404 : 200, html);
    } catch (problem) {
      crash(problem, outgoing);
    }
  }

  async function viewOf(page: SitePage, website: Website): Promise<PageView> {
    // Reads only the pictures of this page: the site may have thousands.
    const pictures = { get: (src: string) => pictureSize(src, website, site.public) };
    const view = pageView(page, renderInputs(website, pictures)(page), website.site);
    return highlighted(withNotice(view, draftNotice(page, website)));
  }

  async function renderContext({ site, files }: Website): Promise<RenderContext> {
    const entry = (await vite.ssrLoadModule(
      '/src/render/entry-server.tsx',
    )) as typeof import('../../src/render/entry-server.tsx'); // the type of that module
    return {
      site: siteWithFileWords(activeSite(site, buildDay(site)), files),
      renderer: await rendererOf(entry),
      backend,
      start: '<script type="module" src="/src/client/loader.ts"></script>',
      drawn: [],
      // Vite injects its own styles.
      stylePolicy: () => '',
    };
  }

  async function siteFile(path: string): Promise<string | undefined> {
    const { website } = live.now();
    const answer = answers.find(({ ending }) => path.endsWith(ending));
    const [, parent, file] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const [, form] = /^([a-z0-9-]+)\.(?:sent|failed)\.html$/.exec(file ?? '') ?? [];
    const found = website?.pages.get(parent || '/');
    if (!website || !found) return undefined;
    const view = await viewOf(found, website);
    const defined = sentForms(view).find((one) => definitionFile(one) === file);
    if (defined) return definitionText(defined, website.site);
    if (!answer || form === undefined) return undefined;
    return htmlText(formAnswerDocument(view, form, answer.status, await renderContext(website)));
  }

  function crash(problem: unknown, outgoing: ServerResponse): void {
    if (problem instanceof Error) vite.ssrFixStacktrace(problem);
    console.error(problem);
    send(outgoing, 500, String(problem instanceof Error ? problem.stack : problem), contentTypes['txt']);
  }

  const address = await listen(server, portNumber(values.port), values.host);
  context.stdout.write(
    `Editing at ${address}/\nSave a file in ${values.pages}/ and the page follows. Stop with Ctrl+C.\n`,
  );
  await waitForStop(context.signal);
  await vite.close();
  server.closeAllConnections();
  server.close();
  await functions.close();
}

/** Caches the renderer per module. Vite loads a new module when code has changed. */
function rendererOf(entry: { openRenderer(): Promise<Renderer> }): Promise<Renderer> {
  const renderer = renderers.get(entry) ?? entry.openRenderer();
  renderers.set(entry, renderer);
  return renderer;
}

function send(outgoing: ServerResponse, status: number, text: string, type = unknownType): void {
  outgoing.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  outgoing.end(text);
}
