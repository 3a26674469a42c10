import { iconNames } from '../../schema/fields/icons.ts';
import { type CheckedSite, checkSite, readFiles, type Website } from '../../schema/check/check.ts';
import { publicPath } from '../../schema/fields/file-types.ts';
import { pageEnding } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import type { SiteHost, Snapshot, TreeEntry } from './site-host.ts';

/** Maximum number of files to read at the same time. */
const atOnce = 6;

/** Checks the site of a snapshot with the author's changes. */
export class HostedSite {
  readonly snapshot: Snapshot;
  readonly #folder: string;
  readonly #read: ReadonlyMap<string, string>;
  readonly #texts: Map<string, string>;
  readonly #assets: Assets & { files: Set<string>; sizes: Map<string, number> };
  #checked: CheckedSite;
  #lastWebsite: Website | undefined;

  private constructor(snapshot: Snapshot, folder: string, read: ReadonlyMap<string, string>) {
    [this.snapshot, this.#folder, this.#read] = [snapshot, folder, read];
    this.#texts = new Map(read);
    const shared = entriesIn(snapshot, `${folder}public/`);
    this.#assets = {
      icons: new Set(iconNames),
      files: new Set([...shared.keys()].map(publicPath)),
      sizes: new Map([...shared].map(([path, { size }]) => [publicPath(path), size])),
    };
    this.#checked = this.#check();
  }

  /** Reads all texts of a snapshot. */
  static async read(host: SiteHost, snapshot: Snapshot, folder: string): Promise<HostedSite> {
    const inside = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
    const wanted = [...entriesIn(snapshot, `${inside}pages/`)].filter(([path]) => pageEnding.test(path));
    const read = new Map<string, string>();
    const queue = wanted.values();
    const work = async () => {
      for (const [path, { sha }] of queue) read.set(path, textOf(await host.blob(sha)));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return new HostedSite(snapshot, inside, read);
  }

  #check(): CheckedSite {
    const sources = [...this.#texts].map(([path, text]) => this.#source(path, text));
    const checked = checkSite(readFiles(sources), this.#assets, new Date());
    this.#lastWebsite = checked.website ?? this.#lastWebsite;
    return checked;
  }

  #source = (path: string, text: string): SourceFile => ({ path, file: this.fileOf(path), text });

  /** Returns the path in the repository of a file in `pages/`. */
  fileOf(path: string): string {
    return `${this.#folder}pages/${path}`;
  }

  /** Returns the path in the repository of a file in `public/`. */
  assetFile(path: string): string {
    return `${this.#folder}public/${path}`;
  }

  /** Returns the text of a file in the snapshot. */
  base(path: string): string | undefined {
    return this.#read.get(path);
  }

  /** Returns the current text of a file. */
  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** Replaces and removes the texts of files, by path in the pages folder. */
  set(texts: ReadonlyMap<string, string | undefined>): void {
    if (texts.size === 0) return;
    for (const [path, text] of texts)
      if (text === undefined) this.#texts.delete(path);
      else this.#texts.set(path, text);
    this.#checked = this.#check();
  }

  get checked(): CheckedSite {
    return this.#checked;
  }

  /** The last site whose `_site.yaml` was valid. */
  get lastWebsite(): Website | undefined {
    return this.#lastWebsite;
  }

  /** The current texts of all files, by path in the pages folder. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Allows pages to refer to a file, by its path in `public/`. */
  addAsset(path: string, size: number): void {
    this.#assets.files.add(publicPath(path));
    this.#assets.sizes.set(publicPath(path), size);
    this.#checked = this.#check();
  }

  hasAsset(path: string): boolean {
    return this.#assets.files.has(publicPath(path));
  }

  /** Whether any text of the site contains these words. */
  mentions(words: string): boolean {
    return [...this.#texts.values()].some((text) => text.includes(words));
  }

  /** Returns a file in `public/` by its path on the site, such as `/logos/name.svg`. */
  asset(path: string): TreeEntry | undefined {
    const entries = entriesIn(this.snapshot, `${this.#folder}public/`);
    return [...entries].find(([name]) => publicPath(name) === path)?.[1];
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Returns the files in a folder by their paths in it. Hidden files are left out. */
function entriesIn({ entries }: Snapshot, folder: string): Map<string, TreeEntry> {
  const inside = entries.filter(
    ({ path }) => path.startsWith(folder) && !/(?:^|\/)\./.test(path.slice(folder.length)),
  );
  return new Map(inside.map((entry) => [entry.path.slice(folder.length), entry]));
}
