import { hash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { engineKey } from '../base/engine-key.ts';
import { KeptRows, type Rows } from '../base/kept-rows.ts';
import type { SiteFolders } from '../base/project.ts';
import type { Asked } from '../document/site-index.ts';
import type { BackendProject, RenderedPicture } from '../../src/entry-server.tsx';

/** A page as a build wrote it. */
export interface WrittenPage {
  /** Of its file, and of the blocks that it shares. */
  version: string;
  asked: Asked;
  files: string[];
  drawn: RenderedPicture[];
  /** The hashes of its scripts. */
  scripts: string[];
  /** What it is found by, where the site has a search. */
  words?: string;
}

/** What every page of a build depends on, besides itself and what it shows of others. */
export function buildKey({ site }: Website, backend: BackendProject, tags: string, bundle: string): string {
  return hash('sha1', JSON.stringify([engineKey(), bundle, site, backend, tags]));
}

/** Where it is kept what a build into an output knows. */
export const memoryFile = ({ cache }: SiteFolders, out: string) =>
  join(cache, 'build', `${basename(resolve(out))}-${hash('sha1', resolve(out)).slice(0, 8)}.json`);

/** What the last build with the same key wrote, and a place to write down what this one does. */
export class KeptBuild {
  readonly pages: ReadonlyMap<string, WrittenPage>;
  readonly made: ReadonlyMap<string, string>;
  /** The recipes of share images, which say all that these are made from: they hold under every key. */
  readonly images: ReadonlyMap<string, string>;
  readonly #kept: KeptRows;
  readonly #keptImages: KeptRows;

  constructor(site: SiteFolders, out: string, key: string) {
    this.#kept = new KeptRows(memoryFile(site, out), key);
    const pages = new Map<string, WrittenPage>();
    const made = new Map<string, string>();
    // As they were saved below.
    for (const [name, row] of this.#kept.rows() as Map<string, PageRow | string>)
      if (typeof row === 'string') made.set(name.slice(1), row);
      else pages.set(name, writtenPage(name, row));
    [this.pages, this.made] = [pages, made];
    this.#keptImages = new KeptRows(`${memoryFile(site, out)}.images`, engineKey());
    this.images = new Map(this.#keptImages.rows() as Map<string, string>); // as above
  }

  /** Writes down what is another thing now: what was not made anew is the very object that was given. */
  save(
    pages: readonly (readonly [path: string, page: WrittenPage])[],
    made: ReadonlyMap<string, string>,
    images: ReadonlyMap<string, string>,
  ): void {
    const changed: Rows = new Map();
    const now = new Set(pages.map(([path]) => path));
    for (const path of this.pages.keys()) if (!now.has(path)) changed.set(path, undefined);
    for (const path of this.made.keys()) if (!made.has(path)) changed.set(madeName(path), undefined);
    for (const [path, page] of pages) if (this.pages.get(path) !== page) changed.set(path, rowOf(path, page));
    for (const [path, recipe] of made)
      if (this.made.get(path) !== recipe) changed.set(madeName(path), recipe);
    this.#kept.save(changed);
    const others: Rows = new Map();
    for (const path of this.images.keys()) if (!images.has(path)) others.set(path, undefined);
    for (const [path, recipe] of images) if (this.images.get(path) !== recipe) others.set(path, recipe);
    this.#keptImages.save(others);
  }
}

/** No path of a page begins like this. */
const madeName = (path: string) => `:${path}`;

/** A page in few words: its files from its own folder on, and what most pages have not left out. */
type PageRow = [
  version: string,
  files: string[],
  scripts: string[],
  asked?: WrittenPage['asked'],
  drawn?: WrittenPage['drawn'],
  words?: string,
];

function rowOf(path: string, { version, asked, files, drawn, scripts, words }: WrittenPage): PageRow {
  const folder = folderOf(path);
  const inside = files.map((file) => (file.startsWith(folder) ? file.slice(folder.length) : `//${file}`));
  if (words !== undefined) return [version, inside, scripts, asked, drawn, words];
  if (drawn.length > 0) return [version, inside, scripts, asked, drawn];
  return asked.length > 0 ? [version, inside, scripts, asked] : [version, inside, scripts];
}

function writtenPage(path: string, row: PageRow): WrittenPage {
  const [version, inside, scripts, asked = [], drawn = [], words] = row;
  const folder = folderOf(path);
  const files = inside.map((file) => (file.startsWith('//') ? file.slice(2) : folder + file));
  return { version, asked, files, drawn, scripts, ...(words !== undefined && { words }) };
}

const folderOf = (path: string) => path.replace(/\/?$/, '/');
