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
 * Milliseconds within which a second change may leave the timestamp unchanged. Some file systems store timestamps
 * in steps of one or two seconds.
 */
export const timestampResolution = 2500;

/** Like `timestampResolutionMs`, for file systems with fractional timestamps. */
const fractionalResolution = 100;

/** Returns whether the next change of the file would get a different timestamp. */
export function isOlderThanTimestampResolution(mtimeMs: number, now = Date.now()): boolean {
  return now - mtimeMs > (Number.isInteger(mtimeMs / 1000) ? timestampResolution : fractionalResolution);
}

/** Returns the file that occupies the path of a folder or one of its parents; undefined if there is none. */
export function blockingFile(folder: string): string | undefined {
  const place = resolve(folder);
  if (existsSync(place)) return statSync(place).isDirectory() ? undefined : place;
  return dirname(place) === place ? undefined : blockingFile(dirname(place));
}

/**
 * Replaces a file of an author atomically: at any moment, even on a full disk or if the process is killed, it contains
 * the whole old or the whole new text. Throws if the new text cannot be written. `isUnchanged` is called directly before
 * the replacement, because another program may save the file meanwhile. If it returns false, so does this function.
 */
export function replaceAtomic(
  file: string,
  text: string | Uint8Array,
  isAsBefore: () => boolean = () => true,
): boolean {
  // Resolved, so that a symbolic link stays a link.
  const target = realpathSync(file);
  // Checked, because a rename only requires a writable folder.
  accessSync(target, constants.W_OK);
  const isReadOnly = (statSync(target).mode & 0o222) === 0;
  if (isReadOnly) throw Object.assign(new Error('The file is read-only'), { code: 'EROFILE', path: file });
  const temporary = temporaryFile(target);
  try {
    writeDurable(temporary, text);
    chmodSync(temporary, statSync(target).mode);
    const isReplaced = isAsBefore();
    if (isReplaced) renameSync(temporary, target);
    else rmSync(temporary);
    return isReplaced;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns the temporary path to which a process writes a file before renaming it. */
export const temporaryFile = (file: string, id = process.pid): string =>
  join(dirname(file), `.${basename(file)}.${id}`);

/** Writes a file and waits until it is stored on disk. */
export function writeDurable(file: string, content: string | Uint8Array): void {
  writeFileSync(file, content);
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
}

export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/** Returns a text that identifies the state of a file. Includes `ctimeMs`, because copying may restore an old `mtimeMs`. */
export const statHash = ({ size, mtimeMs, ctimeMs, ino }: FileState): string =>
  `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

/** Like `toStateHash`; undefined while the file might change without a new state. */
export const settledStatHash = (state: FileState): string | undefined =>
  isOlderThanTimestampResolution(state.mtimeMs) ? statHash(state) : undefined;

/** The content of a folder, recursively, by path with forward slashes. */
export interface FileList {
  files: string[];
  folders: string[];
  /** Symbolic links, sockets and other special files, and files whose names cannot be decoded. */
  others: string[];
}

/** The only dot folder that is published (RFC 8615). */
const wellKnown = '.well-known';

/** Lists a folder without following links, and without hidden files unless `includeHidden`. */
export function listFiles(folder: string, inner = '', withHidden = false): FileList {
  const listed: FileList = { files: [], folders: [], others: [] };
  // Joins paths without `join` for speed: there can be tens of thousands.
  const list = (above: string) => {
    const below: string[] = [];
    for (const entry of readdirSync(join(folder, above), { withFileTypes: true })) {
      const { name } = entry;
      if (!withHidden && name.startsWith('.')) continue;
      const path = above === '' ? name : `${above}/${name}`;
      if (name.includes('\uFFFD') && !fileStateOf(join(folder, path))) listed.others.push(path);
      else if (entry.isDirectory()) below.push(path);
      else if (entry.isFile()) listed.files.push(path);
      else listed.others.push(path);
    }
    listed.folders.push(...below);
    for (const path of below) list(path);
  };
  list(inner);
  return listed;
}

/** Lists the files of `public/` that are published. */
export function listPublic(folder: string): FileList {
  const listed = ['', wellKnown].map((inner) => listIn(folder, inner));
  return {
    files: listed.flatMap(({ files }) => files),
    folders: listed.flatMap(({ folders }) => folders),
    others: listed.flatMap(({ others }) => others),
  };
}

function listIn(folder: string, inner: string): FileList {
  const state = lstatSync(join(folder, inner), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) return { files: [], folders: [], others: [inner] };
  return state?.isDirectory() ? listFiles(folder, inner) : { files: [], folders: [], others: [] };
}

/** Returns whether a path may be served: a regular file with no symbolic link or dot folder on its path. */
export function isServableFile(folder: string, path: string): boolean {
  const names = path.split('/').filter(Boolean);
  const isHidden = (name: string, at: number) => name.startsWith('.') && !(at === 0 && name === wellKnown);
  if (names.length === 0 || names.some(isHidden) || /[\\\0]/.test(path)) return false;
  return [folder, ...names.map((_, at) => join(folder, ...names.slice(0, at + 1)))].every((place, at) => {
    const state = fileStateOf(place);
    return at < names.length ? state?.isDirectory() : state?.isFile();
  });
}

/** Returns the state of a file; undefined if it is missing or its name is too long. */
export function fileStateOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Returns the path of a public file on disk. File systems store names with composed or decomposed letters. */
export function findFile(folder: string, address: string): string {
  const places = [address, address.normalize('NFD')].map((path) => join(folder, path));
  return places.find((place) => existsSync(place)) ?? join(folder, address);
}
