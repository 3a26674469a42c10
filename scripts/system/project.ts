import { dirname, join, relative, resolve, sep } from 'node:path';
import { existsSync } from 'node:fs';

/**
 * The moment for which everything is checked and built; `SOURCE_DATE_EPOCH` sets another one, as in other
 * programs whose results are to be made again.
 */
export function now(env: NodeJS.ProcessEnv = process.env): Date {
  const seconds = Number(env['SOURCE_DATE_EPOCH'] || Number.NaN);
  return Number.isNaN(seconds) ? new Date() : new Date(seconds * 1000);
}

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
export const siteOptions = {
  pages: {
    type: 'string',
    value: 'DIR',
    default: 'pages',
    description: 'Pages folder; public/ is next to it',
  },
} as const;

/** The option of the commands that write or read the built site. */
export const outputOptions = {
  out: { type: 'string', value: 'DIR', description: 'Output folder (default: dist next to the pages)' },
} as const;

/** The option of the commands that store or read messages. */
export const dataOptions = {
  data: {
    type: 'string',
    value: 'DIR',
    description: 'Folder of stored messages (default: .data next to the pages)',
  },
} as const;

/** A path as people read it: from the present folder, or another one, with forward slashes. */
export function displayPath(path: string, from = process.cwd()): string {
  return relative(from, resolve(path)).split(sep).join('/');
}

/** A function from a file to its path in its repository, whatever folder the command was run from. */
export function repositoryPaths(env: NodeJS.ProcessEnv): (file: string) => string {
  const root = env['GITHUB_WORKSPACE'] || repositoryAbove(process.cwd()) || process.cwd();
  return (file) => displayPath(file, root);
}

function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}
