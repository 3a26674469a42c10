import { hash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type { PageFiles, RenderedPageFiles } from './page-files.ts';
import type { Website } from '../../schema/checker/check.ts';
import { engineHash, type PutFile } from '../system/cache.ts';
import { AppendOnlyLog, type Rows } from '../../legacy/scripts/append-only-log.ts';
import type { SiteFolders } from '../system/project.ts';
import { type SiteIndex, isUpToDate } from '../view/site-context.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import type { Output } from './output.ts';
import type { SitePage } from '../../schema/checker/page-summary.ts';

/** What every page of a build depends on, besides itself and what it shows of others. */
export function contextHash(
  { site }: Website,
  backend: BackendProject,
  tags: string,
  bundle: string,
): string {
  return hash('sha1', JSON.stringify([engineHash(), bundle, site, backend, tags]));
}

/** Where it is kept what a build into an output knows. */
export const memoryFile = ({ cache }: SiteFolders, out: string) =>
  join(cache, 'build', `${basename(resolve(out))}-${hash('sha1', resolve(out)).slice(0, 8)}.json`);

/** What the last build with the same key wrote, and a place to write down what this one does. */
export class RenderCache {
  readonly pages: ReadonlyMap<string, PageFiles>;
  readonly made: ReadonlyMap<string, string>;
  /** The recipes of share images, which say all that these are made from: they hold under every key. */
  readonly images: ReadonlyMap<string, string>;
  readonly #kept: AppendOnlyLog;
  readonly #keptImages: AppendOnlyLog;

  constructor(site: SiteFolders, out: string, key: string) {
    this.#kept = new AppendOnlyLog(memoryFile(site, out), key);
    const pages = new Map<string, PageFiles>();
    const made = new Map<string, string>();
    // As they were saved below.
    for (const [name, row] of this.#kept.rows() as Map<string, PageRow | string>)
      if (typeof row === 'string') made.set(name.slice(1), row);
      else pages.set(name, writtenPage(name, row));
    [this.pages, this.made] = [pages, made];
    this.#keptImages = new AppendOnlyLog(`${memoryFile(site, out)}.images`, engineHash());
    this.images = new Map(this.#keptImages.rows() as Map<string, string>); // as above
  }

  /** Writes down what is another thing now: what was not made anew is the very object that was given. */
  save(
    pages: readonly (readonly [path: string, page: PageFiles])[],
    made: ReadonlyMap<string, string>,
    images: ReadonlyMap<string, string>,
  ): void {
    const changed: Rows = new Map();
    const now = new Set(pages.map(([path]) => path));
    for (const path of this.pages.keys()) if (!now.has(path)) changed.set(path, undefined);
    for (const path of this.made.keys()) if (!made.has(path)) changed.set(outputKey(path), undefined);
    for (const [path, page] of pages) if (this.pages.get(path) !== page) changed.set(path, rowOf(path, page));
    for (const [path, recipe] of made)
      if (this.made.get(path) !== recipe) changed.set(outputKey(path), recipe);
    this.#kept.save(changed);
    const others: Rows = new Map();
    for (const path of this.images.keys()) if (!images.has(path)) others.set(path, undefined);
    for (const [path, recipe] of images) if (this.images.get(path) !== recipe) others.set(path, recipe);
    this.#keptImages.save(others);
  }
}

/** No path of a page begins like this. */
const outputKey = (path: string) => `:${path}`;

/** A page in few words: its files from its own folder on, and what most pages have not left out. */
type PageRow = [
  version: string,
  files: string[],
  scripts: string[],
  asked?: PageFiles['asked'],
  drawn?: PageFiles['drawn'],
  words?: string,
];

function rowOf(path: string, { version, asked, files, drawn, scripts, words }: PageFiles): PageRow {
  const folder = folderOf(path);
  const inside = files.map((file) => (file.startsWith(folder) ? file.slice(folder.length) : `//${file}`));
  if (words !== undefined) return [version, inside, scripts, asked, drawn, words];
  if (drawn.length > 0) return [version, inside, scripts, asked, drawn];
  return asked.length > 0 ? [version, inside, scripts, asked] : [version, inside, scripts];
}

function writtenPage(path: string, row: PageRow): PageFiles {
  const [version, inside, scripts, asked = [], drawn = [], words] = row;
  const folder = folderOf(path);
  const files = inside.map((file) => (file.startsWith('//') ? file.slice(2) : folder + file));
  return { version, asked, files, drawn, scripts, ...(words !== undefined && { words }) };
}

const folderOf = (path: string) => path.replace(/\/?$/, '/');

/** The files of an output besides its pages, each with the recipe that it was made from. */
export interface OutputFiles {
  /** By their paths; a file without a recipe is made each time, and is not here. */
  recipes: Map<string, string>;
  put: PutFile;
}

/** Puts files into an output. `last` has the recipes of the last build. */
export function outputPaths(output: Output, last: ReadonlyMap<string, string>): OutputFiles {
  const recipes = new Map<string, string>();
  const isCached = (path: string, recipe: string) => {
    recipes.set(path, recipe);
    return last.get(path) === recipe && output.keep(path);
  };
  return {
    recipes,
    put: async (path, recipe, make) => {
      if (recipe !== undefined && isCached(path, recipe)) return;
      const file = await make();
      if (typeof file === 'string') output.copy(path, file);
      else output.put(path, file);
    },
  };
}

/** Writes those pages that are not as the last build wrote them; says of each what it consists of. */
export async function writePages(
  pages: readonly SitePage[],
  index: SiteIndex,
  known: ReadonlyMap<string, PageFiles>,
  output: Output,
  make: (anew: readonly SitePage[]) => Promise<readonly RenderedPageFiles[]>,
): Promise<[path: string, page: PageFiles][]> {
  const written = pages.map((page): [string, PageFiles | undefined] => {
    const last = known.get(page.path);
    const isSame =
      last?.version === page.version &&
      isUpToDate(index, last.asked) &&
      last.files.every((file) => output.keep(file));
    return [page.path, isSame ? last : undefined];
  });
  const anew = await make(pages.filter((_, at) => !written[at]?.[1]));
  const made = new Map(anew.map(({ path, page }) => [path, page]));
  return written.flatMap(([path, last]) => {
    const page = last ?? made.get(path);
    return page ? [[path, page]] : [];
  });
}
