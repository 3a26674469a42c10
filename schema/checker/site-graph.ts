import type { FileWithFacts } from './facts.ts';
import type { Assets, PhotoProblem, SourceFile } from '../content/source-file.ts';
import type { FontCoverage } from '../content/font-facts.ts';
import { pushTo } from '../util.ts';
import type { CheckedBlock, ParsedSite } from './read-file.ts';
import { type BlockFacts, idsOf, type PageFacts, postFacts, type SharedFacts } from './facts.ts';
import { fontCoverageOf } from './font-coverage.ts';
import { GeneratedPages } from './generated-pages.ts';
import { PostIndex } from './list-selection.ts';
import type { BlockSummary } from '../content/block-definition.ts';
import type { Post } from './page-summary.ts';
import type { ParsedFiles } from './parsed-files.ts';
import { redirectTargets } from './redirects.ts';

/** The files of a site. Pages and shared blocks are in the order of their paths. */
export interface SiteFiles {
  /** All files of the pages folder. */
  sources: readonly SourceFile[];
  /** `_site.yaml`; `undefined` if it is missing. */
  site: ParsedSite | undefined;
  pages: readonly FileWithFacts<PageFacts>[];
  shared: readonly FileWithFacts<SharedFacts>[];
  parsed: ParsedFiles;
}

/** Names that content can refer to. */
export type Names = Pick<ReadonlySet<string>, 'has'> & Iterable<string>;

/** Where a reference is. All parts are optional, as `_site.yaml` is on no page. */
export interface LinkSource {
  page?: string;
  draft?: boolean;
  isRedirect?: boolean;
  /** Whether it is in a shared block, of which `page` is the first user. */
  isShared?: boolean;
}

const noPages: readonly PageFacts[] = [];

/** All that content can refer to in a site. */
export class SiteGraph {
  readonly icons: Names;
  /** The files in `public/`. */
  readonly files: Names;
  /** Pages, including those that the build generates; those that authors may link to are listed. */
  readonly routes: Names;
  readonly sharedNames: Names;
  /** The folders that hold pages. */
  readonly folders: Names;
  /** `undefined` if `_site.yaml` cannot be read. */
  readonly dialogs: Names | undefined;
  /** The ids of the forms in dialogs. */
  readonly dialogForms: ReadonlySet<string>;
  /** The address of the site, without a slash at the end. */
  readonly url: string | undefined;
  /** The sites that pictures may come from; `undefined` if not known. */
  readonly pictureHosts: ReadonlySet<string> | undefined;
  /** The sites that pages may embed; `undefined` if not known. */
  readonly embedHosts: ReadonlySet<string> | undefined;
  /** `undefined` where all text is set in fonts of the device. */
  readonly fonts: FontCoverage | undefined;
  readonly posts: PostIndex;
  readonly generated: GeneratedPages;
  /** The pages that are only redirects, in the order of their files. */
  readonly redirects: readonly PageFacts[];

  readonly #posts: ReadonlyMap<PageFacts, Post | undefined>;
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
    this.redirects = facts.filter(({ redirect }) => redirect !== undefined);
    this.#targets = redirectTargets(this.redirects);
    this.#posts = new Map(facts.map((page) => [page, postFacts(page)]));
    this.posts = new PostIndex([...this.#posts.values()].flatMap((post) => post ?? []));
    this.generated = new GeneratedPages(facts, this.posts);
    const suggested = () =>
      new Set(facts.flatMap(({ route, unlisted }) => (unlisted || route === '/404' ? [] : [route])));
    this.icons = assets.icons;
    this.files = {
      has: (file) => assets.files.has(file) || this.photoProblem(file) !== undefined,
      [Symbol.iterator]: () => assets.files[Symbol.iterator](),
    };
    this.routes = {
      has: (route) => this.#pages.has(route) || this.generated.of.has(route),
      [Symbol.iterator]: () => suggested()[Symbol.iterator](),
    };
    this.sharedNames = {
      has: (name) => this.#shared.has(name),
      [Symbol.iterator]: () => [...this.#shared.keys()].toSorted()[Symbol.iterator](),
    };
    this.folders = {
      has: (folder) => this.posts.hasFolder(folder),
      [Symbol.iterator]: () => this.posts.folders().toSorted()[Symbol.iterator](),
    };
    const settings = site?.document && site;
    this.dialogs = settings && new Set(settings.dialogs);
    this.dialogForms = new Set(settings?.dialogForms);
    this.url = settings?.url;
    this.pictureHosts = settings?.site && new Set(settings.site.pictures.hosts);
    this.embedHosts = settings?.site && new Set(settings.site.embeds.hosts);
    this.fonts = settings?.site && fontCoverageOf(settings.site, assets);
  }

  /** The page files with a route: more than one only by mistake. */
  pagesAt(route: string): readonly PageFacts[] {
    return this.#pages.get(route) ?? noPages;
  }

  /** The pages that use a shared block, in the order of their files. */
  usersOf(name: string): readonly PageFacts[] {
    return this.#users.get(name) ?? noPages;
  }

  /** Whether a link to this route needs no closer look. */
  isPlainPage(route: string): boolean {
    const [page, other] = this.pagesAt(route);
    return page !== undefined && !other && !page.draft && page.redirect === undefined;
  }

  /** What lists can show of a page. */
  postOf(page: PageFacts): Post | undefined {
    return this.#posts.get(page);
  }

  isDraft(route: string): boolean {
    return this.pagesAt(route).some(({ draft }) => draft);
  }

  /** Where a redirect leads in the end. */
  redirectTarget(route: string): string | undefined {
    return this.#targets.get(route);
  }

  /** The ids on a page; `undefined` where they are not certain. */
  idsAt(route: string): readonly string[] | undefined {
    if (!this.#ids.has(route)) {
      const page = this.pagesAt(route).findLast(
        ({ hasUnknownIds, redirect }) => !hasUnknownIds && redirect === undefined,
      );
      this.#ids.set(route, page && idsOf(this.resolveBlocks(page.blocks)));
    }
    return this.#ids.get(route);
  }

  /** Blocks with the shared ones that they use; those that cannot be read are left out. */
  resolveBlocks(blocks: readonly BlockFacts[]): readonly BlockFacts[] {
    if (!blocks.some(({ use }) => use !== undefined)) return blocks;
    return blocks.flatMap((block) =>
      block.use === undefined ? [block] : (this.sharedFacts(block.use)?.blocks ?? []),
    );
  }

  /** The summaries of all blocks on a page; `undefined` for a page that cannot be rendered. */
  summariesOn({ settings, blocks }: PageFacts): BlockSummary[] | undefined {
    const all = this.resolveBlocks(blocks).flatMap(({ summary }) => summary ?? []);
    return settings && all.length === blocks.length ? all : undefined;
  }

  sharedFacts(name: string): SharedFacts | undefined {
    return this.#shared.get(name)?.facts;
  }

  sharedFile(name: string): FileWithFacts<SharedFacts> | undefined {
    return this.#shared.get(name);
  }

  /** `undefined` if there is no such file, or no block can be read in it. */
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

  /** Whether a path in `public/` that looks like a file is a folder. */
  isFolder(path: string): boolean {
    return !this.files.has(path) && this.#assets.folders?.includes(path) === true;
  }
}
