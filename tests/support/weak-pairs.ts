import { contrast, type Accent, palette } from '../../schema/content/colors.ts';

// [foreground, background, minimum contrast by WCAG 2.2 AA]
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

/** Pairs of colours with too little contrast, on any tone of a site with this accent, in either scheme. */
export function weakPairs(accent: Accent): string[] {
  const { plain, tinted, dark } = palette(accent);
  const grounds = {
    'plain, light': plain.light,
    'plain, dark': plain.dark,
    'tinted, light': { ...plain.light, ...tinted.light },
    'tinted, dark': { ...plain.dark, ...tinted.dark },
    dark,
  };
  return Object.entries(grounds).flatMap(([ground, values]) =>
    pairs
      .map(([drawn, on, least]) => ({ drawn, on, least, ratio: contrast(values[drawn], values[on]) }))
      .filter(({ ratio, least }) => !(ratio >= least))
      .map(({ drawn, on, ratio }) => `${ground}: ${drawn} on ${on} is ${ratio.toFixed(2)}:1`),
  );
}
