import { lstatSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { dirname, relative, sep } from 'node:path';
import { routeOf, pageEnding } from '../../schema/base/routes.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import type { Website } from '../../schema/check/check.ts';
import { UsageError } from '../system/command.ts';
import { timestampResolution } from '../system/files.ts';
import { now, siteOf } from '../system/project.ts';
import { type SiteLoader, type LoadedSite, loadSite, SiteStart } from './load-site.ts';
import { pagesPerWorker } from './read-files.ts';
import { retryWhileFilesChange, isMissingFileError, siteStates } from './retry-while-files-change.ts';
import { nextScheduledChange } from './next-change.ts';
import { watchFolders } from './watch-folders.ts';

/** Milliseconds after a change until all files are compared, in case the watchers have missed one. */
const rescanDelay = 1000;
/** Milliseconds until files that vanished while they were read are looked at again. */
const retryDelay = 100;
/** The longest timeout in milliseconds: a computer may have slept. */
const maxTimeout = 60_000;
/** Milliseconds after a change until the pages are checked that it may concern. */
const otherPagesDelay = 400;
/** Milliseconds until a file that was emptied for a save has its text again, and between changes of many. */
const settleDelay = 50;
/** As many files change at once only if a program changes them. */
const manyFiles = 5;

/**
 * A site that is being edited. Watchers report changes at once but may miss some, and drives of a network have
 * none. For a moment after a save only the reported files are read again, until all have been looked at. At any other
 * time all files are compared.
 */
export class DevSite {
  readonly #loader: SiteLoader;
  readonly #folder: string;
  /** The time of the last change of a file, by its path in the pages folder. */
  readonly #changed = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #last: LoadedSite | undefined;
  #lastWebsite: Website | undefined;
  #problem: string | undefined;
  /** As it was at the last report. Requests may read the site in between. */
  #reported: LoadedSite | undefined;
  /** While the pages of a large site are read for the first time. */
  #start: SiteStart | undefined;

  constructor(pages: string) {
    this.#folder = pages;
    this.#loader = loadSite(pages, { withHidden: true });
    this.#start = this.#loader.isLarge() ? new SiteStart(pages) : undefined;
    if (this.#start) return;
    this.#reported = this.#last = this.#loader.read();
    this.#loader.save();
  }

  /** The site as it is now; while a large one is first read, only what the page of this route needs. */
  now(route = '/'): LoadedSite {
    if (this.#start) return this.#start.read(route);
    return this.#read(() => (this.#timer ? this.#loader.readChanged(this.#reports) : this.#loader.read()));
  }

  /** Like `now`, but of a large site, what the last changes of pages mean for others may be reported a moment later. */
  firstLook(route = '/'): LoadedSite {
    const isLarge = (this.#last?.files.sources.length ?? 0) >= pagesPerWorker;
    if (this.#start || !this.#timer || !isLarge) return this.now(route);
    return this.#read(() => this.#loader.readPages(this.#reports));
  }

  #read(read: () => LoadedSite): LoadedSite {
    try {
      this.#last = read();
      this.#problem = undefined;
    } catch (problem) {
      if (!this.#last || !isMissingFileError(problem)) throw problem;
      this.#problem = problem instanceof UsageError ? problem.message : undefined;
      this.#lookLater(retryDelay);
    }
    this.#lastWebsite = this.#last.website ?? this.#lastWebsite;
    return this.#last;
  }

  /** Whether the site is another one now. Compares all files: of many changes, reports come late. */
  async hasChanged(site: LoadedSite): Promise<boolean> {
    await wait(retryDelay);
    return this.isStarting || this.#read(() => this.#loader.read()) !== site;
  }

  /** The files that are read again: a second change shortly after the first is not always reported. */
  get #reports(): string[] {
    return [...this.#changed.keys()];
  }

  /** The file of a route, in the site as it was last read. */
  fileAt(route: string): SourceFile | undefined {
    // Of two files with the same route, the first.
    return (this.#last ?? this.now(route)).files.sources.find(({ path }) => routeOf(path) === route);
  }

  /** The site as it was when `_site.yaml` could be read last. */
  get lastWebsite(): Website | undefined {
    return this.#lastWebsite;
  }

  /** What keeps the site from being read, in a sentence for the author. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether the pages of a large site are still being read for the first time. */
  get isStarting(): boolean {
    return this.#start !== undefined;
  }

  /** These are set by `watch`. */
  #report: (hasOthers: boolean) => void = () => {};
  #lookLater: (milliseconds: number) => void = () => {};

  /** Reads the site again when a day or a moment changes it next. */
  #awaitChange(report: () => void): void {
    clearTimeout(this.#clock);
    const next = this.#last?.website && nextScheduledChange(this.#last.website);
    if (!next) return;
    const left = next.at.getTime() - now().getTime();
    const check = () => {
      try {
        if (now() >= next.at) {
          this.#reported = this.#last = this.#loader.readLater();
          report();
        }
        this.#awaitChange(report);
      } catch {
        this.#lookLater(retryDelay);
      }
    };
    this.#clock = setTimeout(check, Math.min(Math.max(left, 0), maxTimeout));
  }

  /**
   * Reports each change until the signal, and whether pages or files have come or gone. While somebody looks at
   * the site, all files are compared each second, as some drives report no changes.
   */
  watch(
    report: (hasOthers: boolean) => void,
    signal: AbortSignal,
    isLookedAt: () => boolean = () => true,
  ): void {
    const { pages, public: files } = siteOf(this.#folder);
    let reporting: NodeJS.Timeout | undefined;
    let others: NodeJS.Timeout | undefined;
    const compare = (evenIfSame: boolean) => {
      if (this.#start) return;
      const before = this.#reported;
      try {
        const site = (this.#reported = this.firstLook());
        if (this.#loader.isBehind) {
          clearTimeout(others);
          others = setTimeout(compareWhole, otherPagesDelay);
        }
        const hasOthers = !before || !haveSamePaths(site, before) || site.assets !== before.assets;
        if (evenIfSame || site !== before) report(hasOthers || this.#changed.has('_site.yaml'));
      } catch {
        // The page shows the problem.
        report(true);
      }
    };
    const compareWhole = () => {
      if (!this.#loader.isBehind) return;
      this.#read(() => this.#loader.readChanged(this.#reports));
      compare(false);
    };
    const pathOf = (file: string) => relative(pages, file).split(sep).join('/') || '.';
    let states: ReadonlyMap<string, string> | undefined;
    /** Whether something has changed since the last look that no watcher has reported. */
    const findUnreported = async (): Promise<boolean> => {
      const now = await siteStates(this.#folder);
      const before = states ?? now;
      states = now;
      const reported = new Set([...this.#changed.keys()].flatMap((path) => [path, dirname(path)]));
      const isDifferent = (file: string) => now.get(file) !== before.get(file);
      const different = [...now.keys(), ...before.keys()].filter(isDifferent).map(pathOf);
      const unreported = different.filter((path) => !reported.has(path));
      for (const path of unreported) this.#changed.set(path, Date.now());
      return unreported.length > 0;
    };
    const look = async (isUnsure = false) => {
      const [timer, start] = [this.#timer, Date.now()];
      const mustCompare = (await findUnreported()) || isUnsure;
      if (signal.aborted) return;
      if (mustCompare) {
        clearTimeout(this.#timer);
        this.#timer = undefined;
      }
      if (mustCompare || timer) compare(false);
      for (const [path, at] of this.#changed)
        if (start - at > timestampResolution) this.#changed.delete(path);
      if (this.#timer === timer || !this.#timer)
        this.#timer = this.#changed.size > 0 ? setTimeout(look, rescanDelay) : undefined;
      this.#awaitChange(() => report(false));
    };
    this.#lookLater = (milliseconds) => {
      if (signal.aborted) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(look, milliseconds, true);
    };
    const notice = (file: string) => {
      const path = pathOf(file);
      const isInPages = !path.startsWith('../');
      if (/(?:^|\/)\.[^./]/.test(path) || (isInPages && /\.[^/]*$/.test(path) && !pageEnding.test(path)))
        return;
      this.#changed.set(path, Date.now());
      this.#timer ??= setTimeout(look, rescanDelay);
      clearTimeout(reporting);
      const isSettled = this.#changed.size <= manyFiles && !isEmpty(file);
      reporting = setTimeout(() => compare(true), isSettled ? 0 : settleDelay);
    };
    watchFolders([pages, files], notice, signal);
    // Finds the changes that were made before the watchers started.
    this.#lookLater(rescanDelay);
    let polling: NodeJS.Timeout | undefined;
    const poll = async () => {
      const start = performance.now();
      if (!this.#timer && isLookedAt()) await look();
      // Of a large site on a slow drive, looking may take long.
      if (!signal.aborted)
        polling = setTimeout(poll, Math.max(rescanDelay, 20 * (performance.now() - start)));
    };
    polling = setTimeout(poll, rescanDelay);
    signal.addEventListener('abort', () =>
      [reporting, others, this.#timer, this.#clock, polling].forEach((timer) => clearTimeout(timer)),
    );
    this.#report = report;
  }

  /** Reads the rest of a large site. */
  async readRest(): Promise<void> {
    if (!this.#start) return;
    try {
      const site = await retryWhileFilesChange(this.#folder, () => this.#loader.readInParallel());
      this.#reported = this.#last = site;
    } catch {
      // `now` tries again, and the page shows the problem.
    }
    this.#start = undefined;
    this.#loader.save();
    this.#report(true);
    this.#lookLater(rescanDelay);
  }
}

/** Whether a file is empty now, as in the middle of a save. */
function isEmpty(file: string): boolean {
  try {
    return lstatSync(file).size === 0;
  } catch {
    return false;
  }
}

const haveSamePaths = ({ files: { sources } }: LoadedSite, { files: before }: LoadedSite) =>
  sources.length === before.sources.length &&
  sources.every(({ path }, at) => path === before.sources[at]?.path);
