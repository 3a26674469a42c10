import { type Colors, contrast, schemes } from '../../schema/fields/colors.ts';
import { createPalette } from '../../schema/site/palette.ts';

// Pairs of foreground and background colours with the minimum contrast (WCAG 2.2 AA).
const pairs = [
  ...(['ground', 'raised', 'accent-wash'] as const).flatMap(
    (on) =>
      [
        ['ink', on, 4.5],
        ['accent-strong', on, 4.5],
      ] as const,
  ),
  ...(['ground', 'raised', 'accent-wash'] as const).flatMap(
    (on) =>
      [
        ['muted', on, 4.5],
        ['accent', on, 4.5],
      ] as const,
  ),
  ['data', 'ground', 3],
  ['data', 'raised', 3],
  ['danger', 'ground', 4.5],
  ['danger', 'raised', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['on-second', 'second', 4.5],
  ['on-press', 'press', 4.5],
] as const;

/** Returns colour pairs with too little contrast, for each tone and colour scheme of a site with these colours. */
export function findLowContrastPairs(colors: Partial<Colors>): string[] {
  return Object.entries(createPalette({ neutrals: 'tinted', buttonColor: 'accent', ...colors })).flatMap(
    ([tone, values]) =>
      schemes.flatMap((scheme) =>
        pairs
          .map(([foreground, background, min]) => ({
            foreground,
            background,
            min,
            ratio: contrast(values[scheme][foreground], values[scheme][background]),
          }))
          .filter(({ ratio, min }) => !(ratio >= min))
          .map(
            ({ foreground, background, ratio }) =>
              `${tone}, ${scheme}: ${foreground} on ${background} is ${ratio.toFixed(2)}:1`,
          ),
      ),
  );
}
