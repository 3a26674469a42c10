import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { HandedIn, HandInWords } from '../editing/answer-changes.ts';
import type { ListedFile } from '../editing/change-list.ts';
import { type Git, type GitAnswer, GitError } from './git.ts';
import { branchFor, commitMessage } from '../editing/proposal.ts';
import { isEditBranch, type Repository } from './repository.ts';

/** Seconds. Hooks and signatures may take long, and a slow line as well. */
const patience = { commit: 120, ask: 25, send: 180 };

/** Commits the files, and only these, on a branch of their own, and sends it if there is a remote. */
export async function handIn(
  repository: Repository,
  files: readonly ListedFile[],
  { title, note, identity }: HandInWords,
): Promise<HandedIn> {
  const { git, remote } = repository;
  if (identity) {
    await git.text(['config', '--local', 'user.name', identity.name]);
    await git.text(['config', '--local', 'user.email', identity.email]);
  }
  const there = remote && (await branchesOf(repository));
  const branch = await branchToUse(repository, title, there);
  await commit(repository, branch, files, commitMessage(title, note, files));
  if (!remote)
    return {
      state: 'recorded',
      branch,
      message: 'These changes are noted. The next list begins with what you change from now on.',
    };
  return there && !there.ok ? notSent(branch, there) : send(git, remote.name, branch);
}

/** The branches of the remote: asked for before each commit, as a request may have been merged meanwhile. */
async function branchesOf({ git, remote }: Repository): Promise<GitAnswer> {
  return git.run(['ls-remote', '--heads', remote?.name ?? ''], await git.network(patience.ask));
}

/** The branch of the last hand-in while its request is open, else a new one. Without a remote, the current one. */
async function branchToUse(
  { git, branch, remote, defaultBranch }: Repository,
  title: string,
  there: GitAnswer | undefined,
): Promise<string> {
  if (!remote && branch !== undefined) return branch;
  const remotely = new Set(
    (there?.text ?? '').split('\n').map((line) => line.split('\trefs/heads/')[1] ?? ''),
  );
  if (remote && isEditBranch(branch)) {
    const wasSent =
      (await git.known(['rev-parse', '--verify', '-q', `refs/remotes/${remote.name}/${branch}`])) !==
      undefined;
    const isGone = wasSent && there?.ok === true && !remotely.has(branch);
    const target = `refs/remotes/${remote.name}/${defaultBranch}`;
    if (there?.ok === true && defaultBranch !== undefined)
      await git.run(
        ['fetch', '-q', '--no-tags', remote.name, `+refs/heads/${defaultBranch}:${target}`],
        await git.network(patience.ask),
      );
    const isMerged = wasSent && (await git.run(['merge-base', '--is-ancestor', 'HEAD', target])).ok;
    if (!isGone && !isMerged) return branch;
  }
  const known = await git.text(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes']);
  const local = known.split('\n').map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''));
  return branchFor(title, new Set([...local, ...remotely]), new Date());
}

/** Commits on a branch. Whatever fails, files, index and branch stay as they were. */
async function commit(
  { git, head, branch: current }: Repository,
  branch: string,
  files: readonly ListedFile[],
  message: string,
): Promise<void> {
  await untilFree(git);
  const paths = `${files.flatMap((file) => file.paths).join('\0')}\0`;
  const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-index-'));
  const ref = `refs/heads/${branch}`;
  const [isNew, isOther] = [
    branch !== current && (await git.known(['rev-parse', '--verify', '-q', ref])) === undefined,
    branch !== current,
  ];
  try {
    // An index of its own: what others have staged stays staged, and out of this commit.
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await git.text(['read-tree', 'HEAD'], { env });
    // A file that was staged although it is ignored is meant.
    const added = await git.run(['add', '--all', '--force', ...fromInput], { env, input: paths });
    if (!added.ok)
      throw new GitError(
        'Git could not read a file. Nothing was handed in, and nothing is lost.',
        added.said,
      );
    if (isNew) await git.text(['update-ref', '-m', 'hand in', ref, head, '0'.repeat(head.length)]);
    if (isOther) await git.text(['symbolic-ref', '-m', 'hand in', 'HEAD', ref]);
    const done = await git.run(['commit', '--quiet', '--file=-'], {
      env,
      input: message,
      seconds: patience.commit,
    });
    // A hook that runs after the commit may have hung.
    const isDone = done.ok || (await git.known(['rev-parse', '--verify', '-q', ref])) !== head;
    if (!isDone) {
      await back(git, ref, head, current, { isNew, isOther });
      throw new GitError(reasonOf(done), done.said || done.text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // The index still has the old versions. Another program may hold it for a moment.
  for (let tries = 0; tries < 20; tries++) {
    if ((await git.run(['reset', '--quiet', ...fromInput], { input: paths })).ok) return;
    await wait(100);
  }
}

/** Waits while another program changes the index. It would keep the old versions, and a later commit would bring them back. */
async function untilFree(git: Git): Promise<void> {
  const lock = resolve(git.folder, await git.text(['rev-parse', '--git-path', 'index.lock']));
  for (let tries = 0; existsSync(lock); tries++) {
    if (tries === 20)
      throw new GitError(
        'Another program is using git in this folder. Nothing was handed in, and nothing is lost. Try it once more.',
        `There is a file ${lock}. If no program uses git, it was left behind and can be deleted.`,
      );
    await wait(100);
  }
}

async function back(
  git: Git,
  ref: string,
  head: string,
  current: string | undefined,
  { isNew, isOther }: { isNew: boolean; isOther: boolean },
): Promise<void> {
  if (isOther)
    await (current === undefined
      ? git.run(['update-ref', '--no-deref', '-m', 'hand in refused', 'HEAD', head])
      : git.run(['symbolic-ref', '-m', 'hand in refused', 'HEAD', `refs/heads/${current}`]));
  if (isNew) await git.run(['update-ref', '-d', ref, head]);
}

function reasonOf({ failed, said }: GitAnswer): string {
  const nothing = 'Nothing was handed in, and nothing is lost.';
  if (failed === 'too-slow')
    return `Git did not come to an end: a check or a signature on this computer waits for something. ${nothing}`;
  if (/gpg|sign/i.test(said)) return `Git could not sign your changes with your key. ${nothing}`;
  return `A check of this repository has refused your changes. ${nothing}`;
}

/** Sends a branch. What is not sent waits in its commit. */
export async function send(git: Git, remote: string, branch: string): Promise<HandedIn> {
  const ref = `refs/heads/${branch}`;
  const pushed = await git.run(
    ['push', '--set-upstream', remote, `${ref}:${ref}`],
    await git.network(patience.send),
  );
  if (!pushed.ok && /non-fast-forward|fetch first/.test(pushed.said)) return sendApart(git, remote, branch);
  if (!pushed.ok) return notSent(branch, pushed);
  return { state: 'sent', branch, message: 'Your changes are sent.', said: pushed.said };
}

/** Somebody else has added to the request, so this becomes one of its own. */
async function sendApart(git: Git, remote: string, branch: string): Promise<HandedIn> {
  const head = await git.text(['rev-parse', 'HEAD']);
  const known = await git.run(['ls-remote', '--heads', remote], await git.network(patience.ask));
  const taken = new Set(known.text.split('\n').map((line) => line.split('\trefs/heads/')[1] ?? ''));
  const local = (await git.text(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'])).split('\n');
  let [number, name] = [2, `${branch}-2`];
  while (taken.has(name) || local.includes(name)) name = `${branch}-${++number}`;
  await git.text(['update-ref', '-m', 'hand in', `refs/heads/${name}`, head, '0'.repeat(head.length)]);
  await git.text(['symbolic-ref', '-m', 'hand in', 'HEAD', `refs/heads/${name}`]);
  const ref = `refs/heads/${name}`;
  const pushed = await git.run(
    ['push', '--set-upstream', remote, `${ref}:${ref}`],
    await git.network(patience.send),
  );
  if (!pushed.ok) return notSent(name, pushed);
  return {
    state: 'sent',
    branch: name,
    message:
      'Your changes are sent, as a request of their own: somebody has added to the first one meanwhile.',
    said: pushed.said,
  };
}

/** Why nothing was sent, by what git says. */
const reasons: readonly [RegExp, string][] = [
  [
    /could not resolve|couldn't resolve|unable to connect|failed to connect|couldn't connect|timed out|network is unreachable|no route to host|connection (?:refused|reset|closed)/i,
    'There is no connection to the place for reviews.',
  ],
  [
    /terminal prompts disabled|could not read (?:username|password)|authentication failed|permission denied \(|invalid username|host key verification|access denied|\b401\b/i,
    'The place for reviews does not know you: git on this computer needs your password or key for it.',
  ],
  [
    /\b403\b|not allowed to push|permission to .* denied|write access|read-only/i,
    'You may look at the place for reviews, but not send anything there.',
  ],
  [
    /not found|does not exist|does not appear to be a git repository|\b404\b/i,
    'The place for reviews is not where this folder says it is.',
  ],
  [/hook declined|protected branch|rejected/i, 'The place for reviews has refused your changes.'],
];

function notSent(branch: string, { failed, said, text }: GitAnswer): HandedIn {
  const reason =
    failed === 'too-slow'
      ? 'The place for reviews does not answer.'
      : (reasons.find(([pattern]) => pattern.test(said))?.[1] ?? 'Git could not send your changes.');
  return {
    state: 'waiting',
    branch,
    message: `${reason} Your changes are safe on this computer and wait to be sent.`,
    said: said || text,
  };
}
