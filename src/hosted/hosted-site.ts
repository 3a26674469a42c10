import { iconNames } from '../../schema/fields/icons.ts';
import { type CheckedSite, checkSite, readFiles, type Website } from '../../schema/check/check.ts';
import { publicPath } from '../../schema/fields/file-types.ts';
import { pageExtension } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import type { SiteHost, Snapshot, TreeEntry } from './site-host.ts';

/** Maximum number of files to read at the same time. */
const maxConcurrentReads = 6;

/** Checks the site of a snapshot with the author's changes. */
export class HostedSite {
  readonly snapshot: Snapshot;
  readonly #folder: string;
  readonly #baseTexts: ReadonlyMap<string, string>;
  readonly #texts: Map<string, string>;
  readonly #assets: Assets & { files: Set<string>; sizes: Map<string, number> };
  #checked: CheckedSite;
  #lastWebsite: Website | undefined;

  private constructor(snapshot: Snapshot, folder: string, baseTexts: ReadonlyMap<string, string>) {
    [this.snapshot, this.#folder, this.#baseTexts] = [snapshot, folder, baseTexts];
    this.#texts = new Map(baseTexts);
    const publicFiles = listFolder(snapshot, `${folder}public/`);
    this.#assets = {
      icons: new Set(iconNames),
      files: new Set([...publicFiles.keys()].map(publicPath)),
      sizes: new Map([...publicFiles].map(([path, { size }]) => [publicPath(path), size])),
    };
    this.#checked = this.#check();
  }

  /** Reads all texts of a snapshot. */
  static async read(host: SiteHost, snapshot: Snapshot, folder: string): Promise<HostedSite> {
    const folderPrefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
    const pageFiles = [...listFolder(snapshot, `${folderPrefix}pages/`)].filter(([path]) =>
      pageExtension.test(path),
    );
    const baseTexts = new Map<string, string>();
    const queue = pageFiles.values();
    const readNext = async () => {
      for (const [path, { sha }] of queue) baseTexts.set(path, decodeText(await host.blob(sha)));
    };
    await Promise.all(Array.from({ length: maxConcurrentReads }, readNext));
    return new HostedSite(snapshot, folderPrefix, baseTexts);
  }

  #check(): CheckedSite {
    const sources = [...this.#texts].map(([path, readText]) => this.#toSourceFile(path, readText));
    const checked = checkSite(readFiles(sources), this.#assets, new Date());
    this.#lastWebsite = checked.website ?? this.#lastWebsite;
    return checked;
  }

  #toSourceFile = (path: string, readText: string): SourceFile => ({
    path,
    file: this.toPageFile(path),
    text: readText,
  });

  /** Returns the path in the repository of a file in `pages/`. */
  toPageFile(path: string): string {
    return `${this.#folder}pages/${path}`;
  }

  /** Returns the path in the repository of a file in `public/`. */
  toAssetFile(path: string): string {
    return `${this.#folder}public/${path}`;
  }

  /** Returns the text of a file in the snapshot. */
  readBase(path: string): string | undefined {
    return this.#baseTexts.get(path);
  }

  /** Returns the current text of a file. */
  readText(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** Replaces and removes the texts of files, by path in the pages folder. */
  setTexts(texts: ReadonlyMap<string, string | undefined>): void {
    if (texts.size === 0) return;
    for (const [path, readText] of texts)
      if (readText === undefined) this.#texts.delete(path);
      else this.#texts.set(path, readText);
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
  containsText(words: string): boolean {
    return [...this.#texts.values()].some((readText) => readText.includes(words));
  }

  /** Returns a file in `public/` by its path on the site, such as `/logos/name.svg`. */
  findAsset(path: string): TreeEntry | undefined {
    const entries = listFolder(this.snapshot, `${this.#folder}public/`);
    return [...entries].find(([name]) => publicPath(name) === path)?.[1];
  }
}

const decodeText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Returns the files in a folder by their paths in it. Hidden files are left out. */
function listFolder({ entries }: Snapshot, folder: string): Map<string, TreeEntry> {
  const filesInFolder = entries.filter(
    ({ path }) => path.startsWith(folder) && !/(?:^|\/)\./.test(path.slice(folder.length)),
  );
  return new Map(filesInFolder.map((entry) => [entry.path.slice(folder.length), entry]));
}
