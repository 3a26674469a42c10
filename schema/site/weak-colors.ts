import { contrast, minContrast, mix, type Scheme, schemes } from '../fields/colors.ts';
import { createNeutrals, createPalette, toReadable } from './palette.ts';
import type { ResolvedTheme } from './theme-presets.ts';
import type { ThemeSettings } from './theme-settings.ts';

/** A theme colour with too little contrast, and a similar colour with enough contrast, if there is one. */
interface WeakColor {
  path: string[];
  /** The lowest contrast of the colour with any background or text. */
  ratio: number;
  /** The minimum contrast that the colour needs. */
  least: number;
  better: string | undefined;
}

/**
 * The minimum contrast of black or white text with a custom background. It leaves enough contrast for paler text,
 * raised cards and lines.
 */
const roomyContrast = 7;

/**
 * Returns the colours set by the author that have too little contrast. All other colours are derived from the author's
 * colours and always have enough contrast.
 */
export function findWeakColors(theme: ResolvedTheme, ownSettings: ThemeSettings): WeakColor[] {
  return schemes.flatMap((scheme) => [
    ...(ownSettings.accent ? checkAccent(theme, scheme) : []),
    ...(ownSettings.ownNeutrals ? checkNeutrals(theme, scheme) : []),
  ]);
}

function checkAccent(theme: ResolvedTheme, scheme: Scheme): WeakColor[] {
  const own = theme.accent?.[scheme];
  if (own === undefined) return [];
  const getRatio = (color: string) => findLowestAccentContrast(theme, color, scheme);
  const ratio = getRatio(own);
  if (ratio >= minContrast) return [];
  return [
    {
      path: ['accent', scheme],
      ratio,
      least: minContrast,
      better: suggestColor(own, scheme, getRatio, minContrast),
    },
  ];
}

/** Returns the lowest contrast of an accent colour with page backgrounds and with button text. */
function findLowestAccentContrast(theme: ResolvedTheme, color: string, scheme: Scheme): number {
  const accent = { ...(theme.accent ?? { light: color, dark: color }), [scheme]: color };
  const { plain, tinted, dark } = createPalette({ ...theme, accent });
  const grounds = [plain, tinted, ...(scheme === 'dark' ? [dark] : [])].map((tone) => tone[scheme]);
  const onButton = scheme === 'light' ? '#ffffff' : '#0b0b0b';
  return Math.min(
    contrast(onButton, color),
    ...grounds.flatMap(({ ground, raised }) => [contrast(color, ground), contrast(color, raised)]),
  );
}

function checkNeutrals(theme: ResolvedTheme, scheme: Scheme): WeakColor[] {
  const own = theme.ownNeutrals;
  if (!own) return [];
  const listGrounds = (ground: string) => {
    const changedNeutrals = { ground: { ...own.ground, [scheme]: ground }, ink: own.ink };
    const { ground: page, raised, tint } = createNeutrals({ ...theme, ownNeutrals: changedNeutrals }, scheme);
    return [page, raised, tint];
  };
  const pole = scheme === 'light' ? '#000000' : '#ffffff';
  const getPoleContrast = (ground: string) =>
    Math.min(...listGrounds(ground).map((candidate) => contrast(pole, candidate)));
  const ground = own.ground[scheme];
  const poleContrast = getPoleContrast(ground);
  if (poleContrast < roomyContrast) {
    const better = suggestColor(
      ground,
      scheme === 'light' ? 'dark' : 'light',
      getPoleContrast,
      roomyContrast,
    );
    return [{ path: ['ownNeutrals', 'ground', scheme], ratio: poleContrast, least: roomyContrast, better }];
  }
  const ink = own.ink[scheme];
  const ratio = Math.min(...listGrounds(ground).map((candidate) => contrast(ink, candidate)));
  if (ratio >= minContrast) return [];
  const better = toReadable(ink, listGrounds(ground), minContrast + 0.1);
  return [{ path: ['ownNeutrals', 'ink', scheme], ratio, least: minContrast, better }];
}

/**
 * Darkens a colour, or lightens it in the dark scheme, until it has enough contrast. Returns `undefined` if no such
 * colour is found.
 */
function suggestColor(
  color: string,
  scheme: Scheme,
  getRatio: (color: string) => number,
  least: number,
): string | undefined {
  return Array.from({ length: 20 }, (_, step) =>
    mix(color, scheme === 'light' ? '#000000' : '#ffffff', 0.05 * (step + 1)),
  ).find((candidate) => getRatio(candidate) >= least);
}
