import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import iconNodes from 'lucide-static/icon-nodes.json' with { type: 'json' };
import { type Assets, check, type Checked, type SourceFile } from '../schema/check.ts';
import { WrongUse } from './options.ts';

/** The project's own folder, which holds `public/` and the code. */
export const projectFolder = resolve(import.meta.dirname, '..');

/** Drawings of the icon set, by name. */
export const iconDrawings = iconNodes as unknown as Readonly<Record<string, readonly [string, Record<string, string>][]>>; // typed by the compiler entry by entry

/** The pages folder as it is on disk now. */
export function readSourceFiles(folder: string): SourceFile[] {
  if (!existsSync(folder)) throw new WrongUse(`There is no folder ${folder}.`);
  const paths = globSync('**/*.{yaml,yml}', { cwd: folder }).map(slashes).toSorted();
  if (paths.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const shown = slashes(relative(process.cwd(), resolve(folder))) || '.';
  return paths.map((path) => ({ path, file: posix.join(shown, path), text: readFileSync(join(folder, path), 'utf8') }));
}

/** What the pages of `folder` can point at: the icon set, and the files in `public/`. */
export function readAssets(folder: string): Assets {
  const publicFolder = join(projectFolder, 'public');
  const pictures = new Set(existsSync(publicFolder) ? globSync('**/*.*', { cwd: publicFolder }).map((path) => `/${slashes(path)}`) : []);
  // `public/` belongs to the pages beside it; other pages may use what lies there, but need not.
  return { icons: new Set(Object.keys(iconDrawings)), pictures, ...(dirname(resolve(folder)) === projectFolder ? { ownPictures: pictures } : {}) };
}

/** Reads and checks a pages folder: every fault of every file, or a website. */
export function readSite(folder: string): Checked & { files: SourceFile[]; milliseconds: number } {
  const start = performance.now();
  const files = readSourceFiles(folder);
  return { ...check(files, readAssets(folder)), files, milliseconds: performance.now() - start };
}

const slashes = (path: string) => path.split(sep).join('/');
