import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
  const entries = entriesIn(folder).filter(({ path, isLink }) => isLink || /\.ya?ml$/.test(path));
  if (entries.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const shown = slashes(relative(process.cwd(), resolve(folder))) || '.';
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ path, isLink }) => {
    const source = { path, file: posix.join(shown, path), text: '' };
    if (isLink) return { ...source, unread: 'a-link' as const };
    if (statSync(join(folder, path)).size > mostBytes) return { ...source, unread: 'too-large' as const };
    return { ...source, text: readFileSync(join(folder, path), 'utf8') };
  });
}

/** Four bytes for each letter that a page may have. */
const mostBytes = 400_000;

/** All files below a folder. What is no file of its own, such as a link to a place outside, is never followed. */
function entriesIn(folder: string, inner = ''): { path: string; isLink: boolean }[] {
  return readdirSync(join(folder, inner), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    const path = posix.join(inner, entry.name);
    return entry.isDirectory() ? entriesIn(folder, path) : [{ path, isLink: !entry.isFile() }];
  });
}

/** What the pages of `folder` can point at: the icon set, and the files in `public/`. */
export function readAssets(folder: string): Assets {
  const publicFolder = join(projectFolder, 'public');
  const entries = existsSync(publicFolder) ? entriesIn(publicFolder) : [];
  const pictures = new Set(entries.flatMap(({ path, isLink }) => (isLink ? [] : [`/${path}`])));
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
