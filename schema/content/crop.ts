/** Width divided by height of what a picture is cut to, by the name that authors write. */
export const crops = { square: 1, portrait: 0.75, landscape: 1.5, wide: 16 / 9, panorama: 3 } as const;
export type Crop = keyof typeof crops;
export const cropNames = Object.keys(crops) as Crop[]; // its own keys

/** The part of a picture that stays when the rest is cut away. */
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

type Size = readonly [width: number, height: number];

/** The largest part of a picture with the proportions of a crop, in whole pixels. */
export function croppedSize([width, height]: Size, crop: Crop): Size {
  const ratio = crops[crop];
  return width > height * ratio
    ? [Math.max(1, Math.round(height * ratio)), height]
    : [width, Math.max(1, Math.round(width / ratio))];
}

// Proportions that nobody tells apart in a row.
const ratioTolerance = 1.04;

/**
 * What pictures in a row are cut to, so that they align: the crop that is like most of them, and no narrower
 * than `narrowest`. Nothing where all have the same proportions anyway.
 */
export function commonCrop(sizes: readonly Size[], narrowest: Crop): Crop | undefined {
  const ratios = sizes.map(([width, height]) => width / height).toSorted((a, b) => a - b);
  const [min = 1, max = 1] = [ratios[0], ratios.at(-1)];
  if (max / min < ratioTolerance && min * ratioTolerance > crops[narrowest]) return undefined;
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  const distance = (crop: Crop) => Math.abs(Math.log(median / crops[crop]));
  const wideEnough = cropNames.filter((crop) => crops[crop] >= crops[narrowest]);
  return wideEnough.toSorted((a, b) => distance(a) - distance(b))[0];
}
