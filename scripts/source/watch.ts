import { type FSWatcher, lstatSync, readdirSync, watch, existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { routeOf, pageEnding } from '../../schema/content/routes.ts';
import type { SourceFile } from '../../schema/content/source-file.ts';
import { timestampResolution } from '../system/files.ts';
import { now, siteOf } from '../system/project.ts';
import { type SiteLoader, type LoadedSite, loadSite } from './load-site.ts';
import { nextScheduledChange } from './next-change.ts';
import { type CommandContext, waitForStop, UsageError } from '../system/command.ts';

/** Whether the system watches folders recursively. */
const watchesBelow = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Reports each changed file in these folders or below. Fast but may miss changes, for example in a folder that
 * was just created.
 */
function watchFolders(folders: readonly string[], report: (file: string) => void, signal: AbortSignal): void {
  const watchers = new Map<string, FSWatcher>();
  const open = (folder: string) => {
    if (watchers.has(folder) || signal.aborted) return;
    try {
      const watcher = watch(folder, { recursive: watchesBelow }, (event, name) => {
        if (name === null) return;
        const file = join(folder, name);
        if (event === 'rename' && !watchesBelow) follow(file);
        report(file);
      });
      watcher.on('error', () => close(folder));
      watchers.set(folder, watcher);
    } catch {
      // There is no such folder, or the system has no more watchers.
    }
  };
  const close = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** A file may have replaced a folder, or a folder a file. */
  const follow = (file: string) => {
    for (const folder of watchers.keys())
      if (folder === file || folder.startsWith(join(file, '/'))) close(folder);
    openAll(file);
  };
  const openAll = (folder: string) => {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    open(folder);
    if (watchesBelow) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) openAll(join(folder, entry.name));
  };
  folders.forEach(openAll);
  signal.addEventListener('abort', () => [...watchers.keys()].forEach(close));
}

/** Milliseconds after a change until all files are compared, in case the watchers have missed one. */
const untilLook = 1000;
/** The longest timeout in milliseconds: a computer may have slept. */
const untilClock = 60_000;
/** Milliseconds until a file that was emptied for a save has its text again. */
const untilFull = 50;

/**
 * A site that is being edited. Watchers report changes at once but may miss some. For a moment after a save only
 * the reported files are read again. At any other time all files are compared.
 */
export class DevSite {
  readonly #loader: SiteLoader;
  readonly #folder: string;
  /** The time of the last change of a file, by its path in the pages folder. */
  readonly #changed = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #last: LoadedSite;
  /** As it was at the last report. Requests may read the site in between. */
  #reported: LoadedSite;

  constructor(pages: string) {
    this.#folder = pages;
    this.#loader = loadSite(pages);
    this.#reported = this.#last = this.#loader.read();
    this.#loader.save();
  }

  /** The site as it is now. */
  now(): LoadedSite {
    if (!this.#timer) return (this.#last = this.#loader.read());
    // A second change shortly after the first is not always reported.
    const recent = [...this.#changed]
      .filter(([, at]) => Date.now() - at < timestampResolution)
      .map(([path]) => path);
    return (this.#last = this.#loader.readChanged(recent));
  }

  /** The file of a route, in the site as it was last read. */
  fileAt(route: string): SourceFile | undefined {
    // Of two files with the same route, the first.
    return this.#last.files.find(({ path }) => routeOf(path) === route);
  }

  /** Reads the site again when a day or a moment changes it next. */
  #awaitChange(report: () => void): void {
    clearTimeout(this.#clock);
    const next = this.#last.website && nextScheduledChange(this.#last.website);
    if (!next) return;
    const left = next.at.getTime() - now().getTime();
    const check = () => {
      if (now() >= next.at) {
        this.#reported = this.#last = this.#loader.readLater();
        report();
      }
      this.#awaitChange(report);
    };
    this.#clock = setTimeout(check, Math.min(Math.max(left, 0), untilClock));
  }

  /** Reports each change until the signal, and whether pages or files have come or gone. */
  watch(report: (hasOthers: boolean) => void, signal: AbortSignal): void {
    const { pages, public: files } = siteOf(this.#folder);
    let reporting: NodeJS.Timeout | undefined;
    const compare = (evenIfSame: boolean) => {
      const before = this.#reported;
      try {
        const site = (this.#reported = this.now());
        const hasOthers = pathsOf(site) !== pathsOf(before) || site.assets !== before.assets;
        if (evenIfSame || site !== before) report(hasOthers || this.#changed.has('_site.yaml'));
      } catch {
        // A folder may be missing for a moment while it is moved.
        report(true);
      }
    };
    const compareAll = () => {
      this.#timer = undefined;
      compare(false);
      this.#changed.clear();
      this.#awaitChange(() => report(false));
    };
    const notice = (file: string) => {
      const path = relative(pages, file).split(sep).join('/');
      const isInPages = !path.startsWith('../');
      if (/(?:^|\/)\.[^./]/.test(path) || (isInPages && /\.[^/]*$/.test(path) && !pageEnding.test(path)))
        return;
      this.#changed.set(path, Date.now());
      this.#timer ??= setTimeout(compareAll, untilLook);
      clearTimeout(reporting);
      const isEmpty = lstatSync(file, { throwIfNoEntry: false })?.size === 0;
      reporting = setTimeout(() => compare(true), isEmpty ? untilFull : 0);
    };
    watchFolders([pages, files], notice, signal);
    // Finds the changes that were made before the watchers started.
    this.#timer = setTimeout(compareAll, untilLook);
    signal.addEventListener('abort', () =>
      [reporting, this.#timer, this.#clock].forEach((timer) => clearTimeout(timer)),
    );
  }
}

const pathsOf = ({ files }: LoadedSite) => files.map(({ path }) => path).join('\n');

/** Prints the result of `check`, now and after each change of a page or a picture, until the command ends. */
export async function watchPages(
  pages: string,
  check: () => Promise<string>,
  { stdout, signal }: CommandContext,
): Promise<void> {
  const show = async () => {
    const text = await textOf(check);
    // Only a terminal can be cleared; in a file, an older run must stay readable.
    if (stdout.isTTY) stdout.write('\u001B[2J\u001B[3J\u001B[H');
    stdout.write(
      `${text}Checked at ${new Date().toLocaleTimeString('en-GB')}. ` +
        'Waiting for changes; stop with Ctrl+C.\n\n',
    );
  };
  let waiting: NodeJS.Timeout | undefined;
  const site = siteOf(pages);
  for (const folder of [site.pages, site.public].filter((one) => existsSync(one))) {
    watch(folder, { recursive: true, signal }, () => {
      // Editors save in several steps.
      clearTimeout(waiting);
      waiting = setTimeout(() => void show(), 50);
    });
  }
  await show();
  await waitForStop(signal);
  clearTimeout(waiting);
}

/** A folder may be missing for a moment while it is moved. */
async function textOf(check: () => Promise<string>): Promise<string> {
  try {
    return await check();
  } catch (problem) {
    if (problem instanceof UsageError) return `${problem.message}\n`;
    throw problem;
  }
}
