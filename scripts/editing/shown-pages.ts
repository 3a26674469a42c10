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

/** Limits memory. */
const maxLastGood = 200;

/** A page as the dev server shows it: all that can be shown of it, and what is to be fixed where. */
export interface ShownPage {
  status: number;
  website: Website;
  page: SitePage;
  view: PageView;
  /** The faults of each block, by its index in the view; -1 stands for the page. */
  faults: ReadonlyMap<number, readonly Diagnostic[]>;
  /** The blocks of which nothing can be shown. */
  missing: ReadonlySet<number>;
  /** The index in the view of each block of the page. */
  drawn: readonly (number | undefined)[];
}

const noIndexes: ReadonlySet<number> = new Set();

/** What pages are drawn from, wherever their files are. */
export interface PageMaterial {
  /** The site as it was when `_site.yaml` could be read last. */
  lastWebsite(): Website | undefined;
  now(): Date;
  /** The site with the sizes of those files that these pages offer. */
  sized(website: Website, pages: readonly SitePage[]): Promise<Website>;
  picture(src: string, website: Website): PictureData | undefined;
}

/** The pages of a site that is being edited. */
export class ShownPages {
  readonly #material: PageMaterial;
  /** Pages as they were when they had no faults, by path. */
  readonly #lastGood = new Map<string, { page: SitePage; view: PageView }>();
  readonly #frameSite = new LastValue<Site>();

  constructor(material: PageMaterial) {
    this.#material = material;
  }

  /**
   * What is shown at a path. `isOpen` means that a window shows it already, so that it stays if its file vanishes.
   * Undefined without a site.
   */
  async at(path: string, loaded: CheckedSite, isOpen = false): Promise<ShownPage | undefined> {
    // Without a valid `_site.yaml`, the site stays as it was.
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
        // What is faulty may not even have a view.
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
        // Faults of `_site.yaml` are in the bar.
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

  /** Stores how a page looks without faults. */
  #noteGood(path: string, page: SitePage, view: PageView): void {
    this.#lastGood.delete(path);
    this.#lastGood.set(path, { page, view });
    for (const oldest of this.#lastGood.keys())
      if (this.#lastGood.size > maxLastGood) this.#lastGood.delete(oldest);
  }

  /** A page that has nothing but a heading. */
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

  /** The view of a page, and the index in it of each block. */
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

  /** The site as it is shown around a page. */
  async siteAround(website: Website, page: SitePage): Promise<Site> {
    const sized = await this.#material.sized(website, []);
    const today = buildDay(sized.site, this.#material.now());
    const around = siteForFrame(activeSite(sized.site, today), sized);
    // The same object for an equal site, as header and footer are rendered once for each.
    const same = this.#frameSite.of([JSON.stringify(around)], () => around);
    return siteInLanguage(same, page.language);
  }
}

/** The view of a page without its faulty blocks. */
export function withoutFaulty({ view, faults }: ShownPage): PageView {
  const blocks = view.blocks.map((block, at) => (faults.has(at) ? createPlaceholder(block.type) : block));
  return { ...view, blocks };
}

/** Returns whether a diagnostic is one of a page: of its file, of a shared block that it uses, or of the site. */
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
