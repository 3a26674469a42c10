import { type FSWatcher, lstatSync, readdirSync, watch, existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { routeOf, pageEnding } from '../../schema/content/routes.ts';
import type { SourceFile } from '../../schema/content/source-file.ts';
import { timestampResolution } from '../system/files.ts';
import { now, siteOf } from '../system/project.ts';
import { type SiteLoader, type LoadedSite, loadSite } from './load-site.ts';
import { nextScheduledChange } from './next-change.ts';
import { type CommandContext, waitForStop, UsageError } from '../system/command.ts';

/** Whether the system watches all that lies below a folder by itself. */
const watchesBelow = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Tells of each file that something has happened to in one of these folders or below. It is quick, and not
 * certain: some things it does not see, as what happens in a folder just after that was made.
 */
export function watchFolders(
  folders: readonly string[],
  tell: (file: string) => void,
  signal: AbortSignal,
): void {
  const watchers = new Map<string, FSWatcher>();
  const open = (folder: string) => {
    if (watchers.has(folder) || signal.aborted) return;
    try {
      const watcher = watch(folder, { recursive: watchesBelow }, (event, name) => {
        if (name === null) return;
        const file = join(folder, name);
        if (event === 'rename' && !watchesBelow) follow(file);
        tell(file);
      });
      watcher.on('error', () => close(folder));
      watchers.set(folder, watcher);
    } catch {
      // There are no more watchers to be had, or no such folder.
    }
  };
  const close = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** What was a folder may be none any more, and the other way round. */
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

/** After so many milliseconds it is looked whether the watching has missed anything. */
const untilLook = 1000;
/** After so many milliseconds at most it is looked what the clock says: a computer may have slept. */
const untilClock = 60_000;
/** So long it may take until a file that was emptied for a save is full again. */
const untilFull = 50;

/**
 * A site whose authors are at work. Watching folders does not report everything, but what it reports it
 * reports at once: for a moment after a save only the files that it names are read again. After that, and
 * whenever somebody asks without a save before, all files are looked at.
 */
export class DevSite {
  readonly #known: SiteLoader;
  readonly #folder: string;
  /** When something has last happened to a file, by its path in the pages folder. */
  readonly #noticed = new Map<string, number>();
  #look: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #last: LoadedSite;
  /** As it was when something was told last: somebody else may ask for it in between. */
  #told: LoadedSite;

  constructor(pages: string) {
    this.#folder = pages;
    this.#known = loadSite(pages);
    this.#told = this.#last = this.#known.read();
    this.#known.save();
  }

  /** The site as it is now. */
  now(): LoadedSite {
    if (!this.#look) return (this.#last = this.#known.read());
    // A second change right behind a first is not always reported.
    const recent = [...this.#noticed]
      .filter(([, at]) => Date.now() - at < timestampResolution)
      .map(([path]) => path);
    return (this.#last = this.#known.readChanged(recent));
  }

  /** The file of an address, in the site as it was last asked for. */
  fileAt(address: string): SourceFile | undefined {
    // Of two files with the same route, the first.
    return this.#last.files.find(({ path }) => routeOf(path) === address);
  }

  /** Reads the site again when a day or a moment changes it next. */
  #awaitChange(tell: () => void): void {
    clearTimeout(this.#clock);
    const next = this.#last.website && nextScheduledChange(this.#last.website);
    if (!next) return;
    const left = next.at.getTime() - now().getTime();
    const hear = () => {
      if (now() >= next.at) {
        this.#told = this.#last = this.#known.readLater();
        tell();
      }
      this.#awaitChange(tell);
    };
    this.#clock = setTimeout(hear, Math.min(Math.max(left, 0), untilClock));
  }

  /** Tells of each change, and whether there may be something else to point at by it, until the signal. */
  watch(tell: (hasOthers: boolean) => void, signal: AbortSignal): void {
    const { pages, public: files } = siteOf(this.#folder);
    let telling: NodeJS.Timeout | undefined;
    const compare = (evenIfSame: boolean) => {
      const before = this.#told;
      try {
        const site = (this.#told = this.now());
        const hasOthers = pathsOf(site) !== pathsOf(before) || site.assets !== before.assets;
        if (evenIfSame || site !== before) tell(hasOthers || this.#noticed.has('_site.yaml'));
      } catch {
        // While a folder is being moved about, it may not be there for a moment.
        tell(true);
      }
    };
    const look = () => {
      this.#look = undefined;
      compare(false);
      this.#noticed.clear();
      this.#awaitChange(() => tell(false));
    };
    const notice = (file: string) => {
      const path = relative(pages, file).split(sep).join('/');
      const isInPages = !path.startsWith('../');
      if (/(?:^|\/)\.[^./]/.test(path) || (isInPages && /\.[^/]*$/.test(path) && !pageEnding.test(path)))
        return;
      this.#noticed.set(path, Date.now());
      this.#look ??= setTimeout(look, untilLook);
      clearTimeout(telling);
      const isEmpty = lstatSync(file, { throwIfNoEntry: false })?.size === 0;
      telling = setTimeout(() => compare(true), isEmpty ? untilFull : 0);
    };
    watchFolders([pages, files], notice, signal);
    // What happened while the watching began is found by that.
    this.#look = setTimeout(look, untilLook);
    signal.addEventListener('abort', () =>
      [telling, this.#look, this.#clock].forEach((timer) => clearTimeout(timer)),
    );
  }
}

const pathsOf = ({ files }: LoadedSite) => files.map(({ path }) => path).join('\n');

/**
 * Prints what `check` returns, now and after each change of a page or picture, until the command is asked to
 * end.
 */
export async function watchPages(
  pages: string,
  check: () => string,
  { stdout, signal }: CommandContext,
): Promise<void> {
  const show = () => {
    // Only a terminal can be cleared; in a file, an older run must stay readable.
    if (stdout.isTTY) stdout.write('\u001B[2J\u001B[3J\u001B[H');
    stdout.write(
      `${textOf(check)}Checked at ${new Date().toLocaleTimeString('en-GB')}. ` +
        'Waiting for changes; stop with Ctrl+C.\n\n',
    );
  };
  let waiting: NodeJS.Timeout | undefined;
  const site = siteOf(pages);
  for (const folder of [site.pages, site.public].filter((one) => existsSync(one))) {
    watch(folder, { recursive: true, signal }, () => {
      // Editors save in several steps.
      clearTimeout(waiting);
      waiting = setTimeout(show, 50);
    });
  }
  show();
  await waitForStop(signal);
  clearTimeout(waiting);
}

/** While a folder is being moved about, it may not be there for a moment. */
function textOf(check: () => string): string {
  try {
    return check();
  } catch (problem) {
    if (problem instanceof UsageError) return `${problem.message}\n`;
    throw problem;
  }
}
