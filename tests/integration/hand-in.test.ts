import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGitSite, aboutUsPage } from '../support/git-site.ts';
import { listCommitFiles, startHandIn, aboutUsFile, replaceHeading } from '../support/hand-in.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

test('the list of changes describes every change', async () => {
  const site = createGitSite(createTestFolder());
  const { list } = await startHandIn(site);
  expect((await list()).files).toEqual([]);
  site.write(
    aboutUsFile,
    replaceHeading('Welcome').replace('that is there\n', 'that was there\n') +
      '  - type: cta\n    heading: Write to us\n    actions: [{ label: Write, to: / }]\n',
  );
  site.write(
    'pages/news.yaml',
    aboutUsPage.replaceAll('Hello', 'News').replace('Words of a page', 'What is new'),
  );
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('# why', '# because'));
  site.write('pages/_site.yaml', site.read('pages/_site.yaml').replace('label: Home', 'label: Start'));
  site.write('public/pictures/new one ä#?%.svg', '<svg/>');
  renameSync(join(site.folder, 'pages/about/team.yaml'), join(site.folder, 'pages/people.yaml'));
  site.write('notes.txt', 'Not of the site');
  const { files } = await list();
  const summaries = files.map(({ kind, title, paths, note, changes }) =>
    [
      `${kind}: ${title}, ${paths.join(' → ')}${note ?? ''}`,
      ...(kind === 'new' ? [] : changes).map(({ where, note: what = '', before = '', after = '' }) =>
        `${where.join(' · ')}: ${what}${before} → ${after}`.replaceAll('\n', '⏎'),
      ),
    ].join('\n  '),
  );
  expect(summaries).toEqual([
    'changed: Whole site, pages/_site.yaml\n  Navigation · Entry · Label: Home → Start',
    `changed: Hello, ${aboutUsFile}\n  Opening · Heading: Hello → Welcome\n` +
      '  Opening · Introduction: Words of a page that is there⏎ → Words of a page that was there⏎\n' +
      '  Call to action: New → Write to us · Write',
    'changed: Home, pages/index.yaml\n  : Only the notes in the file changed. Visitors see no difference → ',
    'new: News, pages/news.yaml',
    'moved: Team, pages/about/team.yaml → pages/people.yaml',
    'new: Picture new one ä#?%.svg, public/pictures/new one ä#?%.svg',
  ]);
});

test('moved blocks are recognised by their text', async () => {
  const site = createGitSite(createTestFolder());
  const { list } = await startHandIn(site);
  const block = (heading: string, text: string) =>
    `  - type: text\n    heading: ${heading}\n    body: |\n      ${text}\n`;
  const firstBlock = block('One', 'The first text of this page, which is about ships');
  const secondBlock = block('Two', 'The second text is about weather and wind');
  const thirdBlock = block('Three', 'The third one speaks of bread, butter and salt');
  site.write(aboutUsFile, aboutUsPage + firstBlock + secondBlock + thirdBlock);
  site.git('add', '-A');
  site.git('commit', '-qm', 'Three texts');
  site.write('pages/_shared/note.yaml', 'type: alert\nkind: info\ntext: Closed on Monday\n');
  site.write(
    aboutUsFile,
    aboutUsPage + thirdBlock.replace('salt', 'pepper') + firstBlock + secondBlock + '  - use: note\n',
  );
  const { files } = await list();
  const [page, shared] = [
    files.find(({ paths }) => paths[0] === aboutUsFile),
    files.find(({ kind }) => kind === 'new'),
  ];
  expect(page?.changes.map(({ where, note, before }) => [where.join(' · '), note, before])).toEqual([
    ['Text “Three”', 'Moved up, now below “Hello”', undefined],
    ['Text “Three” · Text', undefined, 'The third one speaks of bread, butter and salt\n'],
    ['Shared block “note”', 'New', undefined],
  ]);
  expect([shared?.title, shared?.note]).toEqual(['Shared block “note”', 'Used on 1 page.']);
});

test('only selected files are committed, on a new branch', async () => {
  const site = createGitSite(createTestFolder());
  const { list, handIn } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Grüße'));
  site.write('pages/about/team.yaml', aboutUsPage.replaceAll('Hello', 'Team changed'));
  site.write('public/a b#?%ü.txt', 'A file\r\nwith its own line ends');
  site.write('pages/index.yaml', site.read('pages/index.yaml').replace('Words', 'Staged words'));
  site.write('.gitignore', `${site.read('.gitignore')}# staged\n`);
  site.git('add', 'pages/index.yaml', '.gitignore');
  const before = site.git('rev-parse', 'main');
  expect((await list()).otherFiles).toBe(1);
  const result = await handIn('Greet in Größe & umlauts', [aboutUsFile, 'public/a b#?%ü.txt'], {
    note: 'Please look at the ü',
  });
  expect(result).toMatchObject({ status: 200, state: 'sent', branch: 'edit/greet-in-grosse-umlauts' });
  const branch = result.branch ?? '';
  expect(listCommitFiles(site, branch)).toEqual(['pages/about/us.yaml', 'public/a b#?%ü.txt']);
  expect(site.git('show', `${branch}:${aboutUsFile}`)).toBe(replaceHeading('Grüße').trimEnd());
  expect(site.git('rev-parse', 'main')).toBe(before);
  expect(site.gitInRemote('rev-parse', 'main')).toBe(before);
  expect(site.gitInRemote('rev-parse', branch)).toBe(site.git('rev-parse', 'HEAD'));
  expect(site.git('log', '-1', '--format=%an %s%n%b')).toBe(
    'Anna Author Greet in Größe & umlauts\nPlease look at the ü\n\n- Hello (/about/us): 1 change\n- File a b#?%ü.txt (public/a b#?%ü.txt): new\n',
  );
  // Staged changes stay staged, and changes that were not selected stay in the working tree.
  expect(site.git('diff', '--cached', '--name-only')).toBe('.gitignore\npages/index.yaml');
  expect(site.git('diff', '--name-only')).toBe('pages/about/team.yaml');
  expect((await list()).last?.title).toBe('Greet in Größe & umlauts');
  await handIn('Change the rest');
  expect((await list()).files).toEqual([]);
  expect(site.git('diff', '--cached', '--name-only')).toBe('.gitignore');
});

test('further changes are added to the same pull request until it is merged or its branch is deleted', async () => {
  const site = createGitSite(createTestFolder());
  const { handIn } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('First'));
  const { branch = '' } = await handIn('Greet');
  site.write(aboutUsFile, replaceHeading('Second'));
  expect(await handIn('Greet better')).toMatchObject({ state: 'sent', branch });
  expect(site.gitInRemote('rev-list', '--count', `main..${branch}`)).toBe('2');

  // After a merge, the next changes start a new pull request.
  site.gitInRemote('update-ref', 'refs/heads/main', branch);
  site.write(aboutUsFile, replaceHeading('Later'));
  expect(await handIn('Greet later')).toMatchObject({ state: 'sent', branch: 'edit/greet-later' });
  // If the branch has been deleted, the next changes also start a new pull request.
  site.gitInRemote('update-ref', '-d', 'refs/heads/edit/greet-later');
  site.write(aboutUsFile, replaceHeading('Again'));
  expect(await handIn('Greet later')).toMatchObject({ state: 'sent', branch: 'edit/greet-later-2' });
});

test('moved and deleted pages can be handed in or discarded', async () => {
  const site = createGitSite(createTestFolder());
  const { list, handIn, discard, post } = await startHandIn(site);
  renameSync(join(site.folder, aboutUsFile), join(site.folder, 'pages/we.yaml'));
  rmSync(join(site.folder, 'pages/about/team.yaml'));
  expect((await list()).files.map(({ kind }) => kind)).toEqual(['deleted', 'moved']);
  expect((await discard('pages/we.yaml')).status).toBe(200);
  expect(site.read(aboutUsFile)).toBe(aboutUsPage);
  expect(existsSync(join(site.folder, 'pages/we.yaml'))).toBe(false);
  const [id] = site.git('stash', 'list', '--format=%H').split('\n');
  expect((await post({ do: 'restore', id })).status).toBe(200);
  expect((await list()).files.map(({ kind }) => kind)).toEqual(['deleted', 'moved']);
  expect(await handIn('Move a page')).toMatchObject({ state: 'sent' });
  expect(listCommitFiles(site, 'HEAD')).toEqual(['pages/about/team.yaml', aboutUsFile, 'pages/we.yaml']);
  expect(site.git('status', '--porcelain')).toBe('');
});

test('discarded changes are saved and can be restored', async () => {
  const site = createGitSite(createTestFolder(), { identity: false });
  const { discard, list, post } = await startHandIn(site);
  const myText = replaceHeading('Mine').replaceAll('\n', '\r\n');
  site.write(aboutUsFile, myText);
  site.git('add', aboutUsFile);
  site.write('pages/sub/new.yaml', aboutUsPage.replaceAll('Hello', 'New'));
  expect((await discard(aboutUsFile)).message).toBe(
    'The changes to Hello were undone. Your version is saved.',
  );
  expect((await discard('pages/sub/new.yaml')).status).toBe(200);
  expect(site.read(aboutUsFile)).toBe(aboutUsPage);
  expect(existsSync(join(site.folder, 'pages/sub'))).toBe(false);
  expect(site.git('status', '--porcelain')).toBe('');
  expect(site.git('stash', 'list', '--format=%gs')).toBe(
    'Discarded in the editor: New\nDiscarded in the editor: Hello',
  );
  expect((await list()).discarded.map(({ title }) => title)).toEqual(['New', 'Hello']);
  const [newerStash, olderStash] = site.git('stash', 'list', '--format=%H').split('\n');
  expect((await post({ do: 'restore', id: newerStash })).status).toBe(200);
  site.write(aboutUsFile, replaceHeading('Another'));
  const refused = await post({ do: 'restore', id: olderStash });
  expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('has changed since')]);
  expect(site.read(aboutUsFile)).toBe(replaceHeading('Another'));
  site.write(aboutUsFile, aboutUsPage);
  expect((await post({ do: 'restore', id: olderStash })).status).toBe(200);
  expect(site.read(aboutUsFile)).toBe(myText);
  expect((await list()).files).toHaveLength(2);
  expect(site.git('stash', 'list')).toBe('');
});

test('a file changed since the list was loaded is neither handed in nor discarded', async () => {
  const site = createGitSite(createTestFolder());
  const { select, post } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Loaded'));
  const files = await select(aboutUsFile);
  site.write(aboutUsFile, replaceHeading('Changed'));
  for (const body of [
    { do: 'hand-in', files, title: 'Change', note: '', withFaults: false },
    { do: 'discard', files },
    { do: 'discard', files: [{ path: 'pages/index.yaml', version: files[0]?.version }] },
  ]) {
    const { status, message } = await post(body);
    expect([status, message]).toEqual([
      409,
      'A file has changed since the list was loaded. Review the list and try again.',
    ]);
  }
  expect(site.read(aboutUsFile)).toBe(replaceHeading('Changed'));
  expect(site.git('branch')).toBe('* main');
});

test('only errors in the selected changes must be accepted before a hand-in', async () => {
  const site = createGitSite(createTestFolder());
  const { handIn, post } = await startHandIn(site);
  site.write(
    aboutUsFile,
    aboutUsPage + '  - type: cta\n    heading: Read on\n    actions: [{ label: News, to: /news }]\n',
  );
  site.write('pages/news.yaml', aboutUsPage.replaceAll('Hello', 'News'));
  const review = (...paths: string[]) => post({ do: 'review', paths, title: '' });
  expect(await review(aboutUsFile, 'pages/news.yaml')).toMatchObject({
    count: 0,
    title: 'Add News, change Hello',
  });
  expect(await review(aboutUsFile)).toMatchObject({ count: 1, paths: [aboutUsFile] });
  expect(await review('pages/news.yaml')).toMatchObject({ count: 0 });
  expect(await handIn('Lead nowhere', [aboutUsFile])).toMatchObject({
    status: 422,
    message: 'There are problems to fix.',
  });
  expect(site.git('branch')).toBe('* main');
  expect(await handIn('Lead nowhere', [aboutUsFile], { withFaults: true })).toMatchObject({ state: 'sent' });
});

test('without a remote, files are committed on the current branch', async () => {
  const site = createGitSite(createTestFolder(), { remote: false });
  const { handIn, list } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Alone'));
  expect(await list()).toMatchObject({ folder: site.folder, files: [{ paths: [aboutUsFile] }] });
  expect((await list()).reviewHost).toBeUndefined();
  expect(await handIn('Note it')).toMatchObject({ state: 'recorded', branch: 'main' });
  expect(listCommitFiles(site, 'main')).toEqual([aboutUsFile]);
  expect((await list()).files).toEqual([]);
});

test('without a name in git, the author must enter a name', async () => {
  const site = createGitSite(createTestFolder(), { identity: false });
  const { handIn, list } = await startHandIn(site);
  site.write(aboutUsFile, replaceHeading('Mine'));
  expect((await list()).needsIdentity).toBe(true);
  expect(await handIn('Mine')).toMatchObject({
    status: 422,
    message: 'Enter a name and an email address for your changes: git has none yet.',
  });
  const identity = { name: 'Zoë Müller', email: 'zoe@example.org' };
  expect(await handIn('Mine', [], { identity })).toMatchObject({ state: 'sent' });
  expect(site.git('log', '-1', '--format=%an <%ae>')).toBe('Zoë Müller <zoe@example.org>');
  expect((await list()).needsIdentity).toBe(false);
});

test.each([
  ['no repository', 'This folder has no history'],
  ['an ignored folder', 'This folder has no history'],
  ['no commit', 'No version of this site has been committed yet'],
  ['no git', 'Git is not installed on this computer'],
])('%s: without a git history, the folders to send are listed', async (cause, message) => {
  const parentFolder = createTestFolder();
  const site = createGitSite(parentFolder, { remote: false, commit: cause !== 'no commit' });
  if (cause === 'no repository' || cause === 'an ignored folder')
    rmSync(join(site.root, '.git'), { recursive: true });
  if (cause === 'an ignored folder') {
    site.git('init', '-q', parentFolder);
    site.git('-C', parentFolder, 'commit', '-q', '--allow-empty', '-m', 'Other');
    site.write('../.gitignore', 'site/\n');
  }
  const { list, post } = await startHandIn(
    site,
    cause === 'no git'
      ? { PATH: parentFolder }
      : { ...site.env, GIT_CEILING_DIRECTORIES: cause === 'no repository' ? parentFolder : '' },
  );
  const changeList = await list();
  expect(changeList.message).toContain(message);
  expect(changeList.message).toContain('Your changes are saved on this computer.');
  expect(changeList.folders).toEqual(['pages', 'public']);
  expect((await post({ do: 'send' })).status).toBe(409);
});

test('symbolic links and hidden files are never handed in', async () => {
  const parentFolder = createTestFolder();
  const site = createGitSite(parentFolder);
  const { list } = await startHandIn(site);
  site.write('../elsewhere/us.yaml', aboutUsPage);
  renameSync(join(site.folder, 'pages/about'), join(parentFolder, 'about'));
  symlinkSync(join(parentFolder, 'about'), join(site.folder, 'pages/about'));
  symlinkSync(join(parentFolder, 'elsewhere/us.yaml'), join(site.folder, 'pages/link.yaml'));
  site.write('pages/.hidden.yaml', aboutUsPage);
  site.write('pages/notes.txt', 'x');
  site.write('public/.env', 'SECRET=1');
  site.write('dist/index.html', 'x');
  expect((await list()).files).toEqual([]);
});
