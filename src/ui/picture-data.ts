import type { PictureData } from '../../schema/resolve/page-view.ts';
import { createContext, useContext } from 'react';
import { type Crop, type Focus, chooseCommonCrop, toCropSize } from '../../schema/fields/crop.ts';
import { PicturesContext } from './page-context.ts';
import { toSiteUrl } from './site-url.ts';
import { breakpoints, pageWidthRem } from './design-tokens.ts';

// The format with the smallest files comes first, because browsers use the first format that they support.
export const pictureFormats = ['avif', 'webp'] as const;

/** Returns whether a picture may be a graphic (SVG or PNG), which must not be cropped. */
export const isGraphic = (src: string): boolean => /\.(svg|png)([?#]|$)/i.test(src);

/** A crop and its focal point. */
export interface PictureCrop {
  crop: Crop;
  focus: Focus;
}

/** A version of a picture in `srcset`. */
export interface PictureVersion {
  address: string;
  width: number;
  format: (typeof pictureFormats)[number] | 'jpg';
  cut?: PictureCrop;
  /** The height in pixels of a cropped version. `focus` is the part that remains visible. */
  height?: number;
  focus?: Focus;
}

/** A picture on a rendered page, with its versions. */
export interface RenderedPicture {
  src: string;
  sizes: string;
  versions: readonly PictureVersion[];
  /** Whether the picture is visible without scrolling. */
  priority: boolean;
  /** The media query for the windows that show the picture. By default, all windows show it. */
  media?: string;
}

/** A function that is called with every rendered picture, so that the build only creates versions that pages use. */
export const PictureListener = createContext<(picture: RenderedPicture) => void>(() => undefined);

interface SizedPicture {
  src: string;
  width?: number;
  height?: number;
  crop?: Crop;
}

/**
 * Returns the crop that aligns the pictures in the rows of a grid: the author's choice for one of the pictures, or the
 * crop that is closest to most of the pictures and no narrower than `minCrop`. Returns `undefined` if the pictures
 * align without a crop.
 */
export function useRowCrop(
  pictures: readonly (SizedPicture | undefined)[],
  minCrop: Crop = 'portrait',
): Crop | undefined {
  const sizes = useSizes(pictures);
  return pictures.find((picture) => picture?.crop)?.crop ?? chooseCommonCrop(sizes, minCrop);
}

/** Returns the median aspect ratio of pictures, or `undefined` if there are no pictures. */
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

/**
 * The display width of a picture: a single width in rem, or a width for each breakpoint, as a share of the page width
 * or in rem.
 */
export type DisplayWidth = number | ({ narrow: Width } & Partial<Record<keyof typeof breakpoints, Width>>);
type Width = number | `${number}rem`;

// The page content's share of the window width, with the default margins (see theme-css.ts).
const pageWidthShare = 0.936;
const defaultPageWidthRem = pageWidthRem;
const pixelsPerRem = 16;

// The maximum height of a photo, in per cent of the window height and in rem. The lower value applies.
const maxHeight = { window: 80, rem: 44 };

/** Returns the CSS widths at which a photo with this aspect ratio reaches its maximum height. */
export const toMaxHeightWidths = (ratio: number): string[] => [
  `${roundToTenth(maxHeight.window * ratio)}vh`,
  `${roundToTenth(maxHeight.rem * ratio)}rem`,
];

/** Returns whether a picture with this aspect ratio would be taller than the maximum height in some windows. */
export function isTallPicture(displayWidth: DisplayWidth, ratio: number): boolean {
  const maxWidthRem =
    typeof displayWidth === 'number'
      ? displayWidth
      : Math.max(...Object.values(displayWidth).map((width) => toRem(width, defaultPageWidthRem)));
  // Photos with a ratio of at least 1.4 may fill the page width.
  return ratio < 1.4 && maxWidthRem / ratio > 0.9 * maxHeight.rem;
}

/** Returns the `sizes` attribute of a picture. `ratio` is only set for tall photos. */
export function toSizesAttribute(displayWidth: DisplayWidth, ratio?: number): string {
  const maxWidths = ratio === undefined ? [] : toMaxHeightWidths(ratio);
  if (typeof displayWidth === 'number') return toMinimum([`${displayWidth}rem`, ...maxWidths]);
  const toCssWidth = (value: Width) =>
    toMinimum([
      ...(typeof value === 'number'
        ? [
            `${roundToTenth(100 * pageWidthShare * value)}vw`,
            `${roundToTenth(defaultPageWidthRem * value)}rem`,
          ]
        : [value]),
      ...maxWidths,
    ]);
  const widthsByBreakpoint = listBreakpoints(displayWidth).map(
    (name) => `(min-width:${breakpoints[name]}rem) ${toCssWidth(displayWidth[name] ?? 1)}`,
  );
  return [...widthsByBreakpoint, toCssWidth(displayWidth.narrow)].join(',');
}

// Window width and pixel density of a phone, a tablet and two desktop screens. A higher density makes no visible
// difference on phones.
const screens = [
  [375, 2],
  [768, 2],
  [1440, 1],
  [1440, 2],
] as const;
// Widths are rounded up to a multiple of this number of pixels, so that similar widths share a version.
const widthGridPx = 64;
// The minimum ratio between the widths of two versions. A smaller difference is not worth another version.
const minWidthRatio = 1.3;

const toMinimum = (widths: readonly string[]) =>
  widths.length === 1 ? widths.join() : `min(${widths.join()})`;

/**
 * Returns the widths in pixels of the versions that a photo needs, up to the photo's own width. `ratio` is only set for
 * tall photos.
 */
export function computeWidths(displayWidth: DisplayWidth, ownWidth: number, ratio = Infinity): number[] {
  const neededWidths =
    typeof displayWidth === 'number'
      ? [1, 2, 3].map((density) => Math.min(displayWidth, maxHeight.rem * ratio) * pixelsPerRem * density)
      : screens.map(([windowWidth, density]) => {
          const pageRem = Math.min((pageWidthShare * windowWidth) / pixelsPerRem, defaultPageWidthRem);
          const width = toRem(findWidth(displayWidth, windowWidth), pageRem) * pixelsPerRem;
          return (
            Math.ceil((Math.min(width, maxHeight.rem * pixelsPerRem * ratio) * density) / widthGridPx) *
            widthGridPx
          );
        });
  const widths: number[] = [];
  for (const width of neededWidths
    .map((value) => Math.round(Math.min(value, ownWidth)))
    .toSorted((a, b) => b - a)) {
    if (width * minWidthRatio <= (widths[0] ?? Infinity)) widths.unshift(width);
  }
  return widths;
}

type Widths = Exclude<DisplayWidth, number>;

/** Returns the breakpoints for which `widths` contains a width, largest first. */
const listBreakpoints = (widths: Widths) =>
  (['desktop', 'tablet', 'phone'] as const).filter((name) => widths[name] !== undefined);

function findWidth(widths: Widths, windowWidth: number): Width {
  const name = listBreakpoints(widths).find(
    (breakpoint) => windowWidth >= breakpoints[breakpoint] * pixelsPerRem,
  );
  return (name && widths[name]) ?? widths.narrow;
}

/** Returns a width in rem. A share of the page width is converted with the page width `pageRem`. */
const toRem = (width: Width, pageRem: number): number =>
  typeof width === 'number' ? width * pageRem : Number.parseFloat(width);

const roundToTenth = (value: number) => Number(value.toFixed(1));

/** Returns the `srcset` of a picture in one format. */
export function toSrcSet({ versions }: RenderedPicture, format: PictureVersion['format']): string {
  return versions
    .filter((version) => version.format === format)
    .map(({ address, width }) => `${toSiteUrl(address)} ${width}w`)
    .join(',');
}

/** Returns the versions of a photo that are needed for its display width. */
export function createVersions(
  [width, height, pathPrefix]: PictureData,
  displayWidth: DisplayWidth,
  cut: PictureCrop | undefined,
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
