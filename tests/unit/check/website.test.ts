import { expect, test } from 'vitest';
import { check } from '../../../schema/check/check.ts';
import { createExampleAssets, createExampleFiles } from '../../../schema/check/example-site.ts';
import { iconSynonyms } from '../../../schema/check/icon-synonyms.ts';
import { readAssets } from '../../../scripts/site/read-public.ts';
import { fixturePages } from '../../support/fixture-site.ts';
import { toPageYaml, createSiteFiles } from '../../support/small-site.ts';

const assets = { icons: new Set<string>(), files: new Set<string>() };
const checkBlocks = (blocks: string, otherFiles: Record<string, string> = {}) =>
  check(createSiteFiles(blocks, otherFiles), assets).website?.pages.get('/')?.blocks;

test('numbers, dates and `yes` are kept as they are written', () => {
  const items = '[{ value: 1.10, label: yes }, { value: 0123, label: 2026-11-21 }]';
  expect(checkBlocks(`  - { type: stats, items: ${items} }\n`)).toMatchObject([
    {
      items: [
        { value: '1.10', label: 'yes' },
        { value: '0123', label: '2026-11-21' },
      ],
    },
  ]);
});

test('variables and shared blocks are replaced by their content', () => {
  const shared = {
    '_shared/next.yaml':
      'type: cta\nheading: "Write to {{company}}"\nactions: [{ label: "{{phone}}", href: "tel:{{phone}}" }]',
  };
  expect(checkBlocks('  - use: next', shared)).toMatchObject([
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
])('of two pages with the same title, %s is reported', (_title, isNew: Record<string, boolean>, reported) => {
  const hero = '  - type: hero\n    heading: Hello\n';
  const files = createSiteFiles(hero, { 'copy.yaml': toPageYaml(hero) });
  const { diagnostics } = check(
    files.map((file) => ({ ...file, isNew: isNew[file.path] })),
    assets,
  );
  const titleDiagnostics = diagnostics.filter(({ rule }) => rule === 'same-title');
  expect(titleDiagnostics.map(({ file }) => file.replace('pages/', ''))).toEqual(reported);
});

test('a synonym of an icon name suggests that icon', () => {
  const { icons } = readAssets(fixturePages);
  const findSuggestion = (icon: string) => {
    const block = `- { type: card-grid, items: [{ heading: Here, icon: ${icon} }] }\n`;
    const { diagnostics } = check(createExampleFiles(block), { ...createExampleAssets(block), icons });
    return diagnostics.find(({ rule }) => rule === 'missing-icon')?.label;
  };
  for (const [icon, expectedIcon] of [
    ['home', 'house'],
    ['alert-triangle', 'triangle-alert'],
    ['growth', 'trending-up'],
  ] as const)
    expect(findSuggestion(icon)).toBe(`did you mean \`${expectedIcon}\`?`);
  expect([...iconSynonyms].filter(([word, name]) => icons.has(word) || !icons.has(name))).toEqual([]);
});
