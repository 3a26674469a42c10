import { expect, test } from 'vitest';
import { contrast, defaultAccent } from '../../schema/content/colors.ts';
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
