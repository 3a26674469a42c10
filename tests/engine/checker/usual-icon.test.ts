import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { iconSynonyms } from '../../../schema/checker/icon-synonyms.ts';
import { readAssets } from '../../../scripts/source/read-public.ts';
import { fixturePages } from '../../support/fixture-site.ts';

test.each([
  ['home', 'house'],
  ['email', 'mail'],
  ['warning', 'triangle-alert'],
  ['alert-triangle', 'triangle-alert'],
  ['user-circle', 'circle-user'],
  ['growth', 'trending-up'],
])('whoever writes the icon %s is told of %s', (written, name) => {
  const block = `- { type: card-grid, items: [{ heading: Here, icon: ${written} }] }\n`;
  const { icons } = readAssets(fixturePages);
  const { diagnostics } = check(exampleFiles(block), { ...exampleAssets(block), icons });
  expect(diagnostics.find(({ rule }) => rule === 'missing-icon')?.label).toBe(`did you mean \`${name}\`?`);
});

test('each usual word is none of the icons, and stands for one of them', () => {
  const { icons } = readAssets(fixturePages);
  expect([...iconSynonyms].filter(([word, name]) => icons.has(word) || !icons.has(name))).toEqual([]);
});
