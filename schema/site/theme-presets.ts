import type { Accent } from '../fields/colors.ts';
import type { Ground } from './palette.ts';
import type { presetNames, ThemeSettings } from './theme-settings.ts';

type ToneSetting = 'opening' | 'statement' | 'closing' | 'footer';
type Optional = 'accent' | 'second' | 'ownNeutrals' | 'ownFonts' | 'logo';

/** All theme settings of a site, completed with the settings in its preset and the defaults. */
export type ResolvedTheme = Pick<ThemeSettings, Optional> & {
  [Key in Exclude<keyof ThemeSettings, Optional | 'preset' | 'grounds'>]-?: NonNullable<ThemeSettings[Key]>;
} & { preset: (typeof presetNames)[number]; grounds: Record<ToneSetting, Ground> };

type Preset = Partial<Omit<ResolvedTheme, 'preset' | 'grounds'>> & {
  grounds?: Partial<ResolvedTheme['grounds']>;
};

const defaultTheme: ResolvedTheme = {
  preset: 'plain',
  neutrals: 'tinted',
  grounds: { opening: 'plain', statement: 'dark', closing: 'dark', footer: 'tinted' },
  buttonColor: 'accent',
  scheme: 'system',
  fonts: 'figtree',
  headings: 'strong',
  scale: 'clear',
  corners: 'soft',
  density: 'regular',
  width: 'page',
  header: 'bar',
  wordmark: 'plain',
  labels: 'dot',
  heads: 'above',
  cards: 'outlined',
  buttons: 'box',
  pictures: 'line',
  pattern: 'dots',
  bands: 'tint',
  icons: 'regular',
  links: 'underline',
  separators: 'space',
};

const toAccent = (light: string, dark: string): Accent => ({ light, dark });

export const presets: Record<(typeof presetNames)[number], Preset> = {
  plain: {},
  chambers: {
    accent: toAccent('#7b2230', '#e8a3a0'),
    second: toAccent('#21382f', '#2c4f42'),
    grounds: { statement: 'second', closing: 'plain', footer: 'second' },
    neutrals: 'warm',
    fonts: 'garamond',
    headings: 'regular',
    scale: 'loud',
    corners: 'square',
    width: 'narrow',
    header: 'centred',
    wordmark: 'capitals',
    labels: 'capitals',
    heads: 'centred',
    cards: 'bare',
    pictures: 'mat',
    pattern: 'none',
    icons: 'none',
    separators: 'double',
  },
  playroom: {
    accent: toAccent('#2352c9', '#9fbaff'),
    second: toAccent('#ffcf40', '#543700'),
    grounds: { opening: 'second', statement: 'accent', closing: 'second', footer: 'accent' },
    fonts: 'fredoka',
    headings: 'heavy',
    scale: 'loud',
    corners: 'round',
    header: 'island',
    wordmark: 'boxed',
    labels: 'chip',
    heads: 'centred',
    cards: 'filled',
    buttons: 'pill',
    pictures: 'mat',
    bands: 'panel',
    icons: 'badge',
    links: 'bold',
    separators: 'scallop',
  },
  signal: {
    accent: toAccent('#2c6110', '#c9f54c'),
    second: toAccent('#c9f54c', '#c9f54c'),
    grounds: { opening: 'dark', statement: 'accent', footer: 'dark' },
    buttonColor: 'second',
    fonts: 'host',
    headings: 'light',
    scale: 'loud',
    wordmark: 'lower',
    cards: 'filled',
    icons: 'fine',
  },
  works: {
    accent: toAccent('#b03a00', '#ff8a45'),
    second: toAccent('#ff6a1f', '#ff6a1f'),
    grounds: { closing: 'second', footer: 'dark' },
    neutrals: 'cool',
    buttonColor: 'second',
    fonts: 'barlow',
    headings: 'capitals',
    scale: 'loud',
    corners: 'square',
    density: 'compact',
    width: 'full',
    header: 'block',
    wordmark: 'capitals',
    heads: 'beside',
    cards: 'cells',
    buttons: 'slab',
    pictures: 'tint',
    pattern: 'none',
    icons: 'heavy',
    links: 'bold',
    separators: 'rule',
  },
  gazette: {
    accent: toAccent('#d11f0a', '#ff7a63'),
    second: toAccent('#e3dbff', '#3a2f6b'),
    grounds: { closing: 'accent', footer: 'plain' },
    neutrals: 'pure',
    buttonColor: 'ink',
    fonts: 'gloock',
    headings: 'regular',
    scale: 'huge',
    corners: 'square',
    width: 'full',
    header: 'masthead',
    labels: 'plain',
    cards: 'rows',
    pictures: 'bare',
    pattern: 'none',
    bands: 'colour',
    icons: 'none',
    separators: 'heavy',
  },
};

/** Completes the author's theme settings with the settings in the preset and with the defaults. */
export function resolveTheme({ preset = 'plain', grounds, ...own }: ThemeSettings): ResolvedTheme {
  const presetSettings = presets[preset];
  const ownSettings = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return {
    ...defaultTheme,
    ...presetSettings,
    ...ownSettings,
    preset,
    grounds: { ...defaultTheme.grounds, ...presetSettings.grounds, ...grounds },
  };
}
