import { expect, onTestFinished, test } from 'vitest';
import { HostApi } from '../../src/hosted/host-api.ts';
import { startGitHost } from '../support/host-api.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

test('a pull request changes the content of a file, but not its mode', async () => {
  const gitHost = await startGitHost(createTestFolder(), {
    'pages/index.yaml': 'title: One\n',
    'README.md': '',
  });
  onTestFinished(() => gitHost.stop());
  const { address: api, repository, token, git } = gitHost;
  gitHost.commit({ 'pages/about.yaml': 'title: About\n' }, 'Second', { mode: '100755' });
  const host = new HostApi({ api, repository, branch: '', folder: '' }, token);
  const files = new Map([
    ['pages/about.yaml', 'title: About us\n'],
    ['pages/index.yaml', undefined],
    ['pages/news.yaml', 'title: News\n'],
  ]);
  await host.handIn(await host.snapshot(), files, { branch: 'edit', title: 'Edit', body: '' });
  expect(git('diff', '--raw', '--abbrev=1', 'main', 'edit').replaceAll(/ \w+ \w+ (?=\w\t)/g, ' ')).toBe(
    [
      ':100755 100755 M\tpages/about.yaml',
      ':100644 000000 D\tpages/index.yaml',
      ':000000 100644 A\tpages/news.yaml',
    ].join('\n'),
  );
});
