import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import iconNodes from 'lucide-static/icon-nodes.json' with { type: 'json' };
import { type Assets, check, type SourceFile, type Website } from '../schema/check.ts';
import type { Fault } from '../schema/fault.ts';
import { WrongUse } from './options.ts';

/** The project's own folder, which holds `public/` and the code. */
export const projectFolder = resolve(import.meta.dirname, '..');

/** Drawings of the icon set, by name. */
export const iconDrawings = iconNodes as unknown as Readonly<Record<string, readonly [string, Record<string, string>][]>>; // typed by the compiler entry by entry

/** The pages folder as it is on disk now. */
export function readSourceFiles(folder: string): SourceFile[] {
  if (!existsSync(folder)) throw new WrongUse(`There is no folder ${folder}.`);
  const paths = globSync('**/*.yaml', { cwd: folder }).map(slashes).toSorted();
  if (paths.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const shown = slashes(relative(process.cwd(), resolve(folder))) || '.';
  return paths.map((path) => ({ path, file: posix.join(shown, path), text: readFileSync(join(folder, path), 'utf8') }));
}

/** What pages can point at: the icon set, and the files in `public/`. */
export function readAssets(): Assets {
  const folder = join(projectFolder, 'public');
  return {
    icons: new Set(Object.keys(iconDrawings)),
    pictures: new Set(existsSync(folder) ? globSync('**/*.*', { cwd: folder }).map((path) => `/${slashes(path)}`) : []),
  };
}

/** Reads and checks a pages folder: every fault of every file, or a website. */
export function readSite(folder: string): { website?: Website; faults: Fault[]; files: SourceFile[] } {
  const files = readSourceFiles(folder);
  return { ...check(files, readAssets()), files };
}

const slashes = (path: string) => path.split(sep).join('/');
