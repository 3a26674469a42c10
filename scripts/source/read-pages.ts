import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { pageEnding } from '../../schema/content/routes.ts';
import type { SourceFile } from '../../schema/content/source-file.ts';
import {
  isOlderThanTimestampResolution,
  blockingFile,
  type FileState,
  statHash,
  listFiles,
  type FilesWithStats,
} from '../system/files.ts';
import { UsageError } from '../system/command.ts';
import { displayPath } from '../system/project.ts';

/** The version of each file that has been read, with what the file system said of it then. */
export type FileHashes = Map<string, { stamp: string; version: string }>;

/** Ends in wrong use unless there is such a folder. */
export function assertPagesFolder(folder: string): void {
  const file = blockingFile(folder);
  if (file !== undefined)
    throw new UsageError(
      `${displayPath(file)} is a file: name the folder that holds all pages and \`_site.yaml\`.`,
    );
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`);
}

/**
 * The pages folder as it is on disk now. A file is read when somebody asks for its text, or for its version
 * where that is not in `stamps`, and noted there. Nothing is looked at again that has just been `seen`.
 */
export function readSourceFiles(
  folder: string,
  stamps: FileHashes = new Map(),
  seen?: FilesWithStats,
): SourceFile[] {
  if (!seen) assertPagesFolder(folder);
  const { files, others } = seen ?? listFiles(folder);
  const links = new Set(others);
  const paths = [...files.filter((path) => pageEnding.test(path)), ...others].toSorted();
  if (paths.length === 0) throw new UsageError(`The folder ${folder} holds no .yaml files.`);
  const present = new Set(paths);
  for (const path of stamps.keys()) if (!present.has(path)) stamps.delete(path);
  const shown = displayPath(folder);
  const inFront = shown === '' ? '' : `${shown}/`;
  const committed = committedFiles(folder);
  return paths.map((path) => {
    const file = inFront + path;
    return links.has(path)
      ? { path, file, text: '', unread: 'a-link', isNew: false }
      : sourceFile({ path, file, place: `${folder}/${path}`, stamps, committed }, seen?.states.get(path));
  });
}

/** A file of the pages folder as it is now; nothing if it cannot be read as it was before. */
export function readSourceFile(
  folder: string,
  { path, file, unread }: SourceFile,
  stamps: FileHashes,
): SourceFile | undefined {
  const place = `${folder}/${path}`;
  if (unread !== undefined || !lstatSync(place, { throwIfNoEntry: false })?.isFile()) return undefined;
  try {
    const now = sourceFile({ path, file, place, stamps, committed: committedFiles(folder) });
    return now.unread === undefined ? now : undefined;
  } catch {
    // It went away just now.
    return undefined;
  }
}

/** Where a file lies, and what is known of the others of its folder. */
interface FilePlace extends Pick<SourceFile, 'path' | 'file'> {
  place: string;
  stamps: FileHashes;
  committed: CommittedFiles;
}

function sourceFile(at: FilePlace, state: FileState = statSync(at.place)): SourceFile {
  const { path, file } = at;
  return state.size > maxBytes ? { path, file, text: '', unread: 'too-large' } : new FileOnDisk(at, state);
}

/** A class, as there may be ten thousand of these. */
class FileOnDisk implements SourceFile {
  readonly path: string;
  readonly file: string;
  readonly unread = undefined;
  readonly #place: string;
  readonly #stamps: FileHashes;
  readonly #committed: CommittedFiles;
  readonly #stamp: string;
  /** Of a file that has just been written, a second change within the clock's step would not be seen. */
  readonly #canBeTrusted: boolean;
  readonly #wasKnown: boolean;
  #version: string | undefined;
  /** Of a new file, until it is asked for, which is soon: the texts of all files would take much room. */
  #unasked: string | undefined;

  constructor({ path, file, place, stamps, committed }: FilePlace, state: FileState) {
    this.path = path;
    this.file = file;
    this.#place = place;
    this.#stamps = stamps;
    this.#committed = committed;
    this.#stamp = statHash(state);
    const known = stamps.get(path);
    this.#wasKnown = known !== undefined;
    if (known?.stamp === this.#stamp) this.#version = known.version;
    this.#canBeTrusted = isOlderThanTimestampResolution(state.mtimeMs);
    if (!this.#canBeTrusted) stamps.delete(path);
  }

  get version(): string {
    if (this.#version === undefined) {
      const text = this.#read();
      if (!this.#wasKnown) this.#unasked = text;
    }
    return this.#version ?? '';
  }

  // Most pages of a large site are read by another thread.
  isOf(version: string): boolean {
    if (this.#version === undefined) this.#noteVersion(version);
    return this.#version === version;
  }

  get text(): string {
    const text = this.#unasked ?? this.#read();
    this.#unasked = undefined;
    return text;
  }

  get isNew(): boolean {
    return this.#committed()?.has(this.path) === false;
  }

  #read(): string {
    const text = readFileSync(this.#place, 'utf8');
    if (this.#version === undefined) this.#noteVersion(hash('sha1', text, 'base64url'));
    return text;
  }

  #noteVersion(version: string): void {
    this.#version = version;
    if (this.#canBeTrusted) this.#stamps.set(this.path, { stamp: this.#stamp, version });
  }
}

/** Four bytes for each code unit that a page may have. */
const maxBytes = 400_000;

type CommittedFiles = () => ReadonlySet<string> | undefined;

/** The files of the folder in git's last commit, asked for once; nothing where there is none. */
function committedFiles(folder: string): CommittedFiles {
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
