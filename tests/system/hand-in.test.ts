import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { gitSite, ourPage } from '../support/git-site.ts';
import { filesIn, startHandIn, us, withHeading } from '../support/hand-in.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

// Rare cases: other programs, hooks, remotes and unusual repositories.

test('the lock of another git command is respected, and a failing post-commit hook is ignored', async () => {
  const site = gitSite(temporaryFolder());
  const { handIn, list, takeBack } = await startHandIn(site);
  site.write(us, withHeading('Staged'));
  site.git('add', us);
  site.write(us, withHeading('Written'));
  const lock = site.write('.git/index.lock', '');
  const refused = await handIn('Change');
  expect(refused).toMatchObject({
    status: 422,
    message: expect.stringContaining('Another program is using git'),
  });
  expect(refused.output).toContain(lock);
  expect(site.git('branch')).toBe('* main');
  rmSync(lock);
  // Staged changes are saved, too.
  expect((await takeBack(us)).status).toBe(200);
  expect(site.git('show', `stash@{0}:${us}`)).toBe(withHeading('Written').trimEnd());
  expect(site.git('show', `stash@{0}^2:${us}`)).toBe(withHeading('Staged').trimEnd());
  site.git('stash', 'pop', '-q');
  expect(site.read(us)).toBe(withHeading('Written'));
  site.hook('post-commit', 'kill -9 $PPID');
  expect(await handIn('Change')).toMatchObject({ state: 'sent' });
  expect((await list()).files).toEqual([]);
});

test('a hook that rejects the commit leaves everything unchanged', async () => {
  const site = gitSite(temporaryFolder());
  const { handIn, list } = await startHandIn(site);
  site.hook('pre-commit', 'git diff --cached --name-only; echo "No umlauts, please" >&2; exit 1');
  site.write(us, withHeading('Bad'));
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'Staged'));
  site.git('add', 'pages/index.yaml');
  const before = [site.git('status', '--porcelain'), site.git('for-each-ref')];
  const refused = await handIn('Change it', [us]);
  expect(refused).toMatchObject({
    status: 422,
    message:
      'A check of this repository rejected your changes. Nothing was handed in, and your changes are kept.',
  });
  expect(refused.output).toContain('No umlauts, please');
  expect([site.git('status', '--porcelain'), site.git('for-each-ref')]).toEqual(before);
  expect(site.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect((await list()).files).toHaveLength(2);
  // A hook sees only the selected changes, and may edit the message.
  site.hook('pre-commit', 'test "$(git diff --cached --name-only)" = pages/about/us.yaml');
  site.hook('commit-msg', 'echo "Reviewed-by: hook" >> "$1"');
  expect(await handIn('Change it', [us])).toMatchObject({ state: 'sent' });
  expect(site.git('log', '-1', '--format=%b')).toContain('Reviewed-by: hook');
  site.hook('pre-commit', 'exit 0');
  site.git('config', 'commit.gpgSign', 'true');
  site.git('config', 'gpg.program', 'false');
  const unsigned = await handIn('Sign it');
  expect(unsigned).toMatchObject({ status: 422, message: expect.stringContaining('Git could not sign') });
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
])('a commit that could not be pushed can be pushed later: %s', async (why, message) => {
  const site = gitSite(temporaryFolder());
  const { handIn, list, post } = await startHandIn(site);
  const asking = createServer((_, outgoing) => {
    outgoing.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => asking.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void asking.close());
  const { port } = asking.address() as AddressInfo; // listens on a port, as above
  if (why === 'refused by the remote') site.hook('pre-receive', 'echo "Not today" >&2; exit 1', site.remote);
  if (why === 'no remote repository') renameSync(site.remote, `${site.remote}.away`);
  if (why === 'offline') site.git('remote', 'set-url', 'origin', 'http://127.0.0.1:9/site.git');
  if (why === 'password required')
    site.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/site.git`);
  site.write(us, withHeading('Waits'));
  const done = await handIn('Wait');
  expect(done).toMatchObject({ status: 200, state: 'waiting', branch: 'edit/wait' });
  expect(done.message).toBe(`${message} Your changes are saved on this computer, but not sent yet.`);
  expect(done.output).not.toBe('');
  expect(await list()).toMatchObject({ files: [], unsent: 1 });
  expect(site.git('show', `edit/wait:${us}`)).toBe(withHeading('Waits').trimEnd());
  if (why === 'refused by the remote') rmSync(join(site.remote, 'hooks/pre-receive'));
  if (why === 'no remote repository') renameSync(`${site.remote}.away`, site.remote);
  site.git('remote', 'set-url', 'origin', site.remote);
  expect(await post({ do: 'send' })).toMatchObject({ status: 200, state: 'sent' });
  expect(site.atRemote('rev-parse', 'edit/wait')).toBe(site.git('rev-parse', 'HEAD'));
  expect(await list()).toMatchObject({ unsent: 0 });
  expect(await post({ do: 'send' })).toMatchObject({ status: 409 });
});

test('a pull request with commits by others is not changed', async () => {
  const above = temporaryFolder();
  const site = gitSite(above);
  const { handIn } = await startHandIn(site);
  site.write(us, withHeading('First'));
  await handIn('Work');
  const other = join(above, 'other');
  site.git('clone', '-q', '-b', 'edit/work', site.remote, other);
  site.git('-C', other, 'commit', '-q', '--allow-empty', '-m', 'A word of the reviewer');
  site.git('-C', other, 'push', '-q');
  const theirs = site.atRemote('rev-parse', 'edit/work');
  site.write(us, withHeading('Second'));
  const done = await handIn('More work');
  expect(done).toMatchObject({ state: 'sent', branch: 'edit/work-2' });
  expect(done.message).toContain('someone else has added changes to the first one');
  expect(site.atRemote('rev-parse', 'edit/work')).toBe(theirs);
  expect(site.atRemote('show', `edit/work-2:${us}`)).toBe(withHeading('Second').trimEnd());
});

test.each(['merge', 'rebase'])('nothing can be handed in during a %s', async (name) => {
  const site = gitSite(temporaryFolder());
  site.git('checkout', '-q', '-b', 'other');
  for (const [branch, heading] of [
    ['other', 'Theirs'],
    ['main', 'Ours'],
  ] as const) {
    site.git('checkout', '-q', branch);
    site.write(us, withHeading(heading));
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

test('changes based on an older version go on a branch that starts there', async () => {
  const site = gitSite(temporaryFolder());
  site.git('checkout', '-q', '--detach');
  const { handIn, list } = await startHandIn(site);
  site.write(us, withHeading('Old'));
  expect((await list()).notes).toEqual([expect.stringContaining('an older version of the site')]);
  site.hook('pre-commit', 'exit 1');
  const head = site.git('rev-parse', 'HEAD');
  expect((await handIn('Change')).status).toBe(422);
  expect(() => site.git('symbolic-ref', '-q', 'HEAD')).toThrow('Command failed');
  expect(site.git('rev-parse', 'HEAD')).toBe(head);
  site.hook('pre-commit', 'exit 0');
  expect(await handIn('Change')).toMatchObject({ state: 'sent', branch: 'edit/change' });
  expect(site.git('rev-parse', 'edit/change^')).toBe(head);
});

test('other branches get no commits, and existing branch names are not reused', async () => {
  const site = gitSite(temporaryFolder());
  site.git('checkout', '-q', '-b', 'production');
  site.git('branch', 'edit/change');
  site.atRemote('update-ref', 'refs/heads/edit/change-2', 'main');
  const { handIn } = await startHandIn(site);
  site.write(us, withHeading('Careful'));
  expect(await handIn('Change')).toMatchObject({ state: 'sent', branch: 'edit/change-3' });
  expect(site.git('rev-parse', 'production')).toBe(site.git('rev-parse', 'main'));
  site.git('checkout', '-q', 'main');
  for (const name of ['edit/change', 'edit/change-3']) site.git('branch', '-D', name);
  for (const name of ['change-2', 'change-3']) {
    site.atRemote('update-ref', '-d', `refs/heads/edit/${name}`);
    site.git('update-ref', '-d', `refs/remotes/origin/edit/${name}`);
  }
  site.git('branch', 'edit');
  site.write(us, withHeading('More'));
  expect(await handIn('日本語')).toMatchObject({
    branch: expect.stringMatching(/^edits\/changes-\d{4}-\d\d-\d\d$/),
  });
});

test('works for a site in a subfolder of a repository and in a submodule', async () => {
  const above = temporaryFolder();
  const site = gitSite(above, { inner: 'web/our site' });
  const { handIn, list, takeBack } = await startHandIn(site);
  site.write(us, withHeading('Below'));
  site.write('../notes.md', 'New');
  expect((await list()).files.map(({ paths }) => paths)).toEqual([[us]]);
  expect((await takeBack(us)).status).toBe(200);
  expect(site.read(us)).toBe(ourPage);
  site.write(us, withHeading('Below'));
  expect(await handIn('Change')).toMatchObject({ state: 'sent' });
  expect(filesIn(site, 'HEAD')).toEqual([`web/our site/${us}`]);

  const outer = join(above, 'outer');
  mkdirSync(outer);
  const gitOuter = (...args: string[]) => site.git('-C', outer, '-c', 'protocol.file.allow=always', ...args);
  gitOuter('init', '-q');
  gitOuter('submodule', '--quiet', 'add', site.remote, 'part');
  gitOuter('commit', '-qm', 'With a part');
  const folder = join(outer, 'part/web/our site');
  const desk = await startHandIn({ ...site, folder });
  expect((await desk.list()).notes).toEqual([
    expect.stringContaining('part of another project (a submodule)'),
  ]);
});

test('works for many files and for pages with errors', async () => {
  const site = gitSite(temporaryFolder());
  const { list, handIn, post } = await startHandIn(site);
  for (let at = 0; at < 120; at++)
    site.write(`pages/many/p${at}.yaml`, ourPage.replaceAll('Hello', `Page number ${at}`));
  site.write(us, withHeading('a: b: c'));
  const { files } = await list();
  expect(files).toHaveLength(121);
  expect(files.find(({ paths }) => paths[0] === us)?.changes[0]?.where).toEqual(['Opening', 'Heading']);
  const { title } = await post({ do: 'review', paths: files.map(({ paths }) => paths.at(-1)), title: '' });
  expect(title).toBe('Add 120 pages, change 1 page');
  expect(await handIn(title ?? '', [], { withFaults: true })).toMatchObject({ state: 'sent' });
  expect(filesIn(site, 'HEAD')).toHaveLength(121);
  expect(site.git('status', '--porcelain')).toBe('');
});
