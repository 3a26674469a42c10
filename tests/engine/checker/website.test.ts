import { expect, test } from 'vitest';
import { check } from '../../../schema/check.ts';
import { siteFiles } from '../../support/small-site.ts';

const assets = { icons: new Set<string>(), pictures: new Set<string>() };
const blocksOf = (blocks: string, more: Record<string, string> = {}) =>
  check(siteFiles(blocks, more), assets).website?.pages.get('/')?.blocks;

test('numbers, dates and yes stay the text that was written', () => {
  const [block] =
    blocksOf(
      '  - type: stats\n    items:\n      - { value: 1.10, label: yes }\n      - { value: 0123, label: 2026-11-21 }',
    ) ?? [];
  expect(block).toMatchObject({
    items: [
      { value: '1.10', label: 'yes' },
      { value: '0123', label: '2026-11-21' },
    ],
  });
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
