import { breaks, measure } from './theme.ts';

/** The width that a picture is shown with: in rem, or as a share of the page's width, by breakpoint. */
export type DisplayWidth = number | ({ narrow: number } & Partial<Record<keyof typeof breaks, number>>);

// The page's width as a share of the window, with the usual edges beside it (see base.ts).
const pageShare = 0.936;
const pageWidth = Number.parseFloat(measure.page);
const remInPixels = 16;

/** The attribute `sizes`, which tells browsers the layout before they know it. */
export function sizesOf(shown: DisplayWidth): string {
  if (typeof shown === 'number') return `${shown}rem`;
  const width = (share: number) => `min(${short(100 * pageShare * share)}vw,${short(pageWidth * share)}rem)`;
  const wider = namesOf(shown).map((name) => `(min-width:${breaks[name]}rem) ${width(shown[name] ?? 1)}`);
  return [...wider, width(shown.narrow)].join(',');
}

// Width and pixel density: a phone, a tablet and two desktop screens. On finer phones nobody sees a
// difference.
const screens = [
  [375, 2],
  [768, 2],
  [1440, 1],
  [1440, 2],
] as const;
// Widths that are nearly the same share their versions.
const grid = 64;
// A version is worth its bytes if the next larger one is at least this many times as wide.
const step = 1.3;

/** The widths in pixels in which a photo is needed there; none is wider than the photo itself. */
export function widthsOf(shown: DisplayWidth, own: number): number[] {
  const needed =
    typeof shown === 'number'
      ? [1, 2, 3].map((density) => shown * remInPixels * density)
      : screens.map(
          ([window, density]) =>
            Math.ceil(
              (shareAt(shown, window) * Math.min(pageShare * window, pageWidth * remInPixels) * density) /
                grid,
            ) * grid,
        );
  const widths: number[] = [];
  for (const width of needed.map((one) => Math.min(one, own)).toSorted((a, b) => b - a)) {
    if (width * step <= (widths[0] ?? Infinity)) widths.unshift(width);
  }
  return widths;
}

type Shares = Exclude<DisplayWidth, number>;

/** The breakpoints at which the share changes, the widest first. */
const namesOf = (shares: Shares) =>
  (['desktop', 'tablet', 'phone'] as const).filter((name) => shares[name] !== undefined);

function shareAt(shares: Shares, window: number): number {
  const name = namesOf(shares).find((one) => window >= breaks[one] * remInPixels);
  return (name && shares[name]) ?? shares.narrow;
}

const short = (value: number) => Number(value.toFixed(1));
