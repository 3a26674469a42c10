import { routeOf } from '../../schema/content/routes.ts';
import type { Assets, SourceFile } from '../../schema/content/source-file.ts';
import { type Checked, SiteCheck } from '../../schema/checker/check.ts';
import type { OpenParts } from '../../legacy/schema/check/read-together.ts';
import { now } from '../system/project.ts';
import { startReadWorkers, type ReadWorker, type ReaderOptions } from './read-files.ts';
import { assetsReader } from './read-public.ts';
import { lastResult } from '../../legacy/scripts/pages/found-again.ts';
import { type FoundLast, foundLast } from '../../legacy/scripts/pages/found-last.ts';
import { FactsCache } from './facts-cache.ts';
import { nextScheduledChange } from './next-change.ts';
import type { FilesWithStats } from '../system/files.ts';
import { readSourceFile, readSourceFiles, type FileHashes } from './read-pages.ts';

/** A site as it was read and checked just now. */
export interface LoadedSite extends Checked {
  files: readonly SourceFile[];
  /** Where each of them stands, by its path: the same object for as long as none has come or gone. */
  places: ReadonlyMap<string, number>;
  assets: Assets;
  milliseconds: number;
}

/** What was found in a site just now, and what changes next there. */
export type CheckResult = Pick<LoadedSite, 'files' | 'assets' | 'milliseconds'> &
  Pick<FoundLast, 'diagnostics' | 'notChecked' | 'nextChange'>;

/** A site that is read and checked again and again: only what has changed since the last time is. */
export class SiteLoader {
  readonly #pages: string;
  readonly #stamps: FileHashes;
  readonly #readAssets: () => Assets;
  /** Made when somebody asks for it: it takes long to know thousands of pages again. */
  #made: SiteCheck | undefined;
  readonly #kept: FactsCache | undefined;
  #last: LoadedSite | undefined;
  /** Who has helped to read; for who wants to keep them, until `closeReaders`. */
  readonly readers: ReadWorker[] = [];
  readonly #keepsReaders: boolean;
  readonly #open: (...how: [...Parameters<OpenParts>, threads?: number]) => readonly ReadWorker[];
  #byAddress: Map<string, Pick<SourceFile, 'path' | 'file'>> | undefined;

  constructor(pages: string, kept?: FactsCache, options?: ReaderOptions) {
    this.#pages = pages;
    this.#kept = kept;
    this.#keepsReaders = options?.keep ?? false;
    this.#readAssets = assetsReader(pages);
    this.#stamps = kept?.stamps ?? new Map();
    this.#open = (count, material, threads = options?.threads) => {
      const opened = startReadWorkers(pages, count, material, { ...options, threads });
      this.readers.push(...opened);
      return opened;
    };
  }

  get #check(): SiteCheck {
    return (this.#made ??= new SiteCheck(this.#kept?.read(), this.#open, now));
  }

  /** Opens so many threads that can read any page, for who wants to keep them. */
  openReaders(threads: number): readonly ReadWorker[] {
    return this.#open(0, () => this.#check.partMaterial(), threads);
  }

  /** The file of the page at an address. */
  fileOf(address: string): Pick<SourceFile, 'path' | 'file'> | undefined {
    const { files = [] } = this.#last ?? {};
    this.#byAddress ??= new Map(files.map(({ path, file }) => [routeOf(path), { path, file }]));
    return this.#byAddress.get(address);
  }

  /** Lets go of the blocks of a page, which are read again when somebody asks. */
  forgetBlocks(address: string): void {
    this.#check.forgetBlocks(address);
  }

  /** Lets those go who have helped to read. */
  closeReaders(): void {
    for (const { thread } of this.readers.splice(0)) void thread.close();
  }

  /** The pages folder and what it refers to, as both are on disk; `seen` is what has just been seen there. */
  read(seen?: FilesWithStats): LoadedSite {
    const start = performance.now();
    return this.#readAs(readSourceFiles(this.#pages, this.#stamps, seen), start);
  }

  #readAs(files: readonly SourceFile[], start: number): LoadedSite {
    const assets = this.#readAssets();
    const others = this.#last && othersIn(files, this.#last.files);
    if (this.#last && others?.length === 0 && assets === this.#last.assets) return this.#last;
    return this.#update(files, assets, start, others);
  }

  /**
   * What is found in it now, which is remembered; after most edits nobody has to ask all pages for that.
   * `changed` puts other texts in place, and then nothing is.
   */
  find(changed?: (files: readonly SourceFile[]) => readonly SourceFile[]): CheckResult {
    const start = performance.now();
    const files = readSourceFiles(this.#pages, this.#stamps);
    const assets = this.#readAssets();
    const again = changed ? undefined : this.#kept && lastResult(this.#kept, files, assets, now());
    if (again) {
      this.#kept?.saveVersions(again.versions, this.#stamps);
      return { ...again.found, files, assets, milliseconds: performance.now() - start };
    }
    const read = this.#readAs(changed ? changed(files) : files, start);
    if (!changed) this.remember();
    return { ...read, nextChange: read.website && nextScheduledChange(read.website)?.words };
  }

  /**
   * The same, for who knows what has happened in the pages folder since the last time: to these files, by
   * their paths, and to no other.
   */
  readChanged(paths: Iterable<string>): LoadedSite {
    const last = this.#last;
    if (!last) return this.read();
    const start = performance.now();
    const changed: SourceFile[] = [];
    for (const path of paths) {
      const at = last.places.get(path);
      const before = at === undefined ? undefined : last.files[at];
      const now = before && readSourceFile(this.#pages, before, this.#stamps);
      if (!now) return this.read();
      if (isOther(now, before)) changed.push(now);
    }
    if (changed.length === 0) return last;
    const files = [...last.files];
    for (const source of changed) files[last.places.get(source.path) ?? 0] = source;
    return this.#update(files, last.assets, start, changed);
  }

  /** The same files at a later moment. */
  readLater(): LoadedSite {
    const { files, assets } = this.#last ?? this.read();
    return this.#update(files, assets, performance.now(), []);
  }

  #update(
    files: readonly SourceFile[],
    assets: Assets,
    start: number,
    changed: readonly SourceFile[] | undefined,
  ): LoadedSite {
    const checked = this.#checked(files, assets, changed);
    this.#byAddress = undefined;
    const places = changed && this.#last?.places;
    return (this.#last = {
      ...checked,
      files,
      places: places ?? new Map(files.map(({ path }, at) => [path, at])),
      assets,
      milliseconds: performance.now() - start,
    });
  }

  #checked(...now: Parameters<SiteCheck['update']>): Checked {
    try {
      return this.#check.update(...now);
    } finally {
      if (!this.#keepsReaders) this.closeReaders();
    }
  }

  /** Writes down what is known, for the next command. */
  remember(): void {
    if (!this.#kept) return;
    const { common, files } = this.#check.takeChanged(this.#kept.withNewHashes(this.#stamps));
    this.#kept.save(common, files, this.#stamps, this.#last && foundLast(this.#last));
  }
}

/** A site with all that the last command knew of it. */
export function loadSite(pages: string, options?: ReaderOptions): SiteLoader {
  return new SiteLoader(pages, new FactsCache(pages), options);
}

/** The files that are not as they were; nothing if any has come or gone, or cannot be read any more. */
function othersIn(now: readonly SourceFile[], before: readonly SourceFile[]): SourceFile[] | undefined {
  const isSameList =
    now.length === before.length &&
    now.every(({ path, unread }, at) => path === before[at]?.path && unread === before[at].unread);
  return isSameList ? now.filter((source, at) => isOther(source, before[at])) : undefined;
}

const isOther = (now: SourceFile, before: SourceFile | undefined) =>
  before?.version === undefined || now.version !== before.version || now.unread !== before.unread;

/** Reads and checks a pages folder: every diagnostic of every file, or a website. */
export function readSite(folder: string): LoadedSite {
  return new SiteLoader(folder).read();
}
