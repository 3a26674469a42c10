import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { isNonPageFile } from '../../schema/check/file-kinds.ts';
import { pageExtension } from '../../schema/base/routes.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { findBlockingFile, type FileState, toSettledStateHash, listFiles } from '../system/files.ts';
import { UsageError } from '../system/command.ts';
import { formatDisplayPath } from '../system/project.ts';

/** A file in the pages folder. */
export interface PageSource extends SourceFile {
  /** The state of the file on disk, or `undefined` if the file might change again without a change of this state. */
  readonly stat?: string | undefined;
}

/** Throws a usage error unless the folder exists. */
export function assertPagesFolder(folder: string): void {
  const file = findBlockingFile(folder);
  if (file !== undefined)
    throw new UsageError(
      `${formatDisplayPath(file)} is a file. Choose the folder with all pages and \`_site.yaml\`.`,
    );
  if (!existsSync(folder)) throw new UsageError(`The folder ${folder} does not exist.`);
}

/** Lists the files in a pages folder. Their text is read lazily. */
export function readSourceFiles(folder: string): PageSource[] {
  assertPagesFolder(folder);
  const { files, others } = listFiles(folder);
  const links = new Set(others);
  const paths = [...files.filter(isCheckedFile), ...others].toSorted();
  if (paths.every(isNonPageFile)) throw new UsageError(`The folder ${folder} contains no .yaml files.`);
  const folderPath = formatDisplayPath(folder);
  const prefix = folderPath === '' ? '' : `${folderPath}/`;
  const committed = createCommittedFileList(folder);
  return paths.map((path) => {
    const file = prefix + path;
    if (links.has(path))
      return { path, file, text: '', unread: path.includes('\uFFFD') ? 'a-name' : 'a-link', isNew: false };
    if (isNonPageFile(path)) return { path, file, text: '', isNew: false };
    return createPageSource(folder, { path, file }, committed);
  });
}

/** Returns whether a file in the pages folder must be checked. */
export const isCheckedFile = (path: string): boolean => pageExtension.test(path) || isNonPageFile(path);

/** Returns a copy of the file with its current text, independent of later changes on disk. */
export const copyWithText = (source: PageSource): SourceFile => ({
  path: source.path,
  file: source.file,
  text: source.text,
  unread: source.unread,
  get isNew() {
    return source.isNew;
  },
});

/**
 * Reads a file in the pages folder. Returns `undefined` if the file cannot be read. To read many files, share
 * `committed` between the calls.
 */
export function readSourceFile(
  folder: string,
  { path, file, unread }: Pick<SourceFile, 'path' | 'file' | 'unread'>,
  committed = createCommittedFileList(folder),
): PageSource | undefined {
  const isFile = lstatSync(`${folder}/${path}`, { throwIfNoEntry: false })?.isFile();
  if (unread !== undefined || !isFile) return undefined;
  try {
    const source = createPageSource(folder, { path, file }, committed);
    return source.unread === undefined ? source : undefined;
  } catch {
    // The file was deleted after the check above.
    return undefined;
  }
}

function createPageSource(
  folder: string,
  { path, file }: Pick<SourceFile, 'path' | 'file'>,
  committed: CommittedFiles,
  state: FileState = statSync(`${folder}/${path}`),
): PageSource {
  if (state.size > maxPageBytes) return { path, file, text: '', unread: 'too-large' };
  return new FileOnDisk(folder, path, file, committed, state);
}

/** A file in the pages folder, on disk. This is a class to save memory, because there can be 10,000 instances. */
class FileOnDisk implements PageSource {
  readonly path: string;
  readonly file: string;
  readonly stat: string | undefined;
  readonly unread = undefined;
  readonly #folder: string;
  readonly #committed: CommittedFiles;

  constructor(folder: string, path: string, file: string, committed: CommittedFiles, state: FileState) {
    this.path = path;
    this.file = file;
    this.stat = toSettledStateHash(state);
    this.#folder = folder;
    this.#committed = committed;
  }

  get text(): string {
    return readFileSync(`${this.#folder}/${this.path}`, 'utf8');
  }

  get isNew(): boolean {
    return this.#committed()?.has(this.path) === false;
  }
}

/** The maximum size of a page file: four bytes for each code unit that a page may have. */
const maxPageBytes = 400_000;

type CommittedFiles = () => ReadonlySet<string> | undefined;

/**
 * Returns a function that lists the committed files of a folder. The function runs git once. It returns `undefined` if
 * the folder is not in a repository.
 */
export function createCommittedFileList(folder: string): CommittedFiles {
  let result: { files?: ReadonlySet<string> } | undefined;
  return () => {
    if (!result) {
      const args = ['ls-tree', '-r', '--name-only', '-z', 'HEAD'];
      const git = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
      result = { files: git.status === 0 ? new Set(git.stdout.split('\0')) : undefined };
    }
    return result.files;
  };
}
