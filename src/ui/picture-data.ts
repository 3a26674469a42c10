import type { PictureData } from '../../schema/resolve/page-view.ts';
import { createContext, useContext } from 'react';
import { type Crop, type Focus, commonCrop, croppedSize } from '../../schema/fields/crop.ts';
import { Pictures } from './page-context.ts';
import { siteUrl } from './site-url.ts';
import { breaks, pageRem } from './design-tokens.ts';

// Smallest files first: browsers use the first format that they support.
export const pictureFormats = ['avif', 'webp'] as const;

/** Whether a picture may be a graphic (SVG or PNG), which must not be cropped. */
export const isDrawing = (src: string): boolean => /\.(svg|png)([?#]|$)/i.test(src);

/** The crop of a picture. */
export interface Cut {
  crop: Crop;
  focus: Focus;
}

/** A version in `srcset`. */
export interface PictureVersion {
  address: string;
  width: number;
  format: (typeof pictureFormats)[number] | 'jpg';
  cut?: Cut;
  /** Set if the version is cropped to this height. `focus` is the part that stays. */
  height?: number;
  focus?: Focus;
}

/** A picture that was rendered on a page, with its versions. */
export interface RenderedPicture {
  src: string;
  sizes: string;
  versions: readonly PictureVersion[];
  /** Whether the picture is visible without scrolling. */
  priority: boolean;
  /** The media query of the windows that show the picture. By default, all windows show it. */
  media?: string;
}

/** Called with every rendered picture, so that the build only creates versions that pages use. */
export const PictureListener = createContext<(picture: RenderedPicture) => void>(() => undefined);

interface Shown {
  src: string;
  width?: number;
  height?: number;
  crop?: Crop;
}

/**
 * Returns the crop that aligns the rows of a grid: the author's choice for one of the pictures, otherwise the
 * closest to most of them, at least `min`. Undefined if they align without a crop.
 */
export function useRowCrop(
  pictures: readonly (Shown | undefined)[],
  min: Crop = 'portrait',
): Crop | undefined {
  const sizes = useSizes(pictures);
  return pictures.find((picture) => picture?.crop)?.crop ?? commonCrop(sizes, min);
}

/** Returns the median aspect ratio of some pictures. Undefined if there are none. */
export function useMedianRatio(pictures: readonly (Shown | undefined)[]): number | undefined {
  const ratios = useSizes(pictures).map(([width, height]) => width / height);
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
}

function useSizes(pictures: readonly (Shown | undefined)[]): (readonly [width: number, height: number])[] {
  const sizesBySrc = useContext(Pictures);
  return pictures.flatMap((picture) => {
    const [width = picture?.width, height = picture?.height] = (picture && sizesBySrc[picture.src]) ?? [];
    return width && height ? [[width, height] as const] : [];
  });
}

/** The display width of a picture: in rem, or by breakpoint as a share of the page width or in rem. */
export type DisplayWidth = number | ({ narrow: Width } & Partial<Record<keyof typeof breaks, Width>>);
type Width = number | `${number}rem`;

// The page width as a share of the window, with the default margins (see theme-css.ts).
const pageShare = 0.936;
const pageWidth = pageRem;
const remInPixels = 16;

// The maximum height of a photo: in per cent of the height of the window, and in rem.
const maxHeight = { window: 80, rem: 44 };

/** Returns the maximum CSS widths of a photo with this aspect ratio, so that it is not too tall. */
export const maxHeightWidths = (ratio: number): string[] => [
  `${short(maxHeight.window * ratio)}vh`,
  `${short(maxHeight.rem * ratio)}rem`,
];

/** Whether a picture of this aspect ratio could be too tall at some window size. */
export function isTallPicture(shown: DisplayWidth, ratio: number): boolean {
  const widest =
    typeof shown === 'number'
      ? shown
      : Math.max(...Object.values(shown).map((width) => remOf(width, pageWidth)));
  // Wide photos may have the full page width.
  return ratio < 1.4 && widest / ratio > 0.9 * maxHeight.rem;
}

/** Returns the `sizes` attribute. `ratio` is given for tall photos. */
export function sizesAttribute(shown: DisplayWidth, ratio?: number): string {
  const max = ratio === undefined ? [] : maxHeightWidths(ratio);
  if (typeof shown === 'number') return atMost([`${shown}rem`, ...max]);
  const width = (one: Width) =>
    atMost([
      ...(typeof one === 'number'
        ? [`${short(100 * pageShare * one)}vw`, `${short(pageWidth * one)}rem`]
        : [one]),
      ...max,
    ]);
  const wider = definedBreakpoints(shown).map(
    (name) => `(min-width:${breaks[name]}rem) ${width(shown[name] ?? 1)}`,
  );
  return [...wider, width(shown.narrow)].join(',');
}

// Width and pixel density of a phone, a tablet and two desktop screens. A higher density on phones makes no
// visible difference.
const screens = [
  [375, 2],
  [768, 2],
  [1440, 1],
  [1440, 2],
] as const;
// Similar widths share their versions.
const grid = 64;
// A smaller version is only useful if the next larger one is at least this many times as wide.
const widthStep = 1.3;

const atMost = (widths: readonly string[]) => (widths.length === 1 ? widths.join() : `min(${widths.join()})`);

/**
 * Returns the widths, in pixels, at which a photo is needed, up to its own. `ratio` is given for tall photos.
 */
export function widthsNeeded(shown: DisplayWidth, own: number, ratio = Infinity): number[] {
  const needed =
    typeof shown === 'number'
      ? [1, 2, 3].map((density) => Math.min(shown, maxHeight.rem * ratio) * remInPixels * density)
      : screens.map(([window, density]) => {
          const page = Math.min((pageShare * window) / remInPixels, pageWidth);
          const width = remOf(widthAt(shown, window), page) * remInPixels;
          return Math.ceil((Math.min(width, maxHeight.rem * remInPixels * ratio) * density) / grid) * grid;
        });
  const widths: number[] = [];
  for (const width of needed.map((one) => Math.round(Math.min(one, own))).toSorted((a, b) => b - a)) {
    if (width * widthStep <= (widths[0] ?? Infinity)) widths.unshift(width);
  }
  return widths;
}

type Widths = Exclude<DisplayWidth, number>;

/** Returns the breakpoints at which the width changes, largest first. */
const definedBreakpoints = (widths: Widths) =>
  (['desktop', 'tablet', 'phone'] as const).filter((name) => widths[name] !== undefined);

function widthAt(widths: Widths, window: number): Width {
  const name = definedBreakpoints(widths).find((one) => window >= breaks[one] * remInPixels);
  return (name && widths[name]) ?? widths.narrow;
}

/** Returns a width in rem, on a page of this width in rem. */
const remOf = (width: Width, page: number): number =>
  typeof width === 'number' ? width * page : Number.parseFloat(width);

const short = (value: number) => Number(value.toFixed(1));

/** Returns the `srcset` of a picture in one format. */
export function srcSet({ versions }: RenderedPicture, format: PictureVersion['format']): string {
  return versions
    .filter((version) => version.format === format)
    .map(({ address, width }) => `${siteUrl(address)} ${width}w`)
    .join(',');
}

/** Returns the versions of a photo for the sizes in which it is shown. */
export function versionsOf(
  [width, height, start]: PictureData,
  shown: DisplayWidth,
  cut: Cut | undefined,
  ratio: number | undefined,
): PictureVersion[] {
  if (start === undefined) return [];
  const own = cut ? croppedSize([width, height], cut.crop)[0] : width;
  const part = cut ? `${cut.crop}-${cut.focus === 'center' ? '' : `${cut.focus}-`}` : '';
  return pictureFormats.flatMap((format) =>
    widthsNeeded(shown, own, ratio).map((wide) => ({
      address: `${start}-${part}${wide}.${format}`,
      width: wide,
      format,
      cut,
    })),
  );
}
