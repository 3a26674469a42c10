import { expect, test } from 'vitest';
import { check } from '../../../schema/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/rules/example-site.ts';
import { usualNames } from '../../../schema/check/usual-icon.ts';
import { readAssets } from '../../../scripts/pages/site-assets.ts';
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
  expect([...usualNames].filter(([word, name]) => icons.has(word) || !icons.has(name))).toEqual([]);
});
