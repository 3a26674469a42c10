import { existsSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedFile } from '../editing/change-list.ts';
import { hashFile } from './changed-files.ts';
import { pathsFromInput, GitError, toPathsInput, runWithIndex } from './git.ts';
import type { Repository } from './repository.ts';

/** Discarded changes to a file, which are stored in the git stash. */
export interface DiscardedChange {
  /** The id of the stash commit. */
  id: string;
  title: string;
  at: Date;
}

/** The start of the messages that the editor gives to stash commits. */
const stashPrefix = 'Discarded in the editor: ';

/** The identity for stash commits if git has no name and email address. */
const fallbackIdentity = {
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@localhost',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@localhost',
};

/** Discards the changes to a file: saves the changes in the git stash, then restores the file from the last commit. */
export async function discardChange(repository: Repository, file: ListedFile): Promise<void> {
  const { git, head, hasIdentity, site } = repository;
  const identity = hasIdentity ? {} : fallbackIdentity;
  const tree = await runWithIndex(git, file.paths, (env) => git.text(['write-tree'], { env }));
  const message = stashPrefix + file.title.replaceAll(/\s+/g, ' ');
  // A stash commit has two parents: the last commit, and a commit of the staged files.
  const index = (await git.tryText(['write-tree'])) ?? `${head}^{tree}`;
  const stagedCommit = await git.text(['commit-tree', index, '-p', head, '-m', message], { env: identity });
  const stashCommit = await git.text(['commit-tree', tree, '-p', head, '-p', stagedCommit, '-m', message], {
    env: identity,
  });
  await git.text(['stash', 'store', '-m', message, stashCommit], { env: identity });
  // Do not restore a file that has just changed again, because the stash does not contain the latest changes.
  if (hashFile(repository, file.paths.at(-1) ?? '') !== file.version)
    throw new GitError('This file has just changed, so nothing was undone. Try again.');
  const createdPaths = file.kind === 'new' || file.kind === 'moved' ? file.paths.slice(-1) : [];
  const committedPaths = file.paths.filter((path) => !createdPaths.includes(path));
  if (committedPaths.length > 0)
    await git.text(['restore', '--source=HEAD', '--staged', '--worktree', ...pathsFromInput], {
      input: toPathsInput(committedPaths),
    });
  for (const path of createdPaths) {
    await git.run(['rm', '--cached', '--force', '--quiet', '--ignore-unmatch', '--', path]);
    rmSync(join(site.folder, path), { force: true });
    deleteEmptyFolders(dirname(path), site.folder);
  }
}

function deleteEmptyFolders(path: string, top: string): void {
  // Stop at the top-level folders `pages/` and `public/`, which must be kept.
  for (let parentPath = path; parentPath.includes('/'); parentPath = dirname(parentPath))
    try {
      rmdirSync(join(top, parentPath));
    } catch {
      return;
    }
}

/** Lists the discarded changes that can be restored, newest first. */
export async function listDiscardedChanges({ git }: Repository): Promise<DiscardedChange[]> {
  const stashLines = (await git.tryText(['stash', 'list', '--format=%H%x00%ct%x00%s'])) ?? '';
  return stashLines.split('\n').flatMap((line) => {
    const [id = '', seconds = '', subject = ''] = line.split('\0');
    return subject.startsWith(stashPrefix)
      ? [{ id, title: subject.slice(stashPrefix.length), at: new Date(Number(seconds) * 1000) }]
      : [];
  });
}

/** Restores discarded changes. Throws if a file has changed since they were discarded. */
export async function restoreDiscardedChange(repository: Repository, id: string): Promise<void> {
  const { git, site } = repository;
  const isStashed = (await listDiscardedChanges(repository)).some(
    (discardedChange) => discardedChange.id === id,
  );
  if (!isStashed) throw new GitError('This change was already restored.');
  const statuses = (
    await git.text(['diff-tree', '-r', '-z', '--no-renames', '--name-status', '--relative', `${id}^1`, id])
  ).split('\0');
  const files: { path: string; isDeleted: boolean }[] = [];
  for (let at = 0; at + 1 < statuses.length; at += 2)
    files.push({ path: statuses[at + 1] ?? '', isDeleted: statuses[at] === 'D' });
  for (const { path } of files) {
    const previousHash = await git.tryText(['rev-parse', '--verify', '-q', `${id}^1:./${path}`]);
    const file = join(site.folder, path);
    const currentHash = existsSync(file) ? await git.tryText(['hash-object', '--', path]) : undefined;
    if (currentHash !== previousHash)
      throw new GitError(
        `${path} has changed since its changes were discarded, so nothing was restored. Your version is still saved.`,
      );
  }
  const restoredPaths = files.filter(({ isDeleted }) => !isDeleted).map(({ path }) => path);
  if (restoredPaths.length > 0)
    await git.text(['restore', `--source=${id}`, '--worktree', ...pathsFromInput], {
      input: toPathsInput(restoredPaths),
    });
  for (const { path, isDeleted } of files) if (isDeleted) rmSync(join(site.folder, path), { force: true });
  const hashes = (await git.text(['stash', 'list', '--format=%H'])).split('\n');
  const at = hashes.indexOf(id);
  if (at !== -1) await git.run(['stash', 'drop', '--quiet', `stash@{${at}}`]);
}
