import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { Website } from '../../schema/check/check.ts';
import { type SitePage, createSitePage, summarizePage } from '../../schema/check/page-summary.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import { pushTo } from '../../schema/base/lists.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import type { PictureData } from '../../schema/resolve/page-view.ts';
import type { Site } from '../../schema/site/site.ts';
import { highlightPage } from '../../schema/resolve/highlight.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { localizeSite } from '../../schema/resolve/site-in-language.ts';
import {
  removeExpiredBlocks,
  removeExpiredAnnouncement,
  getBuildDay,
  addFrameData,
} from '../../schema/resolve/visibility.ts';
import { formatCount } from '../../schema/base/text.ts';
import {
  createStatusNotice,
  createDeletedNotice,
  createMissingPageNotice,
  addNotice,
} from '../../schema/resolve/page-notice.ts';
import { createPlaceholder } from '../../schema/blocks/index.ts';
import { findBlockIndex, recoverPage } from './page-recovery.ts';

/** Maximum number of pages whose last valid version is stored, to save memory. */
const maxValidPages = 200;

/** A page as authors see it in the editor, even if it has errors, with the errors in each block. */
export interface PagePreview {
  status: number;
  website: Website;
  page: SitePage;
  view: PageView;
  /** The errors in each block, by view index. Index -1 is for the page itself. */
  problems: ReadonlyMap<number, readonly Diagnostic[]>;
  /** The view indexes of blocks that cannot be shown. */
  missing: ReadonlySet<number>;
  /** The view index for each block in the page file. Undefined for a block that the view does not contain. */
  viewIndexByBlock: readonly (number | undefined)[];
}

const noMissingBlocks: ReadonlySet<number> = new Set();

/** The source of the data for rendered pages, on disk or in a browser. */
export interface PreviewData {
  /** Returns the last version of the site with a valid `_site.yaml`. */
  lastWebsite(): Website | undefined;
  now(): Date;
  /** Returns the site with the sizes of files that visitors can download from these pages. */
  addFileSizes(website: Website, pages: readonly SitePage[]): Promise<Website>;
  picture(src: string, website: Website): PictureData | undefined;
}

/** Prepares the pages of a site for the editor, including pages with errors. */
export class PagePreviews {
  readonly #data: PreviewData;
  /** The last version of each page without errors, by path. */
  readonly #lastValidPages = new Map<string, { page: SitePage; view: PageView }>();
  readonly #frameSite = new LatestResult<Site>();

  constructor(data: PreviewData) {
    this.#data = data;
  }

  /**
   * Returns the page to show at a path, or `undefined` if there is no valid site. `isOpen` means that a window already
   * shows the page. The page then stays visible even if its file is deleted.
   */
  async preview(path: string, loaded: CheckedSite, isOpen = false): Promise<PagePreview | undefined> {
    // While `_site.yaml` is invalid, use the last valid site.
    const website = loaded.website ?? this.#data.lastWebsite();
    if (!website) return undefined;
    const file = loaded.files.pages.find(({ facts }) => facts.route === path);
    const pageErrors = file
      ? filterErrors(loaded.diagnostics).filter(createDiagnosticFilter(path, loaded))
      : [];
    const lastValid = this.#lastValidPages.get(path);
    const publishedPage = website.pages.get(path);
    const recoveredPage = publishedPage
      ? { page: publishedPage, missing: noMissingBlocks }
      : file && recoverPage(file, loaded.files, lastValid?.page);
    const resolvedView =
      recoveredPage &&
      (await this.#createView(recoveredPage.page, website).catch((problem: unknown) => {
        // If the page has errors, ignore the exception, because its view may be impossible to create.
        if (pageErrors.length === 0) throw problem;
      }));
    const emptyPreview = {
      website,
      problems: new Map<number, Diagnostic[]>(),
      missing: noMissingBlocks,
      viewIndexByBlock: [],
    };
    if (recoveredPage && resolvedView) {
      const { page, missing } = recoveredPage;
      const { view, viewIndexByBlock } = resolvedView;
      const problems = new Map<number, Diagnostic[]>();
      const parsedPage = file && pageErrors.length > 0 && loaded.files.parsed.page(file);
      for (const diagnostic of pageErrors) {
        const preview =
          file && parsedPage ? findBlockIndex(diagnostic, file, parsedPage, loaded.files.shared) : undefined;
        // Skip errors in `_site.yaml`, which the diagnostics bar shows.
        if (preview !== undefined) pushTo(problems, viewIndexByBlock[preview] ?? -1, diagnostic);
      }
      if (pageErrors.length === 0 && loaded.website) this.#storeValidPage(path, { ...page }, view);
      const status = page.path === '/404' ? 404 : 200;
      return {
        status,
        website,
        page,
        view,
        problems,
        missing: new Set([...missing].map((preview) => viewIndexByBlock[preview] ?? -1)),
        viewIndexByBlock,
      };
    }
    if (file) {
      const problems = new Map([
        [-1, pageErrors.filter((diagnostic) => diagnostic.file === file.source.file)],
      ]);
      const shownPage =
        lastValid ?? this.#createEmptyPage(path, `${formatCount(pageErrors.length, 'problem')} to fix`);
      return { ...emptyPreview, status: lastValid ? 200 : 500, ...shownPage, problems };
    }
    if (isOpen && lastValid)
      return {
        ...emptyPreview,
        status: 404,
        page: lastValid.page,
        view: addNotice(lastValid.view, createDeletedNotice(path)),
      };
    const errorPage = website.pages.get('/404');
    const notice = createMissingPageNotice(path, errorPage !== undefined);
    const shownPage = errorPage
      ? { page: errorPage, ...(await this.#createView(errorPage, website)) }
      : this.#createEmptyPage('/404', 'There is no page at this address');
    return { ...emptyPreview, status: 404, ...shownPage, view: addNotice(shownPage.view, notice) };
  }

  /** Stores the last version of a page without errors. */
  #storeValidPage(path: string, page: SitePage, view: PageView): void {
    this.#lastValidPages.delete(path);
    this.#lastValidPages.set(path, { page, view });
    for (const oldest of this.#lastValidPages.keys())
      if (this.#lastValidPages.size > maxValidPages) this.#lastValidPages.delete(oldest);
  }

  /** Returns a page that contains only a heading with this title. */
  #createEmptyPage(path: string, title: string): { page: SitePage; view: PageView } {
    const page = createSitePage(
      summarizePage({ path, title, description: '', status: 'live', index: false }, []),
      '',
      () => [],
    );
    const blocks: PageView['blocks'] = [createPlaceholder(title)];
    const view = { path, name: title, title, description: '', blocks, reading: { contents: [] } };
    return { page, view: { ...view, dialogs: {}, icons: {}, pictures: {} } };
  }

  async createView(page: SitePage, website: Website): Promise<PageView> {
    return (await this.#createView(page, website)).view;
  }

  /** Returns the view of a page, and the view index of each block in the page file. */
  async #createView(
    page: SitePage,
    website: Website,
  ): Promise<{ view: PageView; viewIndexByBlock: (number | undefined)[] }> {
    const { now, addFileSizes, picture } = this.#data;
    // Read only the pictures on this page, because the site may have thousands.
    const pictures = { get: (src: string) => picture(src, website) };
    const input = createRenderInputs(
      await addFileSizes(website, [page]),
      pictures,
      getBuildDay(website.site, now()),
    )(page);
    const view = resolvePage(page, input, localizeSite(website.site, page.language));
    const { blocks } = removeExpiredBlocks(page, input.ended);
    return {
      view: addNotice(await highlightPage(view), createStatusNotice(page, website)),
      viewIndexByBlock: page.blocks.map((block) => blocks.indexOf(block)),
    };
  }

  /** Returns the site data for the header and footer of a page. */
  async resolveFrameSite(website: Website, page: SitePage): Promise<Site> {
    const addFileSizes = await this.#data.addFileSizes(website, []);
    const today = getBuildDay(addFileSizes.site, this.#data.now());
    const frameSite = addFrameData(removeExpiredAnnouncement(addFileSizes.site, today), addFileSizes);
    // Return the same object for equal data, because the rendered header and footer are cached by object.
    const cachedSite = this.#frameSite.getOrCompute([JSON.stringify(frameSite)], () => frameSite);
    return localizeSite(cachedSite, page.language);
  }
}

/** Returns the view of a page with placeholders instead of the blocks that have errors. */
export function replaceInvalidBlocks({ view, problems }: PagePreview): PageView {
  const blocks = view.blocks.map((block, preview) =>
    problems.has(preview) ? createPlaceholder(block.type) : block,
  );
  return { ...view, blocks };
}

/** Returns a filter for diagnostics that concern a page: those in its file, its shared blocks or the site settings. */
export function createDiagnosticFilter(
  route: string,
  { files: { pages, shared, sources } }: CheckedSite,
): (diagnostic: Diagnostic) => boolean {
  const page = pages.find(({ facts }) => facts.route === route);
  const usedNames = new Set(page?.facts.blocks.map(({ use }) => use));
  const files = new Set([
    page?.source.file,
    ...shared.filter(({ facts }) => usedNames.has(facts.name)).map(({ source }) => source.file),
    ...sources.filter(({ path }) => path === '_site.yaml').map(({ file }) => file),
  ]);
  return ({ file }) => files.has(file);
}
