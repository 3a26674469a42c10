import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { existsSync } from 'node:fs';

/** Returns the time for which pages are checked and built. `SOURCE_DATE_EPOCH` overrides it for reproducible builds. */
export function getSiteTime(env: NodeJS.ProcessEnv = process.env): Date {
  const seconds = Number(env['SOURCE_DATE_EPOCH'] || Number.NaN);
  return Number.isNaN(seconds) ? new Date() : new Date(seconds * 1000);
}

/** The root folder of the repository or of the installed package. In both, this code is two folders below the root. */
export const engineFolder = resolve(import.meta.dirname, '../..');

declare const PACKAGE_HASH: string;

/** The hash of the code in an installed package, or `undefined` if Pagewright runs from its sources. */
export const packageHash: string | undefined = typeof PACKAGE_HASH === 'undefined' ? undefined : PACKAGE_HASH;

/** The folder of the compiled code in an installed package. */
export const libFolder = join(engineFolder, 'lib');

/** Returns the file to start for a program that runs in a separate process. `source` is the path of its source file. */
export const resolveProgramFile = (source: string): string =>
  packageHash === undefined
    ? join(engineFolder, source)
    : join(libFolder, 'programs', `${basename(source, '.ts')}.js`);

/** The cache folder that all sites share. */
export const engineCache = join(engineFolder, 'node_modules/.cache/pagewright');

/** The folders of a site. */
export interface SiteFolders {
  /** The site folder, which contains all other folders. */
  folder: string;
  pages: string;
  /** The folder with pictures and downloads. */
  public: string;
  /** The folder for the built site. */
  out: string;
  /** The folder for visitors' messages. */
  data: string;
  /** The folder for caches, such as facts, encoded photos and share images. */
  cache: string;
}

/** The name of the file that marks a build output. The next build only replaces folders with this file. */
export const buildMarkerName = '.pagewright';

/** Returns the folders of the site with this pages folder. */
export function getSiteFolders(pagesFolder: string): SiteFolders {
  const folder = dirname(resolve(pagesFolder));
  return {
    folder,
    pages: resolve(pagesFolder),
    public: join(folder, 'public'),
    out: join(folder, 'dist'),
    data: join(folder, '.data'),
    cache: join(folder, '.cache'),
  };
}

/** The options of all commands that work on a site. */
export const siteOptions = {
  pages: {
    type: 'string',
    value: 'DIR',
    default: 'pages',
    description: 'Pages folder; public/ is next to it',
  },
} as const;

/** The options of commands that write or read the built site. */
export const outputOptions = {
  out: { type: 'string', value: 'DIR', description: 'Output folder (default: dist next to the pages)' },
} as const;

/** The options of commands that store or read messages. */
export const dataOptions = {
  data: {
    type: 'string',
    value: 'DIR',
    description: 'Folder of stored messages (default: .data next to the pages)',
  },
} as const;

/** Returns a path relative to the working directory, or to `from`, with forward slashes. */
export function formatDisplayPath(path: string, from = process.cwd()): string {
  return relative(from, resolve(path)).split(sep).join('/');
}

/** Returns a function that resolves paths relative to the repository, from any working directory. */
export function createRepositoryPaths(env: NodeJS.ProcessEnv): (file: string) => string {
  const root = env['GITHUB_WORKSPACE'] || findRepository(process.cwd()) || process.cwd();
  return (file) => formatDisplayPath(file, root);
}

function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}
