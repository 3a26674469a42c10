import { expect, test, vi } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { siteFiles } from '../../support/small-site.ts';

const assets = { icons: new Set<string>(), pictures: new Set<string>() };
const blocksOf = (blocks: string, more: Record<string, string> = {}) =>
  check(siteFiles(blocks, more), assets).website?.pages.get('/')?.blocks;

test('numbers, dates and yes stay the text that was written', () => {
  const [block] =
    blocksOf(
      '  - type: stats\n    items:\n      - { value: 1.10, label: yes }\n' +
        '      - { value: 0123, label: 2026-11-21 }',
    ) ?? [];
  expect(block).toMatchObject({
    items: [
      { value: '1.10', label: 'yes' },
      { value: '0123', label: '2026-11-21' },
    ],
  });
});

test.each([
  ['only the new copy', { 'copy.yaml': true, 'index.yaml': false }, ['copy.yaml']],
  ['both, where both are new', { 'copy.yaml': true, 'index.yaml': true }, ['index.yaml', 'copy.yaml']],
  ['both, where neither is', { 'copy.yaml': false, 'index.yaml': false }, ['index.yaml', 'copy.yaml']],
  ['both, where nothing is known', {}, ['index.yaml', 'copy.yaml']],
])('of two pages with the same title is reported %s', (_which, isNew: Record<string, boolean>, reported) => {
  const home = siteFiles('  - type: hero\n    heading: Hello\n');
  const files = siteFiles('  - type: hero\n    heading: Hello\n', { 'copy.yaml': home[1]?.text ?? '' });
  const { diagnostics } = check(
    files.map((file) => ({ ...file, isNew: isNew[file.path] })),
    assets,
  );
  expect(
    diagnostics.filter(({ rule }) => rule === 'same-title').map(({ file }) => file.replace('pages/', '')),
  ).toEqual(reported.toSorted());
});

test('a redirect that is a draft is not published, and a link to it is one to a draft', () => {
  const { website, diagnostics } = check(
    siteFiles('  - type: cta\n    heading: Hello\n    actions: [{ label: The old page, to: /old }]\n', {
      'old.yaml': 'redirect: /\nstatus: draft\n',
      'older.yaml': 'redirect: /\n',
    }),
    assets,
  );
  expect(website?.redirects).toEqual([{ path: '/older', to: '/' }]);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['link-to-draft']);
});

test('a missing `_site.yaml` is one fault', () => {
  const action = 'actions: [{ label: Write, href: "mailto:{{email}}" }]';
  const lead = 'lead: "See [our office]({{url}}/office)."';
  const files = siteFiles(`  - type: cta\n    heading: "{{company}}"\n    ${lead}\n    ${action}\n`);
  const { diagnostics } = check(files.slice(1), assets);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['missing-file']);
});

test.each(['_old.yaml', '_drafts/page.yaml', 'about/_parts/page.yaml', '_shared/more/page.yaml'])(
  'a file at %s is no page, and that is said',
  (path) => {
    const more = { [path]: 'no page at all' };
    const { diagnostics } = check(siteFiles('  - type: hero\n    heading: Hello\n', more), assets);
    expect(diagnostics.map(({ rule, file }) => `${rule} ${file}`)).toEqual([`file-name pages/${path}`]);
  },
);

test('variables and shared blocks are filled in', () => {
  const shared = {
    '_shared/next.yaml':
      'type: cta\nheading: "Write to {{company}}"\nactions: [{ label: "{{phone}}", href: "tel:{{phone}}" }]',
  };
  expect(blocksOf('  - use: next', shared)).toMatchObject([
    {
      type: 'cta',
      heading: 'Write to Example',
      actions: [{ label: '+44 20 7946 0000', href: 'tel:+442079460000' }],
    },
  ]);
});

test('a page without faults is held against its schema once', async () => {
  // A schema that no other test has asked: after many questions, compiled code answers in its place.
  vi.resetModules();
  const { pageSettings } = await import('../../../schema/content/page.ts');
  const fresh = await import('../../../schema/checker/check.ts');
  const validate = vi.spyOn(pageSettings, 'safeParse');
  try {
    const files = siteFiles('  - type: hero\n    heading: Read once\n');
    fresh.check(files, assets);
    expect(validate).toHaveBeenCalledTimes(files.length - 1);
  } finally {
    validate.mockRestore();
  }
});
