import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import type { Assets, SourceFile } from '../../schema/base/source-file.ts';
import { check, type Checked } from '../../schema/check.ts';
import { photoBeginning } from '../../schema/check/picture-files.ts';
import { WrongUse } from '../base/command.ts';
import { iconDrawings } from '../base/icons.ts';
import { projectFolder } from '../base/project.ts';

/** The pages folder as it is on disk now. */
export function readSourceFiles(folder: string): SourceFile[] {
  if (!existsSync(folder)) throw new WrongUse(`There is no folder ${folder}.`);
  const entries = entriesIn(folder).filter(({ path, isLink }) => isLink || /\.ya?ml$/.test(path));
  if (entries.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const shown = slashes(relative(process.cwd(), resolve(folder))) || '.';
  return entries
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, isLink }) => {
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

/** The folder with the files that a site's pages show: `public/` beside the pages, or else the project's own. */
export function publicFolder(pages: string): string {
  const beside = besideThe(pages);
  return existsSync(beside) ? beside : join(projectFolder, 'public');
}

const besideThe = (pages: string) => join(dirname(resolve(pages)), 'public');

/** What the pages of a folder can point at: the icon set, and the files in `public/`. */
export function readAssets(pages: string): Assets {
  const folder = publicFolder(pages);
  const entries = existsSync(folder) ? entriesIn(folder) : [];
  const pictures = new Set(entries.flatMap(({ path, isLink }) => (isLink ? [] : [`/${path}`])));
  const pictureFiles = new Map(
    [...pictures].flatMap((address) => {
      if (address.endsWith('.svg')) return [[address, readFileSync(join(folder, address), 'utf8')]];
      return /\.(png|jpe?g|webp|avif)$/.test(address) ? [[address, beginningOf(join(folder, address))]] : [];
    }),
  );
  // Other pages may use what lies in the project's own folder, but need not.
  return {
    icons: new Set(Object.keys(iconDrawings)),
    pictures,
    pictureFiles,
    ...(folder === besideThe(pages) ? { ownPictures: pictures } : {}),
  };
}

/** The first bytes of a file, each as a letter. */
function beginningOf(file: string): string {
  const [bytes, opened] = [Buffer.alloc(photoBeginning), openSync(file, 'r')];
  try {
    return bytes.toString('latin1', 0, readSync(opened, bytes));
  } finally {
    closeSync(opened);
  }
}

/** Reads and checks a pages folder: every fault of every file, or a website. */
export function readSite(folder: string): Checked & { files: SourceFile[]; milliseconds: number } {
  const start = performance.now();
  const files = readSourceFiles(folder);
  return { ...check(files, readAssets(folder)), files, milliseconds: performance.now() - start };
}

const slashes = (path: string) => path.split(sep).join('/');
