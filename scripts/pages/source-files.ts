import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import type { SourceFile } from '../../schema/base/source-file.ts';
import { isSettled } from '../base/clock-step.ts';
import { WrongUse } from '../base/command.ts';
import { shownPath } from '../base/project.ts';
import { listFiles } from './list-files.ts';
import type { FileState, SeenFiles } from './seen-files.ts';

/** The version of each file that has been read, with what the file system said of it then. */
export type Stamps = Map<string, { stamp: string; version: string }>;

/**
 * The pages folder as it is on disk now. A file is read when somebody asks for its text, or for its version
 * where that is not in `stamps`, and noted there. Nothing is looked at again that has just been `seen`.
 */
export function readSourceFiles(folder: string, stamps: Stamps = new Map(), seen?: SeenFiles): SourceFile[] {
  if (!existsSync(folder)) throw new WrongUse(`There is no folder ${folder}.`);
  const { files, others } = seen ?? listFiles(folder);
  const links = new Set(others);
  const paths = [...files.filter((path) => /\.ya?ml$/.test(path)), ...others].toSorted();
  if (paths.length === 0) throw new WrongUse(`The folder ${folder} holds no .yaml files.`);
  const present = new Set(paths);
  for (const path of stamps.keys()) if (!present.has(path)) stamps.delete(path);
  const shown = shownPath(folder);
  const inFront = shown === '' ? '' : `${shown}/`;
  const committed = committedFiles(folder);
  return paths.map((path) => {
    const common = { path, file: inFront + path };
    const isNew = () => committed()?.has(path) === false;
    return links.has(path)
      ? { ...common, text: '', unread: 'a-link', isNew: false }
      : sourceFile(`${folder}/${path}`, common, stamps, isNew, seen?.states.get(path));
  });
}

/** A file of the pages folder as it is now; nothing if it cannot be read as it was before. */
export function readSourceFile(
  folder: string,
  { path, file, unread }: SourceFile,
  stamps: Stamps,
): SourceFile | undefined {
  const place = `${folder}/${path}`;
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
  let version = known?.stamp === stamp ? known.version : undefined;
  // Of a file that has just been written, a second change within the clock's step would not be seen.
  const canBeTrusted = isSettled(mtimeMs);
  if (!canBeTrusted) stamps.delete(path);
  const noteVersion = (now: string) => {
    version = now;
    if (canBeTrusted) stamps.set(path, { stamp, version });
    return version;
  };
  // Of a new file, until it is asked for, which is soon: the texts of all files would take much room.
  let unasked: string | undefined;
  const read = () => {
    const text = readFileSync(place, 'utf8');
    if (version === undefined) noteVersion(hash('sha1', text, 'base64url'));
    return text;
  };
  return {
    path,
    file,
    get version() {
      if (version === undefined) {
        const text = read();
        if (!known) unasked = text;
      }
      return version ?? '';
    },
    // Most pages of a large site are read by another thread.
    isOf: (one) => (version ??= noteVersion(one)) === one,
    get text() {
      const text = unasked ?? read();
      unasked = undefined;
      return text;
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
