import { expect, test } from 'vitest';
import { schemes } from '../../src/design/theme.ts';

/** Relative luminance of `#rrggbb`, by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

// [what is drawn, on what, least contrast by WCAG 2.2 AA]
const pairs: [drawn: string, on: string, least: number][] = [
  ...['--ground', '--raised', '--accent-wash'].flatMap((on): [string, string, number][] => [['--ink', on, 4.5], ['--accent-strong', on, 4.5]]),
  ...['--ground', '--raised'].flatMap((on): [string, string, number][] => [['--muted', on, 4.5], ['--accent', on, 4.5], ['--danger', on, 4.5]]),
  ['--on-accent', '--accent', 4.5],
  ['--on-accent', '--accent-strong', 4.5],
];
const all = Object.entries(schemes).flatMap(([scheme, tones]) => Object.entries(tones).map(([tone, values]) => [scheme, tone, { ...tones.plain, ...values } as Record<string, string>] as const));

test.each(all)('in the %s scheme everything can be read on the tone %s', (_scheme, _tone, values) => {
  const weak = pairs.map(([drawn, on, least]) => ({ pair: `${drawn} on ${on}`, ratio: contrast(values[drawn] ?? '', values[on] ?? ''), least })).filter(({ ratio, least }) => !(ratio >= least));
  expect(weak).toEqual([]);
});
