import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { Website } from '../../schema/check/check.ts';
import { type SitePage, sitePage, summarizePage } from '../../schema/check/page-summary.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { LastValue } from '../../schema/base/cache.ts';
import { pushTo } from '../../schema/base/lists.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import type { PictureData } from '../../schema/resolve/page-view.ts';
import type { Site } from '../../schema/site/site.ts';
import { highlighted } from '../../schema/resolve/highlight.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { siteInLanguage } from '../../schema/resolve/site-in-language.ts';
import { activePage, activeSite, buildDay, siteForFrame } from '../../schema/resolve/visibility.ts';
import { count } from '../../schema/base/text.ts';
import { noticeOf, goneNotice, noPageNotice, withNotice } from '../../schema/resolve/page-notice.ts';
import { createPlaceholder } from '../../schema/blocks/index.ts';
import { findBlockIndex, readablePage } from './readable-page.ts';

/** Maximum number of valid pages to remember. Limits memory. */
const maxLastGood = 200;

/** A page as the dev server shows it, even with errors, and the errors of each block. */
export interface ShownPage {
  status: number;
  website: Website;
  page: SitePage;
  view: PageView;
  /** The errors of each block, by its index in the view. Index -1 is the page itself. */
  faults: ReadonlyMap<number, readonly Diagnostic[]>;
  /** The indexes in the view of blocks that cannot be shown. */
  missing: ReadonlySet<number>;
  /** The index in the view of each block of the page. */
  drawn: readonly (number | undefined)[];
}

const noIndexes: ReadonlySet<number> = new Set();

/** The data that pages are rendered from, on disk or in a browser. */
export interface PageMaterial {
  /** Returns the last site whose `_site.yaml` was valid. */
  lastWebsite(): Website | undefined;
  now(): Date;
  /** Adds the sizes of files that visitors can download from these pages. */
  sized(website: Website, pages: readonly SitePage[]): Promise<Website>;
  picture(src: string, website: Website): PictureData | undefined;
}

/** Prepares the pages of a site that is being edited, including pages with errors. */
export class ShownPages {
  readonly #material: PageMaterial;
  /** The last version of each page without errors, by path. */
  readonly #lastGood = new Map<string, { page: SitePage; view: PageView }>();
  readonly #frameSite = new LastValue<Site>();

  constructor(material: PageMaterial) {
    this.#material = material;
  }

  /**
   * Returns the page to show at a path, or undefined without a site. `isOpen`: a window already shows the page, so it
   * stays visible if its file is deleted.
   */
  async at(path: string, loaded: CheckedSite, isOpen = false): Promise<ShownPage | undefined> {
    // While `_site.yaml` is invalid, the last valid site is used.
    const website = loaded.website ?? this.#material.lastWebsite();
    if (!website) return undefined;
    const file = loaded.files.pages.find(({ facts }) => facts.route === path);
    const own = file ? filterErrors(loaded.diagnostics).filter(faultsOf(path, loaded)) : [];
    const last = this.#lastGood.get(path);
    const found = website.pages.get(path);
    const readable = found
      ? { page: found, missing: noIndexes }
      : file && readablePage(file, loaded.files, last?.page);
    const drawing =
      readable &&
      (await this.#draw(readable.page, website).catch((problem: unknown) => {
        // A page with errors may have no view.
        if (own.length === 0) throw problem;
      }));
    const none = { website, faults: new Map<number, Diagnostic[]>(), missing: noIndexes, drawn: [] };
    if (readable && drawing) {
      const { page, missing } = readable;
      const { view, drawn } = drawing;
      const faults = new Map<number, Diagnostic[]>();
      const parsed = file && own.length > 0 && loaded.files.parsed.page(file);
      for (const one of own) {
        const at = file && parsed ? findBlockIndex(one, file, parsed, loaded.files.shared) : undefined;
        // Errors in `_site.yaml` are shown in the bar.
        if (at !== undefined) pushTo(faults, drawn[at] ?? -1, one);
      }
      if (own.length === 0 && loaded.website) this.#noteGood(path, { ...page }, view);
      const status = page.path === '/404' ? 404 : 200;
      return {
        status,
        website,
        page,
        view,
        faults,
        missing: new Set([...missing].map((at) => drawn[at] ?? -1)),
        drawn,
      };
    }
    if (file) {
      const faults = new Map([[-1, own.filter((one) => one.file === file.source.file)]]);
      const shown = last ?? this.#empty(path, `${count(own.length, 'fault')} to fix`);
      return { ...none, status: last ? 200 : 500, ...shown, faults };
    }
    if (isOpen && last)
      return { ...none, status: 404, page: last.page, view: withNotice(last.view, goneNotice(path)) };
    const errorPage = website.pages.get('/404');
    const notice = noPageNotice(path, errorPage !== undefined);
    const shown = errorPage
      ? { page: errorPage, ...(await this.#draw(errorPage, website)) }
      : this.#empty('/404', 'There is no page at this address');
    return { ...none, status: 404, ...shown, view: withNotice(shown.view, notice) };
  }

  /** Stores a page without errors. */
  #noteGood(path: string, page: SitePage, view: PageView): void {
    this.#lastGood.delete(path);
    this.#lastGood.set(path, { page, view });
    for (const oldest of this.#lastGood.keys())
      if (this.#lastGood.size > maxLastGood) this.#lastGood.delete(oldest);
  }

  /** Returns a page that contains only a heading. */
  #empty(path: string, title: string): { page: SitePage; view: PageView } {
    const page = sitePage(
      summarizePage({ path, title, description: '', status: 'live', index: false }, []),
      '',
      () => [],
    );
    const blocks: PageView['blocks'] = [createPlaceholder(title)];
    const view = { path, name: title, title, description: '', blocks, reading: { contents: [] } };
    return { page, view: { ...view, dialogs: {}, icons: {}, pictures: {} } };
  }

  async viewOf(page: SitePage, website: Website): Promise<PageView> {
    return (await this.#draw(page, website)).view;
  }

  /** Returns the view of a page, and the index of each block in it. */
  async #draw(page: SitePage, website: Website): Promise<{ view: PageView; drawn: (number | undefined)[] }> {
    const { now, sized, picture } = this.#material;
    // Reads only the pictures of this page: the site may have thousands.
    const pictures = { get: (src: string) => picture(src, website) };
    const input = renderInputs(await sized(website, [page]), pictures, buildDay(website.site, now()))(page);
    const view = resolvePage(page, input, siteInLanguage(website.site, page.language));
    const { blocks } = activePage(page, input.ended);
    return {
      view: withNotice(await highlighted(view), noticeOf(page, website)),
      drawn: page.blocks.map((block) => blocks.indexOf(block)),
    };
  }

  /** Returns the site for the header and footer of a page. */
  async siteAround(website: Website, page: SitePage): Promise<Site> {
    const sized = await this.#material.sized(website, []);
    const today = buildDay(sized.site, this.#material.now());
    const around = siteForFrame(activeSite(sized.site, today), sized);
    // Returns the same object for equal data, because header and footer are cached by object.
    const same = this.#frameSite.of([JSON.stringify(around)], () => around);
    return siteInLanguage(same, page.language);
  }
}

/** Replaces blocks with errors by placeholders. */
export function withoutFaulty({ view, faults }: ShownPage): PageView {
  const blocks = view.blocks.map((block, at) => (faults.has(at) ? createPlaceholder(block.type) : block));
  return { ...view, blocks };
}

/** Returns a filter for the diagnostics of a page: of its file, its shared blocks and the site settings. */
export function faultsOf(
  route: string,
  { files: { pages, shared, sources } }: CheckedSite,
): (diagnostic: Diagnostic) => boolean {
  const page = pages.find(({ facts }) => facts.route === route);
  const used = new Set(page?.facts.blocks.map(({ use }) => use));
  const files = new Set([
    page?.source.file,
    ...shared.filter(({ facts }) => used.has(facts.name)).map(({ source }) => source.file),
    ...sources.filter(({ path }) => path === '_site.yaml').map(({ file }) => file),
  ]);
  return ({ file }) => files.has(file);
}
