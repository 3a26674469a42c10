import { type Accent, channel, mix, palette } from './palette.ts';

/** Contrast ratio of two colours, from 1 to 21, by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = channel(color, at) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The least contrast of text by WCAG 2.2 AA. */
export const leastContrast = 4.5;

/**
 * What is wrong with the accent of a scheme: its weakest contrast where text stands in it, and a like colour
 * that would do.
 */
export function weakAccent(
  accent: Accent,
  scheme: 'light' | 'dark',
): { ratio: number; better: string | undefined } | undefined {
  const ratio = weakestContrast(accent, scheme);
  if (ratio >= leastContrast) return undefined;
  const better = Array.from({ length: 20 }, (_, step) =>
    mix(accent[scheme], scheme === 'light' ? '#000000' : '#ffffff', 0.05 * (step + 1)),
  ).find((color) => weakestContrast({ ...accent, [scheme]: color }, scheme) >= leastContrast);
  return { ratio, better };
}

function weakestContrast(accent: Accent, scheme: 'light' | 'dark'): number {
  const { plain, tinted, dark } = palette(accent);
  const own = plain[scheme];
  const grounds = [
    own.ground,
    own.raised,
    tinted[scheme].ground,
    tinted[scheme].raised,
    ...(scheme === 'dark' ? [dark.ground, dark.raised] : []),
  ];
  return Math.min(
    contrast(own['on-accent'], own.accent),
    ...grounds.map((ground) => contrast(own.accent, ground)),
  );
}
