import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';

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

test('hidden pages have no index, no preview, and no entry in any list', async () => {
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
        .replace('/enquiries', '/')
        .replace('    type:', '  - type:'),
    ),
  );
  await buildSite(pages, out);
  const hidden = ['404.html', 'old.html', ...globSync('ask/*.{sent,failed}.html', { cwd: out })];
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
    expect(readFileSync(join(out, file), 'utf8'), file).not.toMatch(
      /404|\/old|secret|Secret|\.sent|\.failed/,
    );
  expect(existsSync(join(out, 'feed.xml')), 'a site without posts has no feed').toBe(false);
  expect(headOf(documentAt(out, '/')).link('alternate')).toBeUndefined();
});

test('texts are escaped in structured data and in attributes', async () => {
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
