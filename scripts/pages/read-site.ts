import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Assets, SourceFile } from '../../schema/base/source-file.ts';
import { check, type Checked } from '../../schema/check.ts';
import { photoBeginning } from '../../schema/check/picture-files.ts';
import { WrongUse } from '../base/command.ts';
import { iconDrawings } from '../base/icons.ts';
import { shownPath, siteOf } from '../base/project.ts';
import { listFiles, listPublic } from './list-files.ts';

/** The pages folder as it is on disk now. */
export function readSourceFiles(folder: string): SourceFile[] {
  if (!existsSync(folder)) throw new WrongUse(`There is no folder ${folder}.`);
  const { files, others } = listFiles(folder);
  const paths = [...files.filter((path) => /\.ya?ml$/.test(path)), ...others];
  if (paths.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const shown = shownPath(folder) || '.';
  const committed = committedFiles(folder);
  return paths.toSorted().map((path) => {
    const isNew = committed && !committed.has(path);
    const source = { path, file: posix.join(shown, path), text: '', isNew };
    if (others.includes(path)) return { ...source, unread: 'a-link' as const };
    if (statSync(join(folder, path)).size > mostBytes) return { ...source, unread: 'too-large' as const };
    return { ...source, text: readFileSync(join(folder, path), 'utf8') };
  });
}

/** The files of the folder in git's last commit; nothing where there is none. */
function committedFiles(folder: string): Set<string> | undefined {
  const args = ['ls-tree', '-r', '--name-only', '-z', 'HEAD'];
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
  return status === 0 ? new Set(stdout.split('\0')) : undefined;
}

/** Four bytes for each code unit that a page may have. */
const mostBytes = 400_000;

/** What the pages of a folder can refer to: the icon set, and the files in `public/`. */
export function readAssets(pages: string): Assets {
  const folder = siteOf(pages).public;
  const { files, others } = listPublic(folder);
  const pictures = new Set(files.map((path) => `/${path}`));
  const pictureFiles = new Map(
    [...pictures].flatMap((address) => {
      if (address.endsWith('.svg')) return [[address, readFileSync(join(folder, address), 'utf8')]];
      return /\.(png|jpe?g|webp|avif)$/.test(address) ? [[address, beginningOf(join(folder, address))]] : [];
    }),
  );
  return {
    icons: new Set(Object.keys(iconDrawings)),
    pictures,
    pictureFiles,
    links: others.map((path) => (path === '' ? '' : `/${path}`)),
  };
}

/** The first bytes of a file, each as a code unit. */
function beginningOf(file: string): string {
  const [bytes, opened] = [Buffer.alloc(photoBeginning), openSync(file, 'r')];
  try {
    return bytes.toString('latin1', 0, readSync(opened, bytes));
  } finally {
    closeSync(opened);
  }
}

/** Reads and checks a pages folder: every diagnostic of every file, or a website. */
export function readSite(folder: string): Checked & { files: SourceFile[]; milliseconds: number } {
  const start = performance.now();
  const files = readSourceFiles(folder);
  return { ...check(files, readAssets(folder)), files, milliseconds: performance.now() - start };
}
