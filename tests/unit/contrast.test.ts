import { expect, test } from 'vitest';
import { contrast, defaultAccent, mix, schemes } from '../../schema/fields/colors.ts';
import { palette } from '../../schema/site/palette.ts';
import { resolvedTheme } from '../../schema/site/theme-presets.ts';
import { presetNames } from '../../schema/site/theme-settings.ts';
import { heatLevels } from '../../src/ui/chart/chart-styles.ts';
import { unsampled } from '../support/sampled.ts';
import { weakPairs } from '../support/weak-pairs.ts';
import { dice } from '../support/mutants.ts';

test.each([
  ['default', defaultAccent],
  ['blue', { light: '#1a4f8b', dark: '#8fbdf2' }],
  ['ochre', { light: '#8a5a00', dark: '#f2c14e' }],
  ['violet', { light: '#6d3bbf', dark: '#c9b0ff' }],
  ['red', { light: '#b3261e', dark: '#ffb4a9' }],
])('with the accent %s, all text is readable on every tone in both schemes', (_which, accent) => {
  expect(weakPairs({ accent })).toEqual([]);
});

test.each(presetNames)('with the preset %s, all text is readable on every background', (preset) => {
  expect(weakPairs(resolvedTheme({ preset }))).toEqual([]);
});

test.each(presetNames)('with the preset %s, numbers are readable in all heat table cells', (preset) => {
  const grounds = palette(resolvedTheme({ preset }));
  const weakest = (['plain', 'tinted', 'dark'] as const).flatMap((ground) =>
    schemes.flatMap((scheme) => {
      const { ink, accent, ground: paper } = grounds[ground][scheme];
      return [accent, ink].flatMap((one) => [
        contrast(ink, mix(paper, one, heatLevels[2] / 100)),
        // The highest level is the pure colour, with numbers in the background colour.
        contrast(paper, one),
      ]);
    }),
  );
  expect(Math.min(...weakest)).toBeGreaterThanOrEqual(4.5);
});

test.each(presetNames)('with the preset %s, dark surfaces can be distinguished', (preset) => {
  const { plain, tinted, dark } = palette(resolvedTheme({ preset }));
  const steps = [plain, tinted, dark].map(({ dark: { raised, ground } }) => contrast(raised, ground));
  expect(Math.min(...steps, contrast(tinted.dark.ground, plain.dark.ground))).toBeGreaterThanOrEqual(1.15);
});

test('with random themes, all text is readable on every background', () => {
  const roll = dice(7);
  const random = () => roll(2 ** 32) / 2 ** 32;
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!; // the index is within the list
  const color = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
  const pair = () => ({ light: color(), dark: color() });
  for (let count = 0; count < (unsampled ? 300 : 80); count++) {
    const theme = {
      accent: pair(),
      second: pick([undefined, pair()]),
      neutrals: pick(['tinted', 'pure', 'warm', 'cool'] as const),
      ownNeutrals: pick([undefined, { ground: pair(), ink: pair() }]),
      buttonColor: pick(['accent', 'ink', 'second'] as const),
    };
    expect(weakPairs(theme), JSON.stringify(theme)).toEqual([]);
  }
});

test('the contrast ratio follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
