import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pageExtension } from '../../schema/base/routes.ts';
import { isServableFile } from '../system/files.ts';
import { type ChangedFile, listChanges, type ListedFile } from '../editing/change-list.ts';
import type { Repository } from './repository.ts';

/** A commit to compare with, and a folder with the site files of that commit. */
export interface EarlierState {
  commit: string;
  folder: string;
}

/**
 * Lists all files that have changed since the last commit or an earlier state. `pages` returns the texts of all pages.
 */
export async function listSiteChanges(
  repository: Pick<Repository, 'git' | 'site'>,
  pages: () => readonly string[],
  earlierState?: EarlierState,
): Promise<{ files: ListedFile[]; others: number }> {
  const { files, others } = await findChangedFiles(repository, earlierState);
  return { files: listChanges(files, basename(repository.site.pages), pages), others };
}

/**
 * Finds the files in `pages/` and `public/` that differ from the last commit or an earlier state. Also counts the
 * changed files elsewhere in the repository.
 */
async function findChangedFiles(
  repository: Pick<Repository, 'git' | 'site'>,
  earlierState?: EarlierState,
): Promise<{ files: ChangedFile[]; others: number }> {
  const { git, site } = repository;
  const commit = earlierState?.commit ?? 'HEAD';
  const folders = [basename(site.pages), 'public'];
  const changedPaths = await git.listPaths([
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--relative',
    commit,
    '--',
    ...folders,
  ]);
  const untrackedPaths = await git.listPaths([
    'ls-files',
    '--others',
    '--exclude-standard',
    '--',
    ...folders,
  ]);
  const committedPaths = new Set(
    await git.listPaths([
      'ls-tree',
      '-r',
      '--name-only',
      commit,
      '--',
      ...folders.map((folder) => `${folder}/`),
    ]),
  );
  const paths = [...new Set([...changedPaths, ...untrackedPaths])]
    .filter((path) => isSiteFile(path, repository))
    .toSorted();
  const files: ChangedFile[] = [];
  for (const path of paths) {
    const [wasCommitted, version] = [committedPaths.has(path), hashFile(repository, path)];
    const exists = version !== 'gone';
    if (!wasCommitted && !exists) continue;
    const isPage = !path.startsWith('public/');
    files.push({
      kind: wasCommitted ? (exists ? 'changed' : 'deleted') : 'new',
      path,
      version,
      ...(isPage &&
        wasCommitted && {
          before: earlierState
            ? readFileSync(join(earlierState.folder, path), 'utf8')
            : await readCommittedText(repository, path),
        }),
      ...(isPage && exists && { after: readFileSync(join(site.folder, path), 'utf8') }),
    });
  }
  const allChangedPaths = await git.listPaths([
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    commit,
  ]);
  const prefix = (await git.tryText(['rev-parse', '--show-prefix'])) ?? '';
  const repositoryPaths = new Set(paths.map((path) => prefix + path));
  return { files, others: allChangedPaths.filter((path) => !repositoryPaths.has(path)).length };
}

/** Returns whether a file is a page or a published file of the site, without a symbolic link in its path. */
function isSiteFile(path: string, { site }: Pick<Repository, 'site'>): boolean {
  const [, folder = '', pathInFolder = ''] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
  const isPage = folder === basename(site.pages);
  if (isPage && !pageExtension.test(pathInFolder)) return false;
  if (
    pathInFolder
      .split('/')
      .some((name, index) => name.startsWith('.') && !(index === 0 && name === '.well-known' && !isPage))
  )
    return false;
  const root = isPage ? site.pages : site.public;
  return readFileStats(join(root, pathInFolder)) === undefined
    ? hasRealParentFolders(root, pathInFolder)
    : isServableFile(root, pathInFolder);
}

/** Returns whether the existing folders above a file are real folders, not symbolic links. */
function hasRealParentFolders(root: string, pathInFolder: string): boolean {
  for (let parent = dirname(pathInFolder); parent !== '.'; parent = dirname(parent)) {
    const state = readFileStats(join(root, parent));
    if (state && !state.isDirectory()) return false;
  }
  return readFileStats(root)?.isDirectory() ?? true;
}

function readFileStats(file: string) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // Not a folder: a file has replaced one of the parent folders.
    return undefined;
  }
}

/** Returns a hash of the content of a file, or `gone` if the file does not exist. */
export function hashFile({ site }: Pick<Repository, 'site'>, path: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(site.folder, path)))
      .digest('hex');
  } catch {
    return 'gone';
  }
}

/** Returns the text of a page in the last commit, with the line endings that git would use on disk. */
export const readCommittedText = async ({ git }: Pick<Repository, 'git'>, path: string): Promise<string> =>
  (await git.run(['cat-file', '--filters', `HEAD:./${path}`])).bytes.toString('utf8');

/** Returns the content of a file in the last commit, or `undefined` if there is none. */
export async function readCommittedFile({ git }: Repository, path: string): Promise<Buffer | undefined> {
  const { ok, bytes } = await git.run(['cat-file', '--filters', `HEAD:./${path}`]);
  return ok ? bytes : undefined;
}
