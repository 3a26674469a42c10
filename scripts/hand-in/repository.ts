import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SiteFolders } from '../system/project.ts';
import { Git, GitError } from './git.ts';

/** The reason why a folder has no earlier versions to compare with. */
export interface NoRepository {
  message: string;
  output?: string;
}

/** The git repository of a site, with its current state. */
export interface Repository {
  git: Git;
  site: SiteFolders;
  head: string;
  /** The time and the first line of the last commit. */
  last: { at: Date; title: string };
  /** The current branch, or `undefined` if HEAD is detached. */
  branch: string | undefined;
  remote: { name: string; url: string } | undefined;
  /** The branch that requests are merged into. */
  defaultBranch: string | undefined;
  /** The reason why changes cannot be handed in now, if any. */
  blocked: string | undefined;
  /** Hints to show to the author. */
  notes: string[];
  hasIdentity: boolean;
  /**
   * The number of commits on the current branch that have not been pushed. Always 0 on branches that are not for
   * handed-in changes.
   */
  unsent: number;
}

/**
 * Returns whether a branch is for handed-in changes. If there is a remote, the editor commits only on such branches.
 */
export const isEditBranch = (branch: string | undefined): branch is string =>
  branch !== undefined && /^edits?\//.test(branch);

/** Files in the git folder that exist while a git command is unfinished, each with the name of the command. */
const unfinishedCommands = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

const savedNote = 'Your changes are saved on this computer.';

/** Reads the state of a site's repository, or explains why there is none. */
export async function readRepository(
  site: SiteFolders,
  env: NodeJS.ProcessEnv,
): Promise<Repository | NoRepository> {
  try {
    return await readGitRepository(site, env);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { message: `Git cannot read the history of this folder. ${savedNote}`, output: error.output };
  }
}

async function readGitRepository(
  site: SiteFolders,
  env: NodeJS.ProcessEnv,
): Promise<Repository | NoRepository> {
  const git = new Git(site.folder, env);
  const workTreeCheck = await git.run(['rev-parse', '--is-inside-work-tree']);
  if (workTreeCheck.failed === 'not-there')
    return {
      message: `Git is not installed on this computer, so changes cannot be listed. ${savedNote}`,
    };
  if (workTreeCheck.stderr.includes('dubious ownership'))
    return {
      message: `Git does not trust this folder, because it belongs to another user of this computer. ${savedNote}`,
      output: workTreeCheck.stderr,
    };
  const noHistory = `This folder has no history (it is not a git repository), so changes cannot be listed. ${savedNote}`;
  if (!workTreeCheck.ok && !workTreeCheck.stderr.includes('not a git repository'))
    return {
      message: `Git cannot read the history of this folder. ${savedNote}`,
      output: workTreeCheck.stderr,
    };
  if (workTreeCheck.text !== 'true') return { message: noHistory };
  const trackedPaths = await git.tryText(['ls-files', '--', site.pages]);
  // Allow pathspec patterns here, because `check-ignore` does not support literal pathspecs.
  const ignoreCheck = await git.run(['check-ignore', '-q', '--', site.pages], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
  });
  if (trackedPaths === undefined && ignoreCheck.ok) return { message: noHistory };
  const head = await git.tryText(['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
  if (head === undefined)
    return {
      message: `No version of this site has been committed yet. Its maintainer must commit the first one. ${savedNote}`,
    };

  const branch = await git.tryText(['symbolic-ref', '-q', '--short', 'HEAD']);
  const [seconds = '', title = ''] = (await git.text(['log', '-1', '--format=%ct%x00%s'])).split('\0');
  const remote = await findRemote(git, branch);
  const identity = await git.run(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT']);
  return {
    git,
    site,
    head,
    last: { at: new Date(Number(seconds) * 1000), title },
    branch,
    remote,
    defaultBranch: remote && (await findDefaultBranch(git, remote.name)),
    blocked: await explainUnfinishedCommand(git),
    notes: await collectNotes(git, site, branch),
    hasIdentity: identity.ok,
    unsent: remote && isEditBranch(branch) ? await countUnsentCommits(git, remote.name, branch) : 0,
  };
}

async function findRemote(git: Git, branch: string | undefined): Promise<Repository['remote']> {
  const names = (await git.text(['remote'])).split('\n').filter(Boolean);
  const preferredNames = [
    await git.tryText(['config', 'remote.pushDefault']),
    branch === undefined ? undefined : await git.tryText(['config', `branch.${branch}.remote`]),
    'origin',
  ];
  const name =
    preferredNames.find((candidate) => candidate !== undefined && names.includes(candidate)) ?? names[0];
  if (name === undefined) return undefined;
  return { name, url: (await git.tryText(['remote', 'get-url', '--push', name])) ?? '' };
}

async function findDefaultBranch(git: Git, remote: string): Promise<string | undefined> {
  const remoteHead = await git.tryText(['symbolic-ref', '-q', '--short', `refs/remotes/${remote}/HEAD`]);
  if (remoteHead !== undefined) return remoteHead.slice(remote.length + 1);
  for (const name of ['main', 'master'])
    if ((await git.tryText(['rev-parse', '--verify', '-q', `refs/remotes/${remote}/${name}`])) !== undefined)
      return name;
  return undefined;
}

async function explainUnfinishedCommand(git: Git): Promise<string | undefined> {
  for (const [file, command] of unfinishedCommands) {
    const path = await git.text(['rev-parse', '--git-path', file]);
    if (existsSync(resolve(git.folder, path)))
      return (
        `Two versions of the site are being combined in this folder (git ${command}). ` +
        `${savedNote} Finish or abort that command before you hand in.`
      );
  }
  return undefined;
}

async function collectNotes(git: Git, site: SiteFolders, branch: string | undefined): Promise<string[]> {
  const notes: string[] = [];
  if (branch === undefined)
    notes.push(
      'This folder contains an older version of the site (HEAD is detached). Your changes will be based on that version.',
    );
  const parentProject = await git.tryText(['rev-parse', '--show-superproject-working-tree']);
  if (parentProject !== undefined)
    notes.push(
      'This site is part of another project (a submodule). That project must be updated separately.',
    );
  const trackedFiles = await git.tryText(['ls-files', '-s', '--', site.pages, site.public]);
  for (const line of trackedFiles?.split('\n') ?? [])
    if (line.startsWith('160000'))
      notes.push(
        `The folder ${line.split('\t')[1]}/ has a separate history (a submodule), so its changes are not listed.`,
      );
  return notes;
}

async function countUnsentCommits(git: Git, remote: string, branch: string): Promise<number> {
  const count = await git.tryText([
    'rev-list',
    '--count',
    `refs/heads/${branch}`,
    '--not',
    `--remotes=${remote}`,
  ]);
  return Number(count ?? 0);
}
