import { expect, test } from 'vitest';
import { check } from '../../schema/check.ts';
import { contrast } from '../../schema/color/contrast.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import { readSite } from '../../scripts/pages/read-site.ts';
import { siteFiles, siteYaml } from '../support/small-site.ts';

// [what is drawn, on what, least contrast by WCAG 2.2 AA]
const pairs = [
  ...(['ground', 'raised', 'accent-wash'] as const).flatMap(
    (on) =>
      [
        ['ink', on, 4.5],
        ['accent-strong', on, 4.5],
      ] as const,
  ),
  ...(['ground', 'raised'] as const).flatMap(
    (on) =>
      [
        ['muted', on, 4.5],
        ['accent', on, 4.5],
        ['danger', on, 4.5],
      ] as const,
  ),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
] as const;

const accents = {
  'of this site': readSite('pages').website?.site.theme.accent ?? usualAccent,
  'of a site that chooses none': usualAccent,
  'in ochre': { light: '#8a5a00', dark: '#f2c14e' },
  'in violet': { light: '#6d3bbf', dark: '#c9b0ff' },
  'in red': { light: '#b3261e', dark: '#ffb4a9' },
};
const tones = Object.entries(accents).flatMap(([which, accent]) => {
  const { plain, tinted, dark } = palette(accent);
  return [
    ['plain', 'light', plain.light],
    ['plain', 'dark', plain.dark],
    ['tinted', 'light', { ...plain.light, ...tinted.light }],
    ['tinted', 'dark', { ...plain.dark, ...tinted.dark }],
    ['dark', 'any', dark],
  ].map(([tone, scheme, values]) => [which, tone, scheme, values] as [string, string, string, typeof dark]);
});

test.each(tones)(
  'with the accent %s everything can be read on the tone %s in the %s scheme',
  (_which, _tone, _scheme, values) => {
    const weak = pairs
      .map(([drawn, on, least]) => ({
        pair: `${drawn} on ${on}`,
        ratio: contrast(values[drawn], values[on]),
        least,
      }))
      .filter(({ ratio, least }) => !(ratio >= least));
    expect(weak).toEqual([]);
  },
);

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
