import type { Website } from '../../schema/check/check.ts';
import { getOwnDefinitions } from '../../schema/blocks/index.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { pathToRoute, dataPathToRoute } from '../../schema/base/routes.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { BackendProject, LivePage, PageView } from '../../src/render/entry-server.tsx';
import { createCatalogueFile } from '../catalogue/files.ts';
import {
  formAnswerFiles,
  createFormAnswer,
  toHtmlText,
  createPageDocument,
  type RenderContext,
} from '../outputs/documents.ts';
import { getDefinitionFile, formatDefinition, collectSentForms } from '../outputs/forms.ts';
import { findOutput } from '../outputs/outputs.ts';
import { toPageMarkdown } from '../outputs/page-markdown.ts';
import { hasParameters, createHostRedirects } from '../outputs/redirects.ts';
import { findConfigOutput } from '../site/config-hooks.ts';
import type { DevSite } from '../site/dev-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { contentTypes } from '../system/content-types.ts';
import type { SiteFolders } from '../system/project.ts';
import { localizeSite } from '../../schema/resolve/site-in-language.ts';
import { type Answer, createHtmlAnswer } from './answer.ts';
import { type PagePreview, replaceInvalidBlocks } from '../editing/page-previews.ts';
import { DevPages } from './dev-pages.ts';
import { createErrorPageDocument } from './error-page.ts';
import { LiveWindows } from './live-updates.ts';
import type { PageCode } from './page-code.ts';
import { createThemeDocument, themePath, applyPreset } from './theme-page.ts';

/** Creates pages and other outputs on request, for a site that is being edited. */
export class DevAnswers {
  readonly pages: DevPages;
  readonly windows: LiveWindows;
  readonly #live: DevSite;
  readonly #code: PageCode;
  readonly #base: () => string;
  readonly #site: SiteFolders;

  constructor(
    live: DevSite,
    code: PageCode,
    {
      site,
      backend,
      base,
      editing,
    }: {
      site: SiteFolders;
      backend: BackendProject;
      /** The path below which the site is served. */
      base: () => string;
      editing: boolean;
    },
  ) {
    [this.#live, this.#code, this.#base, this.#site] = [live, code, base, site];
    this.pages = new DevPages(live, site, backend, code.loadRenderer);
    this.windows = new LiveWindows(code.windows, live, this.pages, { base, editing });
  }

  /** Creates the response to a request for a path on the site. `search` is the query without the `?`. */
  async createAnswer(requestedPath: string, search = ''): Promise<Answer> {
    const route = dataPathToRoute(requestedPath);
    const path = route ?? requestedPath;
    const loaded = this.#live.readCurrent(pathToRoute(path));
    try {
      const website = loaded.website ?? this.#live.lastWebsite;
      const otherAnswer =
        website && (this.#redirect(path, search, website) ?? (await this.#output(path, website)));
      return otherAnswer ?? (await this.#page(path, loaded, route !== undefined));
    } catch (error) {
      // Try again if a file was deleted or changed while the page was rendered.
      if (!(await this.#live.hasChanged(loaded))) throw error;
      return this.createAnswer(requestedPath, search);
    }
  }

  /** Creates a file that the contact function would read from a built site, such as a form definition. */
  async createFormFile(path: string): Promise<string | undefined> {
    const website = this.#currentWebsite();
    const answer = formAnswerFiles.find(({ ending }) => path.endsWith(ending));
    const [, parent, file] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const [, form] = /^([a-z0-9-]+)\.(?:sent|failed)\.html$/.exec(file ?? '') ?? [];
    const page = website?.pages.get(parent || '/');
    if (!website || !page) return undefined;
    const view = await this.pages.createView(page, website);
    const definedForm = collectSentForms(view).find((candidate) => getDefinitionFile(candidate) === file);
    if (definedForm) return formatDefinition(definedForm, localizeSite(website.site, page.language));
    if (!answer || form === undefined) return undefined;
    return toHtmlText(createFormAnswer(view, form, answer.status, await this.pages.context(website, page)));
  }

  /** Returns the HTML of a page without JavaScript, to take a picture of the page. */
  async renderStillAt(route: string): Promise<string | undefined> {
    const website = this.#currentWebsite(route);
    const page = website?.pages.get(route);
    return website && page && this.renderStill(page, website);
  }

  readonly renderStill = async (page: SitePage, website: Website): Promise<string> => {
    const html = toHtml(await this.pages.createView(page, website), await this.pages.context(website, page));
    return html.replaceAll(/<script\b.*?<\/script>/gs, '');
  };

  /** Returns the current site, or its last valid version if `_site.yaml` is invalid. */
  #currentWebsite(route?: string): Website | undefined {
    return this.#live.readCurrent(route).website ?? this.#live.lastWebsite;
  }

  #redirect(path: string, search: string, website: Website): Answer | undefined {
    const redirect = createHostRedirects(website).find(
      ({ from, query }) => from === path.normalize() && hasParameters(query, search),
    );
    if (redirect) return { status: 302, location: redirect.to, body: '' };
    const route = pathToRoute(path);
    return path !== route && (website.pages.has(route) || this.#live.findFile(route))
      ? { status: 301, location: this.#base() + route, body: '' }
      : undefined;
  }

  /**
   * Creates the response to a request for an output other than a page. Returns `undefined` if there is no such output.
   */
  async #output(path: string, website: Website): Promise<Answer | undefined> {
    if (path === themePath) return createHtmlAnswer(createThemeDocument(website));
    const catalogueOutput = await createCatalogueFile(
      path,
      website.site,
      this.#code.loadRenderer,
      this.#site.pages,
    );
    if (catalogueOutput) return { status: 200, body: catalogueOutput.text, type: catalogueOutput.type };
    const presetSite = applyPreset(website, path);
    const page = presetSite?.website.pages.get(presetSite.route);
    if (presetSite && page) {
      const view = await this.pages.createView(page, presetSite.website);
      const document = toHtml(view, await this.pages.context(presetSite.website, page));
      return createHtmlAnswer(await this.#code.addConnection(document));
    }
    const markdownPage =
      path.endsWith('.md') && website.pages.get(pathToRoute(path.replace(/\.md$/, '.html')));
    if (markdownPage) {
      const document = await this.renderStill(markdownPage, website);
      return { status: 200, body: toPageMarkdown(document), type: contentTypes['md'] };
    }
    const output = findOutput(path, website) ?? (await findConfigOutput(this.#site.pages, path, website));
    return output && { status: 200, body: output.text, type: output.type };
  }

  async #page(path: string, loaded: LoadedSite, wantsData: boolean): Promise<Answer> {
    const answerWithBar = async (status: number, document: string, livePage?: LivePage): Promise<Answer> => {
      const connectedDocument = await this.#code.addConnection(document);
      return createHtmlAnswer(this.windows.document(connectedDocument, loaded, livePage), status);
    };
    const shownPage = await this.pages.preview(path, loaded);
    if (!shownPage)
      return answerWithBar(500, createErrorPageDocument(filterErrors(loaded.diagnostics).length));
    const { page, view, status, website } = shownPage;
    const context = await this.pages.context(website, page);
    if (wantsData && status === 200)
      return { status, body: context.renderer.pageData(view), type: contentTypes['json'] };
    return answerWithBar(
      status,
      renderShownPage(shownPage, context),
      this.windows.page(path, shownPage, context, loaded),
    );
  }
}

const toHtml = (view: PageView, context: RenderContext) =>
  toHtmlText(createPageDocument(context.renderer.render(view, context.site, context.backend), context));

/** Returns the HTML of a page. Leaves out blocks that cannot be rendered, because the page's script reports them. */
function renderShownPage(shownPage: PagePreview, context: RenderContext): string {
  try {
    return toHtml(shownPage.view, context);
  } catch (error) {
    const hasOwnBlocks = getOwnDefinitions().key !== '';
    if (shownPage.problems.size === 0 && !hasOwnBlocks) throw error;
    const view = replaceInvalidBlocks(shownPage);
    // Render no blocks at all, because any of the site's own blocks may have failed.
    return toHtml(hasOwnBlocks ? { ...view, blocks: [] } : view, context);
  }
}
