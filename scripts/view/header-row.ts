import type { Action } from '../../schema/content/link-fields.ts';
import { fontPair } from '../../schema/content/built-in-fonts.ts';
import type { Site } from '../../schema/content/site.ts';

// The widths of the letters from the space to the tilde in Figtree at weight 400, in hundredths of an em.
const widths = (
  '25 30 32 63 56 79 64 20 35 35 48 62 23 42 21 39 64 41 56 54 62 58 57 54 61 57 25 26 62 62 62 50 99 68 61 72 69 ' +
  '59 54 76 75 27 52 61 52 85 77 78 58 78 63 61 55 71 69 96 61 60 64 32 39 32 55 44 22 51 59 54 59 55 37 59 56 23 ' +
  '27 49 22 85 56 58 59 58 34 47 38 56 52 78 48 53 49 39 26 39 57'
)
  .split(' ')
  .map(Number);
const [small, large] = [60, 100];
const isFullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The width of a text in em, in the built-in font. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    width += widths[(letter.codePointAt(0) ?? 0) - 32] ?? (isFullWidth.test(letter) ? large : small);
  return width / 100;
}

// As in src/page and src/components/theme.ts, in rem: type sizes in a window of that width, margins, gaps.
const sizes = {
  body: (window: number) => Math.min(1.125, Math.max(1, 0.95 + 0.0019 * window)),
  name: (window: number) => Math.min(1.5, Math.max(1.375, 1.3 + 0.003 * window)),
  edge: (window: number) => Math.min(3, 0.5 + 0.032 * window),
  gap: (window: number) => 0.0125 * window - 0.75,
};
const bold = 1.025;
/** The narrowest window with the row, what further ones differ by, and the widest. */
const steps = { first: 64, step: 4, last: 112 };

/** How wide words are in a font: relative to Figtree, in small letters and in capitals. */
type Breadth = readonly [words: number, capitals: number];
export const breadths: Readonly<Record<string, Breadth>> = {
  Figtree: [1, 1],
  'Space Grotesk': [1.08, 0.95],
  'EB Garamond': [1.06, 1.2],
  Fredoka: [1, 0.98],
  Nunito: [1.01, 1.02],
  'Host Grotesk': [1.02, 0.97],
  'Barlow Condensed': [0.8, 0.71],
  'IBM Plex Sans': [1.03, 1.02],
  Gloock: [1.06, 1.04],
  'Instrument Sans': [1.04, 1.02],
};
const system: Breadth = [1.08, 1.08];

/** The fonts of a site in its header: of the name, and of entries. */
function breadthsIn({ theme, fontFacts }: Site): { name: Breadth; text: Breadth } {
  const own = (file: string | undefined): Breadth | undefined => {
    const facts = file === undefined ? undefined : fontFacts?.[file];
    return facts && [facts.width / 0.4447, facts.width / 0.4447];
  };
  const pair = fontPair(theme.fonts);
  const builtIn = (font = pair?.text) => breadths[font?.family ?? ''] ?? system;
  const text = own(theme.ownFonts?.text) ?? builtIn();
  const headings = theme.ownFonts?.text === undefined ? builtIn(pair?.headings) : text;
  return { name: own(theme.ownFonts?.headings) ?? headings, text };
}

/** The width of the name in em, as the theme sets it (see src/components/theme-choices.ts). */
function nameWidth({ company, theme: { wordmark } }: Site, [words, capitals]: Breadth): number {
  const letters = [...company].length;
  const inCapitals = wordmark === 'capitals';
  const width = inCapitals ? textWidth(company.toUpperCase()) * capitals : textWidth(company) * words;
  return width * bold + letters * (inCapitals ? 0.08 : -0.03) + (wordmark === 'boxed' ? 1.4 : 0);
}

/**
 * The width of the window in rem from which the entries of the header are in one row; in narrower ones they are
 * in a menu. 0 if they always are.
 */
export function headerRow(site: Site, ownAction?: Action): number {
  const { navigation, theme, fileWords = {} } = site;
  const action = ownAction ?? navigation.action;
  const breadth = breadthsIn(site);
  const note = (link: object) => {
    const words = 'to' in link && typeof link.to === 'string' ? fileWords[link.to] : undefined;
    return words === undefined ? '' : ` (${words})`;
  };
  const [words, capitals] = breadth.text;
  const onButton = (label: string) =>
    theme.buttons === 'slab' ? textWidth(label.toUpperCase()) * capitals : textWidth(label) * words;
  // In some headers the name stands above the row.
  const isAbove = theme.header === 'centred' || theme.header === 'masthead';
  const needed = (window: number) => {
    const em = sizes.body(window);
    const entries = navigation.items.map((item) =>
      'items' in item
        ? 2.7 + textWidth(item.label) * words * em
        : 1 + textWidth(item.label + note(item)) * words * em,
    );
    const logo = theme.logo === undefined ? 0 : 1.75 + 0.45 * sizes.name(window);
    const name = nameWidth(site, breadth.name) * sizes.name(window) + logo + 0.75;
    return (
      (isAbove ? 0 : name) +
      entries.reduce((sum, width) => sum + width, 0) +
      navigation.items.length * sizes.gap(window) +
      (action ? 2.875 + onButton(action.label + note(action)) * bold * em : 0) +
      (navigation.colors === undefined ? 0 : 2.0625 + (action ? sizes.gap(window) : 0)) +
      (navigation.search === undefined ? 0 : 2.0625)
    );
  };
  for (let window = steps.first; window <= steps.last; window += steps.step)
    if (needed(window) + 2 * sizes.edge(window) <= window) return window;
  return 0;
}

/** The site with the width from which its header is a row. */
export function siteWithHeaderRow(site: Site): Site {
  return { ...site, headerRow: headerRow(site) };
}
