import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { contrast, defaultAccent } from '../../schema/content/colors.ts';
import { siteFiles, siteYaml } from '../support/small-site.ts';
import { weakPairs } from '../support/weak-pairs.ts';

test.each([
  ['of a site that chooses none', defaultAccent],
  ['in blue', { light: '#1a4f8b', dark: '#8fbdf2' }],
  ['in ochre', { light: '#8a5a00', dark: '#f2c14e' }],
  ['in violet', { light: '#6d3bbf', dark: '#c9b0ff' }],
  ['in red', { light: '#b3261e', dark: '#ffb4a9' }],
])('with the accent %s everything can be read on every tone in both schemes', (_which, accent) => {
  expect(weakPairs(accent)).toEqual([]);
});

test('the ratio is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('an accent that cannot be read is a fault, with a colour that can', () => {
  const files = siteFiles('  - { type: hero, heading: Hello }', {
    '_site.yaml': `${siteYaml}theme:\n  accent: { light: "#3bb273", dark: "#6fd9b5" }\n`,
  });
  const { diagnostics } = check(files, { icons: new Set(), pictures: new Set() });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '`light` is too weak to be read: 2.5:1 where it is weakest, and text needs 4.5:1; `#297d51` would do',
  ]);
});
