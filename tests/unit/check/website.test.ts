import { expect, test } from 'vitest';
import { check } from '../../../schema/check/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/check/example-site.ts';
import { iconSynonyms } from '../../../schema/check/icon-synonyms.ts';
import { readAssets } from '../../../scripts/site/read-public.ts';
import { fixturePages } from '../../support/fixture-site.ts';
import { pageYaml, siteFiles } from '../../support/small-site.ts';

const assets = { icons: new Set<string>(), files: new Set<string>() };
const blocksOf = (blocks: string, more: Record<string, string> = {}) =>
  check(siteFiles(blocks, more), assets).website?.pages.get('/')?.blocks;

test('numbers, dates and `yes` keep their text', () => {
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
