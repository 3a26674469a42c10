import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHandIn } from '../../scripts/server/hand-in-request.ts';
import { DevSite } from '../../scripts/source/dev-site.ts';
import { type GitSite, gitSite, ourPage } from '../support/git-site.ts';
import { servePart } from '../support/own-requests.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

interface Listed {
  files: {
    kind: string;
    title: string;
    paths: string[];
    version: string;
    route?: string;
    note?: string;
    changes: { where: string[]; note?: string; before?: string; after?: string }[];
  }[];
  message?: string;
  said?: string;
  branch?: string;
  unsent?: number;
  blocked?: string;
  others?: number;
}

interface Answer {
  status: number;
  state?: string;
  message: string;
  said?: string;
  link?: string;
  branch?: string;
  title?: string;
  count?: number;
  paths?: string[];
}

/** The part of the dev server that hands in, for a site in a repository. */
async function deskOf(site: GitSite, env: NodeJS.ProcessEnv = site.env) {
  const pages = join(site.folder, 'pages');
  const desk = openHandIn(
    pages,
    new DevSite(pages),
    env,
    () => '',
    () => Promise.resolve(undefined),
  );
  const { address, html: htmlAt, post: postTo } = await servePart(desk);
  const list = async () => JSON.parse(await htmlAt('/__changes')) as Listed; // the list of changes
  const html = () => htmlAt('/__hand-in');
  const post = (body: object) => postTo<Omit<Answer, 'status'>>('/__hand-in', body);
  const chosen = async (...paths: string[]) =>
    (await list()).files
      .filter((file) => paths.length === 0 || paths.includes(file.paths.at(-1) ?? ''))
      .map((file) => ({ path: file.paths.at(-1) ?? '', version: file.version }));
  const handIn = async (title: string, paths: string[] = [], more: object = {}) =>
    post({ do: 'hand-in', files: await chosen(...paths), title, note: '', withFaults: false, ...more });
  const takeBack = async (path: string) => post({ do: 'take-back', files: await chosen(path) });
  return { address, list, html, post, chosen, handIn, takeBack };
}

const us = 'pages/about/us.yaml';
const withHeading = (heading: string) => ourPage.replace('heading: Hello', `heading: ${heading}`);
const filesIn = (site: GitSite, commit: string) =>
  site
    .git('show', '--format=', '--name-only', '--no-renames', '-z', commit)
    .split('\0')
    .filter(Boolean)
    .toSorted();

test('the list says in words what has changed', async () => {
  const site = gitSite(temporaryFolder());
  const { list } = await deskOf(site);
  expect((await list()).files).toEqual([]);
  site.write(
    us,
    withHeading('Welcome').replace('that is there\n', 'that was there\n') +
      '  - type: cta\n    heading: Write to us\n    actions: [{ label: Write, to: / }]\n',
  );
  site.write(
    'pages/news.yaml',
    ourPage.replaceAll('Hello', 'News').replace('Words of a page', 'What is new'),
  );
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('# why', '# because'));
  site.write('pages/_site.yaml', site.read('pages/_site.yaml').replace('label: Home', 'label: Start'));
  site.write('public/pictures/new one ä#?%.svg', '<svg/>');
  renameSync(join(site.folder, 'pages/about/team.yaml'), join(site.folder, 'pages/people.yaml'));
  site.write('notes.txt', 'Not of the site');
  const { files } = await list();
  const facts = files.map(({ kind, title, paths, note, changes }) => ({
    kind,
    title,
    paths,
    note,
    changes: changes.map(({ where, note: what, before, after }) => [where.join(' · '), what, before, after]),
  }));
  expect(facts).toEqual([
    {
      kind: 'changed',
      title: 'Whole site',
      paths: ['pages/_site.yaml'],
      note: undefined,
      changes: [['Navigation · Entry · Label', undefined, 'Home', 'Start']],
    },
    {
      kind: 'changed',
      title: 'Hello',
      paths: [us],
      note: undefined,
      changes: [
        ['Opening · Heading', undefined, 'Hello', 'Welcome'],
        [
          'Opening · Introduction',
          undefined,
          'Words of a page that is there\n',
          'Words of a page that was there\n',
        ],
        ['Call to action', 'New', undefined, 'Write to us · Write'],
      ],
    },
    {
      kind: 'changed',
      title: 'Home',
      paths: ['pages/index.yaml'],
      note: undefined,
      changes: [['', 'Only the notes in the file changed. Visitors see the same', undefined, undefined]],
    },
    expect.objectContaining({ kind: 'new', title: 'News', paths: ['pages/news.yaml'] }),
    {
      kind: 'moved',
      title: 'Team',
      paths: ['pages/about/team.yaml', 'pages/people.yaml'],
      note: undefined,
      changes: [],
    },
    expect.objectContaining({ kind: 'new', title: 'Picture new one ä#?%.svg' }),
  ]);
});

test('blocks are known again by what they say', async () => {
  const site = gitSite(temporaryFolder());
  const { list } = await deskOf(site);
  const block = (heading: string, text: string) =>
    `  - type: text\n    heading: ${heading}\n    body: |\n      ${text}\n`;
  const one = block('One', 'The first text of this page, which is about ships');
  const two = block('Two', 'The second text is about weather and wind');
  const three = block('Three', 'The third one speaks of bread, butter and salt');
  site.write(us, ourPage + one + two + three);
  site.git('add', '-A');
  site.git('commit', '-qm', 'Three texts');
  site.write('pages/_shared/note.yaml', 'type: alert\nkind: info\ntext: Closed on Monday\n');
  site.write(us, ourPage + three.replace('salt', 'pepper') + one + two + '  - use: note\n');
  const { files } = await list();
  const [page, shared] = [
    files.find(({ paths }) => paths[0] === us),
    files.find(({ kind }) => kind === 'new'),
  ];
  expect(page?.changes.map(({ where, note, before }) => [where.join(' · '), note, before])).toEqual([
    ['Text “Three”', 'Moved up, now below “Hello”', undefined],
    ['Text “Three” · Text', undefined, 'The third one speaks of bread, butter and salt\n'],
    ['Shared block “note”', 'New', undefined],
  ]);
  expect([shared?.title, shared?.note]).toEqual(['Shared block “note”', 'Used on 1 page.']);
});

test('only the chosen files are in the commit, on a branch of its own', async () => {
  const site = gitSite(temporaryFolder());
  const { list, handIn, html } = await deskOf(site);
  site.write(us, withHeading('Grüße'));
  site.write('pages/about/team.yaml', ourPage.replaceAll('Hello', 'Team changed'));
  site.write('public/a b#?%ü.txt', 'A file\r\nwith its own line ends');
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'Staged words'));
  site.write('.gitignore', `${site.read('.gitignore')}# staged\n`);
  site.git('add', 'pages/index.yaml', '.gitignore');
  const before = site.git('rev-parse', 'main');
  expect((await list()).others).toBe(1);
  const done = await handIn('Greet in Größe & umlauts', [us, 'public/a b#?%ü.txt'], {
    note: 'Please look at the ü',
  });
  expect(done).toMatchObject({ status: 200, state: 'sent', branch: 'edit/greet-in-grosse-umlauts' });
  const branch = done.branch ?? '';
  expect(filesIn(site, branch)).toEqual(['pages/about/us.yaml', 'public/a b#?%ü.txt']);
  expect(site.git('show', `${branch}:${us}`)).toBe(withHeading('Grüße').trimEnd());
  expect(site.git('rev-parse', 'main')).toBe(before);
  expect(site.atRemote('rev-parse', 'main')).toBe(before);
  expect(site.atRemote('rev-parse', branch)).toBe(site.git('rev-parse', 'HEAD'));
  expect(site.git('log', '-1', '--format=%an %s%n%b')).toBe(
    'Anna Author Greet in Größe & umlauts\nPlease look at the ü\n\n- Hello (/about/us): 1 change\n- File a b#?%ü.txt (public/a b#?%ü.txt): new\n',
  );
  // What was staged stays staged, and what was not chosen stays changed.
  expect(site.git('diff', '--cached', '--name-only')).toBe('.gitignore\npages/index.yaml');
  expect(site.git('diff', '--name-only')).toBe('pages/about/team.yaml');
  expect(await html()).toContain('Sent: Greet in Größe &amp; umlauts');
  await handIn('Change the rest');
  expect((await list()).files).toEqual([]);
  expect(site.git('diff', '--cached', '--name-only')).toBe('.gitignore');
});

test('the next changes are added to the same request, until it is merged or deleted', async () => {
  const site = gitSite(temporaryFolder());
  const { handIn } = await deskOf(site);
  site.write(us, withHeading('First'));
  const { branch = '' } = await handIn('Greet');
  site.write(us, withHeading('Second'));
  expect(await handIn('Greet better')).toMatchObject({ state: 'sent', branch });
  expect(site.atRemote('rev-list', '--count', `main..${branch}`)).toBe('2');

  // After it was merged, another one begins.
  site.atRemote('update-ref', 'refs/heads/main', branch);
  site.write(us, withHeading('Later'));
  expect(await handIn('Greet later')).toMatchObject({ state: 'sent', branch: 'edit/greet-later' });
  // And so it does after its branch was deleted.
  site.atRemote('update-ref', '-d', 'refs/heads/edit/greet-later');
  site.write(us, withHeading('Again'));
  expect(await handIn('Greet later')).toMatchObject({ state: 'sent', branch: 'edit/greet-later-2' });
});

test('a moved and a deleted page are handed in and taken back', async () => {
  const site = gitSite(temporaryFolder());
  const { list, handIn, takeBack, post } = await deskOf(site);
  renameSync(join(site.folder, us), join(site.folder, 'pages/we.yaml'));
  rmSync(join(site.folder, 'pages/about/team.yaml'));
  expect((await list()).files.map(({ kind }) => kind)).toEqual(['deleted', 'moved']);
  expect((await takeBack('pages/we.yaml')).status).toBe(200);
  expect(site.read(us)).toBe(ourPage);
  expect(existsSync(join(site.folder, 'pages/we.yaml'))).toBe(false);
  const [id] = site.git('stash', 'list', '--format=%H').split('\n');
  expect((await post({ do: 'put-back', id })).status).toBe(200);
  expect((await list()).files.map(({ kind }) => kind)).toEqual(['deleted', 'moved']);
  expect(await handIn('Move a page')).toMatchObject({ state: 'sent' });
  expect(filesIn(site, 'HEAD')).toEqual(['pages/about/team.yaml', us, 'pages/we.yaml']);
  expect(site.git('status', '--porcelain')).toBe('');
});

test('what is taken back is in a safe place', async () => {
  const site = gitSite(temporaryFolder(), { identity: false });
  const { takeBack, list, post, html } = await deskOf(site);
  const mine = withHeading('Mine').replaceAll('\n', '\r\n');
  site.write(us, mine);
  site.git('add', us);
  site.write('pages/sub/new.yaml', ourPage.replaceAll('Hello', 'New'));
  expect((await takeBack(us)).message).toContain('safe place');
  expect((await takeBack('pages/sub/new.yaml')).status).toBe(200);
  expect(site.read(us)).toBe(ourPage);
  expect(existsSync(join(site.folder, 'pages/sub'))).toBe(false);
  expect(site.git('status', '--porcelain')).toBe('');
  expect(site.git('stash', 'list', '--format=%gs')).toBe(
    'Taken back in the editor: New\nTaken back in the editor: Hello',
  );
  expect(await html()).toContain('Put it back');
  const [newer, older] = site.git('stash', 'list', '--format=%H').split('\n');
  expect((await post({ do: 'put-back', id: newer })).status).toBe(200);
  site.write(us, withHeading('Another'));
  const refused = await post({ do: 'put-back', id: older });
  expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('has changed since')]);
  expect(site.read(us)).toBe(withHeading('Another'));
  site.write(us, ourPage);
  expect((await post({ do: 'put-back', id: older })).status).toBe(200);
  expect(site.read(us)).toBe(mine);
  expect((await list()).files).toHaveLength(2);
  expect(site.git('stash', 'list')).toBe('');
});

test('another program that uses git is not disturbed, and a hook that hangs later does no harm', async () => {
  const site = gitSite(temporaryFolder());
  const { handIn, list, takeBack } = await deskOf(site);
  site.write(us, withHeading('Staged'));
  site.git('add', us);
  site.write(us, withHeading('Written'));
  const lock = site.write('.git/index.lock', '');
  const refused = await handIn('Change');
  expect(refused).toMatchObject({
    status: 422,
    message: expect.stringContaining('Another program is using git'),
  });
  expect(refused.said).toContain(lock);
  expect(site.git('branch')).toBe('* main');
  rmSync(lock);
  // What was staged is in the safe place, too.
  expect((await takeBack(us)).status).toBe(200);
  expect(site.git('show', `stash@{0}:${us}`)).toBe(withHeading('Written').trimEnd());
  expect(site.git('show', `stash@{0}^2:${us}`)).toBe(withHeading('Staged').trimEnd());
  site.git('stash', 'pop', '-q');
  expect(site.read(us)).toBe(withHeading('Written'));
  site.hook('post-commit', 'kill -9 $PPID');
  expect(await handIn('Change')).toMatchObject({ state: 'sent' });
  expect((await list()).files).toEqual([]);
});

test('a file that has changed since the author looked is neither handed in nor taken back', async () => {
  const site = gitSite(temporaryFolder());
  const { chosen, post } = await deskOf(site);
  site.write(us, withHeading('Seen'));
  const files = await chosen(us);
  site.write(us, withHeading('Unseen'));
  for (const body of [
    { do: 'hand-in', files, title: 'Change', note: '', withFaults: false },
    { do: 'take-back', files },
    { do: 'take-back', files: [{ path: 'pages/index.yaml', version: files[0]?.version }] },
  ]) {
    const { status, message } = await post(body);
    expect([status, message]).toEqual([
      409,
      'A file has changed since you looked. Look at the list once more.',
    ]);
  }
  expect(site.read(us)).toBe(withHeading('Unseen'));
  expect(site.git('branch')).toBe('* main');
});

test('faults are handed in only knowingly, and those of changes that wait do not count', async () => {
  const site = gitSite(temporaryFolder());
  const { handIn, post } = await deskOf(site);
  site.write(
    us,
    ourPage + '  - type: cta\n    heading: Read on\n    actions: [{ label: News, to: /news }]\n',
  );
  site.write('pages/news.yaml', ourPage.replaceAll('Hello', 'News'));
  const look = (...paths: string[]) => post({ do: 'look', paths, title: '' });
  expect(await look(us, 'pages/news.yaml')).toMatchObject({ count: 0, title: 'Add News, change Hello' });
  expect(await look(us)).toMatchObject({ count: 1, paths: [us] });
  expect(await look('pages/news.yaml')).toMatchObject({ count: 0 });
  expect(await handIn('Lead nowhere', [us])).toMatchObject({
    status: 422,
    message: 'There are faults to fix.',
  });
  expect(site.git('branch')).toBe('* main');
  expect(await handIn('Lead nowhere', [us], { withFaults: true })).toMatchObject({ state: 'sent' });
});

test('a hook that refuses leaves everything as it was', async () => {
  const site = gitSite(temporaryFolder());
  const { handIn, list } = await deskOf(site);
  site.hook('pre-commit', 'git diff --cached --name-only; echo "No umlauts, please" >&2; exit 1');
  site.write(us, withHeading('Bad'));
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'Staged'));
  site.git('add', 'pages/index.yaml');
  const before = [site.git('status', '--porcelain'), site.git('for-each-ref')];
  const refused = await handIn('Change it', [us]);
  expect(refused).toMatchObject({
    status: 422,
    message:
      'A check of this repository has refused your changes. Nothing was handed in, and nothing is lost.',
  });
  expect(refused.said).toContain('No umlauts, please');
  expect([site.git('status', '--porcelain'), site.git('for-each-ref')]).toEqual(before);
  expect(site.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect((await list()).files).toHaveLength(2);
  // A hook sees only what is handed in, and may write the message.
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
  ['refused by the remote', 'The place for reviews has refused your changes.'],
  ['no remote there', 'The place for reviews is not where this folder says it is.'],
  ['offline', 'There is no connection to the place for reviews.'],
  [
    'a password is wanted',
    'The place for reviews does not know you: git on this computer needs your password or key for it.',
  ],
])('what could not be sent waits in its commit: %s', async (why, message) => {
  const site = gitSite(temporaryFolder());
  const { handIn, list, post, html } = await deskOf(site);
  const asking = createServer((_, outgoing) => {
    outgoing.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((done) => asking.listen(0, '127.0.0.1', done));
  onTestFinished(() => void asking.close());
  const { port } = asking.address() as AddressInfo; // as above
  if (why === 'refused by the remote') site.hook('pre-receive', 'echo "Not today" >&2; exit 1', site.remote);
  if (why === 'no remote there') renameSync(site.remote, `${site.remote}.away`);
  if (why === 'offline') site.git('remote', 'set-url', 'origin', 'http://127.0.0.1:9/site.git');
  if (why === 'a password is wanted')
    site.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/site.git`);
  site.write(us, withHeading('Waits'));
  const done = await handIn('Wait');
  expect(done).toMatchObject({ status: 200, state: 'waiting', branch: 'edit/wait' });
  expect(done.message).toBe(`${message} Your changes are safe on this computer and wait to be sent.`);
  expect(done.said).not.toBe('');
  expect(await list()).toMatchObject({ files: [], unsent: 1 });
  expect(await html()).toContain('1 hand-in waits to be sent.');
  expect(site.git('show', `edit/wait:${us}`)).toBe(withHeading('Waits').trimEnd());
  if (why === 'refused by the remote') rmSync(join(site.remote, 'hooks/pre-receive'));
  if (why === 'no remote there') renameSync(`${site.remote}.away`, site.remote);
  site.git('remote', 'set-url', 'origin', site.remote);
  expect(await post({ do: 'send' })).toMatchObject({ status: 200, state: 'sent' });
  expect(site.atRemote('rev-parse', 'edit/wait')).toBe(site.git('rev-parse', 'HEAD'));
  expect(await list()).toMatchObject({ unsent: 0 });
  expect(await post({ do: 'send' })).toMatchObject({ status: 409 });
});

test('a request that somebody has added to stays as it is', async () => {
  const above = temporaryFolder();
  const site = gitSite(above);
  const { handIn } = await deskOf(site);
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
  expect(done.message).toContain('somebody has added to the first one');
  expect(site.atRemote('rev-parse', 'edit/work')).toBe(theirs);
  expect(site.atRemote('show', `edit/work-2:${us}`)).toBe(withHeading('Second').trimEnd());
});

test('without a remote, the files are named, and noted on the current branch', async () => {
  const site = gitSite(temporaryFolder(), { remote: false });
  const { handIn, list, html } = await deskOf(site);
  site.write(us, withHeading('Alone'));
  const page = await html();
  expect(page).toContain('Your work is safe on this computer.');
  expect(page).toContain('I have sent them');
  expect(page).toContain(site.folder);
  expect(await handIn('Note it')).toMatchObject({ state: 'recorded', branch: 'main' });
  expect(filesIn(site, 'main')).toEqual([us]);
  expect((await list()).files).toEqual([]);
});

test('git asks who the author is before the first commit', async () => {
  const site = gitSite(temporaryFolder(), { identity: false });
  const { handIn, html } = await deskOf(site);
  site.write(us, withHeading('Mine'));
  expect(await html()).toContain('Who are you?');
  expect(await handIn('Mine')).toMatchObject({
    status: 422,
    message: 'Say who you are: git does not know it yet.',
  });
  const identity = { name: 'Zoë Müller', email: 'zoe@example.org' };
  expect(await handIn('Mine', [], { identity })).toMatchObject({ state: 'sent' });
  expect(site.git('log', '-1', '--format=%an <%ae>')).toBe('Zoë Müller <zoe@example.org>');
  expect(await html()).not.toContain('Who are you?');
});

test.each(['merge', 'rebase'])('nothing is handed in during a %s', async (name) => {
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
  const { handIn, list } = await deskOf(site);
  const head = site.git('rev-parse', 'HEAD');
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'New words'));
  expect((await list()).blocked).toContain(`(git ${name})`);
  const { status, message } = await handIn('Change', ['pages/index.yaml'], { withFaults: true });
  expect([status, message]).toEqual([409, expect.stringContaining('has not finished')]);
  expect(site.git('rev-parse', 'HEAD')).toBe(head);
});

test('from an older version, changes go on a branch that starts there', async () => {
  const site = gitSite(temporaryFolder());
  site.git('checkout', '-q', '--detach');
  const { handIn, html } = await deskOf(site);
  site.write(us, withHeading('Old'));
  expect(await html()).toContain('an older version of the site');
  site.hook('pre-commit', 'exit 1');
  const head = site.git('rev-parse', 'HEAD');
  expect((await handIn('Change')).status).toBe(422);
  expect(() => site.git('symbolic-ref', '-q', 'HEAD')).toThrow('Command failed');
  expect(site.git('rev-parse', 'HEAD')).toBe(head);
  site.hook('pre-commit', 'exit 0');
  expect(await handIn('Change')).toMatchObject({ state: 'sent', branch: 'edit/change' });
  expect(site.git('rev-parse', 'edit/change^')).toBe(head);
});

test('a branch of somebody else gets no commits, and names that are taken are left alone', async () => {
  const site = gitSite(temporaryFolder());
  site.git('checkout', '-q', '-b', 'production');
  site.git('branch', 'edit/change');
  site.atRemote('update-ref', 'refs/heads/edit/change-2', 'main');
  const { handIn } = await deskOf(site);
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

test('a site in a folder of the repository, and as a submodule', async () => {
  const above = temporaryFolder();
  const site = gitSite(above, { inner: 'web/our site' });
  const { handIn, list, takeBack } = await deskOf(site);
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
  const desk = await deskOf({ ...site, folder });
  expect(await desk.html()).toContain('part of another project (a submodule)');
});

test.each([
  ['no repository', 'This folder has no history'],
  ['an ignored folder', 'This folder has no history'],
  ['no commit', 'No version of this site has been committed yet'],
  ['no git', 'Git is not installed on this computer'],
])('without a history the folders are named: %s', async (why, message) => {
  const above = temporaryFolder();
  const site = gitSite(above, { remote: false, commit: why !== 'no commit' });
  if (why === 'no repository' || why === 'an ignored folder')
    rmSync(join(site.root, '.git'), { recursive: true });
  if (why === 'an ignored folder') {
    site.git('init', '-q', above);
    site.git('-C', above, 'commit', '-q', '--allow-empty', '-m', 'Other');
    site.write('../.gitignore', 'site/\n');
  }
  const { html, list, post } = await deskOf(
    site,
    why === 'no git'
      ? { PATH: above }
      : { ...site.env, GIT_CEILING_DIRECTORIES: why === 'no repository' ? above : '' },
  );
  expect((await list()).message).toContain(message);
  const page = await html();
  expect(page).toContain('Your work is safe on this computer.');
  expect(page).toContain('<strong>pages</strong>');
  expect((await post({ do: 'send' })).status).toBe(409);
});

test('links and hidden files are never handed in', async () => {
  const above = temporaryFolder();
  const site = gitSite(above);
  const { list } = await deskOf(site);
  site.write('../elsewhere/us.yaml', ourPage);
  renameSync(join(site.folder, 'pages/about'), join(above, 'about'));
  symlinkSync(join(above, 'about'), join(site.folder, 'pages/about'));
  symlinkSync(join(above, 'elsewhere/us.yaml'), join(site.folder, 'pages/link.yaml'));
  site.write('pages/.hidden.yaml', ourPage);
  site.write('pages/notes.txt', 'x');
  site.write('public/.env', 'SECRET=1');
  site.write('dist/index.html', 'x');
  expect((await list()).files).toEqual([]);
});

test('many files, and pages that cannot be read', async () => {
  const site = gitSite(temporaryFolder());
  const { list, handIn, post } = await deskOf(site);
  for (let at = 0; at < 120; at++)
    site.write(`pages/many/p${at}.yaml`, ourPage.replaceAll('Hello', `Page number ${at}`));
  site.write(us, withHeading('a: b: c'));
  const { files } = await list();
  expect(files).toHaveLength(121);
  expect(files.find(({ paths }) => paths[0] === us)?.changes[0]?.where).toEqual(['Text of the file']);
  const { title } = await post({ do: 'look', paths: files.map(({ paths }) => paths.at(-1)), title: '' });
  expect(title).toBe('Add 120 pages, change 1 page');
  expect(await handIn(title ?? '', [], { withFaults: true })).toMatchObject({ state: 'sent' });
  expect(filesIn(site, 'HEAD')).toHaveLength(121);
  expect(site.git('status', '--porcelain')).toBe('');
});
