import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { HandInResult, HandInDetails } from '../editing/answer-changes.ts';
import type { ListedFile } from '../editing/change-list.ts';
import { pathsFromInput, type Git, type GitResult, GitError, toPathsInput, runWithIndex } from './git.ts';
import { toBranchName, toCommitMessage } from '../editing/request-texts.ts';
import { isEditBranch, type Repository } from './repository.ts';

const unchangedNote = 'Nothing was handed in, and your changes are kept.';

/** Timeouts for git commands, in seconds. They allow time for hooks, signing and slow connections. */
const gitTimeouts = { commit: 120, query: 25, send: 180 };

/** Commits only the given files. If there is a remote, commits on a separate branch and pushes it. */
export async function handIn(
  repository: Repository,
  files: readonly ListedFile[],
  { title, note, identity }: HandInDetails,
): Promise<HandInResult> {
  const { git, remote } = repository;
  if (identity) {
    await git.text(['config', '--local', 'user.name', identity.name]);
    await git.text(['config', '--local', 'user.email', identity.email]);
  }
  // Read the remote branches to find out whether the last request has been merged in the meantime.
  const remoteBranches = remote && (await listRemoteBranches(git, remote.name));
  const branch = await chooseBranch(repository, title, remoteBranches);
  await commitFiles(repository, branch, files, toCommitMessage(title, note, files));
  if (!remote)
    return {
      state: 'recorded',
      branch,
      message: 'Your changes were recorded. The list now shows only later changes.',
    };
  return remoteBranches && !remoteBranches.ok
    ? toWaitingResult(branch, remoteBranches)
    : sendBranch(git, remote.name, branch);
}

const listRemoteBranches = async (git: Git, remote: string): Promise<GitResult> =>
  git.run(['ls-remote', '--heads', remote], await git.networkOptions(gitTimeouts.query));

const parseBranchNames = (lsRemoteResult: GitResult | undefined): Set<string> =>
  new Set((lsRemoteResult?.text ?? '').split('\n').map((line) => line.split('\trefs/heads/')[1] ?? ''));

/**
 * Returns the branch to commit on: the branch of the last hand-in while its request is open, otherwise a new branch.
 * Without a remote, returns the current branch.
 */
async function chooseBranch(
  { git, branch, remote, defaultBranch }: Repository,
  title: string,
  remoteBranches: GitResult | undefined,
): Promise<string> {
  if (!remote && branch !== undefined) return branch;
  const remoteNames = parseBranchNames(remoteBranches);
  if (remote && isEditBranch(branch)) {
    const wasSent =
      (await git.tryText(['rev-parse', '--verify', '-q', `refs/remotes/${remote.name}/${branch}`])) !==
      undefined;
    const isGone = wasSent && remoteBranches?.ok === true && !remoteNames.has(branch);
    const target = `refs/remotes/${remote.name}/${defaultBranch}`;
    if (remoteBranches?.ok === true && defaultBranch !== undefined)
      await git.run(
        ['fetch', '-q', '--no-tags', remote.name, `+refs/heads/${defaultBranch}:${target}`],
        await git.networkOptions(gitTimeouts.query),
      );
    const isMerged = wasSent && (await git.run(['merge-base', '--is-ancestor', 'HEAD', target])).ok;
    if (!isGone && !isMerged) return branch;
  }
  const knownRefs = await git.text(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes']);
  const localBranches = knownRefs
    .split('\n')
    .map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''));
  return toBranchName(title, new Set([...localBranches, ...remoteNames]), new Date());
}

/** Commits files on a branch. If the commit fails, files, index and branch are unchanged. */
async function commitFiles(
  { git, head, branch: currentBranch }: Repository,
  branch: string,
  files: readonly ListedFile[],
  message: string,
): Promise<void> {
  await waitForIndexLock(git);
  const paths = files.flatMap((file) => file.paths);
  const ref = `refs/heads/${branch}`;
  const isOtherBranch = branch !== currentBranch;
  const isNewBranch =
    isOtherBranch && (await git.tryText(['rev-parse', '--verify', '-q', ref])) === undefined;
  await runWithIndex(git, paths, async (env) => {
    if (isNewBranch) await git.text(['update-ref', '-m', 'hand in', ref, head, '0'.repeat(head.length)]);
    if (isOtherBranch) await git.text(['symbolic-ref', '-m', 'hand in', 'HEAD', ref]);
    const result = await git.run(['commit', '--quiet', '--file=-'], {
      env,
      input: message,
      seconds: gitTimeouts.commit,
    });
    // Git also reports a failure if a hook fails or hangs after the commit, so check whether the branch has a new
    // commit.
    const isCommitted = result.ok || (await git.tryText(['rev-parse', '--verify', '-q', ref])) !== head;
    if (isCommitted) return;
    await restoreBranch(git, ref, head, currentBranch, { isNew: isNewBranch, isOther: isOtherBranch });
    throw new GitError(explainFailure(result), result.stderr || result.text);
  });
  // Update the index, which still contains the old file versions. Retry, because another program may lock the index for
  // a moment.
  for (let attempts = 0; attempts < 20; attempts++) {
    if ((await git.run(['reset', '--quiet', ...pathsFromInput], { input: toPathsInput(paths) })).ok) return;
    await wait(100);
  }
}

/**
 * Waits while another program locks the index. Otherwise, the hand-in could not update the index after its commit, and
 * the next commit by hand would revert the changes.
 */
async function waitForIndexLock(git: Git): Promise<void> {
  const lockFile = resolve(git.folder, await git.text(['rev-parse', '--git-path', 'index.lock']));
  for (let attempts = 0; existsSync(lockFile); attempts++) {
    if (attempts === 20)
      throw new GitError(
        `Another program is using git in this folder. ${unchangedNote} Try again.`,
        `The file ${lockFile} exists. If no program is using git, delete it.`,
      );
    await wait(100);
  }
}

/** Restores the branch after a failed commit. */
async function restoreBranch(
  git: Git,
  ref: string,
  head: string,
  currentBranch: string | undefined,
  { isNew: isNewBranch, isOther: isOtherBranch }: { isNew: boolean; isOther: boolean },
): Promise<void> {
  if (isOtherBranch)
    await (currentBranch === undefined
      ? git.run(['update-ref', '--no-deref', '-m', 'hand in refused', 'HEAD', head])
      : git.run(['symbolic-ref', '-m', 'hand in refused', 'HEAD', `refs/heads/${currentBranch}`]));
  if (isNewBranch) await git.run(['update-ref', '-d', ref, head]);
}

function explainFailure({ failed, stderr }: GitResult): string {
  if (failed === 'too-slow')
    return `Git did not finish, because a check or a signature on this computer took too long. ${unchangedNote}`;
  if (/gpg|sign/i.test(stderr)) return `Git could not sign your changes with your key. ${unchangedNote}`;
  return `A check of this repository rejected your changes. ${unchangedNote}`;
}

/** Pushes a branch. If the push fails, the commits stay on the local branch and can be pushed later. */
export async function sendBranch(git: Git, remote: string, branch: string): Promise<HandInResult> {
  const ref = `refs/heads/${branch}`;
  const pushResult = await git.run(
    ['push', '--set-upstream', remote, `${ref}:${ref}`],
    await git.networkOptions(gitTimeouts.send),
  );
  if (!pushResult.ok && /non-fast-forward|fetch first/.test(pushResult.stderr))
    return sendOnNewBranch(git, remote, branch);
  if (!pushResult.ok) return toWaitingResult(branch, pushResult);
  return { state: 'sent', branch, message: 'Your changes were sent.', output: pushResult.stderr };
}

/**
 * Pushes the commits on a new branch, for a new request. Needed when other people have added commits to the first
 * branch.
 */
async function sendOnNewBranch(git: Git, remote: string, branch: string): Promise<HandInResult> {
  const head = await git.text(['rev-parse', 'HEAD']);
  const remoteNames = parseBranchNames(await listRemoteBranches(git, remote));
  const localBranches = (
    await git.text(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'])
  ).split('\n');
  let [number, name] = [2, `${branch}-2`];
  while (remoteNames.has(name) || localBranches.includes(name)) name = `${branch}-${++number}`;
  await git.text(['update-ref', '-m', 'hand in', `refs/heads/${name}`, head, '0'.repeat(head.length)]);
  await git.text(['symbolic-ref', '-m', 'hand in', 'HEAD', `refs/heads/${name}`]);
  const result = await sendBranch(git, remote, name);
  const message =
    'Your changes were sent in a new request, because someone else has added changes to the first one.';
  return result.state === 'sent' ? { ...result, message } : result;
}

/** Patterns in git's output, each with an explanation of why the push failed. */
const pushFailureReasons: readonly [RegExp, string][] = [
  [
    /could not resolve|couldn't resolve|unable to connect|failed to connect|couldn't connect|timed out|network is unreachable|no route to host|connection (?:refused|reset|closed)/i,
    'The remote repository cannot be reached. Check your internet connection.',
  ],
  [
    /terminal prompts disabled|could not read (?:username|password)|authentication failed|permission denied \(|invalid username|host key verification|access denied|\b401\b/i,
    'The remote repository requires your password or key. Set it up in git on this computer.',
  ],
  [
    /\b403\b|not allowed to push|permission to .* denied|write access|read-only/i,
    'You do not have permission to write to the remote repository.',
  ],
  [
    /not found|does not exist|does not appear to be a git repository|\b404\b/i,
    'The remote repository was not found. Check its address with `git remote -v`.',
  ],
  [/hook declined|protected branch|rejected/i, 'The remote repository rejected your changes.'],
];

function toWaitingResult(branch: string, { failed, stderr, text }: GitResult): HandInResult {
  const reason =
    failed === 'too-slow'
      ? 'The remote repository is not responding.'
      : (pushFailureReasons.find(([pattern]) => pattern.test(stderr))?.[1] ??
        'Git could not send your changes.');
  return {
    state: 'waiting',
    branch,
    message: `${reason} Your changes are saved on this computer, but have not been sent yet.`,
    output: stderr || text,
  };
}
