import { useContext } from 'react';
import { commonCrop, type Crop } from '../../schema/base/crop.ts';
import { Pictures } from './picture-data.ts';

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
export function useCommonCrop(
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
