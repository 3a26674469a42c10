import type { PictureData } from '../../schema/resolve/page-view.ts';
import { createContext, useContext } from 'react';
import { type Crop, type Focus, chooseCommonCrop, toCropSize } from '../../schema/fields/crop.ts';
import { PicturesContext } from './page-context.ts';
import { toSiteUrl } from './site-url.ts';
import { breakpoints, pageWidthRem } from './design-tokens.ts';

// Smallest files first: browsers use the first format that they support.
export const pictureFormats = ['avif', 'webp'] as const;

/** Whether a picture may be a graphic (SVG or PNG), which must not be cropped. */
export const isGraphic = (src: string): boolean => /\.(svg|png)([?#]|$)/i.test(src);

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

interface SizedPicture {
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
  pictures: readonly (SizedPicture | undefined)[],
  minCrop: Crop = 'portrait',
): Crop | undefined {
  const sizes = useSizes(pictures);
  return pictures.find((picture) => picture?.crop)?.crop ?? chooseCommonCrop(sizes, minCrop);
}

/** Returns the median aspect ratio of some pictures. Undefined if there are none. */
export function useMedianRatio(pictures: readonly (SizedPicture | undefined)[]): number | undefined {
  const ratios = useSizes(pictures).map(([width, height]) => width / height);
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
}

function useSizes(
  pictures: readonly (SizedPicture | undefined)[],
): (readonly [width: number, height: number])[] {
  const sizesBySrc = useContext(PicturesContext);
  return pictures.flatMap((picture) => {
    const [width = picture?.width, height = picture?.height] = (picture && sizesBySrc[picture.src]) ?? [];
    return width && height ? [[width, height] as const] : [];
  });
}

/** The display width of a picture: in rem, or by breakpoint as a share of the page width or in rem. */
export type DisplayWidth = number | ({ narrow: Width } & Partial<Record<keyof typeof breakpoints, Width>>);
type Width = number | `${number}rem`;

// The page width as a share of the window, with the default margins (see theme-css.ts).
const pageWidthShare = 0.936;
const defaultPageWidthRem = pageWidthRem;
const pixelsPerRem = 16;

// The maximum height of a photo: in per cent of the height of the window, and in rem.
const maxHeight = { window: 80, rem: 44 };

/** Returns the maximum CSS widths of a photo with this aspect ratio, so that it is not too tall. */
export const toMaxHeightWidths = (ratio: number): string[] => [
  `${roundToTenth(maxHeight.window * ratio)}vh`,
  `${roundToTenth(maxHeight.rem * ratio)}rem`,
];

/** Whether a picture of this aspect ratio could be too tall at some window size. */
export function isTallPicture(displayWidth: DisplayWidth, ratio: number): boolean {
  const widest =
    typeof displayWidth === 'number'
      ? displayWidth
      : Math.max(...Object.values(displayWidth).map((width) => toRem(width, defaultPageWidthRem)));
  // Wide photos may have the full page width.
  return ratio < 1.4 && widest / ratio > 0.9 * maxHeight.rem;
}

/** Returns the `sizes` attribute. `ratio` is given for tall photos. */
export function toSizesAttribute(displayWidth: DisplayWidth, ratio?: number): string {
  const max = ratio === undefined ? [] : toMaxHeightWidths(ratio);
  if (typeof displayWidth === 'number') return toMinimum([`${displayWidth}rem`, ...max]);
  const toCssWidth = (value: Width) =>
    toMinimum([
      ...(typeof value === 'number'
        ? [
            `${roundToTenth(100 * pageWidthShare * value)}vw`,
            `${roundToTenth(defaultPageWidthRem * value)}rem`,
          ]
        : [value]),
      ...max,
    ]);
  const widthsByBreakpoint = definedBreakpoints(displayWidth).map(
    (name) => `(min-width:${breakpoints[name]}rem) ${toCssWidth(displayWidth[name] ?? 1)}`,
  );
  return [...widthsByBreakpoint, toCssWidth(displayWidth.narrow)].join(',');
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
const widthGrid = 64;
// A smaller version is only useful if the next larger one is at least this many times as wide.
const widthStep = 1.3;

const toMinimum = (widths: readonly string[]) =>
  widths.length === 1 ? widths.join() : `min(${widths.join()})`;

/**
 * Returns the widths, in pixels, at which a photo is needed, up to its own. `ratio` is given for tall photos.
 */
export function computeWidths(displayWidth: DisplayWidth, ownWidth: number, ratio = Infinity): number[] {
  const neededWidths =
    typeof displayWidth === 'number'
      ? [1, 2, 3].map((density) => Math.min(displayWidth, maxHeight.rem * ratio) * pixelsPerRem * density)
      : screens.map(([windowWidth, density]) => {
          const page = Math.min((pageWidthShare * windowWidth) / pixelsPerRem, defaultPageWidthRem);
          const width = toRem(widthAt(displayWidth, windowWidth), page) * pixelsPerRem;
          return (
            Math.ceil((Math.min(width, maxHeight.rem * pixelsPerRem * ratio) * density) / widthGrid) *
            widthGrid
          );
        });
  const widths: number[] = [];
  for (const width of neededWidths
    .map((value) => Math.round(Math.min(value, ownWidth)))
    .toSorted((a, b) => b - a)) {
    if (width * widthStep <= (widths[0] ?? Infinity)) widths.unshift(width);
  }
  return widths;
}

type Widths = Exclude<DisplayWidth, number>;

/** Returns the breakpoints at which the width changes, largest first. */
const definedBreakpoints = (widths: Widths) =>
  (['desktop', 'tablet', 'phone'] as const).filter((name) => widths[name] !== undefined);

function widthAt(widths: Widths, windowWidth: number): Width {
  const name = definedBreakpoints(widths).find(
    (breakpoint) => windowWidth >= breakpoints[breakpoint] * pixelsPerRem,
  );
  return (name && widths[name]) ?? widths.narrow;
}

/** Returns a width in rem, on a page of this width in rem. */
const toRem = (width: Width, page: number): number =>
  typeof width === 'number' ? width * page : Number.parseFloat(width);

const roundToTenth = (value: number) => Number(value.toFixed(1));

/** Returns the `srcset` of a picture in one format. */
export function toSrcSet({ versions }: RenderedPicture, format: PictureVersion['format']): string {
  return versions
    .filter((version) => version.format === format)
    .map(({ address, width }) => `${toSiteUrl(address)} ${width}w`)
    .join(',');
}

/** Returns the versions of a photo for the sizes in which it is shown. */
export function createVersions(
  [width, height, pathPrefix]: PictureData,
  displayWidth: DisplayWidth,
  cut: Cut | undefined,
  ratio: number | undefined,
): PictureVersion[] {
  if (pathPrefix === undefined) return [];
  const ownWidth = cut ? toCropSize([width, height], cut.crop)[0] : width;
  const cropPrefix = cut ? `${cut.crop}-${cut.focus === 'center' ? '' : `${cut.focus}-`}` : '';
  return pictureFormats.flatMap((format) =>
    computeWidths(displayWidth, ownWidth, ratio).map((versionWidth) => ({
      address: `${pathPrefix}-${cropPrefix}${versionWidth}.${format}`,
      width: versionWidth,
      format,
      cut,
    })),
  );
}
