import type { Website } from '../../schema/check/check.ts';
import { ownDefinitions } from '../../schema/blocks/index.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { pathToRoute, dataPathToRoute } from '../../schema/base/routes.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { BackendProject, LivePage, PageView } from '../../src/render/entry-server.tsx';
import { catalogueFile } from '../catalogue/files.ts';
import {
  answers,
  formAnswerDocument,
  htmlText,
  pageDocument,
  type RenderContext,
} from '../outputs/documents.ts';
import { definitionFile, definitionText, sentForms } from '../outputs/forms.ts';
import { outputAt } from '../outputs/outputs.ts';
import { pageMarkdown } from '../outputs/page-markdown.ts';
import { hasParameters, hostRedirects } from '../outputs/redirects.ts';
import { configOutputAt } from '../site/config-hooks.ts';
import type { DevSite } from '../site/dev-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { contentTypes } from '../system/content-types.ts';
import type { SiteFolders } from '../system/project.ts';
import { siteInLanguage } from '../../schema/resolve/site-in-language.ts';
import { type Answer, html } from './answer.ts';
import { type ShownPage, withoutFaulty } from '../editing/shown-pages.ts';
import { DevPages } from './dev-pages.ts';
import { faultyPageDocument } from './error-page.ts';
import { LiveWindows } from './live-updates.ts';
import type { PageCode } from './page-code.ts';
import { themeDocument, themePath, withPreset } from './theme-page.ts';

/** Creates the pages and other outputs of a site on request, while it is being edited. */
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

  /** Returns the answer to a request for a path of the site. `search` is the query, without the `?`. */
  async at(requested: string, search = ''): Promise<Answer> {
    const route = dataPathToRoute(requested);
    const path = route ?? requested;
    const loaded = this.#live.now(pathToRoute(path));
    try {
      const website = loaded.website ?? this.#live.lastWebsite;
      const other = website && (this.#redirect(path, search, website) ?? (await this.#output(path, website)));
      return other ?? (await this.#page(path, loaded, route !== undefined));
    } catch (problem) {
      // A file may have been deleted or changed while the page was rendered.
      if (!(await this.#live.hasChanged(loaded))) throw problem;
      return this.at(requested, search);
    }
  }

  /** Returns a file of a form, which the contact function would read from a built site. */
  async formFile(path: string): Promise<string | undefined> {
    const website = this.#currentWebsite();
    const answer = answers.find(({ ending }) => path.endsWith(ending));
    const [, parent, file] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const [, form] = /^([a-z0-9-]+)\.(?:sent|failed)\.html$/.exec(file ?? '') ?? [];
    const page = website?.pages.get(parent || '/');
    if (!website || !page) return undefined;
    const view = await this.pages.viewOf(page, website);
    const defined = sentForms(view).find((one) => definitionFile(one) === file);
    if (defined) return definitionText(defined, siteInLanguage(website.site, page.language));
    if (!answer || form === undefined) return undefined;
    return htmlText(formAnswerDocument(view, form, answer.status, await this.pages.context(website, page)));
  }

  /** Returns the HTML of a page without scripts, for a picture of it. */
  async renderStillAt(route: string): Promise<string | undefined> {
    const website = this.#currentWebsite(route);
    const page = website?.pages.get(route);
    return website && page && this.renderStill(page, website);
  }

  readonly renderStill = async (page: SitePage, website: Website): Promise<string> => {
    const html = toHtml(await this.pages.viewOf(page, website), await this.pages.context(website, page));
    return html.replaceAll(/<script\b.*?<\/script>/gs, '');
  };

  /** Returns the current site, or the last one if `_site.yaml` is now invalid. */
  #currentWebsite(route?: string): Website | undefined {
    return this.#live.now(route).website ?? this.#live.lastWebsite;
  }

  #redirect(path: string, search: string, website: Website): Answer | undefined {
    const redirect = hostRedirects(website).find(
      ({ from, query }) => from === path.normalize() && hasParameters(query, search),
    );
    if (redirect) return { status: 302, location: redirect.to, body: '' };
    const route = pathToRoute(path);
    return path !== route && (website.pages.has(route) || this.#live.fileAt(route))
      ? { status: 301, location: this.#base() + route, body: '' }
      : undefined;
  }

  /** Answers a request for something other than a page of the site. */
  async #output(path: string, website: Website): Promise<Answer | undefined> {
    if (path === themePath) return html(themeDocument(website));
    const inCatalogue = await catalogueFile(path, website.site, this.#code.loadRenderer, this.#site.pages);
    if (inCatalogue) return { status: 200, body: inCatalogue.text, type: inCatalogue.type };
    const inPreset = withPreset(website, path);
    const page = inPreset?.website.pages.get(inPreset.route);
    if (inPreset && page) {
      const view = await this.pages.viewOf(page, inPreset.website);
      const document = toHtml(view, await this.pages.context(inPreset.website, page));
      return html(await this.#code.addConnection(document));
    }
    const asMarkdown = path.endsWith('.md') && website.pages.get(pathToRoute(path.replace(/\.md$/, '.html')));
    if (asMarkdown) {
      const document = await this.renderStill(asMarkdown, website);
      return { status: 200, body: pageMarkdown(document), type: contentTypes['md'] };
    }
    const output = outputAt(path, website) ?? (await configOutputAt(this.#site.pages, path, website));
    return output && { status: 200, body: output.text, type: output.type };
  }

  async #page(path: string, loaded: LoadedSite, wantsData: boolean): Promise<Answer> {
    const withBar = async (status: number, document: string, livePage?: LivePage): Promise<Answer> => {
      const whole = await this.#code.addConnection(document);
      return html(this.windows.document(whole, loaded, livePage), status);
    };
    const shown = await this.pages.at(path, loaded);
    if (!shown) return withBar(500, faultyPageDocument(filterErrors(loaded.diagnostics).length));
    const { page, view, status, website } = shown;
    const context = await this.pages.context(website, page);
    if (wantsData && status === 200)
      return { status, body: context.renderer.pageData(view), type: contentTypes['json'] };
    return withBar(status, shownHtml(shown, context), this.windows.page(path, shown, context, loaded));
  }
}

const toHtml = (view: PageView, context: RenderContext) =>
  htmlText(pageDocument(context.renderer.render(view, context.site, context.backend), context));

/**
 * Returns the HTML of a page. If blocks cannot be rendered, they are left out, and the script of the page reports them.
 */
function shownHtml(shown: ShownPage, context: RenderContext): string {
  try {
    return toHtml(shown.view, context);
  } catch (problem) {
    const hasOwnBlocks = ownDefinitions().key !== '';
    if (shown.faults.size === 0 && !hasOwnBlocks) throw problem;
    const view = withoutFaulty(shown);
    // Any of the site's own blocks may have failed.
    return toHtml(hasOwnBlocks ? { ...view, blocks: [] } : view, context);
  }
}
