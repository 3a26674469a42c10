import { iconNames } from '../../schema/fields/icons.ts';
import { type CheckedSite, checkSite, readFiles, type Website } from '../../schema/check/check.ts';
import { publicPath } from '../../schema/fields/file-types.ts';
import { pageExtension } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import type { SiteHost, Snapshot, TreeEntry } from './site-host.ts';
import type { UncommittedText } from './uncommitted-texts.ts';

/** Maximum number of files to read at the same time. */
const maxConcurrentReads = 6;

/** The site in a snapshot, checked together with the author's changes. */
export class HostedSite {
  readonly snapshot: Snapshot;
  readonly #folder: string;
  readonly #baseTexts: ReadonlyMap<string, string>;
  readonly #undecodablePaths: ReadonlySet<string>;
  #texts: ReadonlyMap<string, string>;
  readonly #assets: Assets & { files: Set<string>; sizes: Map<string, number> };
  /** The result of checking the current files. Undefined until it is needed. */
  #checked: CheckedSite | undefined;
  #lastWebsite: Website | undefined;

  private constructor(
    snapshot: Snapshot,
    folder: string,
    baseTexts: ReadonlyMap<string, string>,
    undecodablePaths: ReadonlySet<string>,
  ) {
    [this.snapshot, this.#folder, this.#baseTexts] = [snapshot, folder, baseTexts];
    this.#undecodablePaths = undecodablePaths;
    this.#texts = new Map(baseTexts);
    const publicFiles = listFolder(snapshot, `${folder}public/`);
    this.#assets = {
      icons: new Set(iconNames),
      files: new Set([...publicFiles.keys()].map(publicPath)),
      sizes: new Map([...publicFiles].map(([path, { size }]) => [publicPath(path), size])),
    };
  }

  /** Reads all text files in a snapshot, and returns the site. */
  static async read(host: SiteHost, snapshot: Snapshot, folder: string): Promise<HostedSite> {
    const folderPrefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
    const pageFiles = [...listFolder(snapshot, `${folderPrefix}pages/`)].filter(([path]) =>
      pageExtension.test(path),
    );
    const baseTexts = new Map<string, string>();
    const undecodablePaths = new Set<string>();
    const queue = pageFiles.values();
    const readNext = async () => {
      for (const [path, { sha }] of queue) {
        const bytes = await host.blob(sha);
        baseTexts.set(path, decodeText(bytes));
        if (!isUtf8(bytes)) undecodablePaths.add(path);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentReads }, readNext));
    return new HostedSite(snapshot, folderPrefix, baseTexts, undecodablePaths);
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

  /** Converts a path in the pages folder to a path in the repository. */
  toPageFile(path: string): string {
    return `${this.#folder}pages/${path}`;
  }

  /** Converts a path in `public/` to a path in the repository. */
  toAssetFile(path: string): string {
    return `${this.#folder}public/${path}`;
  }

  /** Returns the content of a file in the snapshot, or `undefined` if the snapshot has no such file. */
  readBase(path: string): string | undefined {
    return this.#baseTexts.get(path);
  }

  /** Returns whether a file of the snapshot is not UTF-8. Writing its text would change other bytes. */
  isUndecodable(path: string): boolean {
    return this.#undecodablePaths.has(path);
  }

  /** Returns the current content of a file, or `undefined` if the file does not exist. */
  readText(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** Applies uncommitted changes to the files of the snapshot, in place of the changes that were applied before. */
  applyUncommitted(changes: ReadonlyMap<string, UncommittedText>): void {
    const texts = new Map(this.#baseTexts);
    for (const [path, { text }] of changes)
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
    this.#texts = texts;
    this.#checked = undefined;
  }

  get checked(): CheckedSite {
    return (this.#checked ??= this.#check());
  }

  /** The last version of the site with a valid `_site.yaml`. */
  get lastWebsite(): Website | undefined {
    return this.checked.website ?? this.#lastWebsite;
  }

  /** The current contents of all files, by path in the pages folder. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Adds a file in `public/`, so that pages can refer to it. `size` is in bytes. */
  addAsset(path: string, size: number): void {
    this.#assets.files.add(publicPath(path));
    this.#assets.sizes.set(publicPath(path), size);
    this.#checked = undefined;
  }

  hasAsset(path: string): boolean {
    return this.#assets.files.has(publicPath(path));
  }

  /** Returns a file in `public/` by its path on the site, such as `/logos/name.svg`. */
  findAsset(path: string): TreeEntry | undefined {
    const entries = listFolder(this.snapshot, `${this.#folder}public/`);
    return [...entries].find(([name]) => publicPath(name) === path)?.[1];
  }
}

const decodeText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the files in a folder, by path relative to the folder. Hidden files are omitted. */
function listFolder({ entries }: Snapshot, folder: string): Map<string, TreeEntry> {
  const filesInFolder = entries.filter(
    ({ path }) => path.startsWith(folder) && !/(?:^|\/)\./.test(path.slice(folder.length)),
  );
  return new Map(filesInFolder.map((entry) => [entry.path.slice(folder.length), entry]));
}
