import { existsSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedFile } from '../editing/change-list.ts';
import { hashFile } from './changed-files.ts';
import { pathsFromInput, GitError, toPathsInput, runWithIndex } from './git.ts';
import type { Repository } from './repository.ts';

/** Changes that were taken back. They are stored in the stash of git. */
export interface TakenBackChange {
  /** The commit in the stash. */
  id: string;
  title: string;
  at: Date;
}

const stashPrefix = 'Taken back in the editor: ';

/** The identity for commits in the stash if git has none. */
const fallbackIdentity = {
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@localhost',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@localhost',
};

/** Restores a file to the last commit, after saving its changes in the stash of git. */
export async function takeBack(repository: Repository, file: ListedFile): Promise<void> {
  const { git, head, hasIdentity, site } = repository;
  const identity = hasIdentity ? {} : fallbackIdentity;
  const tree = await runWithIndex(git, file.paths, (env) => git.text(['write-tree'], { env }));
  const message = stashPrefix + file.title.replaceAll(/\s+/g, ' ');
  // A commit in the stash has two parents: the last commit, and a commit of the staged files.
  const index = (await git.tryText(['write-tree'])) ?? `${head}^{tree}`;
  const stagedCommit = await git.text(['commit-tree', index, '-p', head, '-m', message], { env: identity });
  const stashCommit = await git.text(['commit-tree', tree, '-p', head, '-p', stagedCommit, '-m', message], {
    env: identity,
  });
  await git.text(['stash', 'store', '-m', message, stashCommit], { env: identity });
  // The stash would not contain later changes.
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
  // `pages/` and `public/` stay.
  for (let at = path; at.includes('/'); at = dirname(at))
    try {
      rmdirSync(join(top, at));
    } catch {
      return;
    }
}

/** Returns the changes that can be put back, newest first. */
export async function listTakenBack({ git }: Repository): Promise<TakenBackChange[]> {
  const entries = (await git.tryText(['stash', 'list', '--format=%H%x00%ct%x00%s'])) ?? '';
  return entries.split('\n').flatMap((line) => {
    const [id = '', at = '', subject = ''] = line.split('\0');
    return subject.startsWith(stashPrefix)
      ? [{ id, title: subject.slice(stashPrefix.length), at: new Date(Number(at) * 1000) }]
      : [];
  });
}

/** Puts changes back into their files. Throws if a file has changed since. */
export async function putBack(repository: Repository, id: string): Promise<void> {
  const { git, site } = repository;
  const isStashed = (await listTakenBack(repository)).some((entry) => entry.id === id);
  if (!isStashed) throw new GitError('This change was already restored.');
  const statuses = (
    await git.text(['diff-tree', '-r', '-z', '--no-renames', '--name-status', '--relative', `${id}^1`, id])
  ).split('\0');
  const files: { path: string; isDeleted: boolean }[] = [];
  for (let at = 0; at + 1 < statuses.length; at += 2)
    files.push({ path: statuses[at + 1] ?? '', isDeleted: statuses[at] === 'D' });
  for (const { path } of files) {
    const before = await git.tryText(['rev-parse', '--verify', '-q', `${id}^1:./${path}`]);
    const file = join(site.folder, path);
    const now = existsSync(file) ? await git.tryText(['hash-object', '--', path]) : undefined;
    if (now !== before)
      throw new GitError(`${path} has changed since, so nothing was restored. Your version is still saved.`);
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
