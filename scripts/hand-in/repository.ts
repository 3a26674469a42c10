import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SiteFolders } from '../system/project.ts';
import { Git, GitError } from './git.ts';

/** A folder without earlier versions to compare with, and why. */
export interface NoRepository {
  message: string;
  said?: string;
}

/** The state of the repository of a site. */
export interface Repository {
  git: Git;
  site: SiteFolders;
  head: string;
  /** The time and the first line of the last commit. */
  last: { at: Date; title: string };
  /** Undefined if HEAD is on no branch. */
  branch: string | undefined;
  remote: { name: string; url: string } | undefined;
  /** The branch that changes are proposed for. */
  defaultBranch: string | undefined;
  /** Why nothing can be handed in now. */
  blocked: string | undefined;
  /** What the author should know. */
  notes: string[];
  hasIdentity: boolean;
  /** Commits of this branch that the remote does not have. Only of branches that this program has made. */
  unsent: number;
}

/** Branches of handed-in changes. No other branch gets commits if there is a remote. */
export const isEditBranch = (branch: string | undefined): branch is string =>
  branch !== undefined && /^edits?\//.test(branch);

/** Files of an unfinished command, and what it is called. */
const unfinished = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

const kept = 'Your work is safe on this computer.';

/** The repository of a site, or why there is none. */
export async function readRepository(
  site: SiteFolders,
  env: NodeJS.ProcessEnv,
): Promise<Repository | NoRepository> {
  try {
    return await repositoryOf(site, env);
  } catch (problem) {
    if (!(problem instanceof GitError)) throw problem;
    return { message: `Git cannot read the history of this folder. ${kept}`, said: problem.said };
  }
}

async function repositoryOf(site: SiteFolders, env: NodeJS.ProcessEnv): Promise<Repository | NoRepository> {
  const git = new Git(site.folder, env);
  const inside = await git.run(['rev-parse', '--is-inside-work-tree']);
  if (inside.failed === 'not-there')
    return {
      message: `Git is not installed on this computer, so it cannot be seen what has changed. ${kept}`,
    };
  if (inside.said.includes('dubious ownership'))
    return {
      message: `Git does not trust this folder, as it belongs to another user of this computer. ${kept}`,
      said: inside.said,
    };
  const noHistory = `This folder has no history (it is no git repository), so it cannot be seen what has changed. ${kept}`;
  if (!inside.ok && !inside.said.includes('not a git repository'))
    return { message: `Git cannot read the history of this folder. ${kept}`, said: inside.said };
  if (inside.text !== 'true') return { message: noHistory };
  const tracked = await git.known(['ls-files', '--', site.pages]);
  // This command takes no literal paths.
  const asked = await git.run(['check-ignore', '-q', '--', site.pages], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
  });
  if (tracked === undefined && asked.ok) return { message: noHistory };
  const head = await git.known(['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
  if (head === undefined)
    return {
      message: `No version of this site has been committed yet. Its maintainer must commit the first one. ${kept}`,
    };

  const branch = await git.known(['symbolic-ref', '-q', '--short', 'HEAD']);
  const [at = '', title = ''] = (await git.text(['log', '-1', '--format=%ct%x00%s'])).split('\0');
  const remote = await remoteOf(git, branch);
  const identity = await git.run(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT']);
  return {
    git,
    site,
    head,
    last: { at: new Date(Number(at) * 1000), title },
    branch,
    remote,
    defaultBranch: remote && (await defaultBranchOf(git, remote.name)),
    blocked: await blockedBy(git),
    notes: await notesOf(git, site, branch),
    hasIdentity: identity.ok,
    unsent: remote && isEditBranch(branch) ? await unsentOf(git, remote.name, branch) : 0,
  };
}

async function remoteOf(git: Git, branch: string | undefined): Promise<Repository['remote']> {
  const names = (await git.text(['remote'])).split('\n').filter(Boolean);
  const wanted = [
    await git.known(['config', 'remote.pushDefault']),
    branch === undefined ? undefined : await git.known(['config', `branch.${branch}.remote`]),
    'origin',
  ];
  const name = wanted.find((one) => one !== undefined && names.includes(one)) ?? names[0];
  if (name === undefined) return undefined;
  return { name, url: (await git.known(['remote', 'get-url', '--push', name])) ?? '' };
}

async function defaultBranchOf(git: Git, remote: string): Promise<string | undefined> {
  const head = await git.known(['symbolic-ref', '-q', '--short', `refs/remotes/${remote}/HEAD`]);
  if (head !== undefined) return head.slice(remote.length + 1);
  for (const name of ['main', 'master'])
    if ((await git.known(['rev-parse', '--verify', '-q', `refs/remotes/${remote}/${name}`])) !== undefined)
      return name;
  return undefined;
}

async function blockedBy(git: Git): Promise<string | undefined> {
  for (const [file, command] of unfinished) {
    const path = await git.text(['rev-parse', '--git-path', file]);
    if (existsSync(resolve(git.folder, path)))
      return (
        `In this folder somebody has begun to combine two versions of the site, and has not finished (git ${command}). ` +
        `${kept} Hand in when that is done, or given up.`
      );
  }
  return undefined;
}

async function notesOf(git: Git, site: SiteFolders, branch: string | undefined): Promise<string[]> {
  const notes: string[] = [];
  if (branch === undefined)
    notes.push(
      'This folder shows an older version of the site (HEAD is on no branch). What you hand in starts from there.',
    );
  const outer = await git.known(['rev-parse', '--show-superproject-working-tree']);
  if (outer !== undefined)
    notes.push(
      'This site is part of another project (a submodule), which takes over your changes in a step of its own.',
    );
  const listed = await git.known(['ls-files', '-s', '--', site.pages, site.public]);
  for (const line of listed?.split('\n') ?? [])
    if (line.startsWith('160000'))
      notes.push(
        `What is in ${line.split('\t')[1]}/ has a history of its own (a submodule) and is not in this list.`,
      );
  return notes;
}

async function unsentOf(git: Git, remote: string, branch: string): Promise<number> {
  const count = await git.known([
    'rev-list',
    '--count',
    `refs/heads/${branch}`,
    '--not',
    `--remotes=${remote}`,
  ]);
  return Number(count ?? 0);
}
