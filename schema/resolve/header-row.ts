import type { Action } from '../fields/link-fields.ts';
import type { Site } from '../site/site.ts';

/** The widths to assume for small and capital letters, in em. In no built-in font are the letters wider on average. */
export const letterWidths = { small: 0.55, capital: 0.75 } as const;
const fullWidthCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const estimateTextWidth = (text: string, isUppercase = false): number => {
  const fullWidth = text.match(fullWidthCharacters)?.length ?? 0;
  return ([...text].length - fullWidth) * letterWidths[isUppercase ? 'capital' : 'small'] + fullWidth;
};

// Sizes of header parts in rem at a window width of 64 rem, from src/page and src/ui/design-tokens.ts. In wider
// windows, the sizes grow more slowly than the window.
const padding = { item: 1, menu: 2.7, action: 2.875, control: 2.0625, logo: 2.4, name: 0.75 };
const nameSize = 1.49;
const bodySize = 1.09;
const letterGap = 0.1;
const rowPadding = 5.2;
/**
 * The possible breakpoints of the header, as window widths in rem: the first, the step between breakpoints, and the
 * last.
 */
const breakpoints = { first: 64, step: 4, last: 112 };

/**
 * Returns the window width in rem from which all header items fit in one row. In narrower windows, the items are in a
 * menu. Returns 0 if they are always in a menu.
 */
export function computeHeaderRow(
  site: Site,
  pageAction?: Action,
  languages: readonly { label: string }[] = [],
): number {
  const { navigation, theme, company, fileWords = {} } = site;
  const action = pageAction ?? navigation.action;
  const formatFileNote = (link: object) => {
    const fileNote = 'to' in link && typeof link.to === 'string' ? fileWords[link.to] : undefined;
    return fileNote === undefined ? '' : ` (${fileNote})`;
  };
  const itemWidths = navigation.items.map((item) =>
    'items' in item
      ? padding.menu + estimateTextWidth(item.label) * bodySize
      : padding.item + estimateTextWidth(item.label + formatFileNote(item)) * bodySize,
  );
  const languageWidths = languages.map(({ label }) => padding.item + estimateTextWidth(label) * bodySize);
  const controls = [navigation.colors, navigation.search].filter((label) => label !== undefined);
  // In some header layouts, the site name is above the row.
  const isNameAbove = theme.header === 'centred' || theme.header === 'masthead';
  const name =
    estimateTextWidth(company, theme.wordmark === 'capitals') * nameSize +
    padding.name +
    (theme.logo === undefined ? 0 : padding.logo);
  const widths = [
    ...itemWidths,
    ...languageWidths,
    ...controls.map(() => padding.control),
    ...(action
      ? [
          padding.action +
            estimateTextWidth(action.label + formatFileNote(action), theme.buttons === 'slab') * bodySize,
        ]
      : []),
    ...(isNameAbove ? [] : [name]),
  ];
  const rowWidth = widths.reduce((sum, width) => sum + width + letterGap, rowPadding);
  const breakpoint =
    breakpoints.first +
    breakpoints.step * Math.max(0, Math.ceil((rowWidth - breakpoints.first) / breakpoints.step));
  return breakpoint <= breakpoints.last ? breakpoint : 0;
}

/** Returns the site with the window width from which its header items are in one row. */
export function addHeaderRow(site: Site): Site {
  return { ...site, headerRow: computeHeaderRow(site) };
}
