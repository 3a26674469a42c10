/** Aspect ratios of cropped pictures, by the value of the setting `crop`. */
export const crops = { square: 1, portrait: 0.75, landscape: 1.5, wide: 16 / 9, panorama: 3 } as const;
export type Crop = keyof typeof crops;
export const cropNames = Object.keys(crops) as Crop[]; // typed as string[]

/** The part of a picture to keep in view. */
export const focusNames = [
  'center',
  'top',
  'bottom',
  'left',
  'right',
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
] as const;
export type Focus = (typeof focusNames)[number];

/** An area of a picture, in per cent of the picture size. */
export interface PictureRegion {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = readonly [width: number, height: number];

/** Returns the largest size, in whole pixels, that has the aspect ratio of a crop and fits into a picture. */
export function toCropSize([width, height]: Size, crop: Crop): Size {
  const ratio = crops[crop];
  return width > height * ratio
    ? [Math.max(1, Math.round(height * ratio)), height]
    : [width, Math.max(1, Math.round(width / ratio))];
}

// Visitors do not notice if aspect ratios in a row of pictures differ by up to this factor.
const ratioTolerance = 1.04;

/**
 * Chooses a common crop for pictures in a row: of the crops that are at least as wide as `narrowest`, the one closest
 * to the median aspect ratio. Returns `undefined` if all pictures already have about the same ratio.
 */
export function chooseCommonCrop(sizes: readonly Size[], narrowest: Crop): Crop | undefined {
  const ratios = sizes.map(([width, height]) => width / height).toSorted((a, b) => a - b);
  const [min = 1, max = 1] = [ratios[0], ratios.at(-1)];
  if (max / min < ratioTolerance && min * ratioTolerance > crops[narrowest]) return undefined;
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  const distance = (crop: Crop) => Math.abs(Math.log(median / crops[crop]));
  const candidates = cropNames.filter((crop) => crops[crop] >= crops[narrowest]);
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}
