import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toRoute } from '../../schema/base/routes.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import type { Website } from '../../schema/check/check.ts';
import { UsageError } from '../system/command.ts';
import { getSiteTime, getSiteFolders } from '../system/project.ts';
import { FileChanges } from './file-changes.ts';
import { type SiteLoader, type LoadedSite, openSiteLoader, PartialSite } from './load-site.ts';
import { watchOwnBlocks } from './own-blocks.ts';
import { pagesPerWorker } from './read-files.ts';
import { retryWhileFilesChange, isMissingFileError } from './retry-while-files-change.ts';
import { findNextScheduledChange } from './next-change.ts';
import { watchFolders } from './watch-folders.ts';

/** Milliseconds after a change until all files are compared, in case the watchers missed a change. */
const rescanDelayMs = 1000;
/** Milliseconds until the next attempt to read files that disappeared during a read. */
const retryDelayMs = 100;
/** The longest timeout in milliseconds. It is short, because timers stop while the computer sleeps. */
const maxTimeoutMs = 60_000;
/** Milliseconds after a change until other pages that depend on it are checked. */
const otherPagesDelayMs = 400;
/**
 * How long to wait for the text of a file that is being saved, or for further changes if many files change, in
 * milliseconds.
 */
const settleDelayMs = 50;
/** The maximum number of simultaneous changes by an author. If there are more, a program has made them. */
const maxAuthorChanges = 5;

/**
 * A site that is being edited. Watchers report changes at once but may miss some, and network drives have no
 * watchers. Directly after a save, only the reported files are read again. At any other time, all files are compared.
 */
export class DevSite {
  /** Identifies the site among all sites that are served at the same address, one after the other. */
  readonly id: string;
  readonly #loader: SiteLoader;
  readonly #folder: string;
  /**
   * The files to read again. They are kept for a while, because watchers may not report a second change shortly after
   * the first.
   */
  readonly #changes: FileChanges;
  /** The timer for the next comparison of all files. */
  #rescanTimer: NodeJS.Timeout | undefined;
  /** The timer for the next scheduled change of the site. */
  #scheduledTimer: NodeJS.Timeout | undefined;
  /** The timer for the next report of a change. */
  #reportTimer: NodeJS.Timeout | undefined;
  /** The timer for the check of other pages. */
  #otherPagesTimer: NodeJS.Timeout | undefined;
  /** The function to call after each change. `watch` sets this function and the signal. */
  #report: (hasFileListChanged: boolean) => void = () => {};
  #signal: AbortSignal | undefined;
  #last: LoadedSite | undefined;
  #lastWebsite: Website | undefined;
  #problem: string | undefined;
  /** The site at the last report. Requests may read a newer version of the site before the next report. */
  #lastReported: LoadedSite | undefined;
  /**
   * The part of the site that has been read so far. Set while the pages of a large site are read for the first time.
   */
  #partialSite: PartialSite | undefined;

  constructor(pages: string) {
    this.id = hash('sha1', resolve(pages)).slice(0, 12);
    this.#folder = pages;
    this.#changes = new FileChanges(pages);
    this.#loader = openSiteLoader(pages, { withHidden: true });
    this.#partialSite = this.#loader.isLarge() ? new PartialSite(pages) : undefined;
    if (this.#partialSite) return;
    this.#lastReported = this.#last = this.#loader.read();
    this.#loader.save();
  }

  /**
   * Reads the current site. During the first read of a large site, reads only the files that the page of this route
   * needs.
   */
  readCurrent(route = '/'): LoadedSite {
    if (this.#partialSite) return this.#partialSite.read(route);
    return this.#read(() =>
      this.#rescanTimer ? this.#loader.readChanged(this.#changes.paths) : this.#loader.read(),
    );
  }

  /** Like `readCurrent`, but in a large site the effects of the last changes on other pages may be checked later. */
  readQuickly(route = '/'): LoadedSite {
    const isLarge = (this.#last?.files.sources.length ?? 0) >= pagesPerWorker;
    if (this.#partialSite || !this.#rescanTimer || !isLarge) return this.readCurrent(route);
    return this.#read(() => this.#loader.readPages(this.#changes.paths));
  }

  #read(readSite: () => LoadedSite): LoadedSite {
    try {
      this.#last = readSite();
      this.#problem = undefined;
    } catch (error) {
      if (!this.#last || !isMissingFileError(error)) throw error;
      this.#problem = error instanceof UsageError ? error.message : undefined;
      this.#scheduleComparison(retryDelayMs);
    }
    this.#lastWebsite = this.#last.website ?? this.#lastWebsite;
    return this.#last;
  }

  /** Returns whether the site has changed. Compares all files, because watchers report many changes late. */
  async hasChanged(site: LoadedSite): Promise<boolean> {
    await wait(retryDelayMs);
    return this.isStarting || this.#read(() => this.#loader.read()) !== site;
  }

  /** Returns the source file of a route, from the last read of the site. */
  findFile(route: string): SourceFile | undefined {
    // If two files have the same route, the first file wins.
    return (this.#last ?? this.readCurrent(route)).files.sources.find(({ path }) => toRoute(path) === route);
  }

  /** The last site with a readable `_site.yaml`. */
  get lastWebsite(): Website | undefined {
    return this.#lastWebsite;
  }

  /** The reason why the site cannot be read, as a sentence for the author. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether the pages of a large site are still being read for the first time. */
  get isStarting(): boolean {
    return this.#partialSite !== undefined;
  }

  /** Reads the site again at its next scheduled change. */
  #scheduleNextChange(): void {
    clearTimeout(this.#scheduledTimer);
    const nextChange = this.#last?.website && findNextScheduledChange(this.#last.website);
    if (!nextChange) return;
    const remainingMs = nextChange.at.getTime() - getSiteTime().getTime();
    const checkTime = () => {
      try {
        if (getSiteTime() >= nextChange.at) {
          this.#lastReported = this.#last = this.#loader.readLater();
          this.#report(false);
        }
        this.#scheduleNextChange();
      } catch {
        this.#scheduleComparison(retryDelayMs);
      }
    };
    this.#scheduledTimer = setTimeout(checkTime, Math.min(Math.max(remainingMs, 0), maxTimeoutMs));
  }

  /**
   * Reports each change, and whether it added or removed pages or files, until the signal aborts. While a window
   * shows the site, all files are compared every second, because some drives do not report changes.
   */
  watch(
    report: (hasFileListChanged: boolean) => void,
    signal: AbortSignal,
    isViewed: () => boolean = () => true,
  ): void {
    [this.#report, this.#signal] = [report, signal];
    const { pages, public: files } = getSiteFolders(this.#folder);
    watchFolders([pages, files], (file) => this.#handleChange(file), signal);
    watchOwnBlocks(this.#folder, () => this.#scheduleComparison(0), signal);
    // Find changes that were made before the watchers started.
    this.#scheduleComparison(rescanDelayMs);
    let polling: NodeJS.Timeout | undefined;
    const pollFiles = async () => {
      const start = performance.now();
      if (!this.#rescanTimer && isViewed()) await this.#compareFiles();
      // Pause longer after a slow comparison, such as that of a large site on a slow drive.
      if (!signal.aborted)
        polling = setTimeout(pollFiles, Math.max(rescanDelayMs, 20 * (performance.now() - start)));
    };
    polling = setTimeout(pollFiles, rescanDelayMs);
    signal.addEventListener('abort', () =>
      [this.#reportTimer, this.#otherPagesTimer, this.#rescanTimer, this.#scheduledTimer, polling].forEach(
        (timer) => clearTimeout(timer),
      ),
    );
  }

  /** Schedules a read of a file that a watcher reported. */
  #handleChange(file: string): void {
    if (!this.#changes.add(file)) return;
    this.#rescanTimer ??= setTimeout(() => this.#compareFiles(), rescanDelayMs);
    clearTimeout(this.#reportTimer);
    const isSettled = this.#changes.paths.length <= maxAuthorChanges && !isEmpty(file);
    this.#reportTimer = setTimeout(() => this.#reportIfChanged(true), isSettled ? 0 : settleDelayMs);
  }

  #scheduleComparison(milliseconds: number): void {
    if (this.#signal?.aborted !== false) return;
    clearTimeout(this.#rescanTimer);
    this.#rescanTimer = setTimeout(() => this.#compareFiles(true), milliseconds);
  }

  /** Compares all files with their states at the last comparison. */
  async #compareFiles(forceCompare = false): Promise<void> {
    const [timer, start] = [this.#rescanTimer, Date.now()];
    const mustCompare = (await this.#changes.addUnreported()) || forceCompare;
    if (this.#signal?.aborted) return;
    if (mustCompare) {
      clearTimeout(this.#rescanTimer);
      this.#rescanTimer = undefined;
    }
    if (mustCompare || timer) this.#reportIfChanged(false);
    this.#changes.forgetBefore(start);
    if (this.#rescanTimer === timer || !this.#rescanTimer)
      this.#rescanTimer =
        this.#changes.paths.length > 0 ? setTimeout(() => this.#compareFiles(), rescanDelayMs) : undefined;
    this.#scheduleNextChange();
  }

  /** Reports the site if it differs from the last report. */
  #reportIfChanged(forceReport: boolean): void {
    if (this.#partialSite) return;
    const before = this.#lastReported;
    try {
      const site = (this.#lastReported = this.readQuickly());
      if (this.#loader.isBehind) {
        clearTimeout(this.#otherPagesTimer);
        this.#otherPagesTimer = setTimeout(() => this.#checkOtherPages(), otherPagesDelayMs);
      }
      const hasFileListChanged = !before || !haveSamePaths(site, before) || site.assets !== before.assets;
      if (forceReport || site !== before)
        this.#report(hasFileListChanged || this.#changes.paths.includes('_site.yaml'));
    } catch {
      // Report a change even if the site cannot be read, so that the page shows the reason.
      this.#report(true);
    }
  }

  /** Checks the effects of the last changes on other pages. */
  #checkOtherPages(): void {
    if (!this.#loader.isBehind) return;
    this.#read(() => this.#loader.readChanged(this.#changes.paths));
    this.#reportIfChanged(false);
  }

  /** Reads the whole current site. */
  async readAll(): Promise<LoadedSite> {
    await this.readRest();
    return this.readCurrent();
  }

  /** Reads the pages of a large site that have not been read yet. */
  async readRest(): Promise<void> {
    if (!this.#partialSite) return;
    try {
      const site = await retryWhileFilesChange(this.#folder, () => this.#loader.readInParallel());
      this.#lastReported = this.#last = site;
    } catch {
      // Ignore the problem here: `readCurrent` reads the site again, and the page shows the problem.
    }
    this.#partialSite = undefined;
    this.#loader.save();
    this.#report(true);
    this.#scheduleComparison(rescanDelayMs);
  }
}

/** Returns whether a file is empty, as it may be while a program saves it. */
function isEmpty(file: string): boolean {
  try {
    return lstatSync(file).size === 0;
  } catch {
    return false;
  }
}

const haveSamePaths = ({ files: { sources } }: LoadedSite, { files: previousFiles }: LoadedSite) =>
  sources.length === previousFiles.sources.length &&
  sources.every(({ path }, index) => path === previousFiles.sources[index]?.path);
