import { createContext, useContext } from 'react';
import { type Crop, type Focus, commonCrop } from '../../schema/content/crop.ts';
import { Pictures } from './page-context.ts';
import { breaks, measure } from './theme.ts';

// The smaller one first: browsers take the first that they support.
export const formats = ['avif', 'webp'] as const;

/** A drawing, or what may be one, loses its sense when a part is cut away. */
export const isDrawing = (src: string): boolean => /\.(svg|png)([?#]|$)/i.test(src);

/** What is left of a picture that is cut. */
export interface Cut {
  crop: Crop;
  focus: Focus;
}

/** One of the files that browsers choose from. */
export interface PictureVersion {
  address: string;
  width: number;
  format: (typeof formats)[number] | 'jpg';
  cut?: Cut;
  /** Where it is cut to just this height: the part that stays. */
  height?: number;
  focus?: Focus;
}

/** A picture as a page shows it. */
export interface RenderedPicture {
  src: string;
  sizes: string;
  versions: readonly PictureVersion[];
  /** Whether visitors see it first. */
  priority: boolean;
}

/** Called with every rendered picture: the build makes the versions that pages name, and no others. */
export const PictureListener = createContext<(picture: RenderedPicture) => void>(() => undefined);

interface Shown {
  src: string;
  width?: number;
  height?: number;
  crop?: Crop;
}

/**
 * What the pictures of a grid are cut to, so that its rows align: what the author says of one of them, or
 * else what is like most, no narrower than `narrowest`. Nothing where they align by themselves.
 */
export function useRowCrop(
  pictures: readonly (Shown | undefined)[],
  narrowest: Crop = 'portrait',
): Crop | undefined {
  const known = useContext(Pictures);
  const sizes = pictures.flatMap((picture) => {
    const [width = picture?.width, height = picture?.height] = (picture && known[picture.src]) ?? [];
    return width && height ? [[width, height] as const] : [];
  });
  return pictures.find((picture) => picture?.crop)?.crop ?? commonCrop(sizes, narrowest);
}

/** The width that a picture is shown with: in rem, or as a share of the page's width, by breakpoint. */
export type DisplayWidth = number | ({ narrow: number } & Partial<Record<keyof typeof breaks, number>>);

// The page's width as a share of the window, with the usual edges beside it (see base.ts).
const pageShare = 0.936;
const pageWidth = Number.parseFloat(measure.page);
const remInPixels = 16;

// No photo is higher than this: on a low window, in percent of its height, and elsewhere in rem.
const highest = { window: 80, rem: 44 };

/** The widths in CSS that a photo of these proportions must not exceed, so as not to be too high. */
export const maxHeightWidths = (ratio: number): string[] => [
  `${short(highest.window * ratio)}vh`,
  `${short(highest.rem * ratio)}rem`,
];

/** Whether a picture of these proportions could be too high somewhere in its place. */
export function isTallPicture(shown: DisplayWidth, ratio: number): boolean {
  const widest = typeof shown === 'number' ? shown : pageWidth * Math.max(...Object.values(shown));
  // A photo much wider than high may take the page's width all the same.
  return ratio < 1.4 && widest / ratio > 0.9 * highest.rem;
}

/** The attribute `sizes`, which tells browsers the layout before they know it; `ratio` of a high photo. */
export function sizesAttribute(shown: DisplayWidth, ratio?: number): string {
  const most = ratio === undefined ? [] : maxHeightWidths(ratio);
  if (typeof shown === 'number') return atMost([`${shown}rem`, ...most]);
  const width = (share: number) =>
    atMost([`${short(100 * pageShare * share)}vw`, `${short(pageWidth * share)}rem`, ...most]);
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

const atMost = (widths: readonly string[]) => (widths.length === 1 ? widths.join() : `min(${widths.join()})`);

/**
 * The widths in pixels in which a photo is needed there; none is wider than the photo itself. `ratio` is that
 * of a high one.
 */
export function widthsNeeded(shown: DisplayWidth, own: number, ratio = Infinity): number[] {
  const needed =
    typeof shown === 'number'
      ? [1, 2, 3].map((density) => Math.min(shown, highest.rem * ratio) * remInPixels * density)
      : screens.map(([window, density]) => {
          const width = shareAt(shown, window) * Math.min(pageShare * window, pageWidth * remInPixels);
          return Math.ceil((Math.min(width, highest.rem * remInPixels * ratio) * density) / grid) * grid;
        });
  const widths: number[] = [];
  for (const width of needed.map((one) => Math.round(Math.min(one, own))).toSorted((a, b) => b - a)) {
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
