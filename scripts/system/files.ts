import {
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
 * Milliseconds within which a second change of a file may leave its time as it was: the coarsest file systems
 * note whole seconds, or two.
 */
export const timestampResolution = 2500;

/** The same where the file system notes parts of seconds, with room for the ticks of its clock. */
const fineClockStep = 100;

/** Whether a file that was changed then cannot be changed again without that its time shows it. */
export function isOlderThanTimestampResolution(mtimeMs: number, now = Date.now()): boolean {
  return now - mtimeMs > (Number.isInteger(mtimeMs / 1000) ? timestampResolution : fineClockStep);
}

/** The file that stands where a folder shall be, or one above it; nothing where the way is free. */
export function blockingFile(folder: string): string | undefined {
  const place = resolve(folder);
  if (existsSync(place)) return statSync(place).isDirectory() ? undefined : place;
  return dirname(place) === place ? undefined : blockingFile(dirname(place));
}

/** The folder that a path with slashes leads into; nothing of the path is left for what lies in none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Replaces what somebody wrote: at any moment, also on a full disk or when this is killed, the file holds all
 * of the old text or all of the new one. Throws where the new one cannot be written.
 */
export function replaceAtomic(file: string, text: string): void {
  // A link goes on leading to it.
  const target = realpathSync(file);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    writeFileSync(beside, text);
    chmodSync(beside, statSync(target).mode);
    const written = openSync(beside, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(beside, target);
  } catch (problem) {
    rmSync(beside, { force: true });
    throw problem;
  }
}

export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/**
 * What the file system says of an author's file, in a line: another one with each change of what stands in
 * it. Programs that copy files may set the time of the last change back, but not that of the last copy.
 */
export const statHash = ({ size, mtimeMs, ctimeMs, ino }: FileState): string =>
  `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

/** What lies in a folder and below it, by path with forward slashes. */
export interface FileList {
  files: string[];
  folders: string[];
  /** What is no file of its own: links, which may lead anywhere, and sockets and the like. */
  others: string[];
}

/** Where the web looks for some files: the one folder with a dot in front that is published. */
const wellKnown = '.well-known';

/** Lists a folder without its hidden files and without following any link. */
export function listFiles(folder: string, inner = ''): FileList {
  const listed: FileList = { files: [], folders: [], others: [] };
  // Joined by hand: there may be tens of thousands.
  const list = (above: string) => {
    const below: string[] = [];
    for (const entry of readdirSync(join(folder, above), { withFileTypes: true })) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      const path = above === '' ? name : `${above}/${name}`;
      if (entry.isDirectory()) below.push(path);
      else if (entry.isFile()) listed.files.push(path);
      else listed.others.push(path);
    }
    listed.folders.push(...below);
    for (const path of below) list(path);
  };
  list(inner);
  return listed;
}

/** The files of a site's public folder, of which visitors get every one. */
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

/**
 * Whether what lies at a path in a folder may be served: it is a file of its own, and neither it nor a folder
 * on the way is hidden or a link.
 */
export function isServableFile(folder: string, path: string): boolean {
  const names = path.split('/').filter(Boolean);
  const isHidden = (name: string, at: number) => name.startsWith('.') && !(at === 0 && name === wellKnown);
  if (names.length === 0 || names.some(isHidden) || /[\\\0]/.test(path)) return false;
  return [folder, ...names.map((_, at) => join(folder, ...names.slice(0, at + 1)))].every((place, at) => {
    const state = fileStateOf(place);
    return at < names.length ? state?.isDirectory() : state?.isFile();
  });
}

/** What is there; nothing also for a name that is longer than the disk takes. */
function fileStateOf(place: string): Stats | undefined {
  try {
    return lstatSync(place);
  } catch {
    return undefined;
  }
}

/** Where a file of a folder lies that has this address: systems write the same letter in two ways. */
export function findFile(folder: string, address: string): string {
  const places = [address, address.normalize('NFD')].map((path) => join(folder, path));
  return places.find((place) => existsSync(place)) ?? join(folder, address);
}

/** The files of a folder, and what the file system says of each, at one moment. */
export interface FilesWithStats extends FileList {
  states: ReadonlyMap<string, FileState>;
}

export function listWithStats(folder: string, listed: FileList): FilesWithStats {
  const paths = [...listed.files, ...listed.others];
  return { ...listed, states: new Map(paths.map((path) => [path, lstatSync(`${folder}/${path}`)])) };
}
