import { dirname, join, relative, resolve, sep } from 'node:path';

/** The engine: its code and its packages, wherever it is installed. */
export const engineFolder = resolve(import.meta.dirname, '../..');

/** What the engine keeps between two runs that is the same for every site. */
export const engineCache = join(engineFolder, 'node_modules/.cache/pagewright');

/** A site: one folder, with what its authors write and what the engine makes of it. */
export interface SiteFolders {
  /** Holds all the others. */
  folder: string;
  pages: string;
  /** Pictures and files to download. */
  public: string;
  /** The built site. */
  out: string;
  /** What visitors sent. */
  data: string;
  /** What can be made again: findings, encoded photos, drawn pictures. */
  cache: string;
}

/** The site whose pages lie in a folder, as `--pages` names it. */
export function siteOf(pages: string): SiteFolders {
  const folder = dirname(resolve(pages));
  return {
    folder,
    pages: resolve(pages),
    public: join(folder, 'public'),
    out: join(folder, 'dist'),
    data: join(folder, '.data'),
    cache: join(folder, '.cache'),
  };
}

/** The option of every command that works on a site. */
export const siteOptions = { pages: { type: 'string', default: 'pages' } } as const;

/** A path as people read it: from the present folder, or another one, with forward slashes. */
export function shownPath(path: string, from = process.cwd()): string {
  return relative(from, resolve(path)).split(sep).join('/');
}
