import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { iconSynonyms } from '../../../schema/checker/icon-synonyms.ts';
import { rules } from '../../../schema/diagnostics/rules.ts';
import { readAssets } from '../../../scripts/source/read-public.ts';
import { fixturePages } from '../../support/fixture-site.ts';
import { pageYaml, siteFiles } from '../../support/small-site.ts';

const assets = { icons: new Set<string>(), files: new Set<string>() };
const blocksOf = (blocks: string, more: Record<string, string> = {}) =>
  check(siteFiles(blocks, more), assets).website?.pages.get('/')?.blocks;

test('numbers, dates and yes stay the text that was written', () => {
  const items = '[{ value: 1.10, label: yes }, { value: 0123, label: 2026-11-21 }]';
  expect(blocksOf(`  - { type: stats, items: ${items} }\n`)).toMatchObject([
    {
      items: [
        { value: '1.10', label: 'yes' },
        { value: '0123', label: '2026-11-21' },
      ],
    },
  ]);
});

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

test('a draft redirect is not published, and a link to it is one to a draft', () => {
  const { website, diagnostics } = check(
    siteFiles('  - type: cta\n    heading: Hello\n    actions: [{ label: The old page, to: /old }]\n', {
      'old.yaml': 'redirect: /\nstatus: draft\n',
      'older.yaml': 'redirect: /\n',
    }),
    assets,
  );
  expect(website?.redirects).toEqual([{ path: '/older', query: '', to: '/' }]);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['link-to-draft']);
});

test('a missing `_site.yaml` is one problem, even if pages use its variables', () => {
  const action = 'actions: [{ label: Write, href: "mailto:{{email}}" }]';
  const lead = 'lead: "See [our office]({{url}}/office)."';
  const files = siteFiles(`  - type: cta\n    heading: "{{company}}"\n    ${lead}\n    ${action}\n`);
  expect(check(files.slice(1), assets).diagnostics.map(({ rule }) => rule)).toEqual(['missing-file']);
});

test.each([
  ['only the new copy', { 'copy.yaml': true, 'index.yaml': false }, ['copy.yaml']],
  ['both if both are new', { 'copy.yaml': true, 'index.yaml': true }, ['copy.yaml', 'index.yaml']],
  ['both if neither is new', { 'copy.yaml': false, 'index.yaml': false }, ['copy.yaml', 'index.yaml']],
  ['both if that is unknown', {}, ['copy.yaml', 'index.yaml']],
])('of two pages with the same title, %s is reported', (_which, isNew: Record<string, boolean>, reported) => {
  const hero = '  - type: hero\n    heading: Hello\n';
  const files = siteFiles(hero, { 'copy.yaml': pageYaml(hero) });
  const { diagnostics } = check(
    files.map((file) => ({ ...file, isNew: isNew[file.path] })),
    assets,
  );
  const sameTitle = diagnostics.filter(({ rule }) => rule === 'same-title');
  expect(sameTitle.map(({ file }) => file.replace('pages/', ''))).toEqual(reported);
});

test.each(['_old.yaml', '_drafts/page.yaml', 'about/_parts/page.yaml', '_shared/more/page.yaml'])(
  'a file at %s is reported as not being a page',
  (path) => {
    const files = siteFiles('  - type: hero\n    heading: Hello\n', { [path]: 'no page at all' });
    const { diagnostics } = check(files, assets);
    expect(diagnostics.map(({ rule, file }) => `${rule} ${file}`)).toEqual([`file-name pages/${path}`]);
  },
);

test('a shared list links the pages that it selects', () => {
  const unlinked = (from: string) => {
    const files = siteFiles('  - use: latest\n', {
      '_shared/latest.yaml': `type: posts\nheading: The latest\nfrom: ${from}\n`,
      'log/gusts.yaml': pageYaml('  - type: hero\n    heading: Gusts at sea\n'),
      'news/crane.yaml': pageYaml('  - type: hero\n    heading: A new crane\n'),
    });
    const { diagnostics } = check(files, assets);
    return diagnostics.filter(({ rule }) => rule === 'unlinked-page').map(({ file }) => file);
  };
  expect(unlinked('/log')).toEqual(['pages/news/crane.yaml']);
  expect(unlinked('/news')).toEqual(['pages/log/gusts.yaml']);
});

test('a tag is reported where fewer pages write it so, whether case, accents or hyphens differ', () => {
  const wrong = rules['same-tag'].wrong as Record<string, string>; // it has several files
  const fog = wrong['log/fog.yaml'] ?? '';
  const reported = (...tags: string[]) => {
    const more = tags.map((tag, at) => [
      `log/more-${at}.yaml`,
      fog.replace('[wind]', `[${tag}]`).replaceAll('fog comes', `fog ${at} comes`),
    ]);
    const files = exampleFiles({ ...wrong, ...(Object.fromEntries(more) as Record<string, string>) });
    return check(files, exampleAssets(wrong))
      .diagnostics.filter(({ rule }) => rule === 'same-tag')
      .map(({ file, message }) => `${file} ${message}`);
  };
  const one = 'pages/log/fog.yaml the tag `wind` is written `Wind` on other pages';
  expect(reported('Wind', 'Café bar')).toEqual([one]);
  expect(reported('wind')).toEqual(['pages/log/gusts.yaml the tag `Wind` is written `wind` on other pages']);
  expect(reported('Café bar', 'cafe-bar', 'Cafe')).toEqual([
    one,
    'pages/log/more-1.yaml the tag `cafe-bar` is written `Café bar` on other pages',
  ]);
});

test('a synonym of an icon suggests that icon', () => {
  const { icons } = readAssets(fixturePages);
  const suggestion = (icon: string) => {
    const block = `- { type: card-grid, items: [{ heading: Here, icon: ${icon} }] }\n`;
    const { diagnostics } = check(exampleFiles(block), { ...exampleAssets(block), icons });
    return diagnostics.find(({ rule }) => rule === 'missing-icon')?.label;
  };
  for (const [icon, meant] of [
    ['home', 'house'],
    ['alert-triangle', 'triangle-alert'],
    ['growth', 'trending-up'],
  ] as const)
    expect(suggestion(icon)).toBe(`did you mean \`${meant}\`?`);
  expect([...iconSynonyms].filter(([word, name]) => icons.has(word) || !icons.has(name))).toEqual([]);
});
