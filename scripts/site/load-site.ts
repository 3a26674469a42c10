import { toRoute } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { type CheckedSite, checkSite, readFiles, groupSiteFiles } from '../../schema/check/check.ts';
import { recheckPage } from '../../schema/check/recheck-page.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { isPage, isShared } from '../../schema/check/file-kinds.ts';
import { ParsedFiles } from '../../schema/check/parsed-files.ts';
import { type ParsedSite, readSiteFile } from '../../schema/check/read-file.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { getSiteTime } from '../system/project.ts';
import {
  type CachedFacts,
  createFactsCache,
  type FactsCache,
  readFactsCache,
  writeFactsCache,
} from './facts-cache.ts';
import {
  hashVariables,
  pagesPerWorker,
  readAllFacts,
  readFacts,
  type ReaderOptions,
  type ReadWorker,
  startReadWorkers,
} from './read-files.ts';
import { createCommittedFileList, type PageSource, readSourceFile, readSourceFiles } from './read-pages.ts';
import { enterOwnBlocks } from './own-blocks.ts';
import { createAssetsReader } from './read-public.ts';

/** The maximum number of earlier file versions whose facts are stored, to limit memory use. */
const maxEarlierTexts = 2000;
/** The maximum number of changed pages that are checked one by one. */
const maxSinglePages = 5;

/** The result of reading and checking a site. */
export interface LoadedSite extends CheckedSite {
  milliseconds: number;
}

/**
 * Reads and checks a site repeatedly. A file is read only if its state on disk has changed. Checks across files run
 * each time, unless a change cannot affect other pages.
 */
export class SiteLoader {
  readonly #pages: string;
  readonly #facts: FactsCache;
  readonly #readAssets: () => Assets;
  readonly #options: ReaderOptions;
  /** The workers that the option `keep` leaves open after a read. */
  readonly readers: ReadWorker[] = [];
  #site: { text: string | undefined; file: ParsedSite } | undefined;
  /** A hash of the variables and the language in `_site.yaml`. */
  #variables: string | undefined;
  /**
   * The facts about earlier versions of files, by path and key, because a git checkout may restore many of these
   * versions.
   */
  readonly #earlierFacts = new Map<string, CachedFacts['facts']>();
  #parsed = new ParsedFiles(undefined);
  /** Whether facts have changed since they were saved. */
  #isChanged = false;
  #lastSite: LoadedSite | undefined;
  #isBehind = false;
  #sourcesByRoute: ReadonlyMap<string, SourceFile> | undefined;

  constructor(pages: string, facts = createFactsCache(), options: ReaderOptions = {}) {
    this.#pages = pages;
    this.#facts = facts;
    this.#options = options;
    this.#readAssets = createAssetsReader(pages);
  }

  /** Reads and checks the site as it is on disk. */
  read(): LoadedSite {
    const start = performance.now();
    return this.#check(readSourceFiles(this.#pages), this.#readAssets(), start);
  }

  /** Returns whether there are so many files to read that workers save time. */
  isLarge(): boolean {
    const sources = readSourceFiles(this.#pages);
    this.#readSiteFile(sources.find(({ path }) => path === '_site.yaml'));
    return this.#staleFiles(sources).length >= pagesPerWorker;
  }

  /** Whether the effects of the last changes on other pages have not been checked yet. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Reads the files at these paths again, and checks the site. Assumes that no other file has changed. */
  readChanged(paths: readonly string[]): LoadedSite {
    const start = performance.now();
    const site = this.readPages(paths);
    return this.#isBehind ? this.#check(site.files.sources, site.assets, start) : site;
  }

  /** Like `readChanged`, but may check only the changed pages. If it does, `isBehind` is true afterwards. */
  readPages(paths: readonly string[]): LoadedSite {
    const lastSite = this.#lastSite;
    if (!lastSite) return this.read();
    const start = performance.now();
    const changedSources = new Map<string, PageSource>();
    const committed = createCommittedFileList(this.#pages);
    for (const path of paths) {
      const before = lastSite.files.sources.find((file) => file.path === path);
      const newSource = before && readSourceFile(this.#pages, before, committed);
      if (!newSource) return this.read();
      changedSources.set(path, newSource);
    }
    const sources = lastSite.files.sources.map((source) => changedSources.get(source.path) ?? source);
    try {
      const hasCheckedPages =
        changedSources.size <= maxSinglePages &&
        [...changedSources.values()].every((source) => this.#readPage(source, start));
      return hasCheckedPages && this.#lastSite
        ? this.#lastSite
        : this.#check(sources, lastSite.assets, start);
    } catch {
      // The list of files is stale: a file has just been deleted.
      return this.read();
    }
  }

  /** Reads one page again, and checks it if it has changed. Returns false if the whole site must be checked. */
  #readPage(source: PageSource, start: number): boolean {
    const { path } = source;
    if (!isPage(path)) return false;
    const before = this.#lastSite?.files.pages.find((page) => page.source.path === path);
    const { key, facts } = readFacts(source, this.#parsed, (key) => this.#cachedFacts(path, key));
    this.#cacheFacts(path, { key, facts, stat: source.stat });
    return key === before?.key || ('route' in facts && this.#checkPage({ source, key, facts }, start));
  }

  #checkPage(page: FileWithFacts<PageFacts>, start: number): boolean {
    const recheck = this.#lastSite && recheckPage(this.#lastSite, page);
    this.#isBehind ||= !recheck?.isComplete;
    if (!recheck) return false;
    this.#sourcesByRoute = undefined;
    this.#lastSite = { ...recheck.site, milliseconds: performance.now() - start };
    return true;
  }

  /** Checks the files from the last read again, for the current date and time. */
  readLater(): LoadedSite {
    const { files, assets } = this.#lastSite ?? this.read();
    this.#isBehind = true;
    return this.#check(files.sources, assets, performance.now());
  }

  /** Saves the facts for the next command. */
  save(): void {
    if (this.#isChanged) writeFactsCache(this.#pages, this.#facts);
    this.#isChanged = false;
  }

  /** Returns the source file of the page with this route. */
  findPageFile(route: string): SourceFile | undefined {
    const { sources = [] } = this.#lastSite?.files ?? {};
    this.#sourcesByRoute ??= new Map(sources.map((source) => [toRoute(source.path), source]));
    return this.#sourcesByRoute.get(route);
  }

  /** Returns whether the blocks of a page were parsed in this thread. */
  isParsed(route: string): boolean {
    const source = this.findPageFile(route);
    const key = source && this.#facts.files.get(source.path)?.key;
    return source !== undefined && key !== undefined && this.#parsed.has({ source, key });
  }

  /**
   * Like `read`, but reads many changed files in this thread and in workers at the same time. `change` may replace
   * files. The facts about replaced files are not cached.
   */
  async readInParallel(
    change: (files: readonly SourceFile[]) => readonly SourceFile[] = (files) => files,
  ): Promise<LoadedSite> {
    const start = performance.now();
    const sources = readSourceFiles(this.#pages);
    this.#readSiteFile(sources.find(({ path }) => path === '_site.yaml'));
    const missingFiles = this.#staleFiles(sources).filter(({ path }) => !this.#facts.files.has(path));
    this.openReaders(missingFiles.length, this.#options.threads);
    if (this.readers.length > 0) await this.#readMissing(missingFiles);
    return this.#check(change(sources), this.#readAssets(), start);
  }

  async #readMissing(missingFiles: readonly PageSource[]): Promise<void> {
    try {
      for (const [path, facts] of await readAllFacts(missingFiles, this.#parsed, this.readers))
        this.#cacheFacts(path, facts);
    } finally {
      if (!this.#options.keep) this.closeReaders();
    }
  }

  /** Starts workers that read pages: `threads` workers, or by default a number that suits the number of pages. */
  openReaders(pages: number, threads?: number): void {
    const { variables, language } = this.#parsed;
    const { compiled: ownBlocks } = enterOwnBlocks(this.#pages);
    const workerData = { folder: this.#pages, variables, language, own: ownBlocks };
    this.readers.push(...startReadWorkers(pages, workerData, { ...this.#options, threads }));
  }

  closeReaders(): void {
    for (const reader of this.readers.splice(0)) void reader.close();
  }

  #check(sources: readonly PageSource[], assets: Assets, start: number): LoadedSite {
    const files = this.#readFiles(sources);
    const lastSite = this.#lastSite;
    const changed = lastSite?.assets === assets && !this.#isBehind && findChangedPages(files, lastSite.files);
    const singlePages = changed && changed.length <= maxSinglePages ? changed : undefined;
    const hasCheckedPages = singlePages?.every((page) => this.#checkPage(page, start));
    if (hasCheckedPages && this.#lastSite && !this.#isBehind) return this.#lastSite;
    this.#sourcesByRoute = undefined;
    const checked = checkSite(files, assets, getSiteTime());
    this.#isBehind = false;
    return (this.#lastSite = { ...checked, milliseconds: performance.now() - start });
  }

  #staleFiles(sources: readonly PageSource[]): PageSource[] {
    return sources.filter(
      ({ path, stat }) =>
        (isPage(path) || isShared(path)) &&
        (stat === undefined || this.#facts.files.get(path)?.stat !== stat),
    );
  }

  #cacheFacts(path: string, facts: CachedFacts): void {
    const before = this.#facts.files.get(path);
    this.#isChanged ||= before?.key !== facts.key || before.stat !== facts.stat;
    if (before && before.key !== facts.key) this.#keepEarlier(path, before);
    this.#facts.files.set(path, facts);
  }

  #keepEarlier(path: string, { key, facts }: CachedFacts): void {
    if (this.#earlierFacts.size >= maxEarlierTexts) this.#earlierFacts.clear();
    this.#earlierFacts.set(`${path} ${key}`, facts);
  }

  #cachedFacts(path: string, key: string): CachedFacts['facts'] | undefined {
    const cachedFacts = this.#facts.files.get(path);
    return cachedFacts?.key === key ? cachedFacts.facts : this.#earlierFacts.get(`${path} ${key}`);
  }

  #readFiles(sources: readonly PageSource[]): SiteFiles {
    this.#readSiteFile(sources.find(({ path }) => path === '_site.yaml'));
    const cachedFiles = this.#facts.files;
    for (const source of this.#staleFiles(sources))
      this.#cacheFacts(
        source.path,
        readFacts(source, this.#parsed, (key) => this.#cachedFacts(source.path, key)),
      );
    const present = new Set(sources.map(({ path }) => path));
    for (const [path, facts] of cachedFiles) {
      if (present.has(path)) continue;
      this.#keepEarlier(path, facts);
      this.#isChanged = cachedFiles.delete(path);
    }
    return groupSiteFiles(sources, this.#site?.file, this.#parsed, (source) => {
      const { key, facts } = cachedFiles.get(source.path) ?? throwUnreadError(source);
      return { source, key, facts };
    });
  }

  /** Reads `_site.yaml`. Discards the facts about all files if the variables or the language have changed. */
  #readSiteFile(source: PageSource | undefined): void {
    enterOwnBlocks(this.#pages);
    const text = source && `${source.unread ?? ''} ${source.text}`;
    if (this.#site?.text !== text)
      this.#site = source && { text, file: readSiteFile({ ...source, text: source.text }) };
    const { variables, language } = this.#site?.file ?? {};
    const hash = hashVariables({ variables, language });
    if (hash !== this.#variables)
      this.#parsed = new ParsedFiles(variables, language, this.#options.withHidden);
    if (hash !== this.#facts.variables) this.#facts.files.clear();
    this.#variables = this.#facts.variables = hash;
  }
}

/** A large site whose pages have not been read yet. */
export class PartialSite {
  readonly #pages: string;
  readonly #readAssets: () => Assets;

  constructor(pages: string) {
    this.#pages = pages;
    // Do not measure photos here, because this takes time.
    this.#readAssets = createAssetsReader(pages, () => new Map());
  }

  /** Reads the site with only this page, the home page and the 404 page. Diagnostics are left out. */
  read(route: string): LoadedSite {
    const start = performance.now();
    const sources = readSourceFiles(this.#pages).filter(
      ({ path }) => !isPage(path) || ['/', '/404', route].includes(toRoute(path)),
    );
    const checked = checkSite(readFiles(sources), this.#readAssets(), getSiteTime());
    return { ...checked, diagnostics: [], notChecked: [], milliseconds: performance.now() - start };
  }
}

function throwUnreadError({ file }: SourceFile): never {
  throw new Error(`${file} has not been read.`);
}

/** Returns the changed pages, or `undefined` if other files have also changed. */
function findChangedPages(newFiles: SiteFiles, lastFiles: SiteFiles): SiteFiles['pages'] | undefined {
  const { sources, pages, shared } = lastFiles;
  const isSameSite =
    newFiles.site === lastFiles.site &&
    newFiles.sources.length === sources.length &&
    newFiles.sources.every(
      ({ path, unread }, index) => path === sources[index]?.path && unread === sources[index].unread,
    ) &&
    newFiles.shared.every(({ key }, index) => key === shared[index]?.key);
  return isSameSite ? newFiles.pages.filter(({ key }, index) => key !== pages[index]?.key) : undefined;
}

/** Creates a loader that starts with the cached facts of the last command. */
export function openSiteLoader(pages: string, options?: ReaderOptions): SiteLoader {
  return new SiteLoader(pages, readFactsCache(pages), options);
}

/** Reads and checks a pages folder, without a cache on disk. */
export function readSite(folder: string): LoadedSite {
  return new SiteLoader(folder).read();
}
