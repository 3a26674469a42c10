import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SourceFile } from '../../schema/base/source-file.ts';
import { isSettled } from '../base/clock-step.ts';
import { WrongUse } from '../base/command.ts';
import { shownPath } from '../base/project.ts';
import { listFiles } from './list-files.ts';
import type { FileState, SeenFiles } from './seen-files.ts';

/** The version of each file that has been read, with what the file system said of it then. */
export type Stamps = Map<string, { stamp: string; version: string }>;

/**
 * The pages folder as it is on disk now. A file that is as in `stamps` is read only when somebody asks for
 * its text; the others are read and noted there. Nothing is looked at again that has just been `seen`.
 */
export function readSourceFiles(folder: string, stamps: Stamps = new Map(), seen?: SeenFiles): SourceFile[] {
  if (!existsSync(folder)) throw new WrongUse(`There is no folder ${folder}.`);
  const { files, others } = seen ?? listFiles(folder);
  const links = new Set(others);
  const paths = [...files.filter((path) => /\.ya?ml$/.test(path)), ...others].toSorted();
  if (paths.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const present = new Set(paths);
  for (const path of stamps.keys()) if (!present.has(path)) stamps.delete(path);
  const shown = shownPath(folder) || '.';
  const committed = committedFiles(folder);
  return paths.map((path) => {
    const common = { path, file: posix.join(shown, path) };
    const isNew = () => committed()?.has(path) === false;
    return links.has(path)
      ? { ...common, text: '', unread: 'a-link', isNew: false }
      : sourceFile(join(folder, path), common, stamps, isNew, seen?.states.get(path));
  });
}

/** A file of the pages folder as it is now; nothing if it cannot be read as it was before. */
export function readSourceFile(
  folder: string,
  { path, file, unread }: SourceFile,
  stamps: Stamps,
): SourceFile | undefined {
  const place = join(folder, path);
  if (unread !== undefined || !lstatSync(place, { throwIfNoEntry: false })?.isFile()) return undefined;
  const committed = committedFiles(folder);
  try {
    const now = sourceFile(place, { path, file }, stamps, () => committed()?.has(path) === false);
    return now.unread === undefined ? now : undefined;
  } catch {
    // It went away just now.
    return undefined;
  }
}

function sourceFile(
  place: string,
  { path, file }: Pick<SourceFile, 'path' | 'file'>,
  stamps: Stamps,
  isNew: () => boolean,
  { size, mtimeMs, ino }: FileState = statSync(place),
): SourceFile {
  if (size > mostBytes) return { path, file, text: '', unread: 'too-large' };
  const stamp = `${size} ${mtimeMs} ${ino}`;
  const known = stamps.get(path);
  const version =
    known?.stamp === stamp ? known.version : hash('sha1', readFileSync(place, 'utf8'), 'base64url');
  // Of a file that has just been written, a second change within the clock's step would not be seen.
  if (!isSettled(mtimeMs)) stamps.delete(path);
  else if (known?.stamp !== stamp) stamps.set(path, { stamp, version });
  return {
    path,
    file,
    version,
    // The texts of all files would take much room, and most are read by somebody else.
    get text() {
      return readFileSync(place, 'utf8');
    },
    get isNew() {
      return isNew();
    },
  };
}

/** Four bytes for each code unit that a page may have. */
const mostBytes = 400_000;

/** The files of the folder in git's last commit, asked for once; nothing where there is none. */
function committedFiles(folder: string): () => ReadonlySet<string> | undefined {
  let answer: { files?: ReadonlySet<string> } | undefined;
  return () => {
    if (!answer) {
      const args = ['ls-tree', '-r', '--name-only', '-z', 'HEAD'];
      const git = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
      answer = { files: git.status === 0 ? new Set(git.stdout.split('\0')) : undefined };
    }
    return answer.files;
  };
}
