import {
  type BlockFacts,
  type FileWithFacts,
  collectAnchorIds,
  type PageFacts,
  toPost,
  type SharedFacts,
} from './facts.ts';
import type { Assets, PhotoProblem, SourceFile } from '../fields/source-file.ts';
import type { FontCoverage } from '../fields/font-facts.ts';
import { decodeUrlPath, isInFolders } from '../base/routes.ts';
import { pushTo } from '../base/lists.ts';
import type { CheckedBlock, ParsedSite } from './read-file.ts';
import { getFontCoverage } from './font-coverage.ts';
import { GeneratedPages } from './generated-pages.ts';
import { PostIndex } from './list-selection.ts';
import type { BlockSummary } from '../blocks/block-definition.ts';
import { GeneratedFiles } from './generated-files.ts';
import type { Post } from './page-summary.ts';
import type { ParsedFiles } from './parsed-files.ts';
import { type RedirectFacts, collectRedirects, resolveRedirects } from './redirects.ts';

/** The files of a site. Pages and shared blocks are sorted by path. */
export interface SiteFiles {
  /** All files in the pages folder. */
  sources: readonly SourceFile[];
  /** The parsed `_site.yaml`, or `undefined` if the file is missing. */
  site: ParsedSite | undefined;
  pages: readonly FileWithFacts<PageFacts>[];
  shared: readonly FileWithFacts<SharedFacts>[];
  parsed: ParsedFiles;
}

export type NameSet = Pick<ReadonlySet<string>, 'has'> & Iterable<string>;

/** The page that contains a link. For a shared block, the first page that uses it. Empty for `_site.yaml`. */
export interface LinkSource {
  page?: string;
  draft?: boolean;
  /** Whether the link is a redirect target. */
  isRedirect?: boolean;
  /** Whether the link is in a hidden block. */
  isHidden?: boolean;
}

/** Creates a set of names that is listed only on demand, because only suggestions need the list. */
function createLazyNames(has: NameSet['has'], list: () => Iterable<string>): NameSet {
  let cachedNames: Iterable<string> | undefined;
  return { has, [Symbol.iterator]: () => (cachedNames ??= list())[Symbol.iterator]() };
}

const noPages: readonly PageFacts[] = [];

/** The pages, files, blocks and names that content can refer to. */
export class SiteGraph {
  readonly icons: NameSet;
  /** The paths of the files in `public/`. */
  readonly files: NameSet;
  /** The routes of all pages, including generated ones. Iteration yields only pages to suggest for links. */
  readonly routes: NameSet;
  readonly sharedNames: NameSet;
  /** The folders that contain pages. */
  readonly folders: NameSet;
  /** The names of the dialogs, or `undefined` if `_site.yaml` is unreadable. */
  readonly dialogs: NameSet | undefined;
  /** The ids of the forms inside dialogs. */
  readonly dialogForms: ReadonlySet<string>;
  /** The site language. */
  readonly language: string | undefined;
  /** The site URL, without a trailing slash. */
  readonly url: string | undefined;
  /** The hosts that pictures may come from, or `undefined` if `_site.yaml` is invalid. */
  readonly pictureHosts: ReadonlySet<string> | undefined;
  /** The hosts that pages may embed content from, or `undefined` if `_site.yaml` is invalid. */
  readonly embedHosts: ReadonlySet<string> | undefined;
  /** The characters that the site fonts cover, or `undefined` if the site uses only system fonts. */
  readonly fonts: FontCoverage | undefined;
  readonly posts: PostIndex;
  readonly generated: GeneratedPages;
  readonly generatedFiles: GeneratedFiles;
  /** All redirects. Redirect pages come first, sorted by path. */
  readonly redirects: readonly RedirectFacts[];
  /** The paths that other programs on the same host handle. */
  readonly otherPrograms: readonly string[];

  readonly #posts: WeakMap<PageFacts, Post | undefined>;
  readonly #assets: Assets;
  readonly #pages = new Map<string, PageFacts[]>();
  readonly #users = new Map<string, PageFacts[]>();
  readonly #shared: ReadonlyMap<string, FileWithFacts<SharedFacts>>;
  readonly #parsed: ParsedFiles;
  readonly #targets: ReadonlyMap<string, string>;
  readonly #ids = new Map<string, readonly string[] | undefined>();

  constructor({ site, pages, shared, parsed }: SiteFiles, assets: Assets) {
    this.#assets = assets;
    this.#parsed = parsed;
    this.#shared = new Map(shared.map((file) => [file.facts.name, file]));
    const facts = pages.map((page) => page.facts);
    for (const page of facts) {
      pushTo(this.#pages, page.route, page);
      for (const name of new Set(page.blocks.map(({ use }) => use)))
        if (name !== undefined) pushTo(this.#users, name, page);
    }
    this.redirects = collectRedirects(facts, site);
    this.otherPrograms = site?.otherPrograms ?? [];
    this.#targets = resolveRedirects(this.redirects);
    const posts = facts.map((page) => [page, toPost(page)] as const);
    this.#posts = new WeakMap(posts);
    this.posts = new PostIndex(posts.flatMap(([, post]) => post ?? []));
    this.generated = new GeneratedPages(facts, this.posts);
    this.generatedFiles = new GeneratedFiles(facts, this);
    this.icons = assets.icons;
    this.files = createLazyNames(
      (file) => assets.files.has(file) || this.photoProblem(file) !== undefined,
      () => assets.files,
    );
    this.routes = createLazyNames(
      (route) => this.#pages.has(route) || this.generated.sourceRoutes.has(route),
      () => new Set(facts.flatMap(({ route, unlisted }) => (unlisted || route === '/404' ? [] : [route]))),
    );
    this.sharedNames = new Set([...this.#shared.keys()].toSorted());
    this.folders = createLazyNames(
      (folder) => this.posts.hasFolder(folder),
      () => this.posts.listFolders().toSorted(),
    );
    const settings = site?.document && site;
    this.dialogs = settings && new Set(settings.dialogs);
    this.dialogForms = new Set(settings?.dialogForms);
    this.language = settings?.site?.language;
    this.url = settings?.url;
    this.pictureHosts = settings?.site && new Set(settings.site.pictures.hosts);
    this.embedHosts = settings?.site && new Set(settings.site.embeds.hosts);
    this.fonts = settings?.site && getFontCoverage(settings.site, assets);
  }

  /** Returns the page files with a route. Several files with the same route are an error. */
  pagesAt(route: string): readonly PageFacts[] {
    return this.#pages.get(route) ?? noPages;
  }

  /** Returns the pages that use a shared block, sorted by path. */
  findUsers(name: string): readonly PageFacts[] {
    return this.#users.get(name) ?? noPages;
  }

  /** Replaces the facts about a page. Returns whether the ids on the page are the same as before. */
  replacePage(previous: PageFacts, current: PageFacts): boolean {
    const { route } = current;
    this.#pages.set(
      route,
      this.pagesAt(route).map((page) => (page === previous ? current : page)),
    );
    this.#posts.set(current, toPost(current));
    if (!this.#ids.has(route)) return true;
    const ids = this.#ids.get(route);
    this.#ids.delete(route);
    return ids?.join(' ') === this.idsAt(route)?.join(' ');
  }

  /** Returns whether exactly one page has this route, and the page is neither a draft nor a redirect. */
  isPlainPage(route: string): boolean {
    const [page, duplicate] = this.pagesAt(route);
    return page !== undefined && !duplicate && !page.draft && page.redirect === undefined;
  }

  getPost(page: PageFacts): Post | undefined {
    return this.#posts.get(page);
  }

  isDraft(route: string): boolean {
    return this.pagesAt(route).some(({ draft }) => draft);
  }

  isRedirect(route: string): boolean {
    return this.redirects.some((redirect) => redirect.route === route);
  }

  /** Returns the final target of the redirect at a route, or `undefined` if there is none. */
  redirectTarget(route: string): string | undefined {
    return this.#targets.get(route);
  }

  /** Returns whether another program on this host handles an address. */
  isOtherProgram(address: string): boolean {
    if (this.otherPrograms.length === 0) return false;
    return isInFolders(decodeUrlPath(/^[^?#]*/.exec(address)?.[0] ?? '') ?? '', this.otherPrograms);
  }

  /** Returns the ids on a page, or `undefined` if errors make them uncertain. */
  idsAt(route: string): readonly string[] | undefined {
    if (!this.#ids.has(route)) {
      const page = this.pagesAt(route).findLast(
        ({ hasUnknownIds, redirect }) => !hasUnknownIds && redirect === undefined,
      );
      this.#ids.set(route, page && collectAnchorIds(this.resolveBlocks(page.blocks)));
    }
    return this.#ids.get(route);
  }

  /** Returns whether the block with this id is hidden from visitors. */
  isHiddenAt(route: string, id: string): boolean {
    return this.pagesAt(route).some(({ blocks }) =>
      blocks.some((block) => {
        const resolvedBlock = block.use === undefined ? block : this.sharedFacts(block.use)?.blocks[0];
        return resolvedBlock?.id === id && (block.hidden || resolvedBlock.hidden);
      }),
    );
  }

  /**
   * Replaces each use of a shared block with the facts about that block. Leaves out unreadable blocks, and removes the
   * content of hidden blocks.
   */
  resolveBlocks(blocks: readonly BlockFacts[]): readonly BlockFacts[] {
    if (!blocks.some(({ use }) => use !== undefined)) return blocks;
    return blocks.flatMap((block) => {
      if (block.use === undefined) return [block];
      const shared = this.sharedFacts(block.use)?.blocks ?? [];
      return block.hidden ? shared.map(() => ({ hidden: true as const, summary: {} })) : shared;
    });
  }

  /** Returns the summaries of all blocks on a page, or `undefined` if the page is invalid. */
  summariesOn({ settings, blocks }: PageFacts): BlockSummary[] | undefined {
    const summaries = this.resolveBlocks(blocks).flatMap(({ summary }) => summary ?? []);
    return settings && summaries.length === blocks.length ? summaries : undefined;
  }

  sharedFacts(name: string): SharedFacts | undefined {
    return this.#shared.get(name)?.facts;
  }

  sharedFile(name: string): FileWithFacts<SharedFacts> | undefined {
    return this.#shared.get(name);
  }

  /** Parses a shared block. Returns `undefined` if the file is missing or unreadable. */
  sharedBlock(name: string): CheckedBlock | undefined {
    const file = this.#shared.get(name);
    return file && this.#parsed.shared(file).block;
  }

  photoProblem(file: string): PhotoProblem | undefined {
    const photo = this.#assets.photos?.get(file);
    return photo && 'problem' in photo ? photo.problem : undefined;
  }

  photoSize(file: string): readonly [width: number, height: number] | undefined {
    const photo = this.#assets.photos?.get(file);
    return photo && 'width' in photo ? [photo.width, photo.height] : undefined;
  }

  isMovingPhoto(file: string): boolean {
    const photo = this.#assets.photos?.get(file);
    return photo !== undefined && 'isMoving' in photo;
  }

  /** Returns whether a path in `public/` is a folder. */
  isFolder(path: string): boolean {
    return !this.files.has(path) && this.#assets.folders?.includes(path) === true;
  }
}
