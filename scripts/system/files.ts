import {
  accessSync,
  constants,
  existsSync,
  statSync,
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
  lstatSync,
  readdirSync,
} from 'node:fs';
import { dirname, resolve, basename, join } from 'node:path';

/**
 * How long after a change to a file a second change may get the same timestamp, in milliseconds. Some file systems
 * store timestamps in steps of one or two seconds.
 */
export const timestampResolutionMs = 2500;

/** Like `timestampResolutionMs`, for file systems with fractional timestamps. */
const fractionalResolutionMs = 100;

/** Returns whether the next change to a file would give it a different timestamp. */
export function isOlderThanTimestampResolution(mtimeMs: number, now = Date.now()): boolean {
  return now - mtimeMs > (Number.isInteger(mtimeMs / 1000) ? timestampResolutionMs : fractionalResolutionMs);
}

/**
 * Returns the file that prevents a folder from being created: a file at the path of the folder or of one of its
 * parents. Returns `undefined` if there is none.
 */
export function findBlockingFile(folder: string): string | undefined {
  const resolvedPath = resolve(folder);
  if (existsSync(resolvedPath)) return statSync(resolvedPath).isDirectory() ? undefined : resolvedPath;
  return dirname(resolvedPath) === resolvedPath ? undefined : findBlockingFile(dirname(resolvedPath));
}

/**
 * Replaces an author's file atomically: at any moment, even on a full disk or if the process is killed, it contains the
 * whole old or the whole new text. Throws if the new text cannot be written. `isUnchanged` is called directly before
 * the replacement, because another program may save the file meanwhile. If it returns false, the file is not replaced,
 * and this function also returns false.
 */
export function replaceAtomic(
  file: string,
  text: string | Uint8Array,
  isUnchanged: () => boolean = () => true,
): boolean {
  // Resolve the path, so that a symbolic link stays a link.
  const target = realpathSync(file);
  // Check write access, because a rename only requires a writable folder.
  accessSync(target, constants.W_OK);
  const isReadOnly = (statSync(target).mode & 0o222) === 0;
  if (isReadOnly) throw Object.assign(new Error('The file is read-only'), { code: 'EROFILE', path: file });
  const temporary = toTemporaryPath(target);
  try {
    writeDurable(temporary, text);
    chmodSync(temporary, statSync(target).mode);
    const isReplaced = isUnchanged();
    if (isReplaced) renameSync(temporary, target);
    else rmSync(temporary);
    return isReplaced;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns the temporary path to which a process writes a file before renaming it. */
export const toTemporaryPath = (file: string, id = process.pid): string =>
  join(dirname(file), `.${basename(file)}.${id}`);

/** Writes a file and waits until it is stored on disk. */
export function writeDurable(file: string, content: string | Uint8Array): void {
  writeFileSync(file, content);
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/**
 * Returns a string that identifies the state of a file on disk. It includes `ctimeMs`, because copying may restore an
 * old `mtimeMs`.
 */
export const toStateHash = ({ size, mtimeMs, ctimeMs, ino }: FileState): string =>
  `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

/** Like `toStateHash`, but returns `undefined` while the file might change without a new state. */
export const toSettledStateHash = (state: FileState): string | undefined =>
  isOlderThanTimestampResolution(state.mtimeMs) ? toStateHash(state) : undefined;

/** The content of a folder and its subfolders, as paths with forward slashes. */
export interface FileList {
  files: string[];
  folders: string[];
  /** Symbolic links, sockets and other special files, and files whose names cannot be decoded. */
  others: string[];
}

/** The only dot folder that is published (RFC 8615). */
const wellKnown = '.well-known';

/** Lists the content of a folder without following links. Leaves out hidden files unless `includeHidden` is true. */
export function listFiles(folder: string, inner = '', includeHidden = false): FileList {
  const fileList: FileList = { files: [], folders: [], others: [] };
  // Do not use `join`, because it is slow for tens of thousands of paths.
  const listSubtree = (parentPath: string) => {
    const subfolders: string[] = [];
    for (const dirent of readdirSync(join(folder, parentPath), { withFileTypes: true })) {
      const { name } = dirent;
      if (!includeHidden && name.startsWith('.')) continue;
      const path = parentPath === '' ? name : `${parentPath}/${name}`;
      if (name.includes('\uFFFD') && !readFileState(join(folder, path))) fileList.others.push(path);
      else if (dirent.isDirectory()) subfolders.push(path);
      else if (dirent.isFile()) fileList.files.push(path);
      else fileList.others.push(path);
    }
    fileList.folders.push(...subfolders);
    for (const path of subfolders) listSubtree(path);
  };
  listSubtree(inner);
  return fileList;
}

/** Lists the files in `public/` that are published. */
export function listPublicFiles(folder: string): FileList {
  const fileList = ['', wellKnown].map((inner) => listSubfolder(folder, inner));
  return {
    files: fileList.flatMap(({ files }) => files),
    folders: fileList.flatMap(({ folders }) => folders),
    others: fileList.flatMap(({ others }) => others),
  };
}

function listSubfolder(folder: string, inner: string): FileList {
  const state = lstatSync(join(folder, inner), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) return { files: [], folders: [], others: [inner] };
  return state?.isDirectory() ? listFiles(folder, inner) : { files: [], folders: [], others: [] };
}

/**
 * Returns whether a file may be served: it must be a regular file, and its path must not contain symbolic links or dot
 * folders.
 */
export function isServableFile(folder: string, path: string): boolean {
  const names = path.split('/').filter(Boolean);
  const isHidden = (name: string, index: number) =>
    name.startsWith('.') && !(index === 0 && name === wellKnown);
  if (names.length === 0 || names.some(isHidden) || /[\\\0]/.test(path)) return false;
  return [folder, ...names.map((_, index) => join(folder, ...names.slice(0, index + 1)))].every(
    (checkedPath, index) => {
      const state = readFileState(checkedPath);
      return index < names.length ? state?.isDirectory() : state?.isFile();
    },
  );
}

/** Returns the state of a file on disk, or `undefined` if it is missing or its name is too long. */
export function readFileState(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of a public file on disk. Tries composed and decomposed letters, because file systems store names in
 * either form.
 */
export function findPublicFile(folder: string, urlPath: string): string {
  const candidates = [urlPath, urlPath.normalize('NFD')].map((path) => join(folder, path));
  return candidates.find((candidate) => existsSync(candidate)) ?? join(folder, urlPath);
}
