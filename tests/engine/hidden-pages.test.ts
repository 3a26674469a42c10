import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { siteFiles } from '../support/small-site.ts';

const { pages, out, write } = siteOnDisk();
const hero = '  - type: hero\n    heading: Hello there\n';

/** A page of that title, with further settings. */
const titled = (title: string, blocks = hero, settings = '') =>
  [
    `title: ${title}`,
    `description: Here is what visitors find at ${/[\w ]+/.exec(title)?.[0]}, and why they came.`,
    settings,
    `blocks:\n${blocks}`,
  ].join('\n');

test('what nobody shall find says so, and stands in no list', async () => {
  write('404.yaml', titled('Lost page'));
  write('old.yaml', 'redirect: /\n');
  write(
    'secret.yaml',
    titled('Secret page', hero, 'status: draft\nkind: article\npublished: 2026-10-02\nauthor: Jo Sample'),
  );
  write(
    'ask.yaml',
    titled(
      'Ask us',
      readFileSync('schema/content/blocks/form.example.yaml', 'utf8')
        .replaceAll(/^(?=.)/gm, '    ')
        .replace('/rules', '/')
        .replace('    type:', '  - type:'),
    ),
  );
  await buildSite(pages, out);
  const hidden = ['404.html', 'old/index.html', ...globSync('ask/*-{sent,failed}.html', { cwd: out })];
  expect(hidden).toHaveLength(4);
  for (const file of hidden) {
    const { meta, link, data } = headOf(readFileSync(join(out, file), 'utf8'));
    expect([file, meta('robots'), link('canonical'), meta('og:image'), data]).toEqual([
      file,
      'noindex',
      undefined,
      undefined,
      [],
    ]);
  }
  expect(globSync('**/share.png', { cwd: out }).toSorted()).toEqual([join('ask', 'share.png'), 'share.png']);
  for (const file of ['sitemap.xml', 'llms.txt'])
    expect(readFileSync(join(out, file), 'utf8'), file).not.toMatch(/404|\/old|secret|Secret|-sent|-failed/);
  expect(existsSync(join(out, 'feed.xml')), 'a site without posts has no feed').toBe(false);
  expect(headOf(documentAt(out, '/')).link('alternate')).toBeUndefined();
});

test('no text of a page can end the data of search engines or leave its tag', async () => {
  write(
    'sly.yaml',
    titled(
      '"A \\"quoted\\" <i> & more"',
      '  - type: faq\n    items: [{ question: "Is </script> <b>safe</b>?", answer: "Yes & no" }]\n',
    ),
  );
  await buildSite(pages, out);
  const { meta, data } = headOf(documentAt(out, '/sly'));
  expect(meta('og:title')).toBe('A "quoted" <i> & more');
  expect(JSON.stringify(data)).toContain('Is </script> <b>safe</b>?');
});

test.each([
  ['kind: article\nauthor: Jo Sample', /needs a `published`/],
  ['kind: article\npublished: 2026-10-02', /needs an? `author`/],
  ['kind: article\npublished: 2026-02-30\nauthor: Jo Sample', /`published` must be a day like `2026-10-02`/],
  ['kind: service\npublished: 2026-10-02', /`published` belongs to articles only/],
  ['kind: artcle', /`kind` cannot be `artcle`/],
])('%j is a fault that says what to do', (settings, message) => {
  const files = siteFiles('  - type: hero\n    heading: A\n', {
    'post.yaml': titled('A post of ours', hero, settings),
  });
  const { diagnostics } = check(files, { icons: new Set(), pictures: new Set() });
  const errors = diagnostics.filter(({ file }) => file === 'pages/post.yaml');
  expect(errors.map((diagnostic) => diagnostic.message)).toEqual([expect.stringMatching(message)]);
});
