import { breaks, measure } from './theme.ts';

/** How wide a picture stands: always so many rem, or a share of the page's width, which may be another from a break of the layout on. */
export type DisplayWidth = number | ({ narrow: number } & Partial<Record<keyof typeof breaks, number>>);

// The page's width as a share of the window, with the usual edges beside it (see base.ts).
const pageShare = 0.936;
const pageWidth = Number.parseFloat(measure.page);
const letter = 16;

/** The attribute `sizes`, by which browsers choose a version before they know the layout. */
export function sizesOf(room: DisplayWidth): string {
  if (typeof room === 'number') return `${room}rem`;
  const width = (share: number) => `min(${short(100 * pageShare * share)}vw,${short(pageWidth * share)}rem)`;
  const wider = namesOf(room).map((name) => `(min-width:${breaks[name]}rem) ${width(room[name] ?? 1)}`);
  return [...wider, width(room.narrow)].join(',');
}

// A phone, a tablet and a desk with a plain and with a fine screen. Finer phones cannot be told apart from these by eye.
const screens = [
  [375, 2],
  [768, 2],
  [1440, 1],
  [1440, 2],
] as const;
// Rooms that are nearly the same share their versions.
const grid = 64;
// A version is worth its bytes where the next larger one has at least this many times its pixels in a row.
const step = 1.3;

/** The widths in pixels in which a photo is needed there; none is wider than the photo itself. */
export function widthsOf(room: DisplayWidth, own: number): number[] {
  const needed =
    typeof room === 'number'
      ? [1, 2, 3].map((density) => room * letter * density)
      : screens.map(
          ([window, density]) =>
            Math.ceil(
              (shareAt(room, window) * Math.min(pageShare * window, pageWidth * letter) * density) / grid,
            ) * grid,
        );
  const widths: number[] = [];
  for (const width of needed.map((one) => Math.min(one, own)).toSorted((a, b) => b - a)) {
    if (width * step <= (widths[0] ?? Infinity)) widths.unshift(width);
  }
  return widths;
}

type Shares = Exclude<DisplayWidth, number>;

/** The breaks at which the share changes, the widest first. */
const namesOf = (room: Shares) =>
  (['desktop', 'tablet', 'phone'] as const).filter((name) => room[name] !== undefined);

function shareAt(room: Shares, window: number): number {
  const name = namesOf(room).find((one) => window >= breaks[one] * letter);
  return (name && room[name]) ?? room.narrow;
}

const short = (value: number) => Number(value.toFixed(1));
