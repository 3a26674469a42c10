import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pageEnding } from '../../schema/base/routes.ts';
import { isServableFile } from '../system/files.ts';
import { type ChangedFile, listChanges, type ListedFile } from '../editing/change-list.ts';
import type { Repository } from './repository.ts';

/** A commit to compare with, and a folder with the files of the site at that commit. */
export interface EarlierState {
  commit: string;
  folder: string;
}

/** Lists the changes since the last commit, or since an earlier state. `pages` returns the texts of all pages. */
export async function changeList(
  repository: Pick<Repository, 'git' | 'site'>,
  pages: () => readonly string[],
  earlier?: EarlierState,
): Promise<{ files: ListedFile[]; others: number }> {
  const { files, others } = await changedFiles(repository, earlier);
  return { files: listChanges(files, basename(repository.site.pages), pages), others };
}

/**
 * Returns the files in `pages/` and `public/` that differ from the last commit or an earlier state, and the number of
 * other changed files.
 */
async function changedFiles(
  repository: Pick<Repository, 'git' | 'site'>,
  earlier?: EarlierState,
): Promise<{ files: ChangedFile[]; others: number }> {
  const { git, site } = repository;
  const commit = earlier?.commit ?? 'HEAD';
  const folders = [basename(site.pages), 'public'];
  const differing = await git.paths([
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--relative',
    commit,
    '--',
    ...folders,
  ]);
  const added = await git.paths(['ls-files', '--others', '--exclude-standard', '--', ...folders]);
  const committed = new Set(
    await git.paths(['ls-tree', '-r', '--name-only', commit, '--', ...folders.map((folder) => `${folder}/`)]),
  );
  const paths = [...new Set([...differing, ...added])]
    .filter((path) => isOfSite(path, repository))
    .toSorted();
  const files: ChangedFile[] = [];
  for (const path of paths) {
    const [was, version] = [committed.has(path), versionOf(repository, path)];
    const is = version !== 'gone';
    if (!was && !is) continue;
    const isPage = !path.startsWith('public/');
    files.push({
      kind: was ? (is ? 'changed' : 'deleted') : 'new',
      path,
      version,
      ...(isPage &&
        was && {
          before: earlier
            ? readFileSync(join(earlier.folder, path), 'utf8')
            : await committedText(repository, path),
        }),
      ...(isPage && is && { after: readFileSync(join(site.folder, path), 'utf8') }),
    });
  }
  const everything = await git.paths(['diff', '--name-only', '--no-renames', '--no-ext-diff', commit]);
  const prefix = (await git.known(['rev-parse', '--show-prefix'])) ?? '';
  const own = new Set(paths.map((path) => prefix + path));
  return { files, others: everything.filter((path) => !own.has(path)).length };
}

/** Whether a file belongs to the site: a page or a published file, with no symbolic link in its path. */
function isOfSite(path: string, { site }: Pick<Repository, 'site'>): boolean {
  const [, folder = '', inner = ''] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
  const isPage = folder === basename(site.pages);
  if (isPage && !pageEnding.test(inner)) return false;
  if (
    inner
      .split('/')
      .some((name, at) => name.startsWith('.') && !(at === 0 && name === '.well-known' && !isPage))
  )
    return false;
  const root = isPage ? site.pages : site.public;
  return stateOf(join(root, inner)) === undefined ? isBelowFolders(root, inner) : isServableFile(root, inner);
}

/** Whether the existing folders above a file are real folders, not symbolic links. */
function isBelowFolders(root: string, inner: string): boolean {
  for (let above = dirname(inner); above !== '.'; above = dirname(above)) {
    const state = stateOf(join(root, above));
    if (state && !state.isDirectory()) return false;
  }
  return stateOf(root)?.isDirectory() ?? true;
}

function stateOf(file: string) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // One of the folders has been replaced by a file.
    return undefined;
  }
}

/** Returns a hash of the content of a file, or `gone` if the file does not exist. */
export function versionOf({ site }: Pick<Repository, 'site'>, path: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(site.folder, path)))
      .digest('hex');
  } catch {
    return 'gone';
  }
}

/** Returns the text of a page in the last commit, with the line endings that git would use on disk. */
export const committedText = async ({ git }: Pick<Repository, 'git'>, path: string): Promise<string> =>
  (await git.run(['cat-file', '--filters', `HEAD:./${path}`])).bytes.toString('utf8');

/** Returns the content of a file in the last commit, or undefined if there is none. */
export async function committedBytes({ git }: Repository, path: string): Promise<Buffer | undefined> {
  const { ok, bytes } = await git.run(['cat-file', '--filters', `HEAD:./${path}`]);
  return ok ? bytes : undefined;
}
