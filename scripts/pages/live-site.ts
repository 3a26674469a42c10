import { lstatSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { addressOf, pageEnding, type SourceFile } from '../../schema/base/source-file.ts';
import { clockStep } from '../base/clock-step.ts';
import { now } from '../base/now.ts';
import { siteOf } from '../base/project.ts';
import { type KnownSite, type ReadSite, rememberedSite } from './known-site.ts';
import { nextChange } from './next-change.ts';
import { watchFolders } from './watch-folders.ts';

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
export class LiveSite {
  readonly #known: KnownSite;
  readonly #folder: string;
  /** When something has last happened to a file, by its path in the pages folder. */
  readonly #noticed = new Map<string, number>();
  #look: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #last: ReadSite;
  /** As it was when something was told last: somebody else may ask for it in between. */
  #told: ReadSite;
  #files: { places: object; byAddress: ReadonlyMap<string, number> } | undefined;

  constructor(pages: string) {
    this.#folder = pages;
    this.#known = rememberedSite(pages);
    this.#told = this.#last = this.#known.read();
    this.#known.remember();
  }

  /** The site as it is now. */
  now(): ReadSite {
    if (!this.#look) return (this.#last = this.#known.read());
    // A second change right behind a first is not always reported.
    const recent = [...this.#noticed].filter(([, at]) => Date.now() - at < clockStep).map(([path]) => path);
    return (this.#last = this.#known.readChanged(recent));
  }

  /** The file of an address, in the site as it was last asked for. */
  fileAt(address: string): SourceFile | undefined {
    const { files, places } = this.#last;
    if (this.#files?.places !== places) {
      // Of two files with the same address, the first.
      const addresses = files.map(({ path }, at) => [addressOf(path), at] as const).toReversed();
      this.#files = { places, byAddress: new Map(addresses) };
    }
    return files[this.#files.byAddress.get(address) ?? -1];
  }

  /** Reads the site again when a day or a moment changes it next. */
  #awaitChange(tell: () => void): void {
    clearTimeout(this.#clock);
    const next = this.#last.website && nextChange(this.#last.website);
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
        const hasOthers = site.places !== before.places || site.assets !== before.assets;
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
