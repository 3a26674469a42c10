import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGitSite, aboutUsPage } from '../support/git-site.ts';
import { listCommitFiles, startHandIn, aboutUsFile, replaceHeading } from '../support/hand-in.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

// These tests cover rare cases: other programs, hooks, remotes and unusual repositories.

test("a hand-in is refused while another program holds git's lock, and a failing post-commit hook is ignored", async () => {
  const site = createGitSite(createTestFolder());
  const { handIn, list, discard } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Staged'));
  site.git('add', aboutUsFile);
  site.write(aboutUsFile, replaceHeading('Written'));
  const lock = site.write('.git/index.lock', '');
  const refusal = await handIn('Change');
  expect(refusal).toMatchObject({
    status: 422,
    message: expect.stringContaining('Another program is using git'),
  });
  expect(refusal.output).toContain(lock);
  expect(site.git('branch')).toBe('* main');
  rmSync(lock);
  // Discarding changes also saves the staged changes.
  expect((await discard(aboutUsFile)).status).toBe(200);
  expect(site.git('show', `stash@{0}:${aboutUsFile}`)).toBe(replaceHeading('Written').trimEnd());
  expect(site.git('show', `stash@{0}^2:${aboutUsFile}`)).toBe(replaceHeading('Staged').trimEnd());
  site.git('stash', 'pop', '-q');
  expect(site.read(aboutUsFile)).toBe(replaceHeading('Written'));
  site.addHook('post-commit', 'kill -9 $PPID');
  expect(await handIn('Change')).toMatchObject({ state: 'sent' });
  expect((await list()).files).toEqual([]);
});

test('if a hook rejects the commit, nothing is handed in and nothing changes', async () => {
  const site = createGitSite(createTestFolder());
  const { handIn, list } = await startHandIn(site);
  site.addHook('pre-commit', 'git diff --cached --name-only; echo "No umlauts, please" >&2; exit 1');
  site.write(aboutUsFile, replaceHeading('Bad'));
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'Staged'));
  site.git('add', 'pages/index.yaml');
  const before = [site.git('status', '--porcelain'), site.git('for-each-ref')];
  const refusal = await handIn('Change it', [aboutUsFile]);
  expect(refusal).toMatchObject({
    status: 422,
    message:
      'A check of this repository rejected your changes. Nothing was handed in, and your changes are kept.',
  });
  expect(refusal.output).toContain('No umlauts, please');
  expect([site.git('status', '--porcelain'), site.git('for-each-ref')]).toEqual(before);
  expect(site.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect((await list()).files).toHaveLength(2);
  // A hook sees only the selected changes, and may edit the commit message.
  site.addHook('pre-commit', 'test "$(git diff --cached --name-only)" = pages/about/us.yaml');
  site.addHook('commit-msg', 'echo "Reviewed-by: hook" >> "$1"');
  expect(await handIn('Change it', [aboutUsFile])).toMatchObject({ state: 'sent' });
  expect(site.git('log', '-1', '--format=%b')).toContain('Reviewed-by: hook');
  site.addHook('pre-commit', 'exit 0');
  site.git('config', 'commit.gpgSign', 'true');
  site.git('config', 'gpg.program', 'false');
  const unsignedResult = await handIn('Sign it');
  expect(unsignedResult).toMatchObject({
    status: 422,
    message: expect.stringContaining('Git could not sign'),
  });
  expect(site.git('diff', '--cached', '--name-only')).toBe('pages/index.yaml');
});

test.each([
  ['refused by the remote', 'The remote repository rejected your changes.'],
  ['no remote repository', 'The remote repository was not found. Check its address with `git remote -v`.'],
  ['offline', 'The remote repository cannot be reached. Check your internet connection.'],
  [
    'password required',
    'The remote repository requires your password or key. Set it up in git on this computer.',
  ],
])('if a push fails, the commit can be pushed later: %s', async (cause, message) => {
  const site = createGitSite(createTestFolder());
  const { handIn, list, post } = await startHandIn(site);
  const authServer = createServer((_, outgoing) => {
    outgoing.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => authServer.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void authServer.close());
  const { port } = authServer.address() as AddressInfo; // the server listens on a port
  if (cause === 'refused by the remote')
    site.addHook('pre-receive', 'echo "Not today" >&2; exit 1', site.remote);
  if (cause === 'no remote repository') renameSync(site.remote, `${site.remote}.away`);
  if (cause === 'offline') site.git('remote', 'set-url', 'origin', 'http://127.0.0.1:9/site.git');
  if (cause === 'password required')
    site.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/site.git`);
  site.write(aboutUsFile, replaceHeading('Waits'));
  const result = await handIn('Wait');
  expect(result).toMatchObject({ status: 200, state: 'waiting', branch: 'edit/wait' });
  expect(result.message).toBe(
    `${message} Your changes are saved on this computer, but have not been sent yet.`,
  );
  expect(result.output).not.toBe('');
  expect(await list()).toMatchObject({ files: [], unsent: 1 });
  expect(site.git('show', `edit/wait:${aboutUsFile}`)).toBe(replaceHeading('Waits').trimEnd());
  if (cause === 'refused by the remote') rmSync(join(site.remote, 'hooks/pre-receive'));
  if (cause === 'no remote repository') renameSync(`${site.remote}.away`, site.remote);
  site.git('remote', 'set-url', 'origin', site.remote);
  expect(await post({ do: 'send' })).toMatchObject({ status: 200, state: 'sent' });
  expect(site.gitInRemote('rev-parse', 'edit/wait')).toBe(site.git('rev-parse', 'HEAD'));
  expect(await list()).toMatchObject({ unsent: 0 });
  expect(await post({ do: 'send' })).toMatchObject({ status: 409 });
});

test('a pull request that contains commits by other people is not changed', async () => {
  const parentFolder = createTestFolder();
  const site = createGitSite(parentFolder);
  const { handIn } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('First'));
  await handIn('Work');
  const other = join(parentFolder, 'other');
  site.git('clone', '-q', '-b', 'edit/work', site.remote, other);
  site.git('-C', other, 'commit', '-q', '--allow-empty', '-m', 'A word of the reviewer');
  site.git('-C', other, 'push', '-q');
  const theirCommit = site.gitInRemote('rev-parse', 'edit/work');
  site.write(aboutUsFile, replaceHeading('Second'));
  const result = await handIn('More work');
  expect(result).toMatchObject({ state: 'sent', branch: 'edit/work-2' });
  expect(result.message).toContain('someone else has added changes to the first one');
  expect(site.gitInRemote('rev-parse', 'edit/work')).toBe(theirCommit);
  expect(site.gitInRemote('show', `edit/work-2:${aboutUsFile}`)).toBe(replaceHeading('Second').trimEnd());
});

test.each(['merge', 'rebase'])('nothing can be handed in during a %s', async (name) => {
  const site = createGitSite(createTestFolder());
  site.git('checkout', '-q', '-b', 'other');
  for (const [branch, heading] of [
    ['other', 'Theirs'],
    ['main', 'Ours'],
  ] as const) {
    site.git('checkout', '-q', branch);
    site.write(aboutUsFile, replaceHeading(heading));
    site.git('commit', '-qam', heading);
  }
  expect(() => site.git(name, 'other')).toThrow('Command failed');
  const { handIn, list } = await startHandIn(site);
  const head = site.git('rev-parse', 'HEAD');
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'New words'));
  expect((await list()).blocked).toContain(`(git ${name})`);
  const { status, message } = await handIn('Change', ['pages/index.yaml'], { withFaults: true });
  expect([status, message]).toEqual([409, expect.stringContaining('Finish or abort that command')]);
  expect(site.git('rev-parse', 'HEAD')).toBe(head);
});

test('changes based on an older version are committed to a branch that starts there', async () => {
  const site = createGitSite(createTestFolder());
  site.git('checkout', '-q', '--detach');
  const { handIn, list } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Old'));
  expect((await list()).notes).toEqual([expect.stringContaining('an older version of the site')]);
  site.addHook('pre-commit', 'exit 1');
  const head = site.git('rev-parse', 'HEAD');
  expect((await handIn('Change')).status).toBe(422);
  expect(() => site.git('symbolic-ref', '-q', 'HEAD')).toThrow('Command failed');
  expect(site.git('rev-parse', 'HEAD')).toBe(head);
  site.addHook('pre-commit', 'exit 0');
  expect(await handIn('Change')).toMatchObject({ state: 'sent', branch: 'edit/change' });
  expect(site.git('rev-parse', 'edit/change^')).toBe(head);
});

test('the current branch gets no commits, and existing branch names are not reused', async () => {
  const site = createGitSite(createTestFolder());
  site.git('checkout', '-q', '-b', 'production');
  site.git('branch', 'edit/change');
  site.gitInRemote('update-ref', 'refs/heads/edit/change-2', 'main');
  const { handIn } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Careful'));
  expect(await handIn('Change')).toMatchObject({ state: 'sent', branch: 'edit/change-3' });
  expect(site.git('rev-parse', 'production')).toBe(site.git('rev-parse', 'main'));
  site.git('checkout', '-q', 'main');
  for (const name of ['edit/change', 'edit/change-3']) site.git('branch', '-D', name);
  for (const name of ['change-2', 'change-3']) {
    site.gitInRemote('update-ref', '-d', `refs/heads/edit/${name}`);
    site.git('update-ref', '-d', `refs/remotes/origin/edit/${name}`);
  }
  site.git('branch', 'edit');
  site.write(aboutUsFile, replaceHeading('More'));
  expect(await handIn('日本語')).toMatchObject({
    branch: expect.stringMatching(/^edits\/changes-\d{4}-\d\d-\d\d$/),
  });
});

test('a site in a subfolder of a repository can be handed in; for a submodule, a note is shown', async () => {
  const parentFolder = createTestFolder();
  const site = createGitSite(parentFolder, { subfolder: 'web/our site' });
  const { handIn, list, discard } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Below'));
  site.write('../notes.md', 'New');
  expect((await list()).files.map(({ paths }) => paths)).toEqual([[aboutUsFile]]);
  expect((await discard(aboutUsFile)).status).toBe(200);
  expect(site.read(aboutUsFile)).toBe(aboutUsPage);
  site.write(aboutUsFile, replaceHeading('Below'));
  expect(await handIn('Change')).toMatchObject({ state: 'sent' });
  expect(listCommitFiles(site, 'HEAD')).toEqual([`web/our site/${aboutUsFile}`]);

  const outer = join(parentFolder, 'outer');
  mkdirSync(outer);
  const runOuterGit = (...args: string[]) =>
    site.git('-C', outer, '-c', 'protocol.file.allow=always', ...args);
  runOuterGit('init', '-q');
  runOuterGit('submodule', '--quiet', 'add', site.remote, 'part');
  runOuterGit('commit', '-qm', 'With a part');
  const folder = join(outer, 'part/web/our site');
  const submoduleTool = await startHandIn({ ...site, folder });
  expect((await submoduleTool.list()).notes).toEqual([
    expect.stringContaining('part of another project (a submodule)'),
  ]);
});

test('many files, including pages with errors, can be handed in together', async () => {
  const site = createGitSite(createTestFolder());
  const { list, handIn, post } = await startHandIn(site);
  for (let index = 0; index < 120; index++)
    site.write(`pages/many/p${index}.yaml`, aboutUsPage.replaceAll('Hello', `Page number ${index}`));
  site.write(aboutUsFile, replaceHeading('a: b: c'));
  const { files } = await list();
  expect(files).toHaveLength(121);
  expect(files.find(({ paths }) => paths[0] === aboutUsFile)?.changes[0]?.where).toEqual([
    'Opening',
    'Heading',
  ]);
  const { title } = await post({ do: 'review', paths: files.map(({ paths }) => paths.at(-1)), title: '' });
  expect(title).toBe('Add 120 pages, change 1 page');
  expect(await handIn(title ?? '', [], { withFaults: true })).toMatchObject({ state: 'sent' });
  expect(listCommitFiles(site, 'HEAD')).toHaveLength(121);
  expect(site.git('status', '--porcelain')).toBe('');
});
