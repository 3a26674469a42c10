import { existsSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedFile } from '../editing/change-list.ts';
import { versionOf } from './changed-files.ts';
import { fromInput, GitError, toInput, withIndex } from './git.ts';
import type { Repository } from './repository.ts';

/** Changes that were taken back. They are stored in the stash of git. */
export interface TakenBack {
  /** The commit in the stash. */
  id: string;
  title: string;
  at: Date;
}

const mark = 'Taken back in the editor: ';

/** The identity for commits in the stash if git has none. */
const someone = {
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@localhost',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@localhost',
};

/** Restores a file to the last commit, after saving its changes in the stash of git. */
export async function takeBack(repository: Repository, file: ListedFile): Promise<void> {
  const { git, head, hasIdentity, site } = repository;
  const own = hasIdentity ? {} : someone;
  const tree = await withIndex(git, file.paths, (env) => git.text(['write-tree'], { env }));
  const message = mark + file.title.replaceAll(/\s+/g, ' ');
  // A commit in the stash has two parents: the last commit, and a commit of the staged files.
  const index = (await git.known(['write-tree'])) ?? `${head}^{tree}`;
  const staged = await git.text(['commit-tree', index, '-p', head, '-m', message], { env: own });
  const entry = await git.text(['commit-tree', tree, '-p', head, '-p', staged, '-m', message], { env: own });
  await git.text(['stash', 'store', '-m', message, entry], { env: own });
  // The stash would not contain later changes.
  if (versionOf(repository, file.paths.at(-1) ?? '') !== file.version)
    throw new GitError('This file has just changed, so nothing was undone. Try again.');
  const created = file.kind === 'new' || file.kind === 'moved' ? file.paths.slice(-1) : [];
  const old = file.paths.filter((path) => !created.includes(path));
  if (old.length > 0)
    await git.text(['restore', '--source=HEAD', '--staged', '--worktree', ...fromInput], {
      input: toInput(old),
    });
  for (const path of created) {
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
export async function takenBack({ git }: Repository): Promise<TakenBack[]> {
  const entries = (await git.known(['stash', 'list', '--format=%H%x00%ct%x00%s'])) ?? '';
  return entries.split('\n').flatMap((line) => {
    const [id = '', at = '', subject = ''] = line.split('\0');
    return subject.startsWith(mark)
      ? [{ id, title: subject.slice(mark.length), at: new Date(Number(at) * 1000) }]
      : [];
  });
}

/** Puts changes back into their files. Throws if a file has changed since. */
export async function putBack(repository: Repository, id: string): Promise<void> {
  const { git, site } = repository;
  const position = (await takenBack(repository)).some((entry) => entry.id === id);
  if (!position) throw new GitError('This change was already restored.');
  const statuses = (
    await git.text(['diff-tree', '-r', '-z', '--no-renames', '--name-status', '--relative', `${id}^1`, id])
  ).split('\0');
  const files: { path: string; isDeleted: boolean }[] = [];
  for (let at = 0; at + 1 < statuses.length; at += 2)
    files.push({ path: statuses[at + 1] ?? '', isDeleted: statuses[at] === 'D' });
  for (const { path } of files) {
    const before = await git.known(['rev-parse', '--verify', '-q', `${id}^1:./${path}`]);
    const file = join(site.folder, path);
    const now = existsSync(file) ? await git.known(['hash-object', '--', path]) : undefined;
    if (now !== before)
      throw new GitError(`${path} has changed since, so nothing was restored. Your version is still saved.`);
  }
  const written = files.filter(({ isDeleted }) => !isDeleted).map(({ path }) => path);
  if (written.length > 0)
    await git.text(['restore', `--source=${id}`, '--worktree', ...fromInput], { input: toInput(written) });
  for (const { path, isDeleted } of files) if (isDeleted) rmSync(join(site.folder, path), { force: true });
  const hashes = (await git.text(['stash', 'list', '--format=%H'])).split('\n');
  const at = hashes.indexOf(id);
  if (at !== -1) await git.run(['stash', 'drop', '--quiet', `stash@{${at}}`]);
}
