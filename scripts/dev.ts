import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { createServer as createViteServer } from 'vite';
import { isSvg } from '../schema/base/file-kinds.ts';
import { addressOf } from '../schema/base/source-file.ts';
import type { Website } from '../schema/check.ts';
import { errorsIn } from '../schema/diagnostics/diagnostic.ts';
import { command, readOptions, runProgram, untilStopped } from './base/command.ts';
import { listen } from './base/listen.ts';
import { engineFolder, siteOf, siteOptions } from './base/project.ts';
import { diagnosticsDocument } from './document/diagnostics-page.ts';
import { definitionFile, definitionText, sentForms } from './document/form-definition.ts';
import { answerDocument, answers, pageDocument, type RenderContext } from './document/page-documents.ts';
import { highlighted } from './document/highlight.ts';
import { pageView } from './document/page-view.ts';
import { refreshSchemas, refreshSiteValues } from './editor/write-schemas.ts';
import { rememberedSite } from './pages/known-site.ts';
import { isOwnFile } from './pages/list-files.ts';
import { siteIndex } from './document/site-index.ts';
import { pictureData, readPictures } from './pictures/read-pictures.ts';
import { publishedSvg } from './pictures/theme-svg.ts';
import { backendProject } from './serve/backend-project.ts';
import { devAccess, packagesFolder } from './serve/dev-access.ts';
import { openLocalFunctions } from './serve/local-functions.ts';
import { requestPath } from './serve/request-path.ts';
import { portNumber, serveOptions } from './serve/serve-command.ts';

export const dev = command(async (call) => {
  const { values } = readOptions(call.args, { ...siteOptions, ...serveOptions });
  const site = siteOf(values.pages);
  const backend = backendProject(call.env);
  const known = rememberedSite(values.pages);
  // Watching a folder does not report everything: neither what happens while the watching starts, nor a
  // second change right behind a first. So the disk is asked each time.
  const current = () => known.read();
  current();
  known.remember();

  const server = createHttpServer((incoming, outgoing) => void respond(incoming, outgoing));
  const vite = await createViteServer({
    root: engineFolder,
    configFile: join(engineFolder, 'vite.config.ts'),
    logLevel: 'warn',
    define: { __BOOT__: JSON.stringify('/src/entry-client.tsx') },
    envDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      fs: { allow: [join(engineFolder, 'src'), join(engineFolder, 'schema'), packagesFolder] },
    },
  });
  vite.watcher.add([site.pages, site.public]);
  refreshSchemas(site.pages);
  vite.watcher.on('all', (event, file) => {
    if (!file.startsWith(site.pages) && !file.startsWith(site.public)) return;
    // What is there to point at changes with the files, and with the site's own; not with every saved word.
    if (event !== 'change' || file === join(site.pages, '_site.yaml')) refreshSiteValues(site.pages);
    vite.ws.send({ type: 'full-reload' });
  });
  const files = sirv(site.public, { dev: true, dotfiles: true });
  const functions = openLocalFunctions(values.data ?? site.data, siteFile, call.env);

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const access = devAccess(incoming, values.host);
      const path = requestPath(incoming);
      if (access === 'refused' || path === undefined) outgoing.writeHead(403).end();
      else if (await functions.answer(incoming, outgoing)) return;
      else if (access === 'code') vite.middlewares(incoming, outgoing, () => void page(path, outgoing));
      else if (!isOwnFile(site.public, path)) await page(path, outgoing);
      else if (isSvg(path)) await svg(join(site.public, path), outgoing);
      else files(incoming, outgoing, () => void page(path, outgoing));
    } catch (problem) {
      crash(problem, outgoing);
    }
  }

  async function svg(file: string, outgoing: ServerResponse): Promise<void> {
    const { website } = current();
    const text = await publishedSvg(readFileSync(file, 'utf8'), website?.site.theme.accent);
    send(outgoing, 200, text, 'image/svg+xml');
  }

  async function page(asked: string, outgoing: ServerResponse): Promise<void> {
    try {
      const wantsData = asked.endsWith('/page.json');
      const path = asked.replace(/\/page\.json$/, '').replace(/(.)\/$/, '$1') || '/';
      const { website, diagnostics, files } = current();
      const redirect = website?.redirects.find((one) => one.path === path);
      if (redirect) return void outgoing.writeHead(302, { Location: redirect.to }).end();
      const file = files.find((one) => addressOf(one.path) === path)?.file;
      const own = errorsIn(diagnostics).filter((diagnostic) => diagnostic.file === file);
      const found = website?.pages.get(path) ?? (file === undefined ? website?.pages.get('/404') : undefined);
      const sendHtml = async (status: number, html: string) =>
        send(outgoing, status, await vite.transformIndexHtml(path, html), 'text/html');
      // A page without errors is shown although another file has some.
      if (!website || !found || own.length > 0)
        return sendHtml(500, diagnosticsDocument(own.length > 0 ? own : errorsIn(diagnostics), files));
      const pictures = readPictures(website, site.public, { versions: false });
      const view = await highlighted(pageView(found, siteIndex(website, pictureData(pictures))));
      if (wantsData) return send(outgoing, 200, JSON.stringify(view), 'application/json');
      const html = pageDocument(view, await renderContext(website));
      await sendHtml(found.path === '/404' ? 404 : 200, html);
    } catch (problem) {
      crash(problem, outgoing);
    }
  }

  async function renderContext({ site }: Website): Promise<RenderContext> {
    const entry = (await vite.ssrLoadModule(
      '/src/entry-server.tsx',
    )) as typeof import('../src/entry-server.tsx'); // that very module
    return {
      site,
      renderer: await entry.openRenderer(),
      backend,
      start: '<script type="module" src="/src/loader.ts"></script>',
      drawn: [],
      // Vite adds styles of its own.
      stylePolicy: () => '',
    };
  }

  async function siteFile(path: string): Promise<string | undefined> {
    const { website } = current();
    const answer = answers.find(({ ending }) => path.endsWith(ending));
    const [, parent, file] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const [, form] = /^([a-z0-9-]+)-(?:sent|failed)\.html$/.exec(file ?? '') ?? [];
    const found = website?.pages.get(parent || '/');
    if (!website || !found) return undefined;
    const pictures = readPictures(website, site.public, { versions: false });
    const view = await highlighted(pageView(found, siteIndex(website, pictureData(pictures))));
    const defined = sentForms(view).find((one) => definitionFile(one) === file);
    if (defined) return definitionText(defined, website.site);
    if (!answer || form === undefined) return undefined;
    return answerDocument(view, form, answer.status, await renderContext(website));
  }

  function crash(problem: unknown, outgoing: ServerResponse): void {
    if (problem instanceof Error) vite.ssrFixStacktrace(problem);
    console.error(problem);
    send(outgoing, 500, String(problem instanceof Error ? problem.stack : problem), 'text/plain');
  }

  const address = await listen(server, portNumber(values.port), values.host);
  call.stdout.write(
    `Editing at ${address}/\nSave a file in ${values.pages}/ and the page follows. Stop with Ctrl+C.\n`,
  );
  await untilStopped(call.signal);
  await vite.close();
  server.closeAllConnections();
  server.close();
  await functions.close();
});

if (import.meta.main) await runProgram(dev);

function send(outgoing: ServerResponse, status: number, text: string, type: string): void {
  outgoing.writeHead(status, { 'Content-Type': `${type};charset=utf-8`, 'Cache-Control': 'no-store' });
  outgoing.end(text);
}
