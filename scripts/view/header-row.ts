import type { Action } from '../../schema/content/link-fields.ts';
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
  body: (window: number) => Math.min(1.0625, Math.max(1, 0.96 + 0.0018 * window)),
  name: (window: number) => Math.min(1.5, Math.max(1.375, 1.3 + 0.003 * window)),
  edge: (window: number) => Math.min(3, 0.5 + 0.032 * window),
  gap: (window: number) => 0.0125 * window - 0.75,
};
const bold = 1.025;
/** The narrowest window with the row, what further ones differ by, and the widest. */
const steps = { first: 64, step: 4, last: 112 };

/** How much wider than the built-in one the font of a site is: of names, and of entries. */
function widerThanBuiltIn({ theme, fontFacts }: Site): { name: number; text: number } {
  const own = (file: string | undefined) => {
    const facts = file === undefined ? undefined : fontFacts?.[file];
    return facts && facts.width / 0.4447;
  };
  const text = own(theme.ownFonts?.text) ?? (theme.fonts === 'system' ? 1.08 : 1);
  const headings = own(theme.ownFonts?.headings) ?? (theme.fonts === 'space-grotesk' ? 1.065 : text);
  return { name: headings, text };
}

/**
 * The width of the window in rem from which the entries of the header are in one row; in narrower ones they are
 * in a menu. 0 if they always are.
 */
export function headerRow(site: Site, ownAction?: Action): number {
  const { company, navigation, theme, fileWords = {} } = site;
  const action = ownAction ?? navigation.action;
  const wider = widerThanBuiltIn(site);
  const note = (link: object) => {
    const words = 'to' in link && typeof link.to === 'string' ? fileWords[link.to] : undefined;
    return words === undefined ? '' : ` (${words})`;
  };
  const needed = (window: number) => {
    const em = sizes.body(window) * wider.text;
    const entries = navigation.items.map((item) =>
      'items' in item ? 2.25 + textWidth(item.label) * em : 1 + textWidth(item.label + note(item)) * em,
    );
    const letters = [...company].length;
    const name = (textWidth(company) * bold * wider.name - 0.03 * letters) * sizes.name(window);
    return (
      name +
      (theme.logo === undefined ? 0 : 1.75 + 0.45 * sizes.name(window)) +
      0.75 +
      entries.reduce((sum, width) => sum + width, 0) +
      navigation.items.length * sizes.gap(window) +
      (action ? 2.875 + textWidth(action.label + note(action)) * bold * em : 0) +
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
