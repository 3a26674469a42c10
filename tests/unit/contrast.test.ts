import { expect, test } from 'vitest';
import { contrast, defaultAccent, mix, schemes } from '../../schema/fields/colors.ts';
import { createPalette } from '../../schema/site/palette.ts';
import { resolveTheme } from '../../schema/site/theme-presets.ts';
import { presetNames } from '../../schema/site/theme-settings.ts';
import { heatLevels } from '../../src/ui/chart/chart-styles.ts';
import { isFullRun } from '../support/sample.ts';
import { findLowContrastPairs } from '../support/weak-pairs.ts';
import { createDice } from '../support/mutants.ts';

test.each([
  ['default', defaultAccent],
  ['blue', { light: '#1a4f8b', dark: '#8fbdf2' }],
  ['ochre', { light: '#8a5a00', dark: '#f2c14e' }],
  ['violet', { light: '#6d3bbf', dark: '#c9b0ff' }],
  ['red', { light: '#b3261e', dark: '#ffb4a9' }],
])('with the accent %s, all text is readable on every tone in both schemes', (_title, accent) => {
  expect(findLowContrastPairs({ accent })).toEqual([]);
});

test.each(presetNames)('with the preset %s, all text is readable on every background', (preset) => {
  expect(findLowContrastPairs(resolveTheme({ preset }))).toEqual([]);
});

test.each(presetNames)('with the preset %s, numbers are readable in all heat table cells', (preset) => {
  const colorsByTone = createPalette(resolveTheme({ preset }));
  const ratios = (['plain', 'tinted', 'dark'] as const).flatMap((tone) =>
    schemes.flatMap((scheme) => {
      const { ink, accent, ground: background } = colorsByTone[tone][scheme];
      return [accent, ink].flatMap((foreground) => [
        contrast(ink, mix(background, foreground, heatLevels[2] / 100)),
        // Cells on the highest level have the pure colour, and their numbers have the background colour.
        contrast(background, foreground),
      ]);
    }),
  );
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
});

test.each(presetNames)('in the dark scheme of the preset %s, surfaces can be told apart', (preset) => {
  const { plain, tinted, dark } = createPalette(resolveTheme({ preset }));
  const ratios = [plain, tinted, dark].map(({ dark: { raised, ground } }) => contrast(raised, ground));
  expect(Math.min(...ratios, contrast(tinted.dark.ground, plain.dark.ground))).toBeGreaterThanOrEqual(1.15);
});

test('with random themes, all text is readable on every background', () => {
  const roll = createDice(7);
  const randomFraction = () => roll(2 ** 32) / 2 ** 32;
  const pickRandom = <T>(items: readonly T[]) => items[Math.floor(randomFraction() * items.length)]!; // the index is within the list
  const createColor = () =>
    `#${Math.floor(randomFraction() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
  const createPair = () => ({ light: createColor(), dark: createColor() });
  for (let count = 0; count < (isFullRun ? 300 : 80); count++) {
    const theme = {
      accent: createPair(),
      second: pickRandom([undefined, createPair()]),
      neutrals: pickRandom(['tinted', 'pure', 'warm', 'cool'] as const),
      ownNeutrals: pickRandom([undefined, { ground: createPair(), ink: createPair() }]),
      buttonColor: pickRandom(['accent', 'ink', 'second'] as const),
    };
    expect(findLowContrastPairs(theme), JSON.stringify(theme)).toEqual([]);
  }
});

test('the contrast ratio follows the WCAG formula', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
